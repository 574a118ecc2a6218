/** Places to eat near a stop, of imported data: what their source tags, and nothing else. */
import { dietText } from "./brief/names.js";
import { el, outLink } from "./dom.js";
import { pick } from "./format.js";

const say = (text, values) => interpolate(text, values, true);

/** The local time at which a stop is left; empty where the day has no date or it is left after midnight. */
const leaving = (visit, day) => (day.date && visit.depart < "24:00" ? `${day.date}T${visit.depart}` : "");

function row(venue, visit, { format, lang }) {
  const open = venue.open ? say(gettext("open at %(time)s"), { time: visit.depart }) : venue.hours ? "" : gettext("hours not known");
  const facts = [format.distance(venue.metres / 1000), ...venue.serves.map(dietText), open].filter(Boolean);
  return el("li", { data: { testid: "venue" } }, el("span", {}, outLink(venue.url, pick(venue.name, lang)), ` ${facts.join(" · ")}`));
}

/** The section of a stop's sheet; it stays hidden where nothing is known, or nothing can be had. `ctx`: format, lang, venues(lat, lon, at). */
export function placesToEat(visit, day, ctx) {
  const section = el("section", { hidden: true, data: { testid: "places-to-eat" } });
  const at = leaving(visit, day);
  ctx.venues(visit.lat, visit.lon, at).then(({ venues, attribution, licence, licence_url: url }) => {
    if (!venues.length) return;
    const dates = venues.map(({ as_of: date }) => date).sort();
    section.replaceChildren(el("h3", { text: gettext("Places to eat near here") }), el("ul", { class: "sheet-list" }, venues.map((venue) => row(venue, visit, ctx))),
      el("p", { class: "fine" }, outLink(url, say(gettext("%(source)s, %(licence)s, as of %(date)s"), { source: pick(attribution, ctx.lang), licence, date: dates[0] })), ` ${gettext("Not checked by us.")}`));
    section.hidden = false;
  }, (error) => console.warn("venues:", error));
  return section;
}
