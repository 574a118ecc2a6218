/** What the card calls the fields of a brief, their values by code, who filled them, and the rules of travel. */

export const fieldName = (field) => ({
  stays: gettext("Where"),
  dates: gettext("When"),
  origin: gettext("Setting out from"),
  ends_at: gettext("Ends in"),
  arrival: gettext("Arrival"),
  departure: gettext("Departure"),
  party: gettext("Who"),
  needs: gettext("Needs"),
  budget: gettext("Budget"),
  currency: gettext("Currency"),
  tier: gettext("Comfort"),
  tiers: gettext("Comfort of rooms and meals"),
  thrift: gettext("Spending"),
  pace: gettext("Pace"),
  interests: gettext("Interests"),
  must_see: gettext("Must see"),
  avoid: gettext("Leave out"),
  diet: gettext("Food"),
  lodging: gettext("Staying near"),
  bookings: gettext("Bookings"),
  day_wishes: gettext("Single days"),
  travel: gettext("Getting around"),
  unserved: gettext("Not possible"),
})[field];

/** Who filled a field, in the words of the form. */
export const sourceText = (source) => ({
  said: gettext("You said this"),
  form: gettext("You chose this here"),
  assumed: gettext("Assumed, not said by you"),
  remembered: gettext("Remembered from before"),
  model: gettext("Set by the assistant"),
  api: gettext("Set by another program"),
})[source] ?? "";

export const SOURCE_ICONS = { said: "said", form: "tune", assumed: "guess", remembered: "memory", model: "spark", api: "plug" };

export const tierText = (tier) => ({ budget: gettext("Low-cost"), mid: gettext("Mid-range"), luxury: gettext("Luxury") })[tier];
export const thriftText = (thrift) => ({ sparing: gettext("Spend carefully"), cheapest: gettext("As cheap as possible") })[thrift];
export const paceText = (pace) => ({ relaxed: gettext("Relaxed"), normal: gettext("Moderate"), packed: gettext("Full days") })[pace];
export const perText = (per) => ({ total: gettext("in total"), person: gettext("per person"), day: gettext("per day"), person_day: gettext("per person and day") })[per];
export const partOfDay = (part) => ({
  morning: gettext("in the morning"), afternoon: gettext("in the afternoon"), evening: gettext("in the evening"),
  first: gettext("first thing"), last: gettext("last of the day"),
})[part];
export const seasonText = (season) => ({ spring: gettext("spring"), summer: gettext("summer"), autumn: gettext("autumn"), winter: gettext("winter") })[season];
export const monthPart = (part) => ({ beginning: gettext("early %(month)s"), middle: gettext("mid-%(month)s"), end: gettext("late %(month)s") })[part] ?? "%(month)s";

export const needText = (need) => ({
  wheelchair: gettext("Wheelchair"),
  stroller: gettext("Stroller"),
  little_walking: gettext("Little walking"),
  no_altitude: gettext("No high altitude"),
  no_heights: gettext("No heights"),
  short_trips: gettext("No long rides"),
  pregnant: gettext("Pregnant"),
  regular_meals: gettext("Regular meals"),
  low_vision: gettext("Low vision"),
  hard_of_hearing: gettext("Hard of hearing"),
  with_dog: gettext("With a dog"),
  feels_cold: gettext("Feels the cold"),
  feels_heat: gettext("Feels the heat"),
  quiet: gettext("Quiet places"),
  few_crowds: gettext("Few crowds"),
})[need];

export const dietText = (diet) => ({
  vegetarian: gettext("Vegetarian"),
  vegan: gettext("Vegan"),
  halal: gettext("Halal"),
  kosher: gettext("Kosher"),
  gluten_free: gettext("Gluten-free"),
  no_seafood: gettext("No seafood"),
  no_pork: gettext("No pork"),
  no_beef: gettext("No beef"),
  no_lamb: gettext("No lamb"),
  no_nuts: gettext("No nuts"),
  no_dairy: gettext("No dairy"),
  no_spicy: gettext("Nothing spicy"),
})[diet];

/** What may be chosen for a field, in the order in which it is offered. */
export const CHOICES = {
  tier: ["budget", "mid", "luxury"],
  thrift: ["sparing", "cheapest"],
  pace: ["relaxed", "normal", "packed"],
  per: ["total", "person", "day", "person_day"],
  ways: ["train", "flight", "bus", "car"],
  modes: ["walk", "transit", "taxi"],
  refuse: ["flight", "taxi"],
  needs: [
    "wheelchair", "stroller", "little_walking", "pregnant", "short_trips", "no_altitude", "no_heights", "regular_meals", "low_vision",
    "hard_of_hearing", "with_dog", "feels_cold", "feels_heat", "quiet", "few_crowds",
  ],
  diet: ["vegetarian", "vegan", "halal", "kosher", "gluten_free", "no_seafood", "no_pork", "no_beef", "no_lamb", "no_nuts", "no_dairy", "no_spicy"],
};

const NOTES = new Set(["public_holidays", "ramadan", "booking_horizon", "shared_tickets", "night_elsewhere", "more_than_the_city_fills", "diet", "needs", "refused_modes", "too_hard", "thin_air"]);

/** True for a rule that shapes nothing: it tells something of the plan, and is read there. */
export const isNote = (rule) => NOTES.has(rule);

/** A rule that is switched off: its sentence came with the plan, which no longer has it. */
export const ruleName = (rule) => ({
  region_route: gettext("A region by its usual route"),
  usual_length: gettext("Three days when you give no length"),
  stops_on_the_way: gettext("Stops at sights on the drives"),
  trip_dates: gettext("A start outside the usual holidays"),
  open_season: gettext("In season when you give no date"),
  counted_party: gettext("A usual number of travellers"),
  gentle_pace: gettext("A gentle pace"),
  short_trips: gettext("Nearby sights first"),
  family_sights: gettext("Family-friendly sights first"),
  spared_strains: gettext("No stairs, climbs or thin air"),
  not_for_children: gettext("Nothing unsuitable for children"),
  refused_by_name: gettext("Similar sights left out, too"),
  watched_money: gettext("Expensive tickets only if they are worth it"),
  hotel: gettext("Days start and end where you stay"),
  low_cities_first: gettext("High-altitude city last"),
  refused_modes: gettext("What cannot be ruled out"),
  bedtime: gettext("Children’s bedtime"),
  arrival: gettext("Time to get into town after you arrive"),
  departure: gettext("Time to get to your departure"),
  journey_there: gettext("Travel time on the first day"),
  journey_home: gettext("Travel time on the last day"),
  layover: gettext("Time to get back from a layover"),
  daily_hours: gettext("The hours you asked for"),
  late_evening: gettext("One late evening"),
  second_base: gettext("A night out of town"),
  more_than_the_city_fills: gettext("More days than the city fills"),
  public_holidays: gettext("Public holidays"),
  ramadan: gettext("Ramadan"),
  booking_horizon: gettext("What to book ahead"),
  shared_tickets: gettext("Tickets that cover several places"),
  diet: gettext("Dishes that suit you"),
})[rule] ?? rule.replaceAll("_", " ");
