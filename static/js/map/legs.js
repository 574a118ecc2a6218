/** The way of a day by the mode of each leg: pure arithmetic on the payload; points are `[lat, lon]`. */

const MODES = new Set(["walk", "transit", "taxi", "train", "flight", "ferry", "shuttle"]);
/** How far a flight bends from the straight line, as a share of its length, and the points of its curve. */
const BEND = 0.15;
const CURVE_POINTS = 24;

const isPlace = (place) => Number.isFinite(place?.lat) && Number.isFinite(place?.lon);
const pointOf = ({ lat, lon }) => [lat, lon];
/** Where one goes on from: the exit of a visit that ends elsewhere, else the place itself. */
const exitOf = (place) => pointOf(isPlace(place.exit) ? place.exit : place);

/** The places of a day in order, its two ends included where they are known. */
function places(day) {
  const visits = day.visits ?? [];
  if (!visits.length) return [];
  return [{ ...day.origin, end: "start" }, ...visits, { ...day.destination, end: "end" }].filter(isPlace);
}

/** The leg that leads to a place. */
const legTo = (legs, place) => legs.find(({ to }) => to === (place.end ?? place.id) || (place.sight && to === place.sight));

/** A day's way as lines by mode: `Map(mode → [[point, point], …])`; what no leg tells of is "other". */
export function linesByMode(day) {
  const stops = places(day);
  const lines = new Map();
  stops.slice(1).forEach((place, index) => {
    const mode = legTo(day.legs ?? [], place)?.mode;
    const known = MODES.has(mode) ? mode : "other";
    const [from, to] = [exitOf(stops[index]), pointOf(place)];
    if (String(from) === String(to)) return;
    lines.set(known, [...(lines.get(known) ?? []), known === "flight" ? curve(from, to) : [from, to]]);
  });
  return lines;
}

/** The journeys between two days that end and begin in different cities: `[{mode, points, day}]`, `day` the later one. */
export function journeys(days) {
  return days.slice(1).flatMap((day, index) => {
    const before = places(days[index]).at(-1);
    const [after] = places(day);
    if (!before || !after || days[index].city === day.city || String(pointOf(before)) === String(pointOf(after))) return [];
    const told = [...(days[index].legs ?? []), ...(day.legs ?? [])].find(({ to }) => to === `city:${day.city}`)?.mode;
    const mode = MODES.has(told) ? told : "other";
    const points = [pointOf(before), pointOf(after)];
    return [{ mode, points: mode === "flight" ? curve(...points) : points, day: day.day }];
  });
}

/** A bow from one point to another, bent to the north. */
export function curve([lat, lon], [toLat, toLon]) {
  const [north, east] = [toLat - lat, toLon - lon];
  const sign = east >= 0 ? 1 : -1;
  const middle = [(lat + toLat) / 2 + sign * BEND * 2 * east, (lon + toLon) / 2 - sign * BEND * 2 * north];
  return Array.from({ length: CURVE_POINTS + 1 }, (_, step) => {
    const t = step / CURVE_POINTS;
    const mix = (from, by, to) => (1 - t) ** 2 * from + 2 * t * (1 - t) * by + t ** 2 * to;
    return [mix(lat, middle[0], toLat), mix(lon, middle[1], toLon)];
  });
}
