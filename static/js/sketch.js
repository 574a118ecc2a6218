/**
 * A small picture of a plan: each day's stops joined by a line in the day's colour; the way to the few that lie far away leaves the
 * picture. Drawn from the points alone, it needs no network.
 */
import { svg } from "./dom.js";
import { together } from "./map/date_line.js";
import { farAway } from "./map/extent.js";
import { path } from "./timeline.js";

const [WIDTH, HEIGHT, EDGE] = [120, 96, 12];

/** Points `[lat, lon]` to pixels: as wide as the picture, with a degree of longitude as short as it is there. */
function projection(points) {
  const middle = points.reduce((sum, [lat]) => sum + lat, 0) / points.length;
  const flat = points.map(([lat, lon]) => [lon * Math.cos((middle * Math.PI) / 180), -lat]);
  const [xs, ys] = [0, 1].map((axis) => flat.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = Math.min((WIDTH - 2 * EDGE) / (width || 1e-6), (HEIGHT - 2 * EDGE) / (height || 1e-6), 1e5);
  const [dx, dy] = [(WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2];
  return ([lat, lon]) => [(lon * Math.cos((middle * Math.PI) / 180) - left) * scale + dx, (-lat - top) * scale + dy].map((value) => value.toFixed(1));
}

export function sketch(days) {
  const paths = together(days).map((day) => ({ day: day.day, points: path(day) }));
  const all = paths.flatMap(({ points }) => points);
  const picture = svg("svg", { class: "plan-sketch", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
  if (!all.length) return picture;
  const far = new Set(farAway(all.map((point) => ({ point }))).map(({ place }) => place.point));
  const at = projection(all.filter((point) => !far.has(point)));
  for (const { day, points } of paths) {
    const colour = `day-${((day - 1) % 8) + 1}`;
    picture.append(svg("polyline", { class: colour, points: points.map((point) => at(point).join(",")).join(" ") }), ...points.map((point) => {
      const [cx, cy] = at(point);
      return svg("circle", { class: colour, cx, cy, r: 2.5 });
    }));
  }
  return picture;
}
