// Names of models in the status line.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.gettext = (text) => text;
globalThis.ngettext = (one) => one;
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
const { modelLabel } = await import("../../static/js/labels.js");

const OFFERED = [{ name: "offline", label: "Embedded assistant" }, { name: "local-1234:a", label: "a · on this machine, port 1234" }];

test("a model is called as it is offered", () => {
  assert.equal(modelLabel("offline", OFFERED), "Embedded assistant");
  assert.equal(modelLabel("local-1234:a", OFFERED), "a · on this machine, port 1234");
});

test("a model that is not offered is called by its name, without the port", () => {
  assert.equal(modelLabel("local-11434:qwen3:8b", OFFERED), "qwen3:8b · on this machine");
  assert.equal(modelLabel("local-8080:/srv/models/qwen3.gguf"), "qwen3 · on this machine");
  assert.equal(modelLabel("gpt-x"), "gpt-x");
});
