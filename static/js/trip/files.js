/** The files of a trip: attached, seen, named, assigned to what they belong to, deleted. */
import { openDialog } from "../dialog.js";
import { el, icon } from "../dom.js";
import { pick } from "../format.js";
import { expenseKind } from "../labels.js";
import { field } from "./dialogs.js";
import { refusal } from "./expense_form.js";
import { Uploads } from "./uploading.js";

const say = (text, values) => interpolate(text, values, true);

export const isPicture = (file) => file.media_type.startsWith("image/");

/** 812 kB, 2.4 MB. */
export const sizeText = (bytes, format) => (bytes < 1e6 ? `${format.number(bytes / 1e3, 0)} kB` : `${format.number(bytes / 1e6, 1)} MB`);

/** A link to a file, with a small picture of it where it is one; a picture is shown, a document saved. */
export function fileLink(file, ctx) {
  const url = ctx.api.fileUrl(file.id);
  const image = isPicture(file) ? el("img", { src: `${url}preview/`, alt: "", loading: "lazy", decoding: "async" }) : el("span", { class: "file-kind", text: "PDF" });
  const how = isPicture(file) ? { href: `${url}?inline=true`, target: "_blank", rel: "noopener" } : { href: url, download: file.name };
  return el("a", { class: "file-link", ...how, data: { testid: "file-link" } }, image, el("span", { class: "file-name", text: file.name }));
}

/** The name, what it belongs to, and a way to delete it. `places`: groups of [name, [[value, text]]]. */
function askFile(file, places, kept) {
  const fault = el("p", { class: "fault", role: "alert", data: { testid: "fault" } });
  const chosen = `${file.belongs_to}:${file.target}`;
  const option = ([value, text]) => el("option", { value, text, selected: value === chosen });
  const done = (work, told) => work.then(() => { dialog.close(); kept.announce(told); }, (error) => refusal(fault, error));
  const select = el("select", { name: "place", data: { testid: "file-place" } },
    places.map(([name, rows]) => (name ? el("optgroup", { label: name }, rows.map(option)) : rows.map(option))).flat());
  const form = el("form", { class: "form" },
    field(gettext("Name"), el("input", { name: "name", required: true, maxlength: 200, autocomplete: "off", value: file.name, data: { testid: "file-name" } })),
    field(gettext("Belongs to"), select), fault,
    el("div", { class: "row" }, el("button", { type: "submit", class: "button", text: gettext("Save"), data: { testid: "submit" } }),
      el("button", { type: "button", class: "button plain danger", text: gettext("Delete"), data: { testid: "remove-file" }, on: { click: () => done(kept.remove(file), say(gettext("%(name)s deleted."), { name: file.name })) } })));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, place } = Object.fromEntries(new FormData(form));
    const [kind, ...rest] = place.split(":");
    done(kept.change(file, { name, belongs_to: kind, target: rest.join(":") }), gettext("Saved."));
  });
  const dialog = openDialog(file.name, "file-dialog", form);
}

export class FilesSection {
  constructor(host, kept) {
    Object.assign(this, { host, kept, ctx: kept.ctx, expenses: [] });
    this.uploads = new Uploads(kept, { label: gettext("Attach files"), testid: "attach" });
    this.told = el("p", { data: { testid: "files-told" } });
    this.list = el("ul", { class: "file-list" });
    const drop = el("div", { class: "drop" }, this.uploads.button, el("p", { class: "fine", text: gettext("Or drop them here: tickets, bookings, receipts, pictures. PDF, JPEG, PNG or WebP, up to 15 MB each.") }));
    if (this.ctx.edit) this.uploads.dropOn(drop);
    host.replaceChildren(el("section", { class: "section files", data: { testid: "files" } }, el("header", { class: "section-head" }, el("h2", { text: gettext("Files") }), this.told),
      ...(this.ctx.edit ? [drop, this.uploads.rows] : []), this.list, el("p", { class: "fine", text: gettext("A shared link does not show files. The place where a picture was taken is removed from it.") })));
    kept.listeners.add(() => this.draw());
  }

  draw() {
    const { files } = this.kept;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    this.told.textContent = files.length ? say(ngettext("%(count)s file, %(size)s", "%(count)s files, %(size)s", files.length), { count: files.length, size: sizeText(bytes, this.ctx.format) }) : "";
    this.list.replaceChildren(...files.map((file) => this.row(file)));
  }

  row(file) {
    const facts = [this.place(file), sizeText(file.bytes, this.ctx.format)].filter(Boolean).join(" · ");
    return el("li", { data: { testid: "file", file: file.id, belongs: file.belongs_to } }, fileLink(file, this.ctx), el("small", { text: facts }),
      this.ctx.edit && el("button", { type: "button", class: "icon-button", "aria-label": say(gettext("Change %(name)s"), { name: file.name }), data: { testid: "change-file" }, on: { click: () => this.ask(file) } }, icon("pen")));
  }

  /** What a file belongs to, in a word; "" for the trip. */
  place({ belongs_to: kind, target }) {
    const { days } = this.ctx.itinerary();
    if (kind === "expense") return gettext("Receipt");
    if (kind === "visit") return pick(days.flatMap((day) => day.visits).find((visit) => visit.id === target)?.name, this.ctx.lang) || gettext("A removed stop");
    if (kind === "day") return this.ctx.format.date(target);
    return kind === "journal" ? say(gettext("Journal, %(day)s"), { day: this.ctx.format.date(target) }) : "";
  }

  async ask(file) {
    const { api, format, lang, failed } = this.ctx;
    const { days } = this.ctx.itinerary();
    const expenses = await api.expenses().catch((error) => { failed(error); return []; });
    const dates = days.map(({ date }) => date);
    const own = (list, kind) => (file.belongs_to === kind && !list.includes(file.target) ? [...list, file.target] : list);
    const dated = (kind) => own(dates, kind).map((date) => [`${kind}:${date}`, format.date(date)]);
    const stops = days.flatMap((day) => day.visits.filter(({ marker }) => !marker).map((visit) => [`visit:${visit.id}`, `${day.day} · ${pick(visit.name, lang)}`]));
    askFile(file, [["", [["trip:", gettext("The whole trip")]]], [gettext("A day"), dated("day")], [gettext("A stop"), stops],
      [gettext("An expense"), expenses.map((row) => [`expense:${row.id}`, `${format.date(row.day)} · ${row.label || expenseKind(row.kind)}`])],
      ...(isPicture(file) ? [[gettext("The journal of a day"), dated("journal")]] : [])].filter(([, rows]) => rows.length), this.kept);
  }
}
