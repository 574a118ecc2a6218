import assert from "node:assert/strict";
import { test } from "node:test";

import { curve, journeys, linesByMode } from "../../static/js/map/legs.js";

const HOTEL = { lat: 41.9, lon: 12.5 };
const visit = (id, lat, lon) => ({ id, sight: `rome/${id}`, lat, lon });
const DAY = {
  day: 1, city: "rome", origin: HOTEL, destination: HOTEL,
  visits: [visit("forum", 41.892, 12.485), visit("pantheon", 41.898, 12.476), visit("ostia", 41.755, 12.291)],
  legs: [{ to: "forum", mode: "transit" }, { to: "rome/pantheon", mode: "walk" }, { to: "ostia", mode: "train" }, { to: "end", mode: "train" }],
};

test("each leg is drawn by its own mode, to the end of the day", () => {
  const lines = linesByMode(DAY);

  assert.deepEqual([...lines].map(([mode, found]) => [mode, found.length]), [["transit", 1], ["walk", 1], ["train", 2]]);
  assert.deepEqual(lines.get("walk")[0], [[41.892, 12.485], [41.898, 12.476]]);
  assert.deepEqual(lines.get("train")[1].at(-1), [41.9, 12.5]);
});

test("what no leg tells of is still drawn, and a place without a position is passed over", () => {
  const lines = linesByMode({ day: 1, visits: [visit("a", 1, 1), { id: "b", lat: null, lon: null }, visit("c", 2, 2)] });

  assert.deepEqual([...lines], [["other", [[[1, 1], [2, 2]]]]]);
});

test("days that end and begin in different cities are joined, by the mode that is told", () => {
  const next = { day: 2, city: "venice", origin: { lat: 45.44, lon: 12.33 }, visits: [visit("rialto", 45.438, 12.336)], legs: [{ from: "city:rome", to: "city:venice", mode: "flight" }, { to: "rialto", mode: "walk" }] };

  const [journey, ...others] = journeys([DAY, next]);
  assert.deepEqual(others, []);
  assert.equal(journey.mode, "flight");
  assert.deepEqual([journey.points[0], journey.points.at(-1)], [[41.9, 12.5], [45.44, 12.33]]);
  assert.equal(journeys([DAY, { ...next, legs: [] }])[0].mode, "other");
  assert.deepEqual(journeys([DAY, { ...DAY, day: 2 }]), []);
});

test("a flight bends, and begins and ends where it does", () => {
  const points = curve([10, 0], [10, 20]);

  assert.deepEqual([points[0], points.at(-1)], [[10, 0], [10, 20]]);
  assert.ok(points[12][0] > 12, points[12]);
});

test("one goes on from the exit of a visit that ends elsewhere", () => {
  const boat = { ...visit("boat", 25.15, 110.43), exit: { lat: 24.78, lon: 110.5 } };
  const lines = linesByMode({ day: 1, city: "guilin", origin: HOTEL, destination: HOTEL, visits: [boat], legs: [{ to: "boat", mode: "taxi" }, { to: "end", mode: "train" }] });

  assert.deepEqual(lines.get("taxi")[0][1], [25.15, 110.43]);
  assert.deepEqual(lines.get("train")[0][0], [24.78, 110.5]);
});
