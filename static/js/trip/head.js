/** What stands around the days of a trip: its names, its certificate, the stops that were left out, how far to trust it. */
import { budgetSection } from "../budget.js";
import { byId, el, tellLanguage, write } from "../dom.js";
import { pick } from "../format.js";
import { assumptions, certificate, estimateNote } from "../itinerary.js";
import { planDates } from "../plantext.js";
import { faultList, faults } from "./faults.js";
import { OwnText } from "./own_text.js";
import { propose } from "./plans.js";

const say = (text, values) => interpolate(text, values, true);

/** What one writes oneself. A field holds more than it shows; on paper the whole text stands in its place. */
const FIELDS = ["title", "notes"];

/** How many travel, as far as the trip's budget tells. */
const party = (budget) => (budget ? say(ngettext("%(count)s traveller", "%(count)s travellers", budget.travellers), { count: budget.travellers }) : "");

export class Head {
  /** `ctx`: what the trip's page shares. */
  constructor(editor, ctx) {
    Object.assign(this, { editor, ctx });
    const title = byId("title");
    title.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      title.blur();
    });
    title.addEventListener("change", () => (title.value.trim() ? editor.change({ title: title.value.replace(/\s+/g, " ") }) : this.showTexts(editor.trip)));
    this.notes = new OwnText(byId("notes"), byId("notes-state"), (notes) => editor.change({ notes }));
    for (const field of FIELDS) byId(field).addEventListener("input", ({ target }) => write(byId(`${field}-paper`), target.value));
  }

  /** The names of the trip, its dates and what it is worth. */
  show(trip) {
    const { itinerary } = trip;
    const { format, lang } = this.ctx;
    this.showTexts(trip);
    byId("stamp").replaceChildren(certificate({ ...itinerary, certificate: trip.certificate }, lang), faultList(faults(trip.certificate).trip, lang) ?? "");
    write(byId("subtitle"), [itinerary.cities.map(this.ctx.cityName).join(" → "), planDates(itinerary, format), itinerary.date_assumed ? gettext("dates not set yet") : "", party(trip.budget)].filter(Boolean).join(" · "));
  }

  /** What one writes oneself; what is being typed stays. */
  showTexts(trip) {
    document.title = `${trip.title} · TravelAgent`;
    if (document.activeElement !== byId("title")) byId("title").value = trip.title;
    this.notes.show(trip.notes);
    for (const field of FIELDS) {
      tellLanguage(byId(field), byId(field).value);
      write(byId(`${field}-paper`), byId(field).value);
    }
  }

  /** What stands below the days; `glance` is the overview of several. */
  showMore(trip, glance) {
    const { itinerary, budget } = trip;
    this.leftOut(itinerary);
    byId("days-more").replaceChildren(el("div", { class: "section" }, itinerary.days.length > 1 ? glance.node : null, assumptions(itinerary.assumptions, this.ctx), estimateNote(itinerary.days, { beside: true })));
    byId("budget").replaceChildren(budget ? budgetSection(budget, this.ctx) : el("p", { class: "section fine", text: gettext("This trip was saved without a budget. Ask for one in the conversation, and save it again.") }));
  }

  leftOut({ left_out: list }) {
    const { ctx } = this;
    const put = (item) => propose({ change: { ...item.change, insist: [...(item.change?.insist ?? []), item.sight] } }, ctx);
    byId("left-out").hidden = !list.length;
    byId("left-out-list").replaceChildren(...list.map((item) => el("li", { data: { sight: item.sight } }, el("span", {}, el("b", { text: pick(item.name, ctx.lang) || item.sight }),
      el("span", { text: pick(item.reason, ctx.lang) }), el("span", { class: "fine", text: pick(item.relaxation, ctx.lang) })),
    el("button", { type: "button", class: "chip", text: gettext("Put it in"), "aria-label": say(gettext("Put it in: %(name)s"), { name: pick(item.name, ctx.lang) }), data: { testid: "put-in" }, on: { click: () => put(item) } }))));
  }
}
