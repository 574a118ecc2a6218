/**
 * A day of an itinerary in the order it happens: pure arithmetic on the payload, used by the day columns and the rulers.
 * Legs are matched to the stop they lead to (`to`: a visit's id or sight, or "end"), a meal taken inside a long visit belongs to it.
 */
import { clockMinutes } from "./format.js";

const leads = (leg, visit) => leg.to === visit.id || leg.to === visit.sight;

/** What brings one to this day, when it is the trip's first, and what takes one home from it, when it is the last: `{name, at, minutes, way}`. */
export const ridesOf = ({ days = [], request }, { day }) => [["arrival", days[0]], ["departure", days.at(-1)]]
  .filter(([name, on]) => request?.[name] && on?.day === day).map(([name]) => ({ name, ...request[name] }));

/** What the numbers of a day's stops are on the page, in the order of its visits: none for where one merely was under way. */
export function stopLabels(visits) {
  let stops = 0;
  return visits.map(({ marker }) => (marker ? "" : String(++stops)));
}

/**
 * Entries `{kind: "leg"|"visit"|"meal"|"ride", at, …}` in order; visits carry their `number` among the visits (1, 2, …), the `label` of it
 * that is shown, and `onSite` meals.
 */
export function timeline(day, rides = []) {
  const visits = day.visits ?? [];
  const labels = stopLabels(visits);
  const legs = (day.legs ?? []).filter((leg) => leg.minutes !== 0);
  const meals = (day.meals ?? []).filter((meal) => !meal.visit);
  const entries = meals.map((meal) => ({ kind: "meal", at: clockMinutes(meal.start) ?? 0, rank: 0, meal }));
  visits.forEach((visit, index) => {
    const at = clockMinutes(visit.arrive) ?? 0;
    const onSite = (day.meals ?? []).filter((meal) => meal.visit && meal.visit === visit.id);
    entries.push({ kind: "visit", at, rank: 2, visit, number: index + 1, label: labels[index], onSite });
    const found = legs.findIndex((leg) => leads(leg, visit));
    if (found >= 0) {
      const [leg] = legs.splice(found, 1);
      const from = clockMinutes(leg.depart);
      entries.push({ kind: "leg", at: from || at - leg.minutes, rank: 1, leg });
    }
  });
  const begin = clockMinutes(day.start) ?? 0;
  for (const leg of legs) {
    const last = leg.to === "end";
    entries.push({ kind: "leg", at: clockMinutes(leg.depart) || (last ? (clockMinutes(day.end) ?? 1440) - leg.minutes : begin), rank: last ? 3 : 1, leg });
  }
  entries.push(...rides.map((ride) => ({ kind: "ride", at: clockMinutes(ride.at) ?? 0, rank: ride.name === "arrival" ? 0 : 4, ride })));
  return entries.sort((a, b) => a.at - b.at || a.rank - b.rank);
}

/** A day's visits without the rests where it begins and the markers under way: those are no stops. */
export const stopsOf = ({ visits = [], origin }) => visits.filter(({ sight, lat, lon, marker }) => !marker && (sight !== null || lat !== origin?.lat || lon !== origin?.lon));

/** How many stops the days have. */
export const stopCount = (days) => days.reduce((sum, day) => sum + stopsOf(day).length, 0);

/** The hours that all days lie in, whole hours, as `[from, until]` in minutes. */
export function span(days) {
  const times = days.flatMap((day) => [day.start, day.end, ...(day.visits ?? []).flatMap((visit) => [visit.arrive, visit.depart])])
    .map(clockMinutes).filter((minutes) => minutes !== null);
  if (!times.length) return [540, 1260];
  return [Math.floor(Math.min(...times) / 60) * 60, Math.ceil(Math.max(...times) / 60) * 60];
}

/** The day's points in order, its two ends and the exits of its visits included where they are known: `[lat, lon]`. */
export function path(day) {
  const ends = (day.visits ?? []).length ? [day.origin, day.destination] : [];
  const [first, last] = ends;
  const visits = (day.visits ?? []).flatMap((visit) => (visit.exit ? [visit, visit.exit] : [visit]));
  return [first, ...visits, last].filter((point) => Number.isFinite(point?.lat)).map(({ lat, lon }) => [lat, lon]);
}
