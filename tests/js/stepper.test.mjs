// What is told of reasoning in one line while it streams in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newestSentence } from "../../static/js/stepper.js";

test("the newest whole sentence is told, and before there is one all that is there", () => {
  assert.equal(newestSentence("Two travellers, th"), "Two travellers, th");
  assert.equal(newestSentence("Two travellers, three days. They like 3.5 stars and"), "Two travellers, three days.");
  assert.equal(newestSentence("两个人，三天。预算不高，先看"), "两个人，三天。");
  assert.equal(newestSentence("Is it far?\nNo.\n"), "No.");
  assert.equal(newestSentence("- a list\n- of points"), "- of points");
  assert.equal(newestSentence(""), "");
});
