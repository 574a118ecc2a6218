// What stands in the panel after several runs, and when the place of a plan is held.
import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitsItinerary, standing } from "../../static/js/result.js";

const artifact = (kind, payload = {}) => ({ id: kind, kind, payload });
const run = (artifacts, more = {}) => ({ run: "r", kind: "message", status: "succeeded", artifacts, tools: {}, plan: null, ...more });
const kinds = (...runs) => standing(runs).map(({ kind }) => kind);
const PLANNED = run([artifact("city", { id: "rome" }), artifact("itinerary", { cities: ["rome"] }), artifact("budget")]);

test("a change without a message leaves what was told of its cities, and no figure of the plan before", () => {
  const edit = (cities) => run([artifact("itinerary", { cities })], { kind: "edit" });
  assert.deepEqual(kinds(PLANNED, edit(["rome"])), ["city", "itinerary"]);
  assert.deepEqual(kinds(PLANNED, edit(["paris"])), ["itinerary"]);
  assert.deepEqual(kinds(PLANNED, run([artifact("itinerary", { cities: ["rome"] })])), ["itinerary"]);
});

test("a change that takes the plan back leaves none", () => {
  assert.deepEqual(kinds(PLANNED, run([], { kind: "edit", plan: "" })), []);
});

test("the place of a first plan is held until the brief above it is there, too", () => {
  const busy = { status: "running" };
  assert.equal(awaitsItinerary([run([], { ...busy, tools: { c: { tool: "generate_route", status: "running" } } })]), true);
  assert.equal(awaitsItinerary([run(PLANNED.artifacts, busy)]), true);
  assert.equal(awaitsItinerary([run(PLANNED.artifacts, { ...busy, plan: "a1" })]), false);
  assert.equal(awaitsItinerary([PLANNED, run([], busy)]), false);
  assert.equal(awaitsItinerary([PLANNED]), false);
});

test("a budget of another comfort, which was tried beside, does not take the place of the plan's own", () => {
  const budget = (tier, total) => ({ id: `${tier}${total}`, kind: "budget", payload: { tier, total } });
  const shown = (...budgets) => standing([run([artifact("itinerary", { cities: ["rome"] }), ...budgets])]).find(({ kind }) => kind === "budget").payload.total;
  assert.equal(shown(budget("mid", "900"), budget("budget", "500")), "900");
  assert.equal(shown(budget("mid", "900"), budget("mid", "950")), "950");
});
