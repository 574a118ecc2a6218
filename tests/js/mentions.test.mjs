// Names in comments: when an "@" begins one, and where a text names whom.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = new EventTarget();
const { begun, matching, mentionsIn, partsOf } = await import("../../static/js/trip/mentions.js");

test("an @ begins a name, not within an address", () => {
  assert.equal(begun("Ask @Be", 7), "Be");
  assert.equal(begun("早点去@小", 5), "小");
  assert.equal(begun("@", 1), "");
  assert.equal(begun("ada@example", 11), null);
  assert.equal(begun("Ask @Be then", 4), null);
  assert.equal(begun("no name", 7), null);
});

test("names that begin with what was typed come first", () => {
  const people = [{ name: "Sabine" }, { name: "Ben" }, { name: "小林" }];
  assert.deepEqual(matching(people, "be").map(({ name }) => name), ["Ben"]);
  assert.deepEqual(matching([{ name: "Ruben" }, { name: "Ben" }], "be").map(({ name }) => name), ["Ben", "Ruben"]);
  assert.equal(matching(people, "").length, 3);
});

test("mentions are counted in code points, and the longer name is not taken for the shorter one", () => {
  const chosen = [{ member: "a", name: "Ann" }, { member: "b", name: "Anna 🐍" }];
  assert.deepEqual(mentionsIn("😀 @Anna 🐍 and @Ann", chosen), [{ member: "b", at: 2 }, { member: "a", at: 14 }]);
});

test("two of one name are two people, and whoever is no longer named is left out", () => {
  const chosen = [{ member: "1", name: "Ben" }, { member: "2", name: "Ben" }, { member: "3", name: "Eve" }];
  assert.deepEqual(mentionsIn("@Ben and @Ben", chosen), [{ member: "1", at: 0 }, { member: "2", at: 9 }]);
});

test("a text is shown with the names of now", () => {
  const mention = { at: 2, length: 4, name: "Benjamin" };
  assert.deepEqual(partsOf("😀 @Ben!", [mention]), ["😀 ", mention, "!"]);
  assert.deepEqual(partsOf("<b>", []), ["<b>"]);
});
