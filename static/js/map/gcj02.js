/**
 * The datum of maps published in China, GCJ-02, whose positions lie some hundred metres off WGS 84: points `[lat, lon]` in degrees.
 * The formula is the one in public use (the ellipsoid is that of Krasovsky, 1940); outside the box around China it changes nothing.
 */

const AXIS = 6378245;
const ECCENTRICITY_2 = 0.00669342162296594323;
const SOUTH = 0.8293;
const NORTH = 55.8271;
const WEST = 72.004;
const EAST = 137.8347;

const wave = (amplitude, angle) => amplitude * Math.sin(angle * Math.PI);

/** The waves that both coordinates share, by degrees east of 105° E. */
const common = (x) => ((wave(20, 6 * x) + wave(20, 2 * x)) * 2) / 3;

function metresNorth(x, y) {
  return -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x)) + common(x)
    + ((wave(20, y) + wave(40, y / 3)) * 2) / 3 + ((wave(160, y / 12) + wave(320, y / 30)) * 2) / 3;
}

function metresEast(x, y) {
  return 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x)) + common(x)
    + ((wave(20, x) + wave(40, x / 3)) * 2) / 3 + ((wave(150, x / 12) + wave(300, x / 30)) * 2) / 3;
}

/** A point of WGS 84 where a map of GCJ-02 has it. */
export function toGcj02([lat, lon]) {
  if (lat < SOUTH || lat > NORTH || lon < WEST || lon > EAST) return [lat, lon];
  const x = lon - 105;
  const y = lat - 35;
  const radians = (lat * Math.PI) / 180;
  const flattened = 1 - ECCENTRICITY_2 * Math.sin(radians) ** 2;
  const north = (metresNorth(x, y) * 180) / (((AXIS * (1 - ECCENTRICITY_2)) / flattened ** 1.5) * Math.PI);
  const east = (metresEast(x, y) * 180) / ((AXIS / Math.sqrt(flattened)) * Math.cos(radians) * Math.PI);
  return [lat + north, lon + east];
}

/** The point of WGS 84 that a map of GCJ-02 shows there, to some millimetres. */
export function fromGcj02(shown) {
  let [lat, lon] = shown;
  for (let step = 0; step < 5; step += 1) {
    const [shownLat, shownLon] = toGcj02([lat, lon]);
    lat += shown[0] - shownLat;
    lon += shown[1] - shownLon;
  }
  return [lat, lon];
}
