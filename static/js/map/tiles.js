/**
 * Tiles of a service over the ground. A tile that does not come leaves its place to the ground. Services ask who shows their tiles, so the
 * site's name goes along even from pages that tell nobody where one comes from.
 */
import { fromGcj02, toGcj02 } from "./gcj02.js";

const same = (point) => point;

/** How the datum of the tiles moves points: `place` from WGS 84 to the map, `back` from the map. */
export const datumOf = (tiles) => (tiles?.datum === "gcj02" ? { place: toGcj02, back: fromGcj02 } : { place: same, back: same });

const DARK = "(prefers-color-scheme: dark)";

/** Whether the page is dark: by the reader's choice, else by the device. */
function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme === "dark" || (theme !== "light" && window.matchMedia(DARK).matches);
}

/** A layer for Leaflet of a service (travelagent/maps/presets.py), which follows the theme where the service has dark tiles. */
export function tileLayer(L, { url, darkUrl, attribution, maxZoom, subdomains }) {
  const address = () => (darkUrl && isDark() ? darkUrl : url);
  const layer = L.tileLayer(address(), {
    attribution, maxZoom, subdomains, referrerPolicy: "strict-origin-when-cross-origin", className: darkUrl ? "map-tiles" : "map-tiles to-darken",
  });
  layer.on("tileerror", ({ tile }) => { tile.hidden = true; });
  if (darkUrl) {
    const follow = () => layer.setUrl(address());
    new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    window.matchMedia(DARK).addEventListener("change", follow);
  }
  return layer;
}
