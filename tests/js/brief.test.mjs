// The brief in words, and from what stands in a form to a patch of it.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.gettext = (text) => text;
globalThis.pgettext = (_context, text) => text;
globalThis.ngettext = (one, many, count) => (count === 1 ? one : many);
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_all, name) => values[name]);
const { createFormat } = await import("../../static/js/format.js");
const { fieldText, FIELDS, wishText } = await import("../../static/js/brief/words.js");
const { canPlan, changeOf, datesPatch, dietPatch, firmness, partyPatch, replacing, ridePatch, rulesPatch, staysPatch, tiersPatch, travelPatch, budgetPatch, lodgingPatch, withdrawal } = await import("../../static/js/brief/patches.js");
const { problemText } = await import("../../static/js/brief/problems.js");
const { isNote, ruleName } = await import("../../static/js/brief/names.js");

const NAMES = { rome: "Rome", florence: "Florence", "rome/colosseum": "Colosseum", museum: "museum" };
const named = (code) => NAMES[code] ?? code;
const CTX = { format: createFormat("en"), city: named, sight: named, term: named };
const text = (field, brief) => fieldText(field, brief, CTX);

test("cities stand in their order with their days, or say that the order is open", () => {
  const stays = [{ place: "rome", days: 2 }, { place: "florence" }];
  assert.equal(text("stays", { stays }), "Rome, 2 days → Florence");
  assert.equal(text("stays", { stays, order_free: true }), "Rome, 2 days, Florence · in any order");
});

test("dates: a span, a length, a part of a month, a layover", () => {
  const year = new Date().getFullYear();
  assert.equal(text("dates", { dates: { start: `${year}-05-03`, days: 4 } }), `from ${CTX.format.date(`${year}-05-03`)} · 4 days`);
  assert.equal(text("dates", { dates: { month: 5, part: "beginning", days: 1 } }), "early May · 1 day");
  assert.equal(text("dates", { dates: { weekday: "Fr", weekend: true } }), "at a weekend · from a Friday");
  assert.equal(text("dates", { dates: { layover: { start: "10:00", end: "18:00" } } }), "layover 10:00–18:00");
  assert.equal(text("dates", { dates: { start: `${year}-05-03`, month: 5, season: "spring" } }), `from ${CTX.format.date(`${year}-05-03`)}`);
});

test("who travels, with ages as far as they are known", () => {
  assert.equal(text("party", { party: { adults: 2, seniors: 1, children: [6, null] } }), "2 adults, 1 senior, 2 children (aged 6)");
  assert.equal(text("party", { party: { group: true } }), "several people");
  assert.equal(text("party", { party: { elders: true } }), "with elders");
});

test("a budget names its currency; without one the currency stands alone", () => {
  const budget = { amount: "1500.0", per: "person" };
  assert.equal(text("budget", { budget, currency: "EUR" }), "€1,500 · per person");
  assert.equal(text("currency", { budget, currency: "EUR" }), "");
  assert.equal(text("currency", { currency: "EUR" }), "EUR");
});

test("wishes for a day in words", () => {
  const wish = (more) => wishText({ day: 2, ...more }, CTX);
  assert.equal(wish({ kind: "free" }), "Day 2: free");
  assert.equal(wish({ kind: "rest", start: "13:00", minutes: 90 }), "Day 2: rest 13:00–14:30");
  assert.equal(wish({ kind: "hours", start: "10:00" }), "Day 2: not before 10:00");
  assert.equal(wish({ kind: "hours", end: "20:00", day: "every" }), "Every day: back by 20:00");
  assert.equal(wish({ kind: "visit", value: "rome/colosseum", part: "morning" }), "Day 2: Colosseum · in the morning");
  assert.equal(wish({ kind: "only_kind", values: ["museum"], day: "last" }), "Last day: only museum");
  assert.equal(wish({ kind: "without", value: "museum" }), "Day 2: without museum");
});

test("every field that is filled says something", () => {
  const brief = {
    stays: [{ place: "rome" }], dates: { days: 3 }, party: { adults: 1 }, budget: { amount: "10", currency: "EUR" }, tier: "mid", tiers: { meals: "budget" }, thrift: "sparing", pace: "relaxed", origin: "florence", ends_at: "florence",
    arrival: { part_of_day: "evening", mode: "train" }, departure: { at: "09:00", port: "Termini" }, lodging: { near: "Termini" }, interests: ["museum"], must_see: ["rome/colosseum"], avoid: ["museum"],
    needs: ["wheelchair"], diet: ["vegan"], travel: { between: "train", within: "walk", refuse: ["taxi"], fares: "paid" },
    bookings: [{ name: { en: "Opera", zh: "歌剧" }, day: 1, start: "19:00", minutes: 120 }], day_wishes: [{ day: 1, kind: "indoors" }], unserved: [{ text: "a camel", why: "none there" }],
  };
  assert.deepEqual(FIELDS.filter((field) => !text(field, brief)), ["currency"]);
  assert.deepEqual(FIELDS.filter((field) => text(field, {})), []);
  assert.equal(text("bookings", brief), "Opera · Day 1 · 19:00–21:00");
  assert.equal(text("unserved", brief), "a camel: none there");
});

test("days of each city make the length of the trip, where it would be another", () => {
  const stays = [{ place: "rome", days: 2 }, { place: "florence", days: 3 }];
  assert.deepEqual(staysPatch({ dates: { days: 4, month: 5 } }, stays, true), { stays, order_free: true, dates: { days: 5, month: 5 } });
  assert.deepEqual(staysPatch({ dates: { days: 4 } }, [{ place: "rome", days: null }], true), { stays: [{ place: "rome" }], order_free: null });
  assert.deepEqual(staysPatch({ dates: { start: "2027-05-01", end: "2027-05-04" } }, stays, false), { stays, order_free: null, dates: { start: "2027-05-01", days: 5 } });
});

test("a first day puts the season aside, a length the last day and days that no longer add up", () => {
  const season = { dates: { season: "spring", month: 4, part: "end", days: 3 } };
  assert.deepEqual(datesPatch(season, { start: "2027-04-10", days: "3", month: "4" }), { dates: { start: "2027-04-10", days: 3 } });
  assert.deepEqual(datesPatch(season, { start: "", days: "5", month: "4" }), { dates: { season: "spring", part: "end", days: 5, month: 4 } });
  assert.deepEqual(datesPatch(season, { start: "", days: "", month: "6" }), { dates: { month: 6 } });
  assert.deepEqual(datesPatch({}, { start: "", days: "", month: "" }), { dates: null });
  const two = { stays: [{ place: "rome", days: 2 }, { place: "florence", days: 2 }], dates: { days: 4 } };
  assert.deepEqual(datesPatch(two, { start: "", days: "6", month: "" }), { dates: { days: 6 }, stays: [{ place: "rome" }, { place: "florence" }] });
  assert.deepEqual(datesPatch({ stays: [{ place: "rome", days: 2 }] }, { start: "", days: "6", month: "" }).stays, [{ place: "rome", days: 6 }]);
});

test("an hour takes the place of a part of the day, and the port is kept", () => {
  const brief = { arrival: { part_of_day: "evening", port: "Fiumicino", minutes: 80 } };
  assert.deepEqual(ridePatch(brief, "arrival", { at: "18:00", mode: "flight" }), { arrival: { port: "Fiumicino", minutes: 80, at: "18:00", mode: "flight" } });
  assert.deepEqual(ridePatch({}, "departure", { at: "", mode: "" }), { departure: null });
});

test("a party keeps children of unknown age, and its elders while there is a senior", () => {
  const brief = { party: { elders: true, group: true } };
  assert.deepEqual(partyPatch(brief, { adults: "2", seniors: "1", ages: [null, 6] }), { party: { adults: 2, seniors: 1, children: [null, 6], elders: true } });
  assert.deepEqual(partyPatch(brief, { adults: "2", seniors: "0", ages: [] }), { party: { adults: 2 } });
});

test("emptied fields are made unsaid", () => {
  assert.deepEqual(budgetPatch({ amount: "", currency: "EUR", per: "total" }), { budget: null });
  assert.deepEqual(budgetPatch({ amount: "900", currency: "EUR", per: "day" }), { budget: { amount: "900", currency: "EUR", per: "day" } });
  assert.deepEqual(lodgingPatch({}, "", { near: " ", night: "", currency: "EUR" }), { lodging: null });
  const inn = { lodging: { place: { lat: 1 }, night: "90" } };
  assert.deepEqual(lodgingPatch(inn, "Inn", { near: "Inn", night: "120", currency: "EUR" }), { lodging: { place: { lat: 1 }, night: "120", currency: "EUR" } });
  assert.deepEqual(lodgingPatch(inn, "Inn", { near: "Gion", night: "", currency: "EUR" }), { lodging: { near: "Gion" } });
  const son = { diet: "no_nuts", who: "my son" };
  assert.deepEqual(dietPatch(["vegan"], [son], { diet: "halal", who: " Ada ", allergy: true }), { diet: ["vegan", son, { diet: "halal", who: "Ada", allergy: true }] });
  assert.deepEqual(dietPatch([], [], { diet: "halal", who: " ", allergy: false }), { diet: null });
  assert.deepEqual(rulesPatch({ rules_off: ["bedtime"] }, "bedtime", true), { rules_off: null });
  assert.deepEqual(rulesPatch({ rules_off: ["bedtime"] }, "hotel", false), { rules_off: ["bedtime", "hotel"] });
});

test("a diet of one person is told with whose it is", () => {
  assert.match(text("diet", { diet: ["vegan", { diet: "no_nuts", who: "my son", allergy: true }] }), /\(my son, allergy\)$/);
  assert.match(text("diet", { diet: [{ diet: "vegetarian", who: "Ada" }] }), /\(Ada\)$/);
});

test("who joins or leaves is told with the day, and kept by the form", () => {
  const [sister, uncle] = [{ since: 3, who: "my sister" }, { since: 4, leaves: true }];
  const brief = { party: { adults: 2, changes: [sister, uncle] } };
  assert.equal(text("party", brief), "2 adults · my sister joins on day 3 · somebody leaves on day 4");
  assert.equal(text("party", { party: { changes: [sister] } }), "my sister joins on day 3");
  assert.deepEqual(changeOf({ since: "3", leaves: false, who: " my sister " }), [sister]);
  assert.deepEqual(changeOf({ since: "", leaves: false, who: "x" }), []);
  assert.deepEqual(partyPatch(brief, { adults: "3", seniors: "0", ages: [], changes: [sister] }), { party: { adults: 3, changes: [sister] } });
  assert.deepEqual(withdrawal(brief, { field: "party", key: "since:3" }), { party: { adults: 2, changes: [uncle] } });
  assert.deepEqual(withdrawal(brief, { field: "party", key: "people" }), { party: { changes: [sister, uncle] } });
});

test("single lines of the budget have their own class", () => {
  assert.equal(text("tiers", { tiers: { lodging: "luxury", meals: "budget" } }), "rooms: Luxury · meals: Low-cost");
  assert.deepEqual(tiersPatch("luxury", ""), { tiers: { lodging: "luxury" } });
  assert.deepEqual(tiersPatch("", ""), { tiers: null });
  assert.deepEqual(withdrawal({ tiers: { lodging: "luxury", meals: "mid" } }, { field: "tiers", key: "meals" }), { tiers: { lodging: "luxury" } });
});

test("refused modes that the form does not offer are kept", () => {
  const brief = { travel: { refuse: ["ferry", "taxi"], fares: "paid" } };
  assert.deepEqual(travelPatch(brief, { between: "train", within: "", refuse: { offered: ["flight", "taxi"], chosen: ["flight"] } }),
    { travel: { fares: "paid", between: "train", refuse: ["ferry", "flight"] } });
});

test("a plan needs a place", () => {
  assert.equal(canPlan({ stays: [{ place: "rome" }] }, { pace: "relaxed" }), true);
  assert.equal(canPlan({}, { pace: "relaxed" }), false);
  assert.equal(canPlan({ stays: [{ place: "rome" }] }, { stays: null }), false);
  assert.equal(canPlan({}, { stays: [{ place: "rome" }] }), true);
});

test("a problem says what would help; a lost line, that nothing was changed", () => {
  const infeasible = Object.assign(new Error("It does not fit."), { status: 422, code: "infeasible", problem: { relaxation: "Add a day." } });
  assert.equal(problemText(infeasible), "It does not fit. This would help: Add a day.");
  assert.match(problemText(new TypeError("fetch failed")), /^No connection/);
  assert.match(problemText(Object.assign(new Error("x"), { status: 412, code: "version_conflict" })), /changed in the meantime/);
});

test("a rule that only tells something of a plan is a note", () => {
  assert.deepEqual(["bedtime", "booking_horizon"].map(isNote), [false, true]);
  assert.equal(ruleName("no_such_rule"), "no such rule");
});

test("what a form empties is null, so that the parts it keeps can be merged", () => {
  const brief = { party: { adults: 2, seniors: 1, senior_ages: [78] }, pace: "relaxed" };
  assert.deepEqual(replacing(brief, { party: { adults: 2 }, pace: null }), { party: { adults: 2, seniors: null, senior_ages: null }, pace: null });
  assert.deepEqual(replacing(brief, { dates: { days: 3 }, interests: ["art"] }), { dates: { days: 3 }, interests: ["art"] });
});

test("a wish of the ledger is withdrawn by its field and key, and nothing else with it", () => {
  const rest = { day: "every", kind: "rest", start: "13:00" };
  const visits = [2, 2].map((day, n) => ({ day, kind: "visit", value: "rome/colosseum", start: `1${n}:00` }));
  const brief = {
    stays: [{ place: "rome", days: 2 }, { place: "florence" }], avoid: ["museum", "zoo"], budget: { amount: "900" }, dates: { days: 4, start: "2027-05-03" },
    day_wishes: [rest, ...visits], constraints: [{ kind: "most_sights", most: 3 }], bookings: [{ name: "A" }, { name: "B" }],
    travel: { between: "train", refuse: ["flight", "taxi"] },
  };
  const gone = (field, key) => withdrawal(brief, { field, key });
  assert.deepEqual(gone("avoid", "museum"), { avoid: ["zoo"] });
  assert.deepEqual(gone("budget", "total"), { budget: null });
  const inn = { lodging: { near: "Gion", night: "90", currency: "EUR" } };
  assert.deepEqual(withdrawal(inn, { field: "lodging", key: "night" }), { lodging: { near: "Gion" } });
  assert.deepEqual(withdrawal(inn, { field: "lodging", key: "place" }), { lodging: { night: "90", currency: "EUR" } });
  assert.deepEqual(gone("dates", "start"), { dates: { days: 4 } });
  assert.equal(gone("dates", "days"), null);
  assert.deepEqual(gone("day_wishes", "every:rest"), { day_wishes: visits });
  assert.deepEqual(gone("day_wishes", "2:visit:rome/colosseum#2"), { day_wishes: [rest, visits[0]] });
  const diets = { diet: ["no_nuts", { diet: "no_nuts", who: "my son" }] };
  assert.deepEqual(withdrawal(diets, { field: "diet", key: "no_nuts" }), { diet: [diets.diet[1]] });
  assert.deepEqual(withdrawal(diets, { field: "diet", key: "no_nuts:my son" }), { diet: ["no_nuts"] });
  assert.deepEqual(gone("constraints", "most_sights"), { constraints: null });
  assert.deepEqual(gone("bookings", "2"), { bookings: [{ name: "A" }] });
  assert.deepEqual(gone("travel", "refuse:taxi"), { travel: { between: "train", refuse: ["flight"] } });
  assert.deepEqual(gone("travel", "between"), { travel: { refuse: ["flight", "taxi"] } });
  assert.deepEqual(gone("stays", "florence"), { stays: [{ place: "rome", days: 2 }] });
  assert.equal(withdrawal({ stays: [{ place: "rome" }] }, { field: "stays", key: "rome" }), null);
  const limit = { field: "budget", key: "total", hard: false };
  assert.deepEqual(firmness(brief, limit), { firm: ["budget:total"] });
  assert.deepEqual(firmness({ firm: ["budget:total"] }, { ...limit, hard: true }), { firm: null });
  assert.equal(firmness(brief, { field: "must_see", key: "rome/colosseum", hard: true }), null);
});
