/** A trip that was shared: its days and its map, to be read. */
import { byId, el } from "../dom.js";
import { createFormat, language, pick } from "../format.js";
import { glance } from "../glance.js";
import { estimateNote } from "../itinerary.js";
import { PlanMap } from "../map/plan_map.js";
import { openStopSheet } from "../stopsheet.js";
import { DaysView } from "./days_view.js";
import { Tabs } from "./tabs.js";

const config = JSON.parse(byId("config").textContent);
const { itinerary } = config;
const lang = language(config.locale);
const format = createFormat(lang);
const map = new PlanMap(byId("ground"), config.map);
let mapping = null;

/** Draws the map once it can be seen. Resolves when it is drawn. */
function drawMap() {
  if (!mapping && tabs.hasMap) mapping = map.showItinerary(itinerary, lang).then(() => { if (days.day !== null) map.showDay(days.day); });
  return mapping;
}

async function showOnMap(day, number) {
  if (!tabs.hasMap) tabs.open("map");
  await drawMap();
  map.focus(day, number);
}

const sheet = (visit, day, number) => openStopSheet(visit, day, itinerary.days, { format, lang }, { show: () => showOnMap(day.day, number) });
const ctx = { format, lang, map, bookings: config.bookings, countries: config.countries, sheet, cityName: (id) => pick(itinerary.city_names?.[id], lang) || id };
const scale = glance(itinerary.days, (day) => days.picker.choose(day), format);
const days = new DaysView(byId("trip-days"), byId("day-bar"), ctx, { chosen: (day) => {
  scale.mark(day);
  if (mapping) map.showDay(day);
} });
map.reveal = (day, number) => {
  if (tabs.wide.matches) return days.reveal(day, number);
  const found = itinerary.days.find((each) => each.day === day);
  return sheet(found.visits[number - 1], found, number);
};
const tabs = new Tabs(byId("main"), drawMap);
days.show({ itinerary, certificate: null }).then(() => {
  byId("days-more").replaceChildren(el("div", { class: "section" }, itinerary.days.length > 1 ? scale.node : null, estimateNote(itinerary.days)));
});
tabs.fit();
