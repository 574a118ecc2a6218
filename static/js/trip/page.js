/** The trip page: joins the days, the map and the panels to one trip on the server. */
import { Announcer } from "../announce.js";
import { createTripApi } from "../api.js";
import { budgetSection } from "../budget.js";
import { byId, el, foldsAway, icon, tellLanguage, write } from "../dom.js";
import { createFormat, language, pick } from "../format.js";
import { glance } from "../glance.js";
import { assumptions, certificate, estimateNote } from "../itinerary.js";
import { constraintName } from "../labels.js";
import { PlanMap } from "../map/plan_map.js";
import { limitOf } from "../plancard.js";
import { planDates } from "../plantext.js";
import { openStopSheet } from "../stopsheet.js";
import { Weather } from "../weather.js";
import { DaysView } from "./days_view.js";
import { askDates, askDeletion, askHotel, askHours, askSight } from "./dialogs.js";
import { Editor } from "./editor.js";
import { expensesOf } from "./expenses.js";
import { faultList, faults } from "./faults.js";
import { listsOf } from "./lists.js";
import { OwnText } from "./own_text.js";
import { propose, showAlternatives, today, underWay } from "./plans.js";
import { showHistory, showSharing } from "./sharing.js";
import { Tabs } from "./tabs.js";
import { tellWay } from "./way.js";

const config = JSON.parse(byId("config").textContent);
const lang = language(config.locale);
const format = createFormat(lang);
const api = createTripApi(config.apiBase, config.trip);
const say = (text, values) => interpolate(text, values, true);
const speech = new Announcer(byId("announcer"));
const announce = (text) => speech.say(text);

/** From here on the map gives up its animations so that the page stays quick. */
const MANY_STOPS = 60;

/** What one writes oneself. A field holds more than it shows; on paper the whole text stands in its place. */
const FIELDS = ["title", "notes"];

/** A notice above the days; `actions` are [text, testid, click]. */
function notice(text, ...actions) {
  const bar = byId("notice");
  const press = (click) => () => { bar.hidden = true; byId("trip-days").focus(); click?.(); };
  bar.replaceChildren(el("span", { text }), ...actions.map(([label, testid, click]) => el("button", { type: "button", class: "chip", text: label, data: { testid }, on: { click: press(click) } })));
  bar.hidden = false;
}

/** How many travel, as far as the trip's budget tells. */
const party = (budget) => (budget ? say(ngettext("%(count)s traveller", "%(count)s travellers", budget.travellers), { count: budget.travellers }) : "");

class TripPage {
  constructor(trip) {
    const stops = trip.itinerary.days.reduce((sum, day) => sum + day.visits.length, 0);
    this.map = new PlanMap(byId("ground"), config.map, { flat: stops > MANY_STOPS });
    this.map.reveal = (day, number) => (this.tabs.wide.matches ? this.days.reveal(day, number) : this.sheetOf(day, number));
    this.editor = new Editor(api, trip, {
      shown: (next) => this.show(next),
      busy: (on) => this.busy(on),
      failed: (error, edits) => (edits && error.status === 422 ? propose({ edits }, this.ctx) : this.failed(error)),
      conflict: (found) => this.overtaken(found),
    });
    const ctx = { api, trip: config.trip, format, lang, map: this.map, bookings: config.bookings, countries: config.countries, rates: config.rates, feedback: api.feedback, sights: api.sights, venues: api.venues, weather: new Weather(api.weather), limit: (budget) => limitOf(this.editor.trip.itinerary.brief ?? {}, budget, config.rates), sheet: (visit, day, number) => this.sheet(visit, day, number), itinerary: () => this.editor.trip.itinerary, version: () => this.editor.trip.version, cityName: (id) => this.cityName(id), edit: (edits) => this.edit(edits), failed: (error) => this.failed(error), keep: (plan) => this.keep(plan), restore: (version) => this.restore(version) };
    this.ctx = { ...ctx, ask: {
      add: (day) => askSight(this.editor.trip, day, ctx).catch(ctx.failed),
      hours: (day) => askHours(day, this.editor.trip.itinerary.request, ctx.edit),
      hotel: (day) => askHotel(this.editor.trip, day, ctx),
    } };
    this.undone = { versions: [], upon: 0 };
    this.days = new DaysView(byId("trip-days"), byId("day-bar"), this.ctx, { announce, chosen: (day) => this.choose(day) });
    this.buttons();
    this.turnTo(DaysView.remembered);
    this.parts = { budget: expensesOf(this.ctx, announce), notes: listsOf(this.ctx, announce) };
    this.tabs = new Tabs(byId("main"), (name) => { this.drawMap(); this.parts[name]?.open(); });
    this.tabs.fit();
    this.begin(trip);
  }

  /** While one travels the page opens on the day that it is. */
  async begin(trip) {
    await this.show(trip);
    if (tellWay(trip.itinerary, format)) this.days.picker.choose(today(trip.itinerary).day);
  }

  /** The days as a list or as a board. */
  turnTo(view) {
    byId("main").dataset.view = view;
    this.days.turnTo(view);
    for (const button of byId("view-switch").children) button.setAttribute("aria-pressed", String(button.dataset.view === view));
    if (this.mapped && this.tabs.hasMap) this.map.refit();
  }

  /** Whether a change is on its way to the server. */
  busy(on) {
    byId("trip-days").setAttribute("aria-busy", String(on));
    if (on) byId("save-state").textContent = gettext("Saving…");
    else if (byId("save-state").textContent === gettext("Saving…")) byId("save-state").textContent = gettext("Saved");
  }

  choose(day) {
    this.glance?.mark(day);
    if (this.mapped) this.map.showDay(day);
  }

  /** Draws the map once it can be seen; the trip that is drawn is not drawn again. Resolves when it is drawn. */
  drawMap() {
    const { trip } = this.days;
    if (!trip || !this.tabs.hasMap) return this.mapping;
    const key = JSON.stringify(trip.itinerary.days.map((day) => day.visits.map(({ id, arrive }) => [id, arrive])));
    if (key === this.mapped) return this.mapping;
    this.mapped = key;
    this.mapping = this.map.showItinerary(trip.itinerary, lang).then(() => { if (this.days.day !== null) this.map.showDay(this.days.day); });
    return this.mapping;
  }

  sheet(visit, day, number) {
    openStopSheet(visit, day, this.editor.trip.itinerary.days, this.ctx, { show: () => this.showOnMap(day.day, number), edit: this.ctx.edit });
  }

  sheetOf(day, number) {
    const found = this.editor.trip.itinerary.days.find((each) => each.day === day);
    const visit = found.visits[number - 1];
    if (!visit.marker) this.sheet(visit, found, number);
  }

  async showOnMap(day, number) {
    if (!this.tabs.hasMap) this.tabs.open(this.tabs.wide.matches ? "days" : "map");
    await this.drawMap();
    this.map.focus(day, number);
  }

  buttons() {
    const on = (id, click) => byId(id).addEventListener("click", click);
    on("undo", () => this.undo());
    on("redo", () => this.redo());
    on("dates", () => askDates(this.editor.trip, (start) => propose({ edits: [{ op: "start_date", date: start }] }, this.ctx)));
    on("replan", () => propose({}, this.ctx));
    on("alternatives", () => showAlternatives(this.ctx));
    on("way", () => underWay(this.editor.trip, this.ctx));
    on("share", () => showSharing(this.ctx));
    if (location.hash === "#share") showSharing(this.ctx);
    on("history", () => showHistory(this.ctx));
    on("print", () => window.print());
    for (const button of byId("view-switch").children) button.addEventListener("click", () => this.turnTo(button.dataset.view));
    for (const menu of document.querySelectorAll(".fold-menu")) this.folds(menu);
    on("delete", () => askDeletion(this.editor.trip, () => this.remove()));
    const title = byId("title");
    title.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      title.blur();
    });
    title.addEventListener("change", () => (title.value.trim() ? this.editor.change({ title: title.value.replace(/\s+/g, " ") }) : this.show(this.editor.trip)));
    this.notes = new OwnText(byId("notes"), byId("notes-state"), (notes) => this.editor.change({ notes }));
    for (const field of FIELDS) byId(field).addEventListener("input", ({ target }) => write(byId(`${field}-paper`), target.value));
    document.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select, dialog")) return;
      event.preventDefault();
      if (event.shiftKey) this.redo();
      else this.undo();
    });
  }

  /** A menu folds with a press on one of its entries; its summary takes the focus first, and has it again after a dialog. */
  folds(menu) {
    foldsAway(menu);
    menu.addEventListener("click", ({ target }) => {
      if (!menu.open || !target.closest("a, li button")) return;
      menu.querySelector("summary").focus();
      menu.open = false;
    }, { capture: true });
  }

  async undo() {
    byId("notice").hidden = true;
    const { version } = this.editor.trip;
    const before = this.redoable;
    if (!(await this.editor.undo())) return;
    this.redoable = [...before, version];
    announce(gettext("Undone."));
  }

  /** The versions that were undone, the last one last; none once something else was changed. */
  get redoable() {
    return this.undone.upon === this.editor.trip.version ? this.undone.versions : [];
  }

  set redoable(versions) {
    this.undone = { versions, upon: this.editor.trip.version };
    this.offerRedo();
  }

  /** A button that is `disabled` would drop the focus. */
  offerRedo() {
    byId("redo").ariaDisabled = String(!this.redoable.length);
  }

  /** Brings back what was undone last. */
  async redo() {
    const left = [...this.redoable];
    const version = left.pop();
    if (!version || !(await this.editor.restore(version))) return;
    this.redoable = left;
    announce(gettext("Done again."));
  }

  async restore(version) {
    byId("notice").hidden = true;
    if (await this.editor.restore(version)) announce(say(gettext("Version %(number)s is back."), { number: version }));
  }

  async edit(edits) {
    byId("notice").hidden = true;
    if (!(await this.editor.edit(edits))) return;
    const failed = this.editor.trip.certificate.checks.filter((check) => check.status === "fail");
    announce(failed.length ? this.problems(failed, edits[0].visit) : gettext("Saved. The plan holds."));
  }

  /** How many problems the plan has now, and which one: that of the visit that was changed, where it has one. */
  problems(failed, visit) {
    const { constraint, evidence } = failed.find((check) => check.visit && check.visit === visit) ?? failed[0];
    const parts = [say(ngettext("Saved. %(count)s problem in the plan.", "Saved. %(count)s problems in the plan.", failed.length), { count: failed.length }),
      say(gettext("%(what)s:"), { what: constraintName(constraint) }), pick(evidence, lang)];
    return parts.join(lang === "zh" ? "" : " ");
  }

  async keep(plan) {
    if (!(await this.editor.keep(plan))) return;
    announce(gettext("The new plan is saved."));
    if (document.activeElement === document.body) byId("trip-days").focus();
  }

  async remove() {
    try {
      await api.remove(this.editor.trip.version);
      window.location.assign("/trips/");
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error) {
    console.warn("trip:", error);
    byId("save-state").textContent = gettext("Not saved");
    notice(error.status ? error.message : gettext("That could not be saved. Nothing was changed; try again."), [gettext("Close"), "dismiss", null]);
  }

  /** Somebody else was faster: their change stands, one's own can be made upon it. */
  overtaken({ told, again }) {
    const theirs = told.map((text) => pick(text, lang)).join(lang === "zh" ? "" : " ");
    const text = say(gettext("This trip was changed elsewhere meanwhile. %(theirs)s Your change is not lost."), { theirs });
    const mine = again ? [gettext("Make my change, too"), "merge", again] : [gettext("Work it out anew"), "merge", () => propose({}, this.ctx)];
    notice(text, mine, [gettext("Leave it at theirs"), "leave-theirs", () => this.notes.show(this.editor.trip.notes, true)]);
  }

  cityName(id) {
    return pick(this.editor.trip.itinerary.city_names?.[id], lang) || id;
  }

  async show(trip) {
    const { itinerary } = trip;
    document.title = `${trip.title} · TravelAgent`;
    byId("title").value = trip.title;
    this.notes.show(trip.notes);
    for (const field of FIELDS) {
      tellLanguage(byId(field), byId(field).value);
      write(byId(`${field}-paper`), byId(field).value);
    }
    byId("undo").disabled = trip.version < 2;
    this.offerRedo();
    byId("stamp").replaceChildren(certificate({ ...itinerary, certificate: trip.certificate }, lang), faultList(faults(trip.certificate).trip, lang) ?? "");
    write(byId("subtitle"), [itinerary.cities.map((id) => this.cityName(id)).join(" → "), planDates(itinerary, format), itinerary.date_assumed ? gettext("dates not set yet") : "", party(trip.budget)].filter(Boolean).join(" · "));
    if (!(await this.days.show(trip))) return;
    this.leftOut(itinerary);
    this.glance = glance(itinerary.days, (day) => this.days.picker.choose(day), format);
    this.glance.mark(this.days.day);
    byId("days-more").replaceChildren(el("div", { class: "section" }, itinerary.days.length > 1 ? this.glance.node : null, assumptions(itinerary.assumptions, this.ctx), estimateNote(itinerary.days, { beside: true })));
    byId("budget").replaceChildren(trip.budget ? budgetSection(trip.budget, this.ctx) : el("p", { class: "section fine", text: gettext("This trip was saved without a budget. Ask for one in the conversation, and save it again.") }));
    this.parts[this.tabs.name]?.open();
    tellWay(itinerary, format);
    this.drawMap();
    byId("trip-head").dataset.version = trip.version;
  }

  leftOut({ left_out: list }) {
    const put = (item) => propose({ change: { ...item.change, insist: [...(item.change?.insist ?? []), item.sight] } }, this.ctx);
    byId("left-out").hidden = !list.length;
    byId("left-out-list").replaceChildren(...list.map((item) => el("li", { data: { sight: item.sight } }, el("span", {}, el("b", { text: pick(item.name, lang) || item.sight }),
      el("span", { text: pick(item.reason, lang) }), el("span", { class: "fine", text: pick(item.relaxation, lang) })),
    el("button", { type: "button", class: "chip", text: gettext("Put it in"), "aria-label": say(gettext("Put it in: %(name)s"), { name: pick(item.name, lang) }), data: { testid: "put-in" }, on: { click: () => put(item) } }))));
  }
}

api.read().then((trip) => new TripPage(trip), (error) => {
  console.warn("trip:", error);
  byId("trip-days").replaceChildren(el("p", { class: "waiting" }, icon("cross"), gettext("The trip could not be loaded. Load the page again.")));
});
