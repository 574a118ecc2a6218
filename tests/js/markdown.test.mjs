// How a streaming answer is cut into blocks, so that finished blocks are never drawn again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blocks } from "../../static/js/markdown.js";

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
