/** Places to eat near a stop and to sleep near the stops of a city, of imported or fetched data: what their source tags, and nothing else. */
import { dietText } from "./brief/names.js";
import { el, outLink } from "./dom.js";
import { pick } from "./format.js";

const say = (text, values) => interpolate(text, values, true);

/** Milliseconds after which is asked again for venues that were being fetched. */
const AGAIN_MS = [1500, 4000, 10_000];
const SLEEP_M = 2500;

/** Lets `hear` know the answer for what is `wanted` once it is there; what cannot be had is left out. */
async function venuesFor(ask, wanted, hear, again = AGAIN_MS) {
  try {
    const answer = await ask(wanted);
    if (answer.pending && again.length) setTimeout(() => venuesFor(ask, wanted, hear, again.slice(1)), again[0]);
    else if (answer.venues.length) hear(answer);
  } catch (error) {
    console.warn("venues:", error);
  }
}

/** The section of a kind of venues, hidden until some are known. `row(venue)` makes the parts of one's line. */
function section(title, testid, wanted, row, { venues: ask, lang }) {
  const found = el("section", { hidden: true, data: { testid } });
  venuesFor(ask, wanted, ({ venues, attribution, licence, licence_url: url }) => {
    const date = venues.map(({ as_of: on }) => on).sort()[0];
    const source = say(gettext("%(source)s, %(licence)s, as of %(date)s"), { source: pick(attribution, lang), licence, date });
    found.replaceChildren(el("h3", { text: title }), el("ul", { class: "sheet-list" }, venues.map((venue) => el("li", { data: { testid: "venue" } }, row(venue)))),
      el("p", { class: "fine" }, outLink(url, source), ` ${gettext("Not checked by us.")}`));
    found.hidden = false;
  });
  return found;
}

const line = (venue, facts, lang) => el("span", {}, outLink(venue.url, pick(venue.name, lang)), ` ${facts.filter(Boolean).join(" · ")}`);

/** The local time at which a stop is left; empty where the day has no date or it is left after midnight. */
const leaving = (visit, day) => (day.date && visit.depart < "24:00" ? `${day.date}T${visit.depart}` : "");

/** The section of a stop's sheet. `ctx`: format, lang, venues(wanted). */
export function placesToEat(visit, day, ctx) {
  const { format, lang } = ctx;
  return section(gettext("Places to eat near here"), "places-to-eat", { lat: visit.lat, lon: visit.lon, at: leaving(visit, day) }, (venue) => {
    const open = venue.open ? say(gettext("open at %(time)s"), { time: visit.depart }) : venue.hours ? "" : gettext("hours not known");
    return line(venue, [format.distance(venue.metres / 1000), ...venue.serves.map(dietText), open], lang);
  }, ctx);
}

/** The section of hotels around the middle of these stops; `choose(name, point)` takes one. */
export function placesToSleep(stops, ctx, choose) {
  const { format, lang } = ctx;
  const mean = (of) => stops.reduce((sum, stop) => sum + stop[of], 0) / stops.length;
  const wanted = { lat: mean("lat"), lon: mean("lon"), purpose: "sleep", radius_m: SLEEP_M };
  return section(gettext("Hotels near the middle of your stops"), "places-to-sleep", wanted, (venue) => {
    const stars = venue.stars ? say(ngettext("%(stars)s star as tagged", "%(stars)s stars as tagged", venue.stars), { stars: format.number(venue.stars, 1) }) : "";
    const take = el("button", { type: "button", class: "chip", text: gettext("Take this one"), data: { testid: "take-hotel" }, on: { click: () => choose(pick(venue.name, lang), venue) } });
    return [line(venue, [format.distance(venue.metres / 1000), stars], lang), take];
  }, ctx);
}
