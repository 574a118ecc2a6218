/**
 * Which parts of the chat page are seen. A first visit has the composer in the middle of the page; with the first message it moves to
 * the foot of the conversation. Where there is no room for both, conversation and plan are two tabs that keep where they were scrolled to.
 */
import { byId } from "./dom.js";

const NARROW = "(max-width: 62.49rem)";
const TABS = { chat: "main", plan: "result" };

/** Moves a node with what has the focus in it; browsers without `moveBefore` lose the focus, so it is given back. */
function move(node, place) {
  if (node.parentElement === place) return;
  const held = node.contains(document.activeElement) ? document.activeElement : null;
  if (place.moveBefore) place.moveBefore(node, null);
  else place.append(node);
  if (held && document.activeElement !== held) held.focus({ preventScroll: true });
}

export class Views {
  /** `turned(tab)` is called when a tab was opened by a press. */
  constructor({ turned = () => {} } = {}) {
    this.turned = turned;
    this.narrow = window.matchMedia(NARROW);
    this.scrolled = { chat: 0, plan: 0 };
    this.tabs = { chat: byId("tab-chat"), plan: byId("tab-plan") };
    this.scrollers = { chat: byId("main"), plan: byId("result-body") };
    for (const [name, tab] of Object.entries(this.tabs)) tab.addEventListener("click", () => { this.open(name); this.turned(name); });
    byId("view-tabs").addEventListener("keydown", (event) => this.onKey(event));
    document.body.dataset.tab = "chat";
    this.narrow.addEventListener("change", () => this.tellMain());
  }

  /** Where the plan alone is shown, it is the page's main part. */
  tellMain() {
    byId("result").setAttribute("role", this.narrow.matches && this.tab === "plan" ? "main" : "complementary");
  }

  /** `on`: the page has a conversation; else it is a first visit, with the composer among what one may start from. */
  talk(on) {
    document.body.classList.toggle("is-welcome", !on);
    byId("welcome").hidden = on;
    move(byId("composer"), byId(on ? "composer-place" : "composer-welcome"));
    if (!on) this.open("chat");
  }

  get tab() {
    return document.body.dataset.tab;
  }

  /** True where the plan is a tab of its own that is not open. */
  get isPlanHidden() {
    return this.narrow.matches && this.tab === "chat";
  }

  open(name) {
    byId("tab-mark").hidden ||= name === "plan";
    if (name === this.tab) return;
    this.scrolled[this.tab] = this.scrollers[this.tab].scrollTop;
    const lost = byId(TABS[this.tab]).contains(document.activeElement) || byId("composer").contains(document.activeElement);
    document.body.dataset.tab = name;
    this.tellMain();
    for (const [key, tab] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", String(key === name));
      tab.tabIndex = key === name ? 0 : -1;
    }
    this.scrollers[name].scrollTop = this.scrolled[name];
    if (lost && this.narrow.matches) this.tabs[name].focus({ preventScroll: true });
  }

  /** Says that there is something new in the plan, which is not open. */
  mark() {
    byId("tab-mark").hidden = false;
  }

  onKey(event) {
    const next = { ArrowLeft: "chat", ArrowRight: "plan", Home: "chat", End: "plan" }[event.key];
    if (!next) return;
    event.preventDefault();
    this.open(next);
    this.tabs[next].focus();
  }
}
