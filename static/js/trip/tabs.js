/**
 * The parts of a trip as tabs: days, map, budget, notes. The open one stands in the address (`#budget`). Where the window is wide, the map
 * stands beside the days and is no tab.
 */
import { byId } from "../dom.js";

const WIDE = "(min-width: 62.5rem)";

export class Tabs {
  /** `opened(name)` hears of each tab that was opened, and of a window that became wide or narrow. */
  constructor(main, opened) {
    Object.assign(this, { main, opened, wide: window.matchMedia(WIDE) });
    this.tabs = [...byId("tabs").querySelectorAll("[role=tab]")];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.open(tab.dataset.tab));
    byId("tabs").addEventListener("keydown", (event) => this.key(event));
    this.wide.addEventListener("change", () => this.fit());
    window.addEventListener("hashchange", () => this.open(this.named));
    // What is not on the page has no size, and the map could not fit itself to the paper.
    window.addEventListener("beforeprint", () => main.classList.add("printing"));
    window.addEventListener("afterprint", () => main.classList.remove("printing"));
  }

  get name() {
    return this.main.dataset.tab;
  }

  /** The tab that the address names, else the days. */
  get named() {
    return this.offered.find(({ dataset }) => `#${dataset.tab}` === location.hash)?.dataset.tab ?? "days";
  }

  get offered() {
    return this.tabs.filter(({ dataset }) => !(this.wide.matches && dataset.tab === "map"));
  }

  /** True where the map can be seen now. */
  get hasMap() {
    return this.name === (this.wide.matches ? "days" : "map");
  }

  /** Opens the tab of the address, and keeps the map in the place that the window has for it. */
  fit() {
    const panel = byId("panel-map");
    if (!panel) return; // the trip was taken off the page
    panel.setAttribute("role", this.wide.matches ? "region" : "tabpanel");
    byId("tab-map").hidden = this.wide.matches;
    this.open(this.wide.matches && this.name === "map" ? "days" : this.named);
  }

  open(name) {
    this.main.dataset.tab = name;
    for (const tab of this.tabs) {
      tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
      tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
    }
    const hash = name === "days" ? "" : `#${name}`;
    if (location.hash !== hash) history.replaceState(history.state, "", location.pathname + location.search + hash);
    this.opened(name);
  }

  key(event) {
    const { offered } = this;
    const index = offered.findIndex(({ dataset }) => dataset.tab === this.name);
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: offered.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = offered[(next + offered.length) % offered.length];
    this.open(tab.dataset.tab);
    tab.focus();
  }
}
