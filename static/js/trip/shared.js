/** A trip that was shared: its days and its map, to be read. */
import { byId } from "../dom.js";
import { createFormat, language, pick } from "../format.js";
import { itinerarySection } from "../itinerary.js";
import { PlanMap } from "../map/plan_map.js";

const config = JSON.parse(byId("config").textContent);
const lang = language(config.locale);
const map = new PlanMap(byId("ground"), config.map);
const cityName = (id) => pick(config.itinerary.city_names?.[id], lang) || id;
byId("days").replaceChildren(itinerarySection(config.itinerary, { format: createFormat(lang), lang, map, bookings: config.bookings, cityName, suggest: () => {} }));
map.showItinerary(config.itinerary, lang);
