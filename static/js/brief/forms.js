/**
 * The small form of each field: `{parts, patch(form)}`, built from the brief as it stands. `patch` gives what is to be
 * sent; a message of a form that cannot be sent is thrown as `FormFault`.
 */
import { el } from "../dom.js";
import { legMode, rideMode } from "../labels.js";
import { checks, chosen, counter, finder, ItemList, labelled, radios, select, textInput } from "./controls.js";
import { CHOICES, dietText, needText, paceText, perText, thriftText, tierText } from "./names.js";
import { budgetPatch, changeOf, choicePatch, datesPatch, dietPatch, itemsPatch, lodgingPatch, partyPatch, ridePatch, staysPatch, textPatch, tiersPatch, travelPatch } from "./patches.js";
import { bookingText, changeText, dietWishText, unservedText, wishText } from "./words.js";

const say = (text, values) => interpolate(text, values, true);
const MOST_DAYS = 30;
const MOST_CHILDREN = 9;
const options = (keys, name, none) => [...(none ? [["", none]] : []), ...keys.map((key) => [key, name(key)])];
const fine = (text) => el("p", { class: "fine", text });

/** What keeps a form from being sent, in words. */
export class FormFault extends Error {
  name = "FormFault";
}

function stays(brief, { names, findCities }) {
  const list = new ItemList({
    name: "stays", ordered: true, add: { label: gettext("Add a city"), find: findCities },
    items: (brief.stays ?? []).map(({ place, days }) => ({ value: place, text: names.city(place), days })),
    row: (item) => el("input", { type: "number", min: 1, max: MOST_DAYS, value: item.days ?? "", inputmode: "numeric", placeholder: gettext("days"), data: { testid: "brief-stay-days" },
      "aria-label": say(gettext("Days in %(city)s"), { city: item.text }), on: { input: ({ target }) => { item.days = target.value ? Number(target.value) : null; } } }),
  });
  const free = el("input", { type: "checkbox", name: "order-free", checked: brief.order_free ?? false });
  return {
    parts: [list.node, el("label", { class: "brief-choice" }, free, el("span", { text: gettext("The order may change") })), fine(gettext("Leave the days empty and they are shared out for you."))],
    patch: () => {
      if (!list.all.length) throw new FormFault(gettext("Name at least one city."));
      return staysPatch(brief, list.all.map(({ value, days }) => ({ place: value, days })), free.checked);
    },
  };
}

/** The length of the trip as its brief tells it, null where it is unsaid. */
export function lengthOf({ dates = {}, stays: places = [] }) {
  if (dates.days) return dates.days;
  if (places.length && places.every(({ days }) => days)) return places.reduce((sum, { days }) => sum + days, 0);
  return dates.start && dates.end ? Math.round((Date.parse(dates.end) - Date.parse(dates.start)) / 86_400_000) + 1 : null;
}

function dates(brief, { format }) {
  const months = Array.from({ length: 12 }, (_, index) => [index + 1, format.month(index + 1, format.lang === "zh" ? "short" : "long")]);
  const held = brief.dates ?? {};
  return {
    parts: [el("div", { class: "brief-pair" },
      labelled(gettext("Starts on"), el("input", { type: "date", name: "start", value: held.start ?? "", data: { testid: "brief-start" } })),
      labelled(gettext("Number of days"), el("input", { type: "number", name: "days", min: 1, max: MOST_DAYS, inputmode: "numeric", value: lengthOf(brief) ?? "", data: { testid: "brief-days" } })),
      labelled(gettext("Or only a month"), select("month", held.month, [["", gettext("any")], ...months])))],
    patch: ({ elements: { start, days, month } }) => datesPatch(brief, { start: start.value, days: days.value, month: month.value }),
  };
}

const ride = (name) => (brief) => ({
  parts: [el("div", { class: "brief-pair" },
    labelled(name === "arrival" ? gettext("You arrive at") : gettext("You leave at"), el("input", { type: "time", name: "at", value: brief[name]?.at ?? "", data: { testid: "brief-at" } })),
    labelled(gettext("By"), select("mode", brief[name]?.mode, options(CHOICES.ways, rideMode, gettext("not said")))))],
  patch: ({ elements: { at, mode } }) => ridePatch(brief, name, { at: at.value, mode: mode.value }),
});

function party(brief) {
  const { adults, seniors, children = [], changes = [] } = brief.party ?? {};
  const held = new ItemList({ name: "changes", items: changes.map((change) => ({ value: change, text: changeText(change) })) });
  const leaves = el("input", { type: "checkbox", name: "leaves" });
  const ages = [...children];
  const known = Array.from({ length: 18 }, (_, age) => [age, String(age)]);
  const rows = el("div", { class: "brief-ages" });
  const draw = (count) => {
    while (ages.length < count) ages.push(null);
    ages.length = Math.max(0, Math.min(count, MOST_CHILDREN));
    rows.replaceChildren(...ages.map((age, index) => {
      const choice = select(`age-${index + 1}`, age, [["", gettext("unknown")], ...known]);
      choice.addEventListener("change", () => { ages[index] = choice.value === "" ? null : Number(choice.value); });
      return labelled(say(gettext("Age of child %(number)s"), { number: index + 1 }), choice);
    }));
  };
  draw(ages.length);
  return {
    parts: [el("div", { class: "brief-counters" }, counter(gettext("Adults"), "adults", adults ?? (seniors || children.length ? 0 : 1)),
      counter(gettext("Seniors"), "seniors", seniors ?? 0), counter(gettext("Children"), "children", children.length, { max: MOST_CHILDREN, changed: draw })), rows, held.node,
      el("div", { class: "brief-pair" }, labelled(gettext("Joins later"), textInput("who", "")),
        labelled(gettext("From day"), el("input", { type: "number", name: "since", min: 1, max: MOST_DAYS, inputmode: "numeric", data: { testid: "brief-since" } }))),
      el("label", { class: "brief-choice" }, leaves, el("span", { text: gettext("Leaves instead") }))],
    patch: ({ elements: { adults: grown, seniors: old, since, who } }) => {
      if (!Number(grown.value) && !Number(old.value) && !ages.length) throw new FormFault(gettext("At least one person travels."));
      return partyPatch(brief, { adults: grown.value, seniors: old.value, ages, changes: [...held.all.map(({ value }) => value), ...changeOf({ since: since.value, leaves: leaves.checked, who: who.value })] });
    },
  };
}

const amountInput = (name, amount) =>
  el("input", { type: "number", name, min: 1, step: "any", inputmode: "decimal", value: amount === "" ? "" : String(Number(amount)), data: { testid: `brief-${name}` } });

const currencySelect = (currency, currencies) => select("currency", currency, [...new Set([currency, ...currencies])].filter(Boolean).map((code) => [code, code]));

function budget(brief, { currencies, usualCurrency }) {
  const { amount = "", currency = brief.currency ?? usualCurrency, per = "total" } = brief.budget ?? {};
  return {
    parts: [el("div", { class: "brief-pair" },
      labelled(gettext("At most"), amountInput("amount", amount)),
      labelled(gettext("Currency"), currencySelect(currency, currencies)),
      labelled(gettext("Amount is"), select("per", per, options(CHOICES.per, perText))))],
    patch: ({ elements: { amount: most, currency: unit, per: whose } }) => budgetPatch({ amount: most.value, currency: unit.value, per: whose.value }),
  };
}

const choice = (name, legend, text) => (brief) => ({
  parts: [radios(legend(), name, brief[name], options(CHOICES[name], text, gettext("No preference")))],
  patch: (form) => choicePatch(name, chosen(form, name)[0]),
});

const several = (name, legend, offered) => (brief, ctx) => ({
  parts: [checks(legend(), name, brief[name] ?? [], offered(ctx, brief[name] ?? []))],
  patch: (form) => itemsPatch(name, chosen(form, name)),
});

const named = (name, label, find, called) => (brief, ctx) => {
  const list = new ItemList({ name, items: (brief[name] ?? []).map((value) => ({ value, text: called(value, ctx) })), add: find ? { label: label(), find: find(ctx) } : null });
  return { parts: [list.node], patch: () => itemsPatch(name, list.all.map(({ value }) => value)) };
};

function diet(brief) {
  const held = brief.diet ?? [];
  const persons = new ItemList({ name: "diet-of", items: held.filter((wish) => typeof wish !== "string").map((wish) => ({ value: wish, text: dietWishText(wish) })) });
  const allergy = el("input", { type: "checkbox", name: "allergy" });
  return {
    parts: [checks(gettext("What you eat"), "diet", held, options(CHOICES.diet, dietText)), persons.node,
      el("div", { class: "brief-pair" }, labelled(gettext("Only one of you"), textInput("who", "")),
        labelled(gettext("What they eat"), select("theirs", "", options(CHOICES.diet, dietText, gettext("none"))))),
      el("label", { class: "brief-choice" }, allergy, el("span", { text: gettext("It is an allergy") }))],
    patch: (form) => dietPatch(chosen(form, "diet"), persons.all.map(({ value }) => value),
      { diet: form.elements.theirs.value, who: form.elements.who.value, allergy: allergy.checked }),
  };
}

const place = (name, label) => (brief, { names, findCities }) => {
  const found = finder(label(), name, brief[name] ? { id: brief[name], text: names.city(brief[name]) } : null, findCities);
  return { parts: [found.node], patch: () => textPatch(name, found.read()) };
};

function lodging(brief, { format, currencies, usualCurrency }) {
  const { near = "", place: point, night = "", currency = brief.budget?.currency ?? brief.currency ?? usualCurrency } = brief.lodging ?? {};
  const shown = point ? point.name[format.lang] : near;
  return {
    parts: [labelled(gettext("Your hotel is near"), textInput("near", shown)), fine(gettext("A sight, a station or a district. Each day begins and ends there.")),
      el("div", { class: "brief-pair" }, labelled(gettext("A room costs at most, a night"), amountInput("night", night)),
        labelled(gettext("Currency"), currencySelect(currency, currencies)))],
    patch: ({ elements }) => lodgingPatch(brief, shown, { near: elements.near.value, night: elements.night.value, currency: elements.currency.value }),
  };
}

function dayWishes(brief, ctx) {
  const days = lengthOf(brief) ?? ctx.plannedDays();
  const list = new ItemList({ name: "day_wishes", items: (brief.day_wishes ?? []).map((wish) => ({ value: wish, text: wishText(wish, ctx.words) })) });
  const free = select("free-day", "", [["", gettext("none")], ...Array.from({ length: days }, (_, index) => [index + 1, say(gettext("Day %(number)s"), { number: index + 1 })]), ["last", gettext("Last day")]]);
  return {
    parts: [list.node, labelled(gettext("Keep a day free"), free)],
    patch: () => {
      const day = free.value === "last" ? "last" : Number(free.value);
      return itemsPatch("day_wishes", [...list.all.map(({ value }) => value), ...(free.value ? [{ day, kind: "free" }] : [])]);
    },
  };
}

function travel(brief) {
  const { between, within, refuse = [] } = brief.travel ?? {};
  return {
    parts: [el("div", { class: "brief-pair" },
      labelled(gettext("Between cities"), select("between", between, options(CHOICES.ways, rideMode, gettext("No preference")))),
      labelled(gettext("In town"), select("within", within, options([...new Set([...CHOICES.modes, within].filter(Boolean))], legMode, gettext("No preference"))))),
    checks(gettext("Not by"), "refuse", refuse, options(CHOICES.refuse, legMode))],
    patch: (form) => travelPatch(brief, { between: form.elements.between.value, within: form.elements.within.value, refuse: { offered: CHOICES.refuse, chosen: chosen(form, "refuse") } }),
  };
}

const FORMS = {
  stays, dates, party, budget, lodging, travel, diet,
  arrival: ride("arrival"),
  departure: ride("departure"),
  origin: place("origin", () => gettext("You set out from")),
  ends_at: place("ends_at", () => gettext("The trip ends in")),
  currency: (brief, { currencies, usualCurrency }) => ({
    parts: [labelled(gettext("Currency"), select("currency", brief.currency ?? usualCurrency, [...new Set([brief.currency ?? usualCurrency, ...currencies])].map((code) => [code, code])))],
    patch: ({ elements: { currency } }) => choicePatch("currency", currency.value),
  }),
  tier: choice("tier", () => gettext("How comfortable"), tierText),
  tiers: ({ tiers: { lodging: rooms, meals } = {} }) => {
    const offered = options(CHOICES.tier, tierText, gettext("As for the whole trip"));
    return {
      parts: [el("div", { class: "brief-pair" }, labelled(gettext("Rooms"), select("rooms", rooms, offered)), labelled(gettext("Meals"), select("meals", meals, offered)))],
      patch: ({ elements }) => tiersPatch(elements.rooms.value, elements.meals.value),
    };
  },
  thrift: choice("thrift", () => gettext("How you want to spend"), thriftText),
  pace: choice("pace", () => gettext("How full a day is"), paceText),
  interests: several("interests", () => gettext("What the trip is for"), ({ tags, words }, held) => [...new Set([...tags, ...held])].map((tag) => [tag, words.term(tag)])),
  needs: several("needs", () => gettext("What your group needs"), () => options(CHOICES.needs, needText)),
  must_see: named("must_see", () => gettext("Add a sight"), ({ findSights }) => findSights, (value, { names }) => names.sight(value)),
  avoid: named("avoid", () => gettext("Leave out a sight or a kind"), ({ findAvoided }) => findAvoided, (value, { words }) => words.term(value)),
  bookings: named("bookings", null, null, (value, { words }) => bookingText(value, words)),
  unserved: named("unserved", null, null, (value) => unservedText(value)),
  day_wishes: dayWishes,
};

/** The form of a field; `ctx` is the card's. */
export const fieldForm = (field, brief, ctx) => FORMS[field](brief, ctx);
