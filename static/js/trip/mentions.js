/** `@name` in a comment: completed from the people of the trip while one types, sent as references to them, and shown as who they are now. */
import { el } from "../dom.js";

const say = (text, values) => interpolate(text, values, true);
/** An "@" that begins a name: not one within an address. */
const BEGUN = /(?:^|[^\p{Script=Latin}\d._%+@-])@([^@\n]{0,60})$/u;

const codePoints = (text) => [...text].length;

/** What stands behind the "@" that is being typed before `caret`, null where none is. */
export const begun = (text, caret) => BEGUN.exec(text.slice(0, caret))?.[1] ?? null;

/** The people whose name holds what was typed, those whose name begins with it first. */
export function matching(people, typed) {
  const part = typed.toLowerCase();
  const place = ({ name }) => name.toLowerCase().indexOf(part);
  return people.filter((person) => place(person) >= 0).sort((one, other) => Math.min(place(one), 1) - Math.min(place(other), 1));
}

/** Where a text names the people that were chosen, as the API takes it; whoever is no longer named is left out. */
export function mentionsIn(text, chosen) {
  const taken = [];
  const free = (start, end) => taken.every((span) => end <= span.start || start >= span.end);
  for (const { member, name } of [...chosen].sort((one, other) => other.name.length - one.name.length)) {
    const written = `@${name}`;
    let start = text.indexOf(written);
    while (start >= 0 && !free(start, start + written.length)) start = text.indexOf(written, start + 1);
    if (start >= 0) taken.push({ start, end: start + written.length, member });
  }
  return taken.sort((one, other) => one.start - other.start).map(({ start, member }) => ({ member, at: codePoints(text.slice(0, start)) }));
}

/** The text of a comment with its mentions by the names that people go by now, as parts: strings and mentions. */
export function partsOf(text, mentions) {
  const characters = [...text];
  const parts = [];
  let done = 0;
  for (const mention of mentions) {
    parts.push(characters.slice(done, mention.at).join(""), mention);
    done = mention.at + mention.length;
  }
  parts.push(characters.slice(done).join(""));
  return parts.filter((part) => part !== "");
}

/** The same as nodes. */
export const mentionedText = (text, mentions) => partsOf(text, mentions).map((part) => (typeof part === "string" ? part
  : el("b", { class: "mention", data: { testid: "mention", me: part.me || undefined } }, el("bdi", { text: `@${part.name}` }))));

let lists = 0;

/** Completes names in a text area. `people()` resolves with `{member, name}` of those who can be named. */
export class MentionField {
  constructor(area, people) {
    Object.assign(this, { area, people, chosen: [], found: [], index: 0 });
    lists += 1;
    this.list = el("ul", { id: `mentions-${lists}`, class: "mention-list", role: "listbox", "aria-label": gettext("People of this trip"), hidden: true, data: { testid: "mention-list" } });
    this.told = el("p", { class: "sr", role: "status" });
    area.setAttribute("aria-autocomplete", "list");
    area.setAttribute("aria-controls", this.list.id);
    area.addEventListener("input", (event) => { if (!event.isComposing) this.look(); });
    area.addEventListener("compositionend", () => this.look());
    area.addEventListener("click", () => this.look());
    area.addEventListener("blur", () => this.close());
    area.addEventListener("keydown", (event) => this.key(event));
    this.nodes = [this.list, this.told];
  }

  get isOpen() {
    return !this.list.hidden;
  }

  get mentions() {
    return mentionsIn(this.area.value.trim(), this.chosen);
  }

  clear() {
    this.area.value = "";
    this.chosen = [];
    this.close();
  }

  async look() {
    const typed = begun(this.area.value, this.area.selectionEnd);
    if (typed === null) return this.close();
    const found = matching(await this.people(), typed);
    if (begun(this.area.value, this.area.selectionEnd) !== typed) return undefined;
    this.typed = typed;
    return found.length && !found.some(({ name }) => typed.startsWith(`${name} `)) ? this.open(found) : this.close();
  }

  open(found) {
    this.found = found;
    this.list.replaceChildren(...found.map((person, index) => el("li", { id: `${this.list.id}-${index}`, role: "option", data: { testid: "mention-option" },
      on: { pointerdown: (event) => event.preventDefault(), click: () => this.choose(index) } }, el("bdi", { text: person.name }))));
    this.list.hidden = false;
    this.mark(0);
    this.told.textContent = say(ngettext("%(count)s person: arrow keys choose, Enter names them.", "%(count)s people: arrow keys choose, Enter names them.", found.length), { count: found.length });
  }

  close() {
    this.list.hidden = true;
    this.told.textContent = "";
    this.area.removeAttribute("aria-activedescendant");
  }

  mark(index) {
    this.index = (index + this.found.length) % this.found.length;
    [...this.list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === this.index)));
    this.area.setAttribute("aria-activedescendant", this.list.children[this.index].id);
    this.list.children[this.index].scrollIntoView({ block: "nearest" });
  }

  key(event) {
    if (!this.isOpen || event.isComposing) return;
    const act = { ArrowDown: () => this.mark(this.index + 1), ArrowUp: () => this.mark(this.index - 1), Enter: () => this.choose(this.index), Tab: () => this.choose(this.index), Escape: () => this.close() }[event.key];
    if (!act || (event.key === "Tab" && event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  choose(index) {
    const person = this.found[index];
    const caret = this.area.selectionEnd;
    this.area.setRangeText(`@${person.name} `, caret - this.typed.length - 1, caret, "end");
    this.chosen.push(person);
    this.close();
    this.area.focus();
    this.area.scrollIntoView({ block: "nearest" });
  }
}
