/** The journal of a trip: a note and pictures for each of its days, and the book of it. */
import { el, icon, write } from "../dom.js";
import { pick } from "../format.js";
import { fileLink } from "./files.js";
import { OwnText } from "./own_text.js";
import { PICTURES, Uploads } from "./uploading.js";

const say = (text, values) => interpolate(text, values, true);

export class Journal {
  constructor(host, kept) {
    Object.assign(this, { host, kept, ctx: kept.ctx, rows: [] });
    kept.listeners.add(() => this.refresh());
    document.addEventListener("trip-part", ({ detail }) => { if (detail === "journal") this.renew().catch(this.ctx.failed); });
  }

  async open() {
    this.entries = new Map((await this.ctx.api.journal()).map((entry) => [entry.day, entry]));
    this.draw();
  }

  /** Shows what was written on another page. What is being typed here stays, upon the version that it was begun upon. */
  async renew() {
    if (!this.entries) return;
    const found = new Map((await this.ctx.api.journal()).map((entry) => [entry.day, entry]));
    for (const { date, note } of this.rows.filter(({ note }) => note.text === note.kept)) {
      const entry = found.get(date);
      if (entry) this.entries.set(date, entry);
      else this.entries.delete(date);
      note.show(entry?.text ?? "");
    }
    this.refresh();
  }

  draw() {
    const plan = new Map(this.ctx.itinerary().days.map((day) => [day.date, day]));
    const dates = [...new Set([...plan.keys(), ...this.entries.keys()])].sort();
    this.rows = dates.map((date) => this.day(date, plan.get(date)));
    this.host.replaceChildren(el("section", { class: "section journal", data: { testid: "journal" } }, el("header", { class: "section-head" }, el("h2", { text: gettext("Journal") }),
      el("p", { text: gettext("A note and pictures for each day, to be printed as a book.") })), this.rows.map(({ node }) => node),
    el("div", { class: "row" }, el("a", { class: "button plain", href: this.ctx.api.bookUrl(this.ctx.lang), download: true, data: { testid: "journal-book" } }, icon("save"), gettext("Journal as a book (PDF)")))));
    this.refresh();
  }

  day(date, plan) {
    const { format, lang } = this.ctx;
    const title = [plan ? say(gettext("Day %(number)s"), { number: plan.day }) : "", format.date(date)].filter(Boolean).join(" · ");
    const told = el("small", { data: { testid: "journal-told" } });
    const input = el("textarea", { class: "notes", rows: 5, maxlength: 10000, "aria-label": say(gettext("Note of %(day)s"), { day: format.date(date) }), placeholder: gettext("What did you see, eat, laugh about?"), data: { testid: "journal-note" } });
    input.readOnly = !this.ctx.edit;
    const state = el("p", { class: "fine", role: "status", data: { testid: "journal-state" } });
    const conflict = el("div", { class: "journal-conflict", role: "alert" });
    const note = new OwnText(input, state, (text) => this.write(date, text, { note, conflict }));
    note.show(this.entries.get(date)?.text ?? "");
    const uploads = new Uploads(this.kept, { label: gettext("Add pictures"), testid: "add-pictures", accept: PICTURES, fields: () => ({ belongs_to: "journal", target: date }) });
    const pictures = el("ul", { class: "picture-list" });
    const places = plan ? plan.visits.filter(({ marker }) => !marker).map(({ name }) => pick(name, lang)).join(" · ") : "";
    const body = el("div", { class: "journal-body" }, places ? el("p", { class: "fine", text: places }) : null, input, state, conflict, pictures, ...(this.ctx.edit ? [uploads.rows, uploads.button] : []));
    if (this.ctx.edit) uploads.dropOn(body);
    const node = el("details", { class: "journal-day", open: date === this.opened(), data: { testid: "journal-day", day: date } }, el("summary", {}, el("span", {}, el("b", { text: title }), told)), body);
    const draw = () => {
      const held = this.kept.of("journal", date);
      pictures.replaceChildren(...held.map((file) => el("li", { data: { testid: "journal-picture" } }, fileLink(file, this.ctx))));
      const parts = [note.kept ? gettext("written") : "", held.length ? say(ngettext("%(count)s picture", "%(count)s pictures", held.length), { count: held.length }) : ""];
      write(told, parts.filter(Boolean).join(" · "));
    };
    return { node, draw, date, note };
  }

  /** Today while one travels, else the first day. */
  opened() {
    const dates = this.ctx.itinerary().days.map(({ date }) => date);
    const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);
    return dates.includes(today) ? today : dates[0];
  }

  refresh() {
    for (const { draw } of this.rows) draw();
  }

  /** Writes a note upon what was read of it; resolves with whether it was kept. */
  async write(date, text, { note, conflict }) {
    const { api, failed } = this.ctx;
    const entry = this.entries.get(date) ?? (this.kept.of("journal", date).length ? await this.read(date) : null);
    try {
      const kept = await api.writeDay(date, text, entry?.version ?? 0);
      this.entries.set(date, kept);
      note.show(kept.text);
      conflict.replaceChildren();
      this.refresh();
      return true;
    } catch (error) {
      if (error.status !== 412) {
        failed(error);
        return false;
      }
      const theirs = await this.read(date);
      note.show(theirs?.text ?? "");
      this.offer(conflict, { note, theirs: theirs?.text ?? "" });
      return false;
    }
  }

  /** The entry of a day as it is kept now. */
  async read(date) {
    const found = (await this.ctx.api.journal()).find(({ day }) => day === date);
    if (found) this.entries.set(date, found);
    return found;
  }

  /** Somebody else wrote the note meanwhile: whose is kept is asked. */
  offer(place, { note, theirs }) {
    const chip = (text, testid, click) => el("button", { type: "button", class: "chip", text, data: { testid }, on: { click: () => { place.replaceChildren(); click(); note.input.focus(); } } });
    place.replaceChildren(el("p", { text: gettext("This note was changed elsewhere in the meantime:") }), el("blockquote", { text: theirs || gettext("(cleared)") }),
      el("div", { class: "row" }, chip(gettext("Keep mine"), "keep-mine", () => { note.contested = null; note.keep(); }), chip(gettext("Take theirs"), "take-theirs", () => note.show(theirs, true))));
  }
}
