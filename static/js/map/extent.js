/**
 * What a map shows at first: pure arithmetic on points `[lat, lon]`. The few stops of a day trip would draw the rest of the plan so
 * small that nothing could be told apart; they stay out of the picture until they are asked for.
 */

const KM_PER_DEGREE = 111.2;
/** A point lies far away from this multiple of the median distance to the middle on, and never nearer than some kilometres. */
const FAR_TIMES = 5;
const FAR_KM = 15;
/** Wider than this the points are cities, not the sights of one: each of them counts. */
const CITY_KM = 40;
/** More far points than this share are a part of the trip, not an excursion from it. */
const FEW = 1 / 4;

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Kilometres between two points, good for a day's journey. */
function kilometres([lat, lon], [toLat, toLon]) {
  const east = (toLon - lon) * Math.cos((lat * Math.PI) / 180);
  return Math.hypot(toLat - lat, east) * KM_PER_DEGREE;
}

/** The middle of the points by their medians, which a far one does not move. */
const middle = (points) => [median(points.map(([lat]) => lat)), median(points.map(([, lon]) => lon))];

/**
 * For each of the places `{point: [lat, lon]}` that lie far from all the others, `{place, km, degrees}`: how far from the middle,
 * and in which direction (0: north, 90: east). Empty where the places are spread evenly, or lie in several cities.
 */
export function farAway(places) {
  if (places.length < 4) return [];
  const centre = middle(places.map(({ point }) => point));
  const away = places.map(({ point }) => kilometres(centre, point));
  const typical = median(away);
  const limit = Math.max(FAR_TIMES * typical, FAR_KM);
  const far = places.map((place, index) => ({ place, km: away[index], degrees: bearing(centre, place.point) })).filter(({ km }) => km > limit);
  return typical > CITY_KM || far.length > places.length * FEW ? [] : far;
}

/** The direction from one point to another on the map, clockwise from north. */
function bearing([lat, lon], [toLat, toLon]) {
  const east = (toLon - lon) * Math.cos((lat * Math.PI) / 180);
  return Math.round((Math.atan2(east, toLat - lat) * 180) / Math.PI + 360) % 360;
}
