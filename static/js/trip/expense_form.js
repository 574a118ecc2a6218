/** The form of an expense: who paid how much, when, for what, for whom, and how it is split. */
import { openDialog } from "../dialog.js";
import { el } from "../dom.js";
import { EXPENSE_KINDS, expenseKind } from "../labels.js";
import { field } from "./dialogs.js";

const say = (text, values) => interpolate(text, values, true);

const METHODS = () => [["equal", gettext("Equally")], ["shares", gettext("By shares")], ["amounts", gettext("By amounts")]];

/** Tells in a form why it was refused. */
export function refusal(place, error) {
  console.warn("expense:", error);
  const faults = Object.values(error.problem?.errors ?? {}).flat();
  place.textContent = faults.join(" ") || error.message;
}

/** For whom: a traveller a row, to be ticked, and its share or amount where it is not split equally. */
function splitFields({ expense, travellers }) {
  const kept = new Map((expense?.parts ?? []).map((part) => [part.traveller, part.weight]));
  const method = el("select", { name: "method", data: { testid: "method" }, on: { change: () => fit() } },
    METHODS().map(([value, text]) => el("option", { value, text, selected: value === expense?.method })));
  const rows = travellers.map(({ id, name }) => {
    const tick = el("input", { type: "checkbox", checked: !expense || kept.has(id), data: { testid: "for-whom", traveller: name } });
    const weight = el("input", { type: "number", min: 0, step: "any", inputmode: "decimal", value: expense && expense.method !== "equal" ? kept.get(id) ?? "" : "", "aria-label": say(gettext("Part of %(name)s"), { name }), data: { testid: "weight", traveller: name } });
    return { id, tick, weight, node: el("li", {}, el("label", { class: "booking" }, tick, el("span", { text: name })), weight) };
  });
  const fit = () => { for (const { weight } of rows) weight.hidden = method.value === "equal"; };
  fit();
  const parts = () => rows.filter(({ tick, weight }) => tick.checked && (method.value === "equal" || weight.value)).map(({ id, weight }) => (method.value === "equal" ? { traveller: id } : { traveller: id, weight: weight.value }));
  return { parts, nodes: [field(gettext("Split"), method), el("fieldset", { class: "for-whom" }, el("legend", { text: gettext("For whom") }), el("ul", {}, rows.map(({ node }) => node)))] };
}

/** `given`: expense (null for a new one), travellers, rates, day, currency, payer, and `showReceipts(place)` for an expense that is there; `send(fields)` and `remove()` resolve when it is kept, with what sets the focus. */
export function askExpense(given, { send, remove }) {
  const { expense, travellers, rates, day, currency, payer } = given;
  const codes = [...new Set([currency, ...Object.keys(rates).sort()])];
  const options = (pairs, chosen) => pairs.map(([value, text]) => el("option", { value, text, selected: value === chosen }));
  const split = splitFields(given);
  const fault = el("p", { class: "fault", role: "alert", data: { testid: "fault" } });
  const receipts = el("div", { class: "receipts", data: { testid: "receipts" } });
  given.showReceipts?.(receipts);
  /** One change at a time: a second press on the button writes nothing twice. */
  const done = (change) => {
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    change().then((settle) => { dialog.close(); settle(); }, (error) => { form.ariaBusy = "false"; refusal(fault, error); });
  };
  const form = el("form", { class: "form" },
    el("div", { class: "pair" }, field(gettext("Amount"), el("input", { type: "number", name: "amount", min: 0, step: "any", inputmode: "decimal", required: true, value: expense?.amount ?? "", data: { testid: "amount" } })),
      field(gettext("Currency"), el("select", { name: "currency", data: { testid: "currency" } }, options(codes.map((code) => [code, code]), currency)))),
    field(gettext("What it was"), el("input", { name: "label", maxlength: 120, autocomplete: "off", value: expense?.label ?? "", data: { testid: "label" } })),
    el("div", { class: "pair" }, field(gettext("Kind"), el("select", { name: "kind", data: { testid: "kind-of" } }, options(EXPENSE_KINDS.map((kind) => [kind, expenseKind(kind)]), expense?.kind ?? "food"))),
      field(gettext("Date"), el("input", { type: "date", name: "day", required: true, value: day, data: { testid: "day-of" } }))),
    field(gettext("Paid by"), el("select", { name: "payer", data: { testid: "payer" } }, options(travellers.map(({ id, name }) => [id, name]), payer))),
    ...split.nodes, receipts, fault,
    el("div", { class: "row" }, el("button", { type: "submit", class: "button", text: gettext("Save"), data: { testid: "submit" } }),
      expense ? el("button", { type: "button", class: "button plain danger", text: gettext("Remove"), data: { testid: "remove-expense" }, on: { click: () => done(remove) } }) : null));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const parts = split.parts();
    if (!parts.length) {
      fault.textContent = gettext("Choose for whom it was paid.");
      return;
    }
    done(() => send({ ...Object.fromEntries(new FormData(form)), parts }));
  });
  const dialog = openDialog(expense ? gettext("Change an expense") : gettext("Add an expense"), "expense-dialog", form);
}
