/**
 * The living result: the newest artifact of each kind in fixed order, drawn again only when it changed. The map above shows the
 * itinerary, or the sights or cities found so far. A plan belongs together: artifacts of earlier runs give way to a new itinerary.
 */
import { byId, el, pause } from "./dom.js";
import { createFormat, language, pick } from "./format.js";
import { rows, sightRows } from "./labels.js";
import { isBusy, isEdit, latestArtifacts } from "./store.js";
import { PlanMap } from "./map/plan_map.js";
import { itinerarySection } from "./itinerary.js";
import { budgetSection } from "./budget.js";
import { citiesSection, comparisonSection, sightsSection, tableSection, tripSection } from "./places.js";
import { citySection } from "./cityinfo.js";

const PLANNING = /^(travel_planning|route_planning|\w+_tour)$/;
const PLANNER = "generate_route";
const ORDER = ["trip", "itinerary", "budget", "comparison", "table", "city", "cities", "sights"];
const SECTIONS = {
  itinerary: itinerarySection, budget: budgetSection, comparison: comparisonSection, table: tableSection, city: citySection,
  cities: citiesSection, sights: sightsSection, trip: tripSection,
};
/** What a part of the result is called: a city by its name, for there may be several. */
const title = ({ kind, payload }, lang) => ({
  itinerary: gettext("Days"), budget: gettext("Budget"), comparison: gettext("Side by side"), table: gettext("Table"),
  city: pick(payload.name, lang), cities: gettext("Cities"), sights: gettext("Sights"), trip: gettext("Trip"),
})[kind];

/** A change of the plan alone leaves what was told of its cities. */
const ofCities = (kept, { payload: { cities = [] } }) => kept.filter(({ kind, payload }) => kind === "city" && cities.includes(payload.id));

/** Of several budgets of a run the last one of the comfort that the first has: another comfort is what the trip would cost with it. */
function ownBudget(artifacts) {
  const budgets = artifacts.filter(({ kind }) => kind === "budget");
  const own = budgets.findLast(({ payload }) => payload.tier === budgets[0].payload.tier);
  return artifacts.filter((artifact) => artifact.kind !== "budget" || artifact === own);
}

/**
 * What stands after each run's artifacts in order: a run with an itinerary starts afresh, one that took the plan back leaves none,
 * others replace their own kinds.
 */
export function standing(runs) {
  let kept = [];
  for (const run of runs) {
    const artifacts = ownBudget(run.artifacts);
    if (run.plan === "") kept = [];
    if (!artifacts.length) continue;
    const kinds = new Set(artifacts.map(({ kind }) => kind));
    const planned = artifacts.find(({ kind }) => kind === "itinerary");
    const before = planned ? (isEdit(run) ? ofCities(kept, planned) : []) : kept.filter(({ kind }) => !kinds.has(kind));
    kept = [...before, ...artifacts.map((artifact) => ({ ...artifact, source: artifact }))];
  }
  return kept;
}

/** "new-york" → "New York", for a city whose name came in no artifact. */
const titled = (id) => String(id).split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");

const hasItinerary = (run) => run.artifacts.some(({ kind }) => kind === "itinerary");

/**
 * True while a run is about to bring an itinerary and none stands yet: its place is held, so that nothing is pushed away later. It
 * is shown once the brief that it answers is there, too, which stands above it.
 */
export function awaitsItinerary(runs) {
  const last = runs.at(-1);
  if (!last || !isBusy(last) || runs.slice(0, -1).some(hasItinerary)) return false;
  if (hasItinerary(last)) return last.plan === null;
  return PLANNING.test(last.understanding?.intent ?? "") || Object.values(last.tools).some(({ tool, status }) => tool === PLANNER && status === "running");
}

export class Result {
  /** `ctx`: ask(text), suggest(text), edit(edits), feedback(fields), card, shown(plan); `config`: map tiles and the page's locale. */
  constructor(config, ctx) {
    this.ctx = { ...ctx, rates: config.rates };
    this.usualCurrency = config.currency;
    this.lang = language(config.locale);
    this.map = new PlanMap(byId("ground"), config.map);
    this.host = byId("result-sections");
    this.nav = byId("result-nav");
    this.nav.addEventListener("click", (event) => this.goTo(event));
    this.drawn = new Map();
    this.names = new Map();
    this.trips = new Set(config.trips);
  }

  /** An event that has just come: a trip may have been saved or deleted by it. */
  hear({ type, data }) {
    if (type === "artifact" && data.kind === "trip") this.trips.add(data.payload.id);
    if (type === "tool_end" && this.trips.delete(data.result?.deleted)) {
      this.drawn.delete("trip");
      this.seen = null;
    }
  }

  /** Draws what changed; new sections one at a time in tasks of their own, so that the page may answer in between. */
  update(runs, atOnce = 0) {
    const awaiting = awaitsItinerary(runs);
    const { version } = this.ctx.card;
    if (awaiting === this.awaiting && version === this.version && this.seen?.length === runs.length && runs.every((run, index) => run.artifacts === this.seen[index])) {
      if (!awaiting) this.ctx.card.draw();
      return;
    }
    this.seen = runs.map((run) => run.artifacts);
    this.awaiting = awaiting;
    this.version = version;
    const latest = latestArtifacts(standing(runs));
    if (awaiting) latest.delete("itinerary");
    this.learnNames([...latest.values()]);
    this.currency = [...latest.values()].find(({ kind }) => kind === "budget")?.payload.currency ?? this.usualCurrency;
    const keys = ORDER.flatMap((kind) => [...latest.keys()].filter((key) => latest.get(key).kind === kind));
    const planned = keys.includes("itinerary");
    const later = keys.filter((key) => this.drawn.get(key)?.source !== latest.get(key).source).slice(atOnce);
    const shown = keys.filter((key) => !later.includes(key) || this.drawn.has(key));
    const days = this.drawn.get("itinerary")?.node;
    const nodes = shown.map((key) => (later.includes(key) ? this.drawn.get(key).node : this.section(key, latest.get(key), planned || awaiting)));
    const held = later.some((key) => latest.get(key).kind === "itinerary");
    const coming = awaiting || later.some((key) => !this.drawn.has(key) && latest.get(key).kind === "itinerary");
    if (!awaiting && !held) this.ctx.card.show([...latest.values()].find(({ kind }) => kind === "itinerary")?.payload ?? null);
    if (coming) nodes.unshift(this.skeleton ??= el("div", { class: "section awaiting", "aria-hidden": "true" }, Array.from({ length: 7 }, () => el("span"))));
    for (const key of this.drawn.keys()) if (!latest.has(key)) this.drawn.delete(key);
    nodes.forEach((node, index) => this.place(node, index, nodes));
    if (this.moved && this.drawn.get("itinerary")?.node !== days) this.reveal(this.moved);
    while (this.host.children.length > nodes.length) this.host.lastElementChild.remove();
    byId("plan-bar").hidden = !nodes.length || !(planned || awaiting || coming || shown.length > 1);
    if (!planned) byId("day-bar").replaceChildren();
    this.nav.replaceChildren(...shown.map((key) => el("a", { href: `#${this.drawn.get(key).node.id}`, text: title(latest.get(key), this.lang) })));
    this.nav.hidden = shown.length < 2;
    if (later.length) this.drawLater(runs);
    else this.drawMap(latest, nodes.length > 0 && !awaiting);
    if (!awaiting) this.ctx.shown(this.plan(latest));
  }

  /** Puts a part where it belongs; what it replaces goes at once, so that the view stays where it is. */
  place(node, index, nodes) {
    const there = this.host.children[index];
    if (there === node) return;
    if (there && !nodes.includes(there)) there.replaceWith(node);
    else this.host.insertBefore(node, there ?? null);
  }

  /** Brings a stop that was moved into the middle of the view, in the plan that comes. */
  reveal(visit) {
    this.moved = "";
    const rows = [...this.host.querySelectorAll(".visit")];
    const row = rows.find(({ dataset }) => dataset.visit === visit);
    for (const each of rows) each.classList.toggle("lit", each === row);
    row?.scrollIntoView({ block: "center" });
  }

  /** The plan that stands with what belongs to it, as `{id, itinerary, budget, trip}`; null without one. */
  plan(latest) {
    const artifact = [...latest.values()].find(({ kind }) => kind === "itinerary");
    const payload = (kind) => [...latest.values()].find((each) => each.kind === kind)?.payload ?? null;
    return artifact ? { id: artifact.id, itinerary: artifact.payload, budget: payload("budget"), trip: payload("trip") } : null;
  }

  /** Goes to a part of the plan, and unfolds it. */
  goTo(event) {
    const part = document.querySelector(event.target.closest("a")?.hash || null);
    if (!part) return;
    event.preventDefault();
    if (part.localName === "details") part.open = true;
    part.scrollIntoView({ block: "start" });
    (part.querySelector("summary") ?? part).focus({ preventScroll: true });
  }

  async drawLater(runs) {
    this.runs = runs;
    this.seen = null;
    await pause();
    if (!this.seen) this.update(this.runs, 1);
  }

  section(key, artifact, planned) {
    const known = this.drawn.get(key);
    const limit = artifact.kind === "budget" ? this.ctx.limit(artifact.payload) : null;
    if (known?.source === artifact.source && known.limit === limit && (artifact.kind !== "itinerary" || known.currency === this.currency)) {
      if (planned && !known.planned && known.node.localName === "details") known.node.open = false;
      known.planned = planned;
      return known.node;
    }
    const node = SECTIONS[artifact.kind](artifact.payload, this.context(), !planned);
    this.drawn.set(key, { source: artifact.source, node, planned, limit, currency: this.currency });
    return node;
  }

  /** All parts are in the page's language, as their labels are, whatever the question's was. */
  context() {
    const { lang, currency } = this;
    return { ...this.ctx, lang, currency, dayBar: byId("day-bar"), scroller: byId("result-body"), format: createFormat(lang), map: this.map, cityName: (id) => this.cityName(id), hasTrip: (id) => this.trips.has(id) };
  }

  cityName(id) {
    return pick(this.names.get(id), this.lang) || titled(id);
  }

  /** City names come along in other artifacts; an itinerary names its cities by id. */
  learnNames(artifacts) {
    for (const { kind, payload } of artifacts) {
      const cities = kind === "city" ? [payload.city ?? payload, payload] : rows(payload, "cities", "results");
      for (const city of cities) if (city?.id && city.name) this.names.set(city.id, city.name);
      if (payload?.city_names) for (const [id, name] of Object.entries(payload.city_names)) this.names.set(id, name);
    }
  }

  /** `settled`: what is there is all there will be; a table or a comparison has no places, and no map stands above it. */
  drawMap(latest, settled) {
    const of = (kind) => [...latest.values()].find((artifact) => artifact.kind === kind);
    const artifact = of("itinerary") ?? of("sights") ?? of("cities") ?? of("city");
    byId("ground").hidden = !artifact && settled;
    if (!artifact || artifact.source === this.mapped) return;
    this.mapped = artifact.source;
    const { lang } = this;
    const { payload } = artifact;
    if (artifact.kind === "itinerary") this.map.showItinerary(payload, lang);
    else if (artifact.kind === "sights") this.map.showPlaces(sightRows(payload), lang);
    else this.map.showPlaces(artifact.kind === "city" ? [payload.city ?? payload] : rows(payload, "cities", "results"), lang);
  }
}
