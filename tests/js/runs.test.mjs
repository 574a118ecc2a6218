// What reaches the page comes in order and once, whatever the line does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Runs } from "../../static/js/runs.js";
import { backoff } from "../../static/js/socket.js";

const event = (seq, type = "llm_token", data = { token: String(seq) }) => ({ seq, run: "run_1", type, at: "2026-01-31T10:00:00Z", data });

function listening() {
  const [applied, asked] = [[], []];
  const runs = new Runs({ changed: (run, { seq }) => applied.push(seq), attach: (run, after) => asked.push([run, after]) });
  return { runs, applied, asked };
}

test("a double is dropped", () => {
  const { runs, applied } = listening();
  [1, 2, 2, 1, 3].forEach((seq) => runs.take(event(seq)));
  assert.deepEqual(applied, [1, 2, 3]);
  assert.equal(runs.get("run_1").segments[0].text, "123");
});

test("a gap asks once for what follows the last event held, and the answer fills it", () => {
  const { runs, applied, asked } = listening();
  [1, 4, 5].forEach((seq) => runs.take(event(seq)));
  assert.deepEqual(asked, [["run_1", 1]]);
  [2, 3, 4, 5].forEach((seq) => runs.take(event(seq)));
  assert.deepEqual(applied, [1, 2, 3, 4, 5]);
});

test("a second gap after the first was filled asks again", () => {
  const { runs, asked } = listening();
  [1, 3, 2, 3, 6].forEach((seq) => runs.take(event(seq)));
  assert.deepEqual(asked, [["run_1", 1], ["run_1", 3]]);
});

test("a question that a lost connection swallowed is asked again on the next one", () => {
  const { runs, asked } = listening();
  [1, 3].forEach((seq) => runs.take(event(seq)));
  runs.reset();
  runs.take(event(4));
  assert.deepEqual(asked, [["run_1", 1], ["run_1", 1]]);
});

test("stored events never take a run back behind what came live", () => {
  const { runs } = listening();
  [1, 2, 3].forEach((seq) => runs.take(event(seq)));
  runs.load("run_1", [event(1)]);
  assert.equal(runs.get("run_1").seq, 3);
  runs.load("run_1", [1, 2, 3, 4].map((seq) => event(seq)));
  assert.equal(runs.get("run_1").seq, 4);
});

test("pauses between tries grow to a limit and are spread", () => {
  assert.deepEqual([0, 1, 2, 10].map((attempt) => backoff(attempt, () => 1)), [500, 1000, 2000, 15000]);
  assert.equal(backoff(2, () => 0), 1000);
});
