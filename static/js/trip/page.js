/** The trip page: joins the days, the map and the panels to one trip on the server. */
import { Announcer } from "../announce.js";
import { createTripApi } from "../api.js";
import { byId, el, icon } from "../dom.js";
import { createFormat, language, pick } from "../format.js";
import { glance } from "../glance.js";
import { constraintName } from "../labels.js";
import { PlanMap } from "../map/plan_map.js";
import { withoutNetwork } from "../offline/trip_api.js";
import { joinCopy } from "../offline/trip_page.js";
import { limitOf } from "../plancard.js";
import { openStopSheet } from "../stopsheet.js";
import { Weather } from "../weather.js";
import { DaysView } from "./days_view.js";
import { askHotel, askHours, askSight } from "./dialogs.js";
import { Editor } from "./editor.js";
import { expensesOf } from "./expenses.js";
import { Head } from "./head.js";
import { keepWith } from "./kept.js";
import { listsOf } from "./lists.js";
import { follow } from "./live.js";
import { dropNotice, tellConflict, tellFailure, tellRefusal } from "./notice.js";
import { propose, today } from "./plans.js";
import { Tabs } from "./tabs.js";
import { toolbar } from "./toolbar.js";
import { Undo } from "./undo.js";
import { tellWay } from "./way.js";

const config = JSON.parse(byId("config").textContent);
const lang = language(config.locale);
const format = createFormat(lang);
const path = `${config.apiBase}trips/${encodeURIComponent(config.trip)}/`;
const api = withoutNetwork(createTripApi(config.apiBase, config.trip), config.trip, path);
const say = (text, values) => interpolate(text, values, true);
const speech = new Announcer(byId("announcer"));
const announce = (text) => speech.say(text);

const mayEdit = config.role !== "viewer";

/** From here on the map gives up its animations so that the page stays quick. */
const MANY_STOPS = 60;

class TripPage {
  constructor(trip) {
    const stops = trip.itinerary.days.reduce((sum, day) => sum + day.visits.length, 0);
    this.map = new PlanMap(byId("ground"), config.map, { flat: stops > MANY_STOPS });
    this.map.reveal = (day, number) => (this.tabs.wide.matches ? this.days.reveal(day, number) : this.sheetOf(day, number));
    this.editor = new Editor(api, trip, {
      shown: (next) => this.show(next),
      busy: (on) => this.busy(on),
      failed: (error, edits) => (edits && error.status === 422 ? propose({ edits }, this.ctx) : tellFailure(error)),
      conflict: (found) => this.overtaken(found),
    });
    this.undo = new Undo(this.editor, config.together, announce);
    this.ctx = this.context();
    this.head = new Head(this.editor, this.ctx);
    this.days = new DaysView(byId("trip-days"), byId("day-bar"), this.ctx, { announce, chosen: (day) => this.choose(day) });
    toolbar(this);
    this.turnTo(DaysView.remembered);
    this.parts = { budget: expensesOf(this.ctx, announce), notes: listsOf(this.ctx, announce) };
    keepWith(this.ctx, announce);
    this.tabs = new Tabs(byId("main"), (name) => { this.drawMap(); this.parts[name]?.open(); });
    this.tabs.fit();
    this.begin(trip);
    this.live = follow(config.trip, this, announce);
  }

  /** What the parts of the page share. */
  context() {
    const ctx = {
      api, format, lang, announce, map: this.map, trip: config.trip, role: config.role,
      bookings: config.bookings, countries: config.countries, rates: config.rates,
      feedback: api.feedback, sights: api.sights, venues: api.venues, weather: new Weather(api.weather, undefined, () => this.editor?.trip.itinerary.days ?? []),
      limit: (budget) => limitOf(this.editor.trip.itinerary.brief ?? {}, budget, config.rates),
      itinerary: () => this.editor.trip.itinerary,
      version: () => this.editor.trip.version,
      cityName: (id) => pick(this.editor.trip.itinerary.city_names?.[id], lang) || id,
      sheet: (visit, day, number) => this.sheet(visit, day, number),
      talk: (visit) => this.talk(visit),
      edit: mayEdit ? (edits) => this.edit(edits) : null,
      keep: (plan) => this.keep(plan),
      restore: (version) => this.undo.restore(version),
      failed: tellFailure,
    };
    ctx.ask = {
      add: (day) => askSight(this.editor.trip, day, ctx).catch(tellFailure),
      hours: (day) => askHours(day, this.editor.trip.itinerary.request, ctx.edit),
      hotel: (day) => askHotel(this.editor.trip, day, ctx),
    };
    return ctx;
  }

  /** What the people of the trip say about a stop, for its sheet. */
  talk(visit) {
    const host = el("section", { class: "talk", data: { testid: "talk" } });
    import("./talk.js").then(({ talkAbout }) => talkAbout(host, visit.id, this.ctx)).catch(tellFailure);
    return host;
  }

  /** While one travels the page opens on the day that it is. */
  async begin(trip) {
    await this.show(trip);
    joinCopy(this, api, config.trip, path);
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
    this.live?.look(day);
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

  async edit(edits) {
    dropNotice();
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
      tellFailure(error);
    }
  }

  failed(error) {
    tellFailure(error);
  }

  refused(why, done) {
    tellRefusal(why, done);
  }

  /** Somebody else was faster: their change stands, one's own can be made upon it; `leave` hears that it is not. */
  overtaken({ told, again, leave }) {
    const leaveTheirs = () => { leave?.(); this.head.notes.show(this.editor.trip.notes, true); };
    if (again) tellConflict(told, lang, gettext("Apply my change too"), again, leaveTheirs);
    else tellConflict(told, lang, gettext("Recalculate"), () => propose({}, this.ctx), leaveTheirs);
  }

  async show(trip) {
    const { itinerary } = trip;
    this.head.show(trip);
    this.undo.offer();
    if (!(await this.days.show(trip))) return;
    this.glance = glance(itinerary.days, (day) => this.days.picker.choose(day), format);
    this.glance.mark(this.days.day);
    this.head.showMore(trip, this.glance);
    this.parts[this.tabs.name]?.open();
    tellWay(itinerary, format);
    this.drawMap();
    byId("trip-head").dataset.version = trip.version;
  }
}

api.read().then((trip) => new TripPage(trip), (error) => {
  console.warn("trip:", error);
  byId("trip-days").replaceChildren(el("p", { class: "waiting" }, icon("cross"), gettext("The trip could not be loaded. Load the page again.")));
});
