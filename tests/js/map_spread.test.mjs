import assert from "node:assert/strict";
import { test } from "node:test";

import { spread } from "../../static/js/map/spread.js";

const moved = (points, apart) => spread(points, apart).map(([x, y], index) => [points[index][0] + x, points[index][1] + y]);
const nearest = (points) => Math.min(...points.flatMap((one, index) => points.slice(index + 1).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1]))));

test("discs that lie apart stay where they are", () => {
  assert.deepEqual(spread([[0, 0], [100, 0], [0, 90]], 24), [[0, 0], [0, 0], [0, 0]]);
});

test("discs of one and the same place are parted", () => {
  assert.ok(nearest(moved(Array.from({ length: 5 }, () => [10, 10]), 24)) > 18);
});

test("a crowd is parted, and nobody goes far", () => {
  const crowd = Array.from({ length: 6 }, (_, index) => [(index % 3) * 9, Math.floor(index / 3) * 7]);
  assert.ok(nearest(moved(crowd, 24)) > 15);
  assert.ok(spread(crowd, 24).every(([x, y]) => Math.hypot(x, y) <= 35));
});

test("the same points always give the same moves", () => {
  const points = [[3, 4], [5, 4], [9, 9], [9, 9]];
  assert.deepEqual(spread(points, 24), spread(points, 24));
});
