/** The lists of a trip: what to book by when, what to pack and why; ticked off, changed and added to. */
import { openDialog } from "../dialog.js";
import { byId, el, icon } from "../dom.js";
import { pick } from "../format.js";
import { field } from "./dialogs.js";
import { refusal } from "./expense_form.js";

const say = (text, values) => interpolate(text, values, true);

const LISTS = () => [
  { list: "booking", title: gettext("To book"), tick: "booked", add: gettext("Something else to book"), none: gettext("No stop of this trip needs booking, as far as we know.") },
  { list: "packing", title: gettext("To pack"), tick: "packed", add: gettext("Something else to pack"), none: gettext("Nothing to pack yet.") },
];

/** Today as a date of the reader's own clock. */
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);

/** Whether a proposal was made for an older version of the trip, or never. */
export const isStale = (items, version) => !items.some((item) => item.proposed_for === version);

export class Lists {
  /** `ctx`: api, trip (its id), format, lang, `version()` of the trip; `announce(text)` speaks to screen readers. */
  constructor(host, ctx, announce) {
    Object.assign(this, { host, ctx, announce, items: [], upon: 0 });
  }

  /** Draws the lists as they are for the trip that is shown. */
  async open() {
    const version = this.ctx.version();
    if (this.upon === version) return;
    this.upon = version;
    try {
      this.items = await this.ctx.api.lists();
      if (this.ctx.edit && isStale(this.items, version)) this.items = (await this.ctx.api.proposeLists()).items;
      if (this.ctx.edit) await this.takeOver();
      this.draw();
    } catch (error) {
      this.upon = 0;
      this.ctx.failed(error);
    }
  }

  /** Ticks that an earlier release kept in this browser. */
  async takeOver() {
    const key = `booked:${this.ctx.trip}`;
    const ticked = new Set(JSON.parse(localStorage.getItem(key) ?? "[]"));
    const open = this.items.filter((item) => !item.done && ticked.has(item.key.replace(/^sight:/, "")));
    for (const item of open) Object.assign(item, await this.ctx.api.changeListItem(item.id, { done: true }));
    localStorage.removeItem(key);
  }

  draw() {
    this.host.replaceChildren(...LISTS().map((kind) => this.section(kind)));
  }

  section({ list, title, tick, add, none }) {
    const items = this.items.filter((item) => item.list === list);
    const state = el("p", { data: { testid: `${list}-state` } });
    const count = () => { state.textContent = items.length ? say(gettext("%(done)s of %(count)s done"), { done: items.filter(({ done }) => done).length, count: items.length }) : ""; };
    count();
    const input = el("input", { required: true, maxlength: 200, autocomplete: "off", data: { testid: `new-${list}` } });
    const form = el("form", { class: "row" }, field(add, input), el("button", { type: "submit", class: "button plain", text: gettext("Add"), data: { testid: `add-${list}` } }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value;
      input.value = "";
      this.ctx.api.addListItem({ list, text }).then((made) => {
        this.items.push(made);
        this.draw();
        this.announce(say(gettext("%(name)s added."), { name: text }));
        this.host.querySelector(`[data-testid="new-${list}"]`).focus();
      }).catch((error) => {
        input.value = text;
        this.ctx.failed(error);
      });
    });
    return el("section", { class: "section list", data: { testid: list } }, el("header", { class: "section-head" }, el("h2", { text: title }), state),
      items.length ? el("ul", { class: "bookings" }, items.map((item) => this.row(item, tick, count))) : el("p", { class: "fine", text: none }), form);
  }

  row(item, tick, count) {
    const { lang } = this.ctx;
    const name = pick(item.text, lang);
    const many = item.quantity > 1 ? ` × ${item.quantity}` : "";
    const late = item.due && !item.done && item.due < today();
    const when = !item.due ? "" : late ? gettext("as soon as you can") : say(gettext("by %(day)s"), { day: this.ctx.format.date(item.due) });
    const box = el("input", { type: "checkbox", checked: item.done, disabled: !this.ctx.edit, data: { testid: tick, item: item.key }, on: { change: () => this.tick(item, box, count) } });
    return el("li", { data: { testid: "list-item", key: item.key, due: item.due } },
      el("label", { class: "booking" }, box, el("span", {}, el("b", { text: `${name}${many}` }), el("small", {}, when ? el("span", { class: late ? "late" : "when", text: when }) : null, item.reason ? el("span", { text: pick(item.reason, lang) }) : null))),
      el("button", { type: "button", class: "icon-button", "aria-label": say(gettext("Change %(name)s"), { name }), data: { testid: "change-item" }, on: { click: () => this.ask(item) } }, icon("pen")));
  }

  async tick(item, box, count) {
    try {
      Object.assign(item, await this.ctx.api.changeListItem(item.id, { done: box.checked }));
    } catch (error) {
      box.checked = item.done;
      this.ctx.failed(error);
    }
    count();
  }

  ask(item) {
    const { api, lang } = this.ctx;
    const fault = el("p", { class: "fault", role: "alert", data: { testid: "fault" } });
    const done = (work, take) => work.then((answer) => {
      take(answer);
      dialog.close();
      this.draw();
      this.host.querySelector(`[data-testid="new-${item.list}"]`).focus();
    }, (error) => refusal(fault, error));
    const form = el("form", { class: "form" },
      field(gettext("What it is"), el("input", { name: "text", required: true, maxlength: 200, value: pick(item.text, lang), data: { testid: "item-text" } })),
      el("div", { class: "pair" }, field(gettext("How many"), el("input", { type: "number", name: "quantity", min: 1, max: 999, required: true, value: item.quantity, data: { testid: "item-quantity" } })),
        field(gettext("To be done by"), el("input", { type: "date", name: "due", value: item.due ?? "", data: { testid: "item-due" } }))),
      fault, el("div", { class: "row" }, el("button", { type: "submit", class: "button", text: gettext("Save"), data: { testid: "submit" } }),
        el("button", { type: "button", class: "button plain danger", text: gettext("Remove"), data: { testid: "remove-item" }, on: { click: () => done(api.removeListItem(item.id), () => { this.items = this.items.filter((each) => each !== item); }) } })));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { text, quantity, due } = Object.fromEntries(new FormData(form));
      const changes = { quantity: Number(quantity), due: due || null, ...(text === pick(item.text, lang) ? {} : { text }) };
      done(api.changeListItem(item.id, changes), (answer) => Object.assign(item, answer));
    });
    const dialog = openDialog(pick(item.text, lang), "item-dialog", form);
  }
}

/** The lists in their place on the page. */
export const listsOf = (ctx, announce) => new Lists(byId("bookings"), ctx, announce);
