/** Explore: the cities that pass the filters, on the map and as cards, in the order chosen. Both stand in the address. */
import { byId, el } from "../dom.js";
import { converted, createFormat, language, pick } from "../format.js";
import { PlanMap } from "../map/plan_map.js";
import { createApi } from "../api.js";
import { cityPicture } from "../picture.js";

const config = JSON.parse(byId("config").textContent);
const lang = language(config.locale);
const format = createFormat(lang);
const api = createApi(config.apiBase);
const say = (text, values) => interpolate(text, values, true);
const form = byId("filters");
const map = new PlanMap(byId("ground"), config.map, { flat: true });
const byName = new Intl.Collator(config.locale);
const address = (city) => `/cities/${encodeURIComponent(city.id)}`;

const toFilters = (amount, currency) => converted(amount, currency, config.currency, config.rates);

/** An amount of a city's currency in that of the filter. */
const inFiltersCurrency = (amount, currency) => (currency === config.currency ? format.money(amount, currency) : format.about(toFilters(amount, currency), config.currency));

/** What a day costs, as the city counts it and as the filter does; the low-budget day that the filter goes by; the meals. */
function dayCosts({ currency, daily, meals }) {
  const [own, inFilters, frugal, eating] = [format.money(daily.mid, currency), ...[daily.mid, daily.budget, meals.mid].map((amount) => inFiltersCurrency(amount, currency))];
  const amount = currency === config.currency ? own : say(gettext("%(amount)s (%(converted)s)"), { amount: own, converted: inFilters });
  return [say(gettext("%(amount)s a day, %(frugal)s on a low budget"), { amount, frugal }), say(gettext("meals %(amount)s"), { amount: eating })].join(" · ");
}

const called = (one, other) => byName.compare(pick(one.name, lang), pick(other.name, lang));
const cheapest = (kind, tier) => (one, other) => toFilters(one.costs[kind][tier], one.costs.currency) - toFilters(other.costs[kind][tier], other.costs.currency) || called(one, other);
/** How two cities stand to each other in the orders that the form offers. */
const ORDERS = {
  "": (one, other) => other.sights_score - one.sights_score || called(one, other),
  name: called,
  day: cheapest("daily", "mid"),
  frugal: cheapest("daily", "budget"),
  meals: cheapest("meals", "mid"),
};

function card(city) {
  const tags = city.tags.map((tag) => pick(config.tags[tag], lang)).join(lang === "zh" ? "、" : ", ");
  const month = Number(form.elements.month.value) || null;
  return el("article", { class: "place-card", data: { testid: "city-card", city: city.id } },
    cityPicture(city.id, { month }),
    el("div", { class: "place-text" },
      el("h2", {}, el("a", { href: address(city), text: pick(city.name, lang) })),
      el("p", { class: "meta", text: [pick(city.region, lang), pick(city.country_name, lang)].filter(Boolean).join(" · ") }),
      el("p", { text: pick(city.summary, lang) }),
      el("p", { class: "meta", text: tags }),
      el("p", { class: "meta", text: dayCosts(city.costs), data: { testid: "day-costs" } })));
}

/** The cities that passed the filters last: another order asks for nothing. */
let passed = { filters: null, cities: [] };

async function citiesThatPass(asked) {
  const filters = String(asked);
  if (passed.filters !== filters) passed = { filters, cities: await api.cities(asked) };
  return passed.cities;
}

/** So many cards are shown at once: each is a stop on the way of the Tab key. */
const AT_ONCE = 48;
/** The cities whose cards are not shown yet. */
let rest = [];

/** Shows the next cards, and gives the first of them. */
function showMore() {
  const next = rest.slice(0, AT_ONCE).map(card);
  rest = rest.slice(AT_ONCE);
  byId("cities").append(...next);
  byId("more").hidden = !rest.length;
  byId("more").textContent = say(ngettext("Show %(count)s more of %(left)s", "Show %(count)s more of %(left)s", rest.length), { count: Math.min(rest.length, AT_ONCE), left: rest.length });
  return next[0];
}

let turn = 0;
async function refresh() {
  const mine = ++turn;
  const { valid } = form.elements.budget_max.validity;
  const asked = new URLSearchParams([...new FormData(form)].filter(([name, value]) => value && form.elements[name].validity.valid));
  window.history.replaceState(null, "", asked.size ? `?${asked}` : window.location.pathname);
  const { value: order, selectedOptions: [{ text: orderName }] } = form.elements.sort;
  asked.delete("sort");
  try {
    const cities = [...await citiesThatPass(asked)].sort(ORDERS[order]);
    if (mine !== turn) return;
    byId("wrong-budget").textContent = valid ? "" : gettext("Enter 0 or more. Until then this filter is ignored.");
    byId("found").textContent = cities.length
      ? [say(ngettext("%(count)s city", "%(count)s cities", cities.length), { count: cities.length }), say(gettext("sorted by: %(order)s"), { order: orderName })].join(" · ")
      : gettext("No city matches all of these filters.");
    byId("clear").hidden = cities.length > 0;
    byId("cities").replaceChildren();
    rest = cities;
    showMore();
    map.showPlaces(cities, lang, (city) => window.location.assign(address(city)));
  } catch (error) {
    console.warn("explore:", error);
    if (mine === turn) byId("found").textContent = error.status ? error.message : gettext("The cities could not be loaded. Load the page again.");
  }
}

for (const [name, value] of new URLSearchParams(window.location.search)) if (form.elements[name]) form.elements[name].value = value;
if (form.elements.sort.selectedIndex < 0) form.elements.sort.value = "";
let timer = null;
form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(refresh, 200); });
form.addEventListener("submit", (event) => { event.preventDefault(); refresh(); });
byId("more").addEventListener("click", () => showMore().querySelector("a").focus());
byId("clear").addEventListener("click", () => {
  form.reset();
  form.querySelector("input").focus();
  refresh();
});
refresh();
