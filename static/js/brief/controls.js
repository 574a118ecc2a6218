/** The parts that the card's forms are made of. Each has a label of its own; values are read by the form's own code. */
import { el, icon, isComposing } from "../dom.js";

const say = (text, values) => interpolate(text, values, true);

export const labelled = (label, input) => el("label", { class: "brief-field" }, el("span", { text: label }), input);

export const textInput = (name, value, more = {}) => el("input", { type: "text", name, value: value ?? "", maxlength: 200, autocomplete: "off", data: { testid: `brief-${name}` }, ...more });

/** A choice of one; `options` are [value, text], an empty value first where none is a choice, too. */
export function select(name, value, options) {
  const chosen = value ?? "";
  return el("select", { name, data: { testid: `brief-${name}` } }, options.map(([key, text]) => el("option", { value: key, text, selected: String(key) === String(chosen) })));
}

/** One of a few, all in sight. */
export const radios = (legend, name, value, options) => el("fieldset", { class: "brief-choices" }, el("legend", { text: legend }),
  options.map(([key, text]) => el("label", { class: "brief-choice" }, el("input", { type: "radio", name, value: key, checked: key === (value ?? "") }), el("span", { text }))));

/** Several of a few, all in sight. */
export const checks = (legend, name, values, options) => el("fieldset", { class: "brief-choices" }, el("legend", { text: legend }),
  options.map(([key, text]) => el("label", { class: "brief-choice" }, el("input", { type: "checkbox", name, value: key, checked: values.includes(key) }), el("span", { text }))));

export const chosen = (form, name) => [...form.querySelectorAll(`input[name="${name}"]:checked`)].map(({ value }) => value);

const tool = (name, text, testid, click) => el("button", { type: "button", class: "icon-button", "aria-label": text, title: text, data: { testid }, on: { click } }, icon(name));

/** A number with a button to either side of it. */
export function counter(label, name, value, { min = 0, max = 50, changed = () => {} } = {}) {
  const input = el("input", { type: "number", name, value, min, max, inputmode: "numeric", data: { testid: `brief-${name}` }, on: { input: () => changed(Number(input.value)) } });
  const step = (by) => {
    input.value = Math.min(max, Math.max(min, Number(input.value) + by));
    changed(Number(input.value));
  };
  return el("div", { class: "brief-counter" }, labelled(label, input),
    tool("minus", say(gettext("%(what)s: one less"), { what: label }), `brief-${name}-less`, () => step(-1)),
    tool("plus", say(gettext("%(what)s: one more"), { what: label }), `brief-${name}-more`, () => step(1)));
}

const SEARCH_MS = 200;

/** Fills a list of suggestions while one types; `find(text)` gives [id, text, note] rows. */
function suggest(input, suggestions, find, known) {
  let timer = null;
  let turn = 0;
  const look = async () => {
    const asked = ++turn;
    const rows = await find(input.value.trim()).catch(() => []);
    if (asked !== turn) return;
    for (const [id, text] of rows) known.set(text, id);
    suggestions.replaceChildren(...rows.map(([, value, label]) => el("option", { value, label: label || null })));
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (input.value.trim() && !known.has(input.value.trim())) timer = setTimeout(look, SEARCH_MS);
  });
}

let lists = 0;

/** A field for a name with suggestions. `read()`: the id of what was picked, else the text as it stands. */
export function finder(label, name, value, find) {
  const known = new Map(value ? [[value.text, value.id]] : []);
  const suggestions = el("datalist", { id: `brief-list-${++lists}` });
  const input = textInput(name, value?.text, { list: suggestions.id });
  suggest(input, suggestions, find, known);
  const read = () => known.get(input.value.trim()) ?? input.value.trim();
  return { node: el("div", { class: "brief-finder" }, labelled(label, input), suggestions), input, read };
}

/**
 * An ordered list of things with a way to take each out, to move it where the order counts, and to add one by its name.
 * `items`: {value, text}; `row(item)`: more controls of a row; `add`: {label, find} or nothing.
 */
export class ItemList {
  constructor({ name, items, ordered = false, row = () => null, add = null }) {
    Object.assign(this, { name, items: [...items], ordered, row });
    this.list = el("ol", { class: "brief-items", data: { testid: `brief-${name}-items` } });
    this.finder = add ? finder(add.label, `${name}-add`, null, add.find) : null;
    const button = el("button", { type: "button", class: "button plain", text: gettext("Add"), data: { testid: `brief-${name}-add-button` }, on: { click: () => this.add() } });
    this.node = el("div", { class: "brief-list" }, this.list, this.finder ? el("div", { class: "brief-add" }, this.finder.node, button) : null);
    // Enter adds what was typed; on an empty field it saves, as everywhere in the form.
    this.finder?.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || isComposing(event) || !this.finder.input.value.trim()) return;
      event.preventDefault();
      this.add();
    });
    this.draw();
  }

  /** The items with what was typed and not added yet. */
  get all() {
    const value = this.finder?.read();
    return value ? [...this.items, { value, text: this.finder.input.value.trim() }] : this.items;
  }

  add() {
    this.items = this.all;
    if (this.finder) this.finder.input.value = "";
    this.draw();
    this.finder?.input.focus();
  }

  draw() {
    this.list.replaceChildren(...this.items.map((item, index) => this.rowOf(item, index)));
    this.list.hidden = !this.items.length;
  }

  rowOf(item, index) {
    const act = (change, testid) => () => {
      change();
      this.draw();
      const rows = this.list.querySelectorAll(`[data-testid="${testid}"]`);
      (rows[Math.min(this.items.indexOf(item) < 0 ? index : this.items.indexOf(item), rows.length - 1)] ?? this.finder?.input ?? this.node.closest("form").elements[0]).focus();
    };
    const move = (by) => () => { this.items.splice(index, 1); this.items.splice(index + by, 0, item); };
    return el("li", { data: { testid: "brief-item", value: typeof item.value === "string" ? item.value : null } }, el("span", { text: item.text }), this.row(item),
      this.ordered && index > 0 ? tool("up", say(gettext("%(what)s: earlier"), { what: item.text }), "brief-up", act(move(-1), "brief-remove")) : null,
      this.ordered && index < this.items.length - 1 ? tool("down", say(gettext("%(what)s: later"), { what: item.text }), "brief-down", act(move(1), "brief-remove")) : null,
      tool("bin", say(gettext("Remove %(name)s"), { name: item.text }), "brief-remove", act(() => this.items.splice(index, 1), "brief-remove")));
  }
}
