/** What the travellers of a trip spent: who they are, planned beside spent, who pays whom, and the expenses themselves. */
import { bar } from "../budget.js";
import { openDialog } from "../dialog.js";
import { byId, el, icon } from "../dom.js";
import { expenseKind } from "../labels.js";
import { field } from "./dialogs.js";
import { askExpense, refusal } from "./expense_form.js";

const say = (text, values) => interpolate(text, values, true);

export class Expenses {
  /** `ctx`: api, format, rates; `announce(text)` speaks to screen readers. */
  constructor(host, ctx, announce) {
    Object.assign(this, { host, ctx, announce, state: null, upon: 0 });
  }

  /** Draws what is kept, beside the budget of the trip that is shown. */
  async open() {
    const version = this.ctx.version();
    if (this.upon === version) return;
    this.upon = version;
    await this.read().catch((error) => {
      this.upon = 0;
      this.ctx.failed(error);
    });
  }

  async read() {
    const { api } = this.ctx;
    const [travellers, expenses, ledger] = await Promise.all([api.travellers(), api.expenses(), api.ledger()]);
    this.state = { travellers, expenses, ledger };
    this.draw();
  }

  /** Waits for a change and shows what is there now, also when others were faster; resolves with what gives the control of that test id the focus. */
  async change(work, told, focus) {
    try {
      await work;
    } catch (error) {
      if ([404, 412].includes(error.status)) await this.read();
      throw error;
    }
    await this.read();
    this.announce(told);
    const settle = () => this.host.querySelector(`[data-testid="${focus}"]`)?.focus();
    settle();
    return settle;
  }

  name(id) {
    return this.state.travellers.find((each) => each.id === id)?.name ?? "";
  }

  money(amount, currency = this.state.ledger.currency) {
    return this.ctx.format.money(amount, currency);
  }

  draw() {
    const { travellers, expenses, ledger } = this.state;
    const parts = travellers.length ? [this.kinds(), this.settling(), this.list(), this.closing()] : [];
    this.host.replaceChildren(el("section", { class: "section expenses", data: { testid: "expenses", currency: ledger.currency } },
      el("header", { class: "section-head" }, el("h2", { text: gettext("Expenses") }),
        expenses.length ? el("p", { text: say(gettext("%(amount)s spent"), { amount: this.money(ledger.spent) }), data: { testid: "spent", amount: ledger.spent } }) : null),
      this.people(), ...parts));
  }

  people() {
    const { travellers } = this.state;
    const input = el("input", { name: "name", required: true, maxlength: 60, autocomplete: "off", data: { testid: "traveller-name" } });
    const form = el("form", { class: "row" }, field(gettext("Name of a traveller"), input), el("button", { type: "submit", class: "button plain", text: gettext("Add"), data: { testid: "add-traveller" } }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = input.value.trim();
      this.change(this.ctx.api.addTraveller(name), say(gettext("%(name)s added."), { name }), "traveller-name").catch(this.ctx.failed);
    });
    const chip = (each) => el("li", {}, el("button", { type: "button", class: "chip", text: each.name, "aria-label": say(gettext("Change %(name)s"), { name: each.name }), data: { testid: "traveller" }, on: { click: () => this.askTraveller(each) } }));
    return el("div", { class: "travellers" },
      travellers.length ? el("ul", { class: "chips", "aria-label": gettext("Travellers") }, travellers.map(chip)) : el("p", { class: "fine", text: gettext("Add everyone who shares the costs, yourself included. Then record who paid what and see who owes whom.") }),
      form);
  }

  askTraveller(each) {
    if (!this.ctx.edit) return;
    const fault = el("p", { class: "fault", role: "alert", data: { testid: "fault" } });
    const input = el("input", { name: "name", required: true, maxlength: 60, value: each.name, data: { testid: "new-name" } });
    const done = (work, told, focus) => this.change(work, told, focus).then((settle) => { dialog.close(); settle(); }, (error) => refusal(fault, error));
    const form = el("form", { class: "form" }, field(gettext("Name"), input), fault, el("div", { class: "row" },
      el("button", { type: "submit", class: "button", text: gettext("Rename"), data: { testid: "submit" } }),
      el("button", { type: "button", class: "button plain danger", text: gettext("Remove"), data: { testid: "remove-traveller" }, on: { click: () => done(this.ctx.api.removeTraveller(each.id), say(gettext("%(name)s removed."), { name: each.name }), "traveller-name") } })));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      done(this.ctx.api.renameTraveller(each.id, input.value), gettext("Saved."), "traveller");
    });
    const dialog = openDialog(each.name, "traveller-dialog", form);
  }

  /** A bar a kind, spent, with a mark where the plan stands. */
  kinds() {
    const { kinds } = this.state.ledger;
    if (!kinds.length) return null;
    const planned = kinds.some((row) => row.planned !== null);
    const most = Math.max(...kinds.flatMap((row) => [Number(row.planned), Number(row.actual)]), 1) * 1.05;
    const rounded = (amount) => this.ctx.format.rounded(amount, this.state.ledger.currency);
    const told = (row) => (planned ? say(gettext("%(actual)s of %(planned)s"), { actual: rounded(row.actual), planned: rounded(row.planned) }) : rounded(row.actual));
    const drawn = kinds.map((row) => {
      const amount = Number(row.actual);
      const node = bar(expenseKind(row.kind), { amount, low: amount, high: amount }, most, told(row), planned ? Number(row.planned) : null);
      Object.assign(node.dataset, { testid: "kind", kind: row.kind, actual: row.actual, planned: row.planned ?? "" });
      return node;
    });
    return el("div", { class: "kinds", data: { testid: "kinds" } }, el("h3", { class: "subhead", text: planned ? gettext("Spent and planned") : gettext("Spent, by kind") }), el("div", { class: "bars" }, drawn));
  }

  settling() {
    const { ledger, expenses } = this.state;
    if (!expenses.length) return null;
    const told = (net) => (Number(net) > 0 ? say(gettext("gets back %(amount)s"), { amount: this.money(net) }) : Number(net) < 0 ? say(gettext("owes %(amount)s"), { amount: this.money(net.replace("-", "")) }) : gettext("settled"));
    const balance = (row) => el("li", { data: { testid: "balance", net: row.net } }, el("b", { text: row.name }), el("span", { text: told(row.net) }));
    const transfer = (row) => el("li", { data: { testid: "transfer", amount: row.amount } }, icon("check"), el("span", { text: say(gettext("%(debtor)s pays %(creditor)s %(amount)s"), { debtor: this.name(row.debtor), creditor: this.name(row.creditor), amount: this.money(row.amount) }) }));
    return el("div", { class: "settling" },
      el("div", {}, el("h3", { class: "subhead", text: gettext("Balances") }), el("ul", { class: "balances" }, ledger.balances.map(balance))),
      el("div", {}, el("h3", { class: "subhead", text: gettext("Who pays whom") }), ledger.transfers.length ? el("ul", { class: "transfers" }, ledger.transfers.map(transfer)) : el("p", { class: "fine", text: gettext("Nobody owes anything.") })));
  }

  list() {
    const { expenses } = this.state;
    const { format } = this.ctx;
    const add = el("button", { type: "button", class: "button", text: gettext("Add an expense"), data: { testid: "add-expense" }, on: { click: () => this.ask(null) } });
    const row = (each) => {
      const amount = this.money(each.amount, each.currency);
      const facts = [format.date(each.day), say(gettext("%(name)s paid"), { name: this.name(each.payer) }), each.currency === each.rate.currency ? "" : `≈\u00a0${this.money(each.worth)}`];
      const label = each.label || expenseKind(each.kind);
      return el("li", {}, el("button", { type: "button", class: "expense", data: { testid: "expense", expense: each.id }, on: { click: () => this.ask(each) } },
        el("span", {}, el("b", { text: label }), el("small", { text: facts.filter(Boolean).join(" · ") })), el("span", { class: "number", text: amount })));
    };
    return el("div", { class: "expense-list" }, add, expenses.length ? el("ul", {}, expenses.map(row)) : el("p", { class: "fine", text: gettext("Nothing is noted yet.") }));
  }

  closing() {
    const { ledger, expenses } = this.state;
    const codes = [...new Set([ledger.currency, ...Object.keys(this.ctx.rates).sort()])];
    const select = el("select", { data: { testid: "settle-in" }, on: { change: () => this.change(this.ctx.api.settleIn(select.value), gettext("Saved."), "settle-in").catch(this.ctx.failed) } },
      codes.map((code) => el("option", { value: code, text: code, selected: code === ledger.currency })));
    return el("div", { class: "row" }, field(gettext("Settle in"), select),
      expenses.length ? el("a", { class: "button plain", href: this.ctx.api.tableUrl(this.ctx.lang), download: true, text: gettext("Table for spreadsheets (CSV)"), data: { testid: "expense-table" } }) : null);
  }

  ask(expense) {
    if (!this.ctx.edit) return;
    const { api, rates, format } = this.ctx;
    const { travellers, ledger } = this.state;
    const last = this.state.expenses[0];
    const day = expense?.day ?? this.firstDay();
    askExpense({ expense, showReceipts: expense && ((place) => this.showReceipts(place, expense)), travellers, rates, format, day, currency: expense?.currency ?? last?.currency ?? ledger.currency, payer: expense?.payer ?? last?.payer ?? travellers[0].id }, {
      send: (fields) => this.change(expense ? api.changeExpense(expense.id, fields, expense.version) : api.addExpense(fields), gettext("Saved."), "add-expense"),
      remove: () => this.change(api.removeExpense(expense.id, expense.version), gettext("Removed."), "add-expense"),
    });
  }

  showReceipts(place, { id }) {
    return import("./receipts.js").then((module) => module.showReceipts(place, id, this.ctx.kept)).catch(this.ctx.failed);
  }

  /** Today while one travels, else the first day of the trip. */
  firstDay() {
    const days = this.ctx.itinerary().days.map(({ date }) => date);
    const now = new Date();
    const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
    return days.includes(today) ? today : days[0];
  }
}

/** The section in its place on the page. */
export const expensesOf = (ctx, announce) => new Expenses(byId("expenses"), ctx, announce);
