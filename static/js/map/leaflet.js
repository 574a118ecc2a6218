/** Leaflet, fetched only when there is something to draw, and what the maps of the pages change about it. */
import { el } from "../dom.js";
import { createFormat, language } from "../format.js";

let loading = null;

/** Appends an element that fetches something to the head; resolves once it is there. */
const fetched = (node) => new Promise((resolve, reject) => {
  node.addEventListener("load", resolve);
  node.addEventListener("error", () => reject(new Error(`${node.localName} of Leaflet could not be loaded`)));
  document.head.append(node);
});

/** Leaflet with its style sheet, without which its parts would stand anywhere for a moment. Tried again after a failure. */
export function loadLeaflet() {
  const { leafletJs, leafletCss } = document.body.dataset;
  loading ??= Promise.all([fetched(el("script", { src: leafletJs })), fetched(el("link", { rel: "stylesheet", href: leafletCss }))])
    .then(() => window.L, (error) => { loading = null; throw error; });
  return loading;
}

/** Leaflet's scale with its lengths in the page's language. */
export const localScale = (L) => L.Control.Scale.extend({
  _updateMetric(metres) {
    const shown = this._getRoundNum(metres);
    this._updateScale(this._mScale, createFormat(language(document.documentElement.lang)).distance(shown / 1000), shown / metres);
  },
});

export const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
