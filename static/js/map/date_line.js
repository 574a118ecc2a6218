/** Plans over ±180°: their longitudes as one stretch, beyond 180 where they must be, so that neighbours lie side by side. */

/** All longitudes in a value, however deep: `{lon}` in objects and arrays. */
function longitudes(value) {
  if (Array.isArray(value)) return value.flatMap(longitudes);
  if (!value || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, each]) => (name === "lon" && Number.isFinite(each) ? [each] : longitudes(each)));
}

/** The longitude behind the widest gap between those given, from which all of them lie eastwards; null where none needs to be moved. */
export function seam(given) {
  const sorted = [...given].sort((one, other) => one - other);
  if (!sorted.length || sorted.at(-1) - sorted[0] <= 180) return null;
  const gaps = sorted.map((lon, index) => ({ lon, gap: index ? lon - sorted[index - 1] : lon + 360 - sorted.at(-1) }));
  const { lon } = gaps.reduce((widest, each) => (each.gap > widest.gap ? each : widest));
  return lon === sorted[0] ? null : lon;
}

function moved(value, edge) {
  if (Array.isArray(value)) return value.map((each) => moved(each, edge));
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, name === "lon" && each < edge ? each + 360 : moved(each, edge)]));
}

/** The same days or places, with the longitudes west of the seam a whole turn further east. */
export function together(value) {
  const edge = seam(longitudes(value));
  return edge === null ? value : moved(value, edge);
}

/** A longitude in −180 … 180. */
export const wrapped = (lon) => (lon >= -180 && lon <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180);

/** The copy of a longitude that lies nearest to another. */
export const nearest = (lon, to) => lon + 360 * Math.round((to - lon) / 360);
