// A text of one's own while somebody else writes into the same field.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = new EventTarget();
globalThis.gettext = (text) => text;
const { OwnText } = await import("../../static/js/trip/own_text.js");

class Field extends EventTarget {
  value = "";
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

function edited(save) {
  const input = new Field();
  const state = { textContent: "" };
  const sent = [];
  const text = new OwnText(input, state, async (value) => {
    sent.push(value);
    return save(text, value);
  });
  const leave = async (value = input.value) => {
    input.value = value;
    input.dispatchEvent(new Event("change"));
    await settled();
  };
  return { text, input, state, sent, leave };
}

test("what another's change has overtaken is not sent again when the field is left", async () => {
  const { text, input, state, sent, leave } = edited((own) => {
    own.show("Theirs");
    return false;
  });
  await leave("Mine");
  await leave();

  assert.deepEqual(sent, ["Mine"]);
  assert.equal(state.textContent, "Not saved.");
  assert.equal(input.value, "Mine");
  text.show("Theirs", true);
  assert.equal(input.value, "Theirs");
});

test("what could not be sent is sent again when the field is left", async () => {
  const { sent, leave } = edited(() => false);
  await leave("Mine");
  await leave();

  assert.deepEqual(sent, ["Mine", "Mine"]);
});
