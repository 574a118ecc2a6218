/**
 * Where one writes. Enter sends, Shift+Enter breaks the line, an Enter that ends a composition (Chinese, Japanese input) never
 * sends. The draft lives in sessionStorage until the server has accepted the message, so nothing typed is lost.
 */
import { byId, foldsAway, isComposing } from "./dom.js";

const draftKey = (session) => `draft:${session || "new"}`;

export class Composer {
  /** `onSend(text)`; `onStop()`. */
  constructor({ session, onSend, onStop }) {
    this.input = byId("composer-input");
    this.button = byId("send");
    this.stopButton = byId("stop");
    this.hint = byId("composer-hint");
    this.session = session;
    this.onSend = onSend;
    this.busy = false;
    this.input.value ||= sessionStorage.getItem(draftKey(session)) ?? "";  // what was typed while the page loaded stays
    this.input.addEventListener("input", () => { this.say(""); this.keep(); this.fit(); });
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
      event.preventDefault();
      this.submit();
    });
    byId("composer").addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.stopButton.addEventListener("click", onStop);
    this.options();
    this.fit();
  }

  options() {
    const menu = byId("options");
    for (const name of ["mode", "style", "model"]) {
      const select = byId(name);
      const stored = localStorage.getItem(`choice:${name}`);
      if ([...select.options].some(({ value }) => value === stored)) select.value = stored;
      select.addEventListener("change", () => { localStorage.setItem(`choice:${name}`, select.value); this.label(); });
    }
    foldsAway(menu);
    this.label();
  }

  label() {
    const pickers = byId("model").options.length > 1 ? ["model", "mode", "style"] : ["mode", "style"];
    const names = pickers.map((name) => byId(name).selectedOptions[0]?.textContent).filter(Boolean);
    byId("options-label").textContent = [...new Set(names)].join(" · ") || gettext("Options");
  }

  /** The pickers' values, those that were set. */
  get choices() {
    return Object.fromEntries(["mode", "style", "model"].map((name) => [name, byId(name).value]).filter(([, value]) => value));
  }

  keep(text = this.input.value) {
    if (text) sessionStorage.setItem(draftKey(this.session), text);
    else sessionStorage.removeItem(draftKey(this.session));
  }

  /** Takes the draft along to the session that was just made for it. */
  moveTo(session) {
    const text = sessionStorage.getItem(draftKey(this.session));
    sessionStorage.removeItem(draftKey(this.session));
    this.session = session;
    if (text) this.keep(text);
  }

  submit() {
    const text = this.input.value.trim();
    if (!text || this.busy) return;
    this.onSend(text);
  }

  /** The text is on its way: out of the box, still kept as the draft. */
  release(text) {
    this.input.value = "";
    this.keep(text);
    this.say("");
    this.fit();
  }

  accepted() {
    this.keep();
  }

  /** Brings a text back, before anything typed meanwhile, and says why. */
  restore(text, reason = "") {
    this.input.value = [text, this.input.value].filter(Boolean).join("\n");
    this.keep();
    this.say(reason);
    this.fit();
    this.input.focus();
  }

  /** What the empty field asks for; without a text what it asked for at first. */
  ask(text) {
    this.first ??= this.input.placeholder;
    this.input.placeholder = text || this.first;
  }

  /** Says why something was not sent; `whileBusy`: only as long as a run is under way. */
  say(text, whileBusy = false) {
    this.hint.textContent = text;
    this.saysBusy = whileBusy;
  }

  setBusy(busy) {
    this.busy = busy;
    if (!busy && this.saysBusy) this.say("");
    this.stopButton.hidden = !busy;
    this.button.hidden = busy;
    this.fit();
    this.catchFocus();
  }

  /** Takes the focus when what held it is gone: to where one writes; where that would bring up a keyboard, to the conversation. */
  catchFocus() {
    const held = document.activeElement;
    if (held && held !== document.body && held.checkVisibility()) return;
    (window.matchMedia("(pointer: fine)").matches ? this.input : byId("main")).focus({ preventScroll: true });
  }

  fit() {
    this.button.disabled = !this.input.value.trim();
    if (CSS.supports("field-sizing", "content")) return;
    this.input.style.height = "auto";
    this.input.style.height = `${this.input.scrollHeight}px`;
  }
}
