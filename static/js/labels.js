/** Words of the page for what the wire names by code. Django's catalogue (`gettext`, `ngettext`, `interpolate`) translates them. */
import { pick } from "./format.js";
import { stopCount } from "./timeline.js";

const say = (text, values) => interpolate(text, values, true);

export const phaseTitle = (key) => ({
  understanding: gettext("Understanding"),
  planning: gettext("Planning"),
  execution: gettext("Execution"),
  generation: gettext("Writing the answer"),
})[key];

export const statusText = (status) => ({
  queued: gettext("Waiting for its turn"),
  running: gettext("Working"),
  awaiting_confirmation: gettext("Waiting for your decision"),
  succeeded: gettext("Done"),
  failed: gettext("Failed"),
  cancelled: gettext("Stopped"),
})[status] ?? "";

export const legMode = (mode) => ({
  walk: gettext("walk"),
  transit: gettext("transit"),
  taxi: gettext("taxi"),
  shuttle: gettext("the area's bus"),
  ferry: gettext("ferry"),
  train: gettext("train"),
  flight: gettext("flight"),
  bus: gettext("coach"),
  car: gettext("car"),
})[mode] ?? mode;

/** How one comes or leaves; a train may be a fast one. */
export const rideMode = (way) => (way === "train" ? pgettext("there and back", "train") : legMode(way));

export const rideName = (name) => (name === "arrival" ? gettext("Arrival") : gettext("Departure"));

export const mealName = (kind) => (kind === "dinner" ? gettext("Dinner") : gettext("Lunch"));

/** Whether a sight wants booking; nothing where it does not, or where that is not known. */
export const bookingNote = (booking) => ({ required: gettext("book ahead"), recommended: gettext("booking advised") })[booking];

export const budgetKind = (kind) => ({
  lodging: gettext("Lodging"),
  meals: gettext("Meals"),
  transport: gettext("Local transport"),
  tickets: gettext("Tickets"),
  intercity: gettext("Between cities"),
  reserve: gettext("Reserve"),
})[kind] ?? kind;

export const EXPENSE_KINDS = ["lodging", "food", "transport", "tickets", "shopping", "other"];

export const expenseKind = (kind) => ({
  lodging: gettext("Lodging"),
  food: gettext("Meals"),
  transport: gettext("Transport"),
  tickets: gettext("Tickets"),
  shopping: gettext("Shopping"),
  other: pgettext("expense", "Other"),
})[kind] ?? kind;

/** Where a figure comes from; one that the planner does not name is said as it is. */
export const budgetSource = (source) => ({
  "TravelAgent catalogue, estimates": gettext("TravelAgent catalogue, estimates"),
  "estimated from the nearest cities of the catalogue": gettext("estimated from the nearest cities of the catalogue"),
  "estimate by distance and mode": gettext("estimate by distance and mode"),
  "estimate from the distance and the city's price level": gettext("estimate from the distance and the city's price level"),
  "a tenth of all other items": gettext("a tenth of all other items"),
})[source] ?? source;

export const tierName = (tier) => ({
  budget: gettext("budget level"),
  mid: gettext("mid-range"),
  luxury: gettext("luxury level"),
})[tier] ?? "";

export const spectacleName = (spectacle) => ({
  cherry_blossom: gettext("Cherry blossom"),
  autumn_leaves: gettext("Autumn leaves"),
})[spectacle] ?? spectacle;

export const constraintName = (constraint) => ({
  days: gettext("Number of days"),
  dates: gettext("Dates"),
  day_window: gettext("Hours of the day"),
  midnight: gettext("Ends before midnight"),
  day_ends: gettext("Start and end of the day"),
  leg_speed: gettext("Speed of travel"),
  travel_time: gettext("Time to get there"),
  coach: gettext("Coach timetable"),
  daylight: gettext("Daylight"),
  on_the_way: gettext("On the way of the drive"),
  no_overlap: gettext("Nothing at the same time"),
  lunch: gettext("Lunch"),
  dinner: gettext("Dinner"),
  pace: gettext("Pace"),
  strain: gettext("How hard it is"),
  known_sight: gettext("The place exists there"),
  city: gettext("In the day's city"),
  opening_hours: gettext("Opening hours"),
  last_entry: gettext("Last entry"),
  session: gettext("Begin of the session"),
  once: gettext("Visited once"),
  must_see: gettext("Must see"),
  avoid: gettext("To be avoided"),
  pinned: gettext("Pinned by you"),
  fixed: gettext("Fixed bookings"),
  journey: gettext("Arrival and departure"),
})[constraint] ?? constraint.replaceAll("_", " ");

export const alternateName = (kind) => ({
  swap: gettext("Or:"),
  rain: gettext("If it rains:"),
  sold_out: gettext("If sold out:"),
})[kind] ?? "";

export const variantName = (kind) => ({
  fuller: gettext("Fuller"),
  calmer: gettext("Calmer"),
  cheaper: gettext("Cheaper"),
  rainy: gettext("For rain"),
})[kind] ?? kind;

/** What one says to have that variant. */
export const variantWish = (kind) => ({
  fuller: gettext("Make the days fuller"),
  calmer: gettext("Make it calmer"),
  cheaper: gettext("Make it cheaper"),
  rainy: gettext("Plan it for rain"),
})[kind] ?? "";

const asList = (value, ...keys) => {
  if (Array.isArray(value)) return value;
  for (const key of keys) if (Array.isArray(value?.[key])) return value[key];
  return null;
};

/** The rows of a payload that is a list or keeps it under one of `keys`. */
export const rows = (value, ...keys) => asList(value, ...keys) ?? [];

/** Sights of a payload: a flat list, or lists by city. */
export function sightRows(value) {
  const flat = asList(value, "sights", "attractions", "results");
  if (flat) return flat;
  const byCity = value?.sights ?? value?.cities ?? value?.by_city;
  const groups = Array.isArray(byCity) ? byCity : Object.values(byCity ?? {});
  return groups.flatMap((group) => asList(group, "sights", "attractions") ?? []);
}

const count = (template, number) => say(template, { count: number });

const SUMMARIES = {
  search_cities: (result) => {
    const found = rows(result, "cities", "results").length;
    return count(ngettext("Found %(count)s city", "Found %(count)s cities", found), found);
  },
  query_attractions: (result) => {
    const found = sightRows(result).length;
    return count(ngettext("Found %(count)s sight", "Found %(count)s sights", found), found);
  },
  generate_route: (result) => {
    const days = rows(result?.itinerary ?? result, "days");
    return days.length ? count(ngettext("Planned %(count)s day", "Planned %(count)s days", days.length), days.length) : "";
  },
  calculate_budget: (result, format) => {
    const budget = result?.budget ?? result;
    return budget?.total ? say(gettext("Budget: %(total)s"), { total: format.money(budget.total, budget.currency) }) : "";
  },
  get_city_info: (result, format) => {
    const name = pick(result?.name ?? result?.city?.name, format.lang);
    return name ? say(gettext("Read about %(city)s"), { city: name }) : "";
  },
  compare_cities: (result) => {
    const found = rows(result, "cities").length;
    return count(ngettext("Compared %(count)s city", "Compared %(count)s cities", found), found);
  },
  run_sql: (result) => {
    const found = rows(result, "rows").length;
    return count(ngettext("Read %(count)s row", "Read %(count)s rows", found), found);
  },
  change_route: () => gettext("Changed the plan"),
  generate_sql: () => gettext("Turned the question into a query"),
  validate_sql: () => gettext("Checked the query"),
  create_trip: () => gettext("Saved the trip"),
  update_trip: () => gettext("Changed the trip"),
  delete_trip: () => gettext("Deleted the trip"),
  list_trips: () => gettext("Looked through the saved trips"),
  get_trip: () => gettext("Read the saved trip"),
};

/** What a tool call is called, without the dots of "under way". */
export const toolLabel = (tool) => (tool.label || tool.tool).replace(/(…|\.\.\.)$/, "");

const UNANSWERED = {
  timeout: () => gettext("%(label)s: no answer in time"),
  refused: () => gettext("%(label)s: refused"),
  failed: () => gettext("%(label)s: did not work"),
};

/** What a finished tool call came to, in a few words; its label where that already says enough. */
export function toolSummary(tool, format) {
  const trouble = UNANSWERED[tool.status]?.();
  if (trouble) return say(trouble, { label: toolLabel(tool) });
  return SUMMARIES[tool.tool]?.(tool.result, format) || toolLabel(tool);
}

/** What the most telling part of a run is, the best first. */
const TELLING = {
  trip: () => gettext("Saved trip"),
  itinerary: ({ days, certificate }, { lang }) => {
    const stops = stopCount(days);
    const failed = rows(certificate?.checks).filter(({ status }) => status === "fail").length;
    return [
      count(ngettext("%(count)s day", "%(count)s days", days.length), days.length),
      count(ngettext("%(count)s stop", "%(count)s stops", stops), stops),
      ...(certificate ? [certificate.feasible ? gettext("verified") : count(ngettext("%(count)s problem", "%(count)s problems", failed), failed)] : []),
    ].join(lang === "zh" ? "，" : ", ");
  },
  comparison: SUMMARIES.compare_cities,
  table: SUMMARIES.run_sql,
  cities: SUMMARIES.search_cities,
  sights: SUMMARIES.query_attractions,
  city: SUMMARIES.get_city_info,
  budget: SUMMARIES.calculate_budget,
};

/** What a plan came to: its days and stops, and whether it holds. */
export const planOutcome = (payload, format) => say(gettext("The plan has %(outcome)s."), { outcome: TELLING.itinerary(payload, format) });

/** What became of a proposal. */
export const decisionText = (state) => ({
  approve: gettext("Approved."),
  reject: gettext("Rejected; it was not carried out."),
  expired: gettext("Expired; it was not carried out. Ask again if you still want it."),
})[state];

/** What is left of a run that was stopped. */
export const stoppedText = ({ spoken }) => (spoken ? gettext("Stopped. What was written up to here is kept.") : gettext("Stopped before anything was written."));

/** What came of a run that is over, for those who do not see the page. */
export function outcome(run, format) {
  if (run.status === "cancelled") return stoppedText(run);
  if (run.status === "failed") return [gettext("This run could not be finished."), failureText(run.error)].join(format.lang === "zh" ? "" : " ");
  const { state } = run.proposals.at(-1) ?? {};
  if (state === "reject" || state === "expired") return decisionText(state);
  const kind = Object.keys(TELLING).find((each) => run.artifacts.some((artifact) => artifact.kind === each));
  const told = kind ? TELLING[kind](run.artifacts.findLast((artifact) => artifact.kind === kind).payload, format) : "";
  return told ? say(gettext("The answer is complete. %(outcome)s."), { outcome: told }) : gettext("The answer is complete.");
}

/** What a model is called: as `offered` has it, else its name, without the port where it is one on this machine. */
export const modelLabel = (name, offered = []) => {
  const label = offered.find((model) => model.name === name)?.label;
  const [, local] = /^local-\d+:(.+)$/.exec(name) ?? [];
  const model = local?.replace(/^(.*[/\\])?([^/\\]+)\.gguf$/, "$2");
  return label ?? (model ? say(gettext("%(model)s · on this machine"), { model }) : name);
};

/** What an error means to a person: the page's own words where the code says enough, else the server's. */
export const failureText = ({ code, message } = {}) => ({
  internal: gettext("Something went wrong in the assistant. The error has been logged."),
  model_failed: gettext("The language model gave no answer."),
})[code] ?? (message || gettext("The cause is unknown."));

/** Why a send was refused, and what to do. */
export const refusal = (code, message) => ({
  run_active: gettext("A run is still under way here. Stop it or wait; your text is kept."),
  busy: gettext("The server is busy. Your text is kept; try again in a moment."),
  limit: gettext("Too many messages in a short time. Your text is kept; try again in a minute."),
  offline: gettext("No connection. Your text is kept; send it again when you are back online."),
})[code] ?? (message || gettext("That could not be sent. Your text is kept."));
