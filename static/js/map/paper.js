/** The map on paper: its window takes the width of a sheet while the page is printed, and shows all that it showed. */

/** CSS pixels: what A4 with the browser's usual margins leaves, and a third of its height. */
const PAPER = { width: 680, height: 380 };

/** Fits a map to paper and back. `frame()` lets it show what it is to show. */
export function fitPaper(host, map, frame) {
  const resize = () => {
    map.invalidateSize({ pan: false, animate: false });
    frame();
  };
  window.addEventListener("beforeprint", () => {
    if (host.hidden) return;
    host.style.setProperty("width", `${PAPER.width}px`);
    host.style.setProperty("height", `${PAPER.height}px`);
    resize();
  });
  window.addEventListener("afterprint", () => {
    host.style.removeProperty("width");
    host.style.removeProperty("height");
    resize();
  });
}
