// How a streaming answer is cut into blocks, so that finished blocks are never drawn again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blocks, keptBlocks } from "../../static/js/markdown.js";

const TEXT = "## Day 1\nWalk.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd.";

test("headings, paragraphs, lists and tables are blocks of their own", () => {
  assert.deepEqual(blocks(TEXT), ["## Day 1", "Walk.", "- one\n- two", "| a | b |\n|---|---|\n| 1 | 2 |", "End."]);
});

test("while the text grows, all blocks but the last two stay as they were", () => {
  for (let length = 2; length <= TEXT.length; length += 1) {
    const [before, after] = [blocks(TEXT.slice(0, length - 1)), blocks(TEXT.slice(0, length))];
    assert.deepEqual(after.slice(0, Math.max(0, before.length - 1)), before.slice(0, -1));
  }
});

test("a list or a table right behind a line of text is a block of its own, as it is for the server", () => {
  assert.deepEqual(blocks("Sights:\n- one\n- two"), ["Sights:", "- one\n- two"]);
  assert.deepEqual(blocks("Then:\n1. one\n2. two"), ["Then:", "1. one\n2. two"]);
  assert.deepEqual(blocks("Hours:\n| a | b |\n|---|---|"), ["Hours:", "| a | b |\n|---|---|"]);
  assert.deepEqual(blocks("In the year\n1999. It rained."), ["In the year\n1999. It rained."]);
});

test("blocks that are the same before and after stay, in their order", () => {
  assert.deepEqual(keptBlocks(["a", "b", "c"], ["a", "x", "c"]), [0, -1, 2]);
  assert.deepEqual(keptBlocks(["a", "b", "c"], ["a", "c", "legend"]), [0, 2, -1]);
  assert.deepEqual(keptBlocks(["hr", "a", "hr", "b"], ["hr", "b"]), [0, 3]);
  assert.deepEqual(keptBlocks([], ["a"]), [-1]);
  assert.deepEqual(keptBlocks(["a"], []), []);
});
