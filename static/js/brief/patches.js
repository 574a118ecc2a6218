/** From what stands in a form to a patch of the brief. Pure. Parts of a field that its form does not show are kept, unless they contradict. */

const without = (value, ...names) => Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => !names.includes(name)));
const said = (value) => Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null && item !== undefined && item !== "" && item !== false && !(Array.isArray(item) && !item.length)));

/** A field's new value, null where nothing of it is left. */
const field = (name, value) => ({ [name]: Object.keys(said(value)).length ? said(value) : null });
const list = (name, items) => ({ [name]: items.length ? items : null });

const number = (text) => (text === "" || text === null || text === undefined ? null : Number(text));
const total = (stays) => (stays.length && stays.every(({ days }) => days) ? stays.reduce((sum, { days }) => sum + days, 0) : null);

/** Cities in order; where each has its days, the trip is as long as all of them. */
export function staysPatch(brief, stays, orderFree) {
  const days = total(stays);
  const { dates = {} } = brief;
  const fits = days === null || days === dates.days || (!dates.days && !dates.end);
  return {
    ...list("stays", stays.map((stay) => said(stay))),
    order_free: stays.length > 1 && orderFree ? true : null,
    ...(fits ? {} : { dates: { ...without(dates, "end"), days } }),
  };
}

/** A first day puts the month or season aside; a length puts the last day and days of cities that no longer add up aside. */
export function datesPatch(brief, { start, days, month }) {
  const { dates = {}, stays = [] } = brief;
  const length = number(days);
  const season = start ? ["month", "season", "part", "weekday", "weekend", "spectacle"] : number(month) !== (dates.month ?? null) ? ["season", "part"] : [];
  const kept = without(dates, "start", "end", "days", "month", ...season);
  const held = dates.end && start === dates.start && length === null ? { end: dates.end } : {};
  const patch = field("dates", { ...kept, ...held, start, days: length, month: start ? null : number(month) });
  const sum = total(stays);
  if (length === null || sum === null || sum === length) return patch;
  return { ...patch, stays: stays.length === 1 ? [{ ...stays[0], days: length }] : stays.map((stay) => without(stay, "days")) };
}

/** An hour takes the place of a part of the day. */
export const ridePatch = (brief, name, { at, mode }) => field(name, { ...without(brief[name], "at", "mode", ...(at ? ["part_of_day"] : [])), at, mode });

/** Who joins or leaves from a day on; nothing without a day. */
export const changeOf = ({ since, leaves, who }) => (since === "" ? [] : [said({ since: Number(since), leaves, who: who.trim() })]);

/** Who travels; nobody at all is unsaid. `ages`: of the children, null where unknown. */
export function partyPatch(brief, { adults, seniors, ages, changes = [] }) {
  const people = { adults: number(adults) || null, seniors: number(seniors) || null, children: ages };
  const { elders, seniors: before, senior_ages: known = [] } = brief.party ?? {};
  return field("party", { ...people, elders: people.seniors ? elders : null, changes, senior_ages: people.seniors === before ? known : [] });
}

export const budgetPatch = ({ amount, currency, per }) => (amount === "" ? { budget: null } : { budget: { amount: String(amount), currency, per } });

export const textPatch = (name, text) => ({ [name]: text.trim() || null });

/** Another place takes the place of the point that was known. `shown`: how the place that stands is called. */
export function lodgingPatch(brief, shown, { near, night, currency }) {
  const text = near.trim();
  const where = text === shown ? without(brief.lodging, "night", "currency") : { near: text };
  return field("lodging", { ...where, ...(night === "" ? {} : { night: String(night), currency }) });
}

/** The classes of single lines of the budget; an empty one is that of the whole. */
export const tiersPatch = (lodging, meals) => field("tiers", { lodging, meals });

export const choicePatch = (name, value) => ({ [name]: value || null });

export const itemsPatch = (name, items) => list(name, items);

/** The diets of everybody, those of single persons that stay, and one more where it has a diet and a name. */
export function dietPatch(everybody, persons, { diet, who, allergy }) {
  const name = who.trim();
  return list("diet", [...everybody, ...persons, ...(diet && name ? [said({ diet, who: name, allergy })] : [])]);
}

export const travelPatch = (brief, { between, within, refuse }) => {
  const others = (brief.travel?.refuse ?? []).filter((mode) => !refuse.offered.includes(mode));
  return field("travel", { ...without(brief.travel, "between", "within", "refuse"), between, within, refuse: [...others, ...refuse.chosen] });
};

/** The rules that are off, one more or one less of them. */
export function rulesPatch(brief, rule, on) {
  const off = (brief.rules_off ?? []).filter((name) => name !== rule);
  return list("rules_off", on ? off : [...off, rule]);
}

const LISTS = new Set(["needs", "interests", "must_see", "avoid", "notes"]);
const WHOLE = new Set(["origin", "ends_at", "arrival", "departure", "budget", "tier", "thrift", "pace"]);

/** The items without the one whose key, as the ledger counts alike ones, is this: the second `a` is `a#2`. */
function keyless(items, key, keyOf, mark) {
  const seen = {};
  return items.filter((item) => {
    const own = keyOf(item);
    seen[own] = (seen[own] ?? 0) + 1;
    return key !== (seen[own] === 1 ? own : `${own}${mark}${seen[own]}`);
  });
}

/** What makes a soft wish of the ledger one that must hold, or soft again; null for one that is hard by itself. */
export function firmness(brief, { field: name, key, hard }) {
  const firm = brief.firm ?? [];
  const id = `${name}:${key}`;
  if (firm.includes(id)) return list("firm", firm.filter((each) => each !== id));
  return hard || name === "unserved" || name === "notes" ? null : { firm: [...firm, id] };
}

/** What takes a wish of the ledger out of the brief; null for one that cannot be withdrawn: the only city, a length without which there is none. */
export function withdrawal(brief, { field: name, key }) {
  const items = brief[name] ?? [];
  if (LISTS.has(name)) return list(name, items.filter((item) => item !== key));
  if (WHOLE.has(name)) return { [name]: null };
  if (name === "day_wishes") return list(name, keyless(items, key, ({ day, kind, value }) => [day, kind, value].filter((part) => part !== undefined && part !== "").join(":"), "#"));
  if (name === "diet") return list(name, keyless(items, key, (wish) => (typeof wish === "string" ? wish : `${wish.diet}:${wish.who}`), "#"));
  if (name === "constraints") return list(name, keyless(items, key, ({ kind }) => kind, ":"));
  if (name === "bookings" || name === "unserved") return list(name, items.filter((item, index) => String(index + 1) !== key));
  if (name === "lodging") return field(name, without(items, ...(key === "night" ? ["night", "currency"] : ["near", "place"])));
  if (name === "party") {
    const changes = key === "people" ? items.changes ?? [] : keyless(items.changes ?? [], key, ({ since }) => `since:${since}`, "#");
    return field(name, key === "people" ? { changes } : { ...items, changes });
  }
  if (name === "tiers") return field(name, without(items, key));
  if (name === "travel") {
    const refuse = (items.refuse ?? []).filter((mode) => key !== `refuse:${mode}`);
    return field(name, { ...without(items, "refuse", ...(key.startsWith("refuse:") ? [] : [key])), refuse });
  }
  if (name === "dates" && !["days", "end"].includes(key)) return field(name, without(items, key));
  if (name === "stays" && key === "order") return { order_free: true };
  return name === "stays" && items.length > 1 ? list(name, items.filter(({ place }) => place !== key)) : null;
}

/** The patch with null for the parts of a field that it leaves out: a form shows the whole field, and what it empties goes. */
export const replacing = (brief, patch) =>
  Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, isObject(value) && isObject(brief[name]) ? { ...emptied(brief[name]), ...value } : value]));

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const emptied = (value) => Object.fromEntries(Object.keys(value).map((name) => [name, null]));

/** True where the brief, so patched, names a place to plan for. */
export const canPlan = (brief, patch) => ("stays" in patch ? Boolean(patch.stays?.length) : Boolean(brief.stays?.length));
