/**
 * The pieces of the packaged ground (travelagent/ground/pieces.py) as paths of SVG. A path's unit is a pixel of Leaflet's at the
 * level's zoom, from the north-western corner of the piece; its y grows to the south.
 */
import { pause } from "../dom.js";

/** `size`: degrees a piece is wide and high; `step`: the unit of the data, in degrees; `zoom`: of the paths' unit; `until`: the zoom
 *  up to which the level is fine enough. */
export const LEVELS = [
  { name: "world", size: [360, 180], step: 0.05, zoom: 6, until: 5 },
  { name: "region", size: [10, 10], step: 0.0025, zoom: 10, until: 8.4 },
  { name: "town", size: [2, 2], step: 0.00025, zoom: 13, until: Infinity },
];
/** Steps that shapes reach beyond their piece. */
const MARGIN = 4;
const POLE = 85.0511;

export const levelAt = (zoom) => LEVELS.find(({ until }) => zoom <= until);

/** Degrees of Web Mercator from the equator. */
const mercator = (lat) => (Math.log(Math.tan(Math.PI / 4 + (Math.max(-POLE, Math.min(POLE, lat)) * Math.PI) / 360)) * 180) / Math.PI;

/** The names of the pieces of a level that a box `{west, south, east, north}` touches: "100_30"; the world's own is "". */
export function cornersOf({ name, size: [wide, high] }, { west, south, east, north }) {
  if (name === "world") return [""];
  const found = [];
  for (let y = Math.floor((south + 90) / high); y <= Math.floor((north + 90) / high); y += 1) {
    for (let x = Math.floor((west + 180) / wide); x <= Math.floor((east + 180) / wide); x += 1) found.push(`${x * wide - 180}_${y * high - 90}`);
  }
  return found;
}

/** Where a piece lies, in degrees. */
export function boxOf({ name, size: [wide, high] }, corner) {
  const [west, south] = name === "world" ? [-180, -90] : corner.split("_").map(Number);
  return { west, south, east: west + wide, north: Math.min(POLE, south + high) };
}

/** Turns the points of a piece into units of its paths. */
function scaleOf(level, { west, south, north }) {
  const unit = (256 * 2 ** level.zoom) / 360;
  const top = mercator(north);
  return { x: (step) => Math.round(step * level.step * unit), y: (step) => Math.round((top - mercator(south + step * level.step)) * unit), west, south };
}

/** The whole steps of a ring or line, `[[x, y], …]` from the corner. */
function stepsOf(flat) {
  const points = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < flat.length; at += 2) {
    x += flat[at];
    y += flat[at + 1];
    points.push([x, y]);
  }
  return points;
}

const move = ({ x, y }, [stepX, stepY]) => `M${x(stepX)} ${y(stepY)}`;
const draw = ({ x, y }, [stepX, stepY]) => `L${x(stepX)} ${y(stepY)}`;
const closed = (scale, points) => `${points.map((point, index) => (index ? draw : move)(scale, point)).join("")}Z`;
const open = (scale, points) => points.map((point, index) => (index ? draw : move)(scale, point)).join("");

/** A shore, without the edges along which the piece is cut off. */
function shore(scale, points, [width, height]) {
  const cut = (one, other) => (one[0] === other[0] && (one[0] <= -MARGIN || one[0] >= width + MARGIN)) || (one[1] === other[1] && (one[1] <= -MARGIN || one[1] >= height + MARGIN));
  let path = "";
  let last = null;
  points.forEach((point, index) => {
    const next = points[(index + 1) % points.length];
    if (!cut(point, next)) {
      path += (last === point ? "" : move(scale, point)) + draw(scale, next);
      last = next;
    }
  });
  return path;
}

const LINES = ["streams", "rivers", "provinces", "borders"];

/** `{paths: {land, lakes, coast, …}, places: [{lat, lon, thousands, name: {en, zh}}], width, height}` of a piece; in slices. */
export async function prepare(level, corner, piece) {
  const box = boxOf(level, corner);
  const scale = scaleOf(level, box);
  const steps = [level.size[0] / level.step, level.size[1] / level.step].map(Math.round);
  const paths = {};
  const rings = (piece.land ?? []).flat().map(stepsOf);
  paths.land = rings.map((points) => closed(scale, points)).join("");
  await pause();
  paths.coast = rings.map((points) => shore(scale, points, steps)).join("");
  await pause();
  paths.lakes = (piece.lakes ?? []).flat().map((flat) => closed(scale, stepsOf(flat))).join("");
  for (const name of LINES) paths[name] = (piece[name] ?? []).map((flat) => open(scale, stepsOf(flat))).join("");
  const places = (piece.places ?? []).map(([x, y, thousands, en, zh]) => ({ lat: box.south + y * level.step, lon: box.west + x * level.step, thousands, name: { en, zh } }));
  return { paths, places, width: scale.x(steps[0]), height: scale.y(0) };
}
