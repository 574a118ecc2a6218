// A day's legs, visits and meals in the order they happen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { path, ridesOf, span, stopCount, timeline } from "../../static/js/timeline.js";

const DAY = {
  start: "09:00", end: "18:20", origin: { lat: 1, lon: 1 }, destination: { lat: 1, lon: 1 },
  visits: [
    { id: "v1", sight: "x/a", arrive: "09:20", depart: "11:40", lat: 2, lon: 2 },
    { id: "v2", sight: "x/b", arrive: "13:00", depart: "17:00", lat: 3, lon: 3 },
  ],
  meals: [{ kind: "lunch", start: "11:40", end: "12:40" }, { kind: "dinner", start: "16:00", end: "17:00", visit: "v2" }],
  legs: [
    { from: "start", to: "v1", mode: "walk", minutes: 20, km: 1.2, depart: "09:00" },
    { from: "v1", to: "v2", mode: "transit", minutes: 20, km: 4, depart: "12:40" },
    { from: "v2", to: "end", mode: "taxi", minutes: 20, km: 9, depart: "17:00" },
  ],
};
const kinds = (day) => timeline(day).map(({ kind, leg, visit }) => leg?.mode ?? visit?.id ?? kind);

test("legs come before the stop they lead to, meals in their time, the way home last", () => {
  assert.deepEqual(kinds(DAY), ["walk", "v1", "meal", "transit", "v2", "taxi"]);
});

test("a rest where the day begins is no stop, a booking elsewhere is one", () => {
  const own = { sight: null, arrive: "17:00", depart: "18:00" };
  const day = { ...DAY, visits: [...DAY.visits, { ...own, id: "fixed/1", lat: 1, lon: 1 }, { ...own, id: "fixed/2", lat: 2, lon: 1 }] };
  assert.equal(stopCount([DAY, day]), 5);
});

test("a meal taken inside a visit is not a stop of its own", () => {
  const visit = timeline(DAY).find((entry) => entry.visit?.id === "v2");
  assert.deepEqual(visit.onSite.map(({ kind }) => kind), ["dinner"]);
});

test("legs without a departure, as in an edited plan, are placed by the stop they lead to", () => {
  assert.deepEqual(kinds({ ...DAY, legs: DAY.legs.map(({ depart, ...leg }) => leg) }), ["walk", "v1", "meal", "transit", "v2", "taxi"]);
});

test("what takes no time is no way", () => {
  const legs = DAY.legs.map((leg) => (leg.to === "end" ? { ...leg, minutes: 0, km: 0 } : leg));
  assert.deepEqual(kinds({ ...DAY, legs }), ["walk", "v1", "meal", "transit", "v2"]);
});

test("a day without legs and meals still lists its visits, numbered", () => {
  const { visits } = DAY;
  assert.deepEqual(timeline({ visits }).map(({ number }) => number), [1, 2]);
});

test("the common scale covers all days in whole hours", () => {
  assert.deepEqual(span([DAY, { ...DAY, start: "07:45", end: "16:00" }]), [420, 1140]);
  assert.deepEqual(span([]), [540, 1260]);
});

test("the path runs from the day's start over its stops to its end, and an empty day has none", () => {
  assert.deepEqual(path(DAY), [[1, 1], [2, 2], [3, 3], [1, 1]]);
  assert.deepEqual(path({ ...DAY, visits: [] }), []);
  assert.deepEqual(path({ visits: DAY.visits }), [[2, 2], [3, 3]]);
});

test("one arrives before the first day's stops, and leaves after the last day's", () => {
  const request = { arrival: { at: "08:10", minutes: 45 }, departure: { at: "21:00", way: "train" } };
  const trip = { days: [{ ...DAY, day: 1 }, { ...DAY, day: 2 }, { ...DAY, day: 3 }], request };
  const [first, second, last] = trip.days.map((day) => timeline(day, ridesOf(trip, day)).map(({ kind, ride }) => ride?.name ?? kind));
  assert.equal(first[0], "arrival");
  assert.ok(!second.includes("ride"));
  assert.deepEqual(last.slice(-2), ["leg", "departure"]);
  assert.deepEqual(ridesOf({ days: trip.days }, trip.days[0]), []);
});

test("where one merely was under way is no stop: it has no number and is not counted", () => {
  const marker = { id: "fixed/1", sight: null, marker: true, lat: 3, lon: 3, arrive: "13:00", depart: "13:05" };
  const day = { ...DAY, visits: [DAY.visits[0], marker, ...DAY.visits.slice(1)] };
  const labels = timeline(day).filter(({ kind }) => kind === "visit").map(({ label }) => label);
  assert.deepEqual(labels, ["1", "", "2"]);
  assert.equal(stopCount([day]), stopCount([DAY]));
});
