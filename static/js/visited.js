/** The account page's map of the cities that one has been to. */
import { byId } from "./dom.js";
import { language } from "./format.js";
import { PlanMap } from "./map/plan_map.js";

const config = JSON.parse(byId("visited-config").textContent);
const map = new PlanMap(byId("ground"), config.map, { flat: true });
map.showPlaces(config.cities, language(config.locale), ({ id }) => window.location.assign(`/cities/${encodeURIComponent(id)}`));
