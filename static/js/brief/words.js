/** A brief in words: what a field says, in the page's language. Pure; `ctx`: format, and city(id), sight(id), term(code) for names. */
import { legMode, rideMode, spectacleName } from "../labels.js";
import { clockMinutes, clockText, pick } from "../format.js";
import { dietText, monthPart, needText, paceText, partOfDay, perText, seasonText, thriftText, tierText } from "./names.js";

const say = (text, values) => interpolate(text, values, true);
const counted = (text, count) => say(text, { count });
const dayCount = (count) => counted(ngettext("%(count)s day", "%(count)s days", count), count);
const filled = (parts) => parts.filter(Boolean).join(" · ");

/** The fields in the order in which the card shows them. */
export const FIELDS = [
  "stays", "dates", "party", "budget", "currency", "tier", "tiers", "thrift", "pace", "origin", "ends_at", "arrival", "departure", "lodging",
  "interests", "must_see", "avoid", "needs", "diet", "travel", "bookings", "day_wishes", "unserved",
];

function staysText({ stays, order_free: orderFree }, { city, format }) {
  const places = stays.map(({ place, days }) => (days ? say(gettext("%(city)s, %(days)s"), { city: city(place), days: dayCount(days) }) : city(place)));
  const several = stays.length > 1 && orderFree;
  return several ? filled([format.listed(places), gettext("in any order")]) : places.join(" → ");
}

function datesText({ dates }, { format }) {
  const { start, end, days, month, season, part, weekday, weekend, spectacle, layover } = dates;
  const span = start && end ? say(gettext("%(start)s to %(end)s"), { start: format.date(start), end: format.date(end) }) : start ? say(gettext("from %(start)s"), { start: format.date(start) }) : "";
  return filled([
    span,
    !start && month ? say(monthPart(part), { month: format.month(month, format.lang === "zh" ? "short" : "long") }) : "",
    !start && season ? seasonText(season) : "",
    spectacle ? spectacleName(spectacle) : "",
    days ? dayCount(days) : "",
    weekend ? gettext("at a weekend") : "",
    !start && weekday ? say(gettext("from a %(weekday)s"), { weekday: format.weekday(weekday) }) : "",
    layover ? say(gettext("layover %(start)s–%(end)s"), layover) : "",
  ]);
}

function rideText({ at, part_of_day: part, mode, port, sets_out: leaves }) {
  return filled([at ?? (part ? partOfDay(part) : ""), mode ? rideMode(mode) : "", port, leaves ? say(gettext("leaving home at %(time)s"), { time: leaves }) : ""]);
}

function childrenText(children) {
  const ages = children.filter((age) => age !== null);
  const people = counted(ngettext("%(count)s child", "%(count)s children", children.length), children.length);
  return ages.length ? say(gettext("%(children)s (%(ages)s)"), { children: people, ages: ages.map((age) => say(gettext("aged %(age)s"), { age })).join(", ") }) : people;
}

/** Who joins or leaves, and from which day on. */
export const changeText = ({ since, leaves, who }) => say(leaves ? gettext("%(who)s leaves on day %(day)s") : gettext("%(who)s joins on day %(day)s"), { who: who || gettext("somebody"), day: since });

function partyText({ party }, { format }) {
  const { adults, seniors, children = [], group, changes = [] } = party;
  const people = [
    adults ? counted(ngettext("%(count)s adult", "%(count)s adults", adults), adults) : "",
    seniors ? counted(ngettext("%(count)s senior", "%(count)s seniors", seniors), seniors) : "",
    children.length ? childrenText(children) : "",
  ].filter(Boolean);
  const begun = people.length ? format.listed(people) : group ? gettext("several people") : party.elders ? gettext("with elders") : "";
  return filled([begun, ...changes.map(changeText)]);
}

const dayName = (day) => (day === "last" ? gettext("Last day") : day === "every" ? gettext("Every day") : say(gettext("Day %(number)s"), { number: day }));

const until = (start, minutes) => clockText(clockMinutes(start) + minutes);

const WISHES = {
  free: () => pgettext("a day", "free"),
  rest: ({ start, minutes }) => (start && minutes ? say(gettext("rest %(start)s–%(end)s"), { start, end: until(start, minutes) }) : gettext("a rest")),
  hours: ({ start, end }) => (start && end ? `${start}–${end}` : start ? say(gettext("not before %(time)s"), { time: start }) : say(gettext("back by %(time)s"), { time: end })),
  indoors: () => gettext("indoors"),
  visit: ({ value, start, part }, { sight }) => filled([sight(value), start ?? (part ? partOfDay(part) : "")]),
  day_trip: ({ value }, { city }) => say(gettext("a day in %(city)s and back"), { city: city(value) }),
  only_kind: ({ values }, { format, term }) => say(gettext("only %(kinds)s"), { kinds: format.listed(values.map(term)) }),
  without: ({ value }, { term }) => say(gettext("without %(what)s"), { what: term(value) }),
};

/** One wish for a day: "Day 2: free". */
export const wishText = (wish, ctx) => say(gettext("%(day)s: %(wish)s"), { day: dayName(wish.day), wish: WISHES[wish.kind](wish, ctx) });

/** One booking of the traveller's own. */
export const bookingText = ({ name, day, start, minutes }, { format }) =>
  filled([pick(name, format.lang), day ? dayName(day) : "", `${start}–${until(start, minutes)}`]);

export const unservedText = ({ text, why }) => (why ? say(gettext("%(wish)s: %(why)s"), { wish: text, why }) : text);

/** A diet of everybody, or with whose it is. */
export const dietWishText = (wish) => (typeof wish === "string" ? dietText(wish)
  : say(wish.allergy ? gettext("%(diet)s (%(who)s, allergy)") : gettext("%(diet)s (%(who)s)"), { diet: dietText(wish.diet), who: wish.who }));

function travelText({ travel }, { format }) {
  const { between, within, refuse = [], fares } = travel;
  return filled([
    between ? say(gettext("between cities: %(mode)s"), { mode: rideMode(between) }) : "",
    within ? say(gettext("in town: %(mode)s"), { mode: legMode(within) }) : "",
    refuse.length ? say(gettext("not by %(modes)s"), { modes: format.listed(refuse.map(legMode)) }) : "",
    { paid: gettext("fares are paid"), left_out: gettext("without the fares there and back") }[fares],
  ]);
}

function budgetText({ budget: { amount, currency, per }, currency: counting }, { format }) {
  return filled([format.money(amount, currency ?? counting), perText(per ?? "total")]);
}

function lodgingText({ lodging: { near, place, night, currency }, budget, currency: counting }, { format }) {
  const most = night ? format.money(night, currency ?? budget?.currency ?? counting) : "";
  return filled([place ? pick(place.name, format.lang) : near, most ? say(gettext("at most %(amount)s a night"), { amount: most }) : ""]);
}

const each = (field, name) => (brief, ctx) => ctx.format.listed(brief[field].map((value) => name(value, ctx)));

const TEXTS = {
  stays: staysText,
  dates: datesText,
  origin: ({ origin }, { city }) => city(origin),
  ends_at: ({ ends_at: end }, { city }) => city(end),
  arrival: ({ arrival }) => rideText(arrival),
  departure: ({ departure }) => rideText(departure),
  party: partyText,
  needs: each("needs", needText),
  budget: budgetText,
  currency: ({ currency }) => currency,
  tier: ({ tier }) => tierText(tier),
  tiers: ({ tiers: { lodging, meals } }) => filled([
    lodging ? say(gettext("rooms: %(tier)s"), { tier: tierText(lodging) }) : "",
    meals ? say(gettext("meals: %(tier)s"), { tier: tierText(meals) }) : "",
  ]),
  thrift: ({ thrift }) => thriftText(thrift),
  pace: ({ pace }) => paceText(pace),
  interests: each("interests", (value, { term }) => term(value)),
  must_see: each("must_see", (value, { sight }) => sight(value)),
  avoid: each("avoid", (value, { term }) => term(value)),
  diet: each("diet", dietWishText),
  lodging: lodgingText,
  bookings: each("bookings", bookingText),
  day_wishes: each("day_wishes", wishText),
  travel: travelText,
  unserved: ({ unserved }) => unserved.map(unservedText).join("; "),
};

/** What a field of a brief says; empty where it is unsaid, and for the currency where the budget names it. */
export function fieldText(field, brief, ctx) {
  if (brief[field] === undefined || (field === "currency" && brief.budget)) return "";
  return TEXTS[field](brief, ctx);
}

/** The fields that say something. */
export const saidFields = (brief, ctx) => FIELDS.filter((field) => fieldText(field, brief, ctx));
