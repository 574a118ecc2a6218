/** "On the way" is at hand while one travels; before and after it is in the menu, which says why. */
import { byId } from "../dom.js";
import { isoDate } from "./plans.js";

const say = (text, values) => interpolate(text, values, true);

/** Why it is not at hand; empty while today lies within the trip. */
function reason({ days, date_assumed: isAssumed }, format, now) {
  const [first, last] = [days[0].date, days.at(-1).date];
  const today = isoDate(now);
  if (isAssumed) return gettext("A main button once the dates are set and the trip has begun");
  if (today < first) return say(gettext("A main button from %(date)s, while you travel"), { date: format.date(first) });
  return today > last ? gettext("The trip is over") : "";
}

/** Puts the button where it belongs today; true while the trip is under way. */
export function tellWay(itinerary, format, now = new Date()) {
  const why = reason(itinerary, format, now);
  const place = byId(why ? "way-later" : "way-place");
  if (byId("way").parentElement !== place) place.prepend(byId("way"));
  byId("way-later").hidden = !why;
  byId("way-reason").textContent = why;
  return !why;
}
