import assert from "node:assert/strict";
import { test } from "node:test";

import { farAway } from "../../static/js/map/extent.js";

const named = (points) => Object.entries(points).map(([name, point]) => ({ name, point }));
const BEIJING = { palace: [39.916, 116.397], temple: [39.882, 116.407], lake: [39.94, 116.385], gate: [39.899, 116.398], lama: [39.947, 116.417], market: [39.933, 116.403] };
const far = (points) => farAway(named(points)).map(({ place }) => place.name);

test("the one stop of a day trip lies far away, with its distance and direction", () => {
  const [wall, ...others] = farAway(named({ ...BEIJING, wall: [40.432, 116.57] }));

  assert.equal(wall.place.name, "wall");
  assert.ok(wall.km > 50 && wall.km < 65, wall.km);
  assert.ok(wall.degrees > 10 && wall.degrees < 25, wall.degrees);
  assert.deepEqual(others, []);
});

test("stops of one city lie beside each other", () => {
  assert.deepEqual(far({ ...BEIJING, summer: [39.999, 116.275] }), []);
});

test("the second city of a tour is no excursion", () => {
  assert.deepEqual(far({ ...BEIJING, bund: [31.24, 121.49], garden: [31.227, 121.492], tower: [31.24, 121.5], square: [31.23, 121.475] }), []);
});

test("cities all over the world are all shown", () => {
  assert.deepEqual(far({ paris: [48.86, 2.35], rome: [41.9, 12.5], berlin: [52.52, 13.4], lima: [-12.05, -77.04], madrid: [40.4, -3.7] }), []);
});

test("two or three places are all shown", () => {
  assert.deepEqual(far({ palace: BEIJING.palace, gate: BEIJING.gate, wall: [40.432, 116.57] }), []);
});
