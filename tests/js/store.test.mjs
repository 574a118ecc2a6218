// The reducer turns the event log into what the page shows; replaying a log must give what it gave live.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isBusy, isEdit, isOver, latestArtifacts, newRun, order, phaseElapsed, reduce, replay, workedMs } from "../../static/js/store.js";

/** Envelopes of one run from [type, data, second?, parent?] rows, numbered from 1. */
function log(...rows) {
  return rows.map(([type, data = {}, second = 0, parent], index) => ({
    seq: index + 1, run: "run_1", type, at: new Date(Date.UTC(2026, 0, 31, 10, 0, second)).toISOString(), data, ...(parent ? { parent } : {}),
  }));
}
const phase = (name) => ["phase", { phase: name, title: name.toUpperCase() }];
const at = (row, second) => [row[0], row[1], second];

const FULL = log(
  ["run_started", { session: "ses_1", message: "三日", mode: "react", style: "warm", model: "offline", locale: "zh" }],
  at(phase("understanding"), 0),
  ["thought", { id: "t1", type: "analysis", phase: "understanding", content: "…", understanding: { intent: "travel_planning" } }, 1],
  at(phase("planning"), 2),
  at(phase("execution"), 3),
  ["tool_start", { id: "c1", tool: "search_cities", args: { limit: 3 }, label: "Searching cities" }, 3],
  ["tool_progress", { id: "c1", fraction: 0.5, note: "half" }, 3],
  ["tool_end", { id: "c1", tool: "search_cities", status: "success", duration_ms: 40, result: { cities: [] } }, 4],
  ["artifact", { id: "a1", kind: "cities", payload: { cities: [] } }, 4],
  at(phase("generation"), 5),
  ["llm_token", { token: "Hel", reasoning_token: "" }, 5],
  ["llm_token", { token: "lo", reasoning_token: "hm" }, 6],
  ["answer", { text: "Hello", html: "<p>Hello</p>", sources: [], follow_ups: ["more"] }, 7],
  ["run_finished", { status: "succeeded", metadata: { stop_reason: "answered" } }, 7],
);

test("a whole run ends succeeded with all phases done, tools closed and the answer kept", () => {
  const run = replay("run_1", FULL);
  assert.equal(run.status, "succeeded");
  assert.deepEqual(run.phases.map(({ key, state, ms }) => [key, state, ms]),
    [["understanding", "done", 2000], ["planning", "done", 1000], ["execution", "done", 2000], ["generation", "done", 2000]]);
  assert.deepEqual([run.tools.c1.status, run.tools.c1.ms, run.tools.c1.fraction], ["success", 40, null]);
  assert.deepEqual(run.phases[2].items, [{ kind: "tool", id: "c1" }]);
  assert.equal(run.segments[0].text, "Hello");
  assert.equal(run.segments[0].answer.html, "<p>Hello</p>");
  assert.deepEqual(run.phases[3].items, [{ kind: "reasoning", id: "r12" }]);
  assert.deepEqual(run.reasoning, { r12: "hm" });
  assert.equal(run.understanding.intent, "travel_planning");
  assert.ok(isOver(run) && !isBusy(run));
});

test("what a run says of its end is not taken for what it had written before", () => {
  const end = [["thought", { id: "t2", type: "decision", phase: "generation", content: "…" }], ["llm_token", { token: "Stopped." }], ["answer", { text: "Stopped." }],
    ["run_finished", { status: "cancelled" }]];
  const stopped = (...written) => replay("run_1", log(["run_started", { session: "ses_1" }], phase("execution"), ...written, phase("generation"), ...end));
  assert.equal(stopped().spoken, false);
  assert.equal(stopped(["llm_token", { token: "First " }]).spoken, true);
});

test("doubles and old events change nothing: the very same object comes back", () => {
  const run = replay("run_1", FULL);
  for (const event of FULL) assert.equal(reduce(run, event), run);
  assert.equal(order(run, FULL[0]), "seen");
});

test("an event that leaves a gap is not taken", () => {
  const run = replay("run_1", FULL.slice(0, 5));
  assert.equal(order(run, FULL[6]), "gap");
  assert.equal(reduce(run, FULL[6]), run);
  assert.equal(order(run, FULL[5]), "next");
});

test("catching up after a cut gives the state of an unbroken run, wherever the cut was", () => {
  const whole = replay("run_1", FULL);
  for (let cut = 1; cut < FULL.length; cut += 1) {
    const resumed = FULL.slice(Math.max(0, cut - 3)).reduce(reduce, replay("run_1", FULL.slice(0, cut)));
    assert.deepEqual(resumed, whole);
  }
});

test("tokens leave phases, tools and artifacts untouched, so that nothing but the answer is drawn again", () => {
  const before = replay("run_1", FULL.slice(0, 10));
  const after = reduce(before, FULL[10]);
  assert.equal(after.phases, before.phases);
  assert.equal(after.tools, before.tools);
  assert.equal(after.artifacts, before.artifacts);
  assert.notEqual(after.segments, before.segments);
});

test("events of an unknown type only advance the seq", () => {
  const run = reduce(newRun("run_1"), { seq: 1, run: "run_1", type: "brand_new", at: "2026-01-31T10:00:00Z", data: { x: 1 } });
  assert.deepEqual(run, { ...newRun("run_1"), seq: 1 });
});

test("tokens of a cut-off node are taken out when the run resumes", () => {
  const run = replay("run_1", log(
    ["run_started", {}], ["llm_token", { token: "kept " }], ["llm_token", { token: "lost" }], ["llm_token", { token: " too" }],
    ["run_resumed", { reason: "restart", discard_after: 2 }], ["llm_token", { token: "again" }],
  ));
  assert.equal(run.segments.length, 1);
  assert.equal(run.segments[0].text, "kept again");
});

test("a pause keeps the first answer, and what follows the decision is a second one", () => {
  const rows = [
    ["run_started", {}], ["llm_token", { token: "May I?" }], ["answer", { text: "May I?" }],
    ["confirmation_required", { proposal: "prop_1", expires_at: "2026-01-31T11:00:00Z", calls: [{ id: "c", tool: "create_trip", args: {}, summary: "Save" }] }],
    ["run_paused", { reason: "confirmation" }],
  ];
  const paused = replay("run_1", log(...rows));
  assert.equal(paused.status, "awaiting_confirmation");
  assert.ok(!isBusy(paused) && !isOver(paused));
  assert.equal(paused.proposals[0].state, "open");
  const done = replay("run_1", log(...rows, ["confirmation_resolved", { proposal: "prop_1", decision: "approve", by: "visitor" }],
    ["run_resumed", { reason: "decision", discard_after: 5 }], ["llm_token", { token: "Saved." }], ["answer", { text: "Saved." }], ["run_finished", { status: "succeeded" }]));
  assert.deepEqual(done.segments.map(({ answer }) => answer.text), ["May I?", "Saved."]);
  assert.equal(done.proposals[0].state, "approve");
});

test("the clock of a phase stands still during a pause", () => {
  const run = replay("run_1", log(["run_started", {}], at(phase("generation"), 1), ["run_paused", { reason: "confirmation" }, 3]));
  const generation = run.phases[3];
  assert.equal(phaseElapsed(generation, Date.UTC(2026, 0, 31, 12)), 2000);
});

test("a running phase's time grows with the clock it is asked for", () => {
  const run = replay("run_1", log(["run_started", {}], at(phase("planning"), 1)));
  assert.equal(phaseElapsed(run.phases[1], Date.UTC(2026, 0, 31, 10, 0, 4)), 3000);
});

test("a failed run marks where it broke, leaves later phases pending, and closes tools that were running", () => {
  const run = replay("run_1", log(["run_started", {}], phase("understanding"), phase("execution"), ["tool_start", { id: "c1", tool: "x", args: {}, label: "X" }],
    ["error", { code: "model_failed", message: "no answer", retryable: true }], ["run_finished", { status: "failed", metadata: {} }]));
  assert.deepEqual(run.phases.map(({ state, outcome }) => [state, outcome]), [["done", null], ["done", null], ["done", "failed"], ["pending", null]]);
  assert.equal(run.tools.c1.status, "failed");
  assert.equal(run.error.code, "model_failed");
});

test("going back to an earlier phase reopens it and adds to its time", () => {
  const run = replay("run_1", log(["run_started", {}], at(phase("execution"), 0), at(phase("generation"), 2), at(phase("execution"), 5), at(phase("generation"), 6)));
  assert.equal(run.phases[2].ms, 3000);
  assert.equal(run.phases[2].state, "done");
  assert.equal(run.phases[3].state, "active");
});

test("a nested agent's thoughts and tools are shown, its tokens, phases and end are not the run's", () => {
  const run = replay("run_1", log(["run_started", {}], phase("execution"), ["run_started", { message: "inner" }, 0, "c1"], ["phase", { phase: "generation" }, 0, "c1"],
    ["tool_start", { id: "n1", tool: "x", args: {}, label: "X" }, 0, "c1"], ["llm_token", { token: "inner" }, 0, "c1"], ["run_finished", { status: "failed" }, 0, "c1"]));
  assert.equal(run.status, "running");
  assert.equal(run.message, "");
  assert.equal(run.segments[0].text, "");
  assert.equal(run.tools.n1.nested, true);
  assert.deepEqual(run.phases[2].items, [{ kind: "tool", id: "n1" }]);
});

test("an artifact of the same id replaces the one before, and the newest of a kind stands", () => {
  const run = replay("run_1", log(["artifact", { id: "a", kind: "budget", payload: { total: "1" } }], ["artifact", { id: "a", kind: "budget", payload: { total: "2" } }],
    ["artifact", { id: "b", kind: "budget", payload: { total: "3" } }], ["artifact", { id: "k", kind: "city", payload: { id: "kyoto" } }], ["artifact", { id: "o", kind: "city", payload: { id: "osaka" } }]));
  assert.equal(run.artifacts.length, 4);
  const latest = latestArtifacts(run.artifacts);
  assert.equal(latest.get("budget").payload.total, "3");
  assert.deepEqual([...latest.keys()], ["budget", "city:kyoto", "city:osaka"]);
});

test("a mended answer: the first text stays until the mended one is there, and that stands alone", () => {
  const rows = [
    ["llm_token", { token: "It is four." }],
    ["run_resumed", { reason: "mended", discard_after: 0 }],
    ["llm_token", { token: "It is three." }],
    ["answer", { text: "It is three.", html: "<p>It is three.</p>", sources: [], follow_ups: [], untraced: [{ text: "three", kind: "number" }] }],
  ];
  for (const seen of [1, 2]) assert.equal(replay("run_1", log(...rows.slice(0, seen))).segments[0].text, "It is four.");
  const run = replay("run_1", log(...rows));
  assert.deepEqual([run.segments.length, run.segments[0].text], [1, "It is three."]);
  assert.deepEqual(run.segments[0].answer.untraced, [{ text: "three", kind: "number" }]);
});

test("text that broke off stays, known as void, until something takes its place", () => {
  const half = [["llm_token", { token: "It is warm and" }], ["run_resumed", { reason: "retry", discard_after: 0 }]];
  const cut = replay("run_1", log(...half));
  assert.deepEqual([cut.segments[0].text, cut.voided], ["It is warm and", { after: 0, reason: "retry" }]);
  const next = { whole: ["llm_token", { token: "It is warm." }], thinks: ["llm_token", { reasoning_token: "hm" }], call: ["tool_start", { id: "c1", tool: "x", args: {}, label: "X" }],
    end: ["run_finished", { status: "cancelled" }] };
  const text = (...rows) => replay("run_1", log(...half, ...rows)).segments[0].text;
  assert.deepEqual([text(next.whole), text(next.call), text(next.end)], ["It is warm.", "", ""]);
  assert.equal(text(next.thinks), "It is warm and");
  assert.equal(replay("run_1", log(...half, ["run_resumed", { reason: "restart", discard_after: 2 }], next.whole)).segments[0].text, "It is warm.");
  assert.equal(replay("run_1", log(["run_resumed", { reason: "restart", discard_after: 0 }])).voided, null);
  assert.equal(replay("run_1", log(...half, ["thought", { id: "t", type: "decision", phase: "generation", content: "" }])).spoken, false);
});

test("the reasoning before each reply is one item of the phase in which it begins", () => {
  const run = replay("run_1", log(["run_started", {}], phase("planning"), ["llm_token", { reasoning_token: "First " }], ["llm_token", { reasoning_token: "this." }], ["model_call", {}],
    phase("execution"), ["llm_token", { reasoning_token: "Then that." }], phase("generation"), ["llm_token", { token: "So." }]));
  assert.deepEqual(run.phases.map(({ items }) => items.map(({ id }) => run.reasoning[id])), [[], ["First this."], ["Then that."], []]);
  assert.equal(run.reasoningNow, run.phases[2].items[0].id);
});

test("a remark before a call is a paragraph of its own", () => {
  const run = replay("run_1", log(["llm_token", { token: "Let me look." }],
    ["tool_start", { id: "c1", tool: "x", args: {}, label: "X" }], ["tool_start", { id: "c2", tool: "y", args: {}, label: "Y" }], ["llm_token", { token: "It is warm." }]));
  assert.equal(run.segments[0].text, "Let me look.\n\nIt is warm.");
});

test("a change without a message is an edit from its first event on, and its plan tells what changed", () => {
  const plan = { id: "a1", kind: "itinerary", payload: { days: [] } };
  const edit = replay("run_2", log(["brief_changed", { version: 2 }], ["artifact", plan], ["plan_changed", { artifact: "a1", difference: { told: [] } }], ["run_finished", { status: "succeeded" }]));
  assert.ok(isEdit(edit) && isOver(edit));
  assert.equal(edit.plan, "a1");
  assert.deepEqual(edit.artifacts[0].payload, { days: [], difference: { told: [] } });
  assert.ok(!isEdit(replay("run_1", FULL)));
  assert.ok(isEdit(newRun("run_3", { kind: "edit" })));
});

test("the plan that a message brings says itself what changed", () => {
  const plan = { id: "a1", kind: "itinerary", payload: { days: [] } };
  const run = replay("run_1", log(["run_started", {}], ["artifact", plan], ["plan_changed", { artifact: "a1", difference: { told: [] } }]));
  assert.deepEqual(run.artifacts[0].payload, { days: [] });
});

test("the time that a decision took is none of the run's, and what is proposed is told by its card", () => {
  const asked = [at(phase("understanding"), 0), at(phase("execution"), 2), ["answer", { text: "May I?" }, 3],
    ["confirmation_required", { proposal: "p1", calls: [] }, 3], ["run_paused", { reason: "confirmation" }, 3]];
  const paused = replay("run_1", log(...asked));
  assert.equal(workedMs(paused, Date.UTC(2026, 0, 31, 11)), 3000);
  assert.ok(paused.segments.at(-1).proposes);
  const done = replay("run_1", log(...asked, ["confirmation_resolved", { proposal: "p1", decision: "approve" }, 50], ["run_resumed", {}, 50],
    at(phase("execution"), 50), ["answer", { text: "Saved." }, 51], ["run_finished", { status: "succeeded" }, 52]));
  assert.equal(workedMs(done, Date.UTC(2026, 0, 31, 11)), 5000);
  assert.deepEqual(done.segments.map(({ answer, proposes }) => [answer.text, Boolean(proposes)]), [["May I?", true], ["Saved.", false]]);
});
