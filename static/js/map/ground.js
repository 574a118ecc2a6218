/**
 * The ground beneath stops and tiles: the packaged land, water, borders and names as one SVG that Leaflet moves like its own. A view is
 * drawn from pieces that are fetched once a page; colours come from the style sheet, so that a change of theme draws nothing.
 */
import { svg } from "../dom.js";
import { pick } from "../format.js";
import { LEVELS, boxOf, cornersOf, levelAt, prepare } from "./pieces.js";

const LAYERS = ["land", "lakes", "streams", "rivers", "coast", "provinces", "borders"];
/** Names that are shown at most, and the pixels that one takes. */
const MOST_NAMES = 24;
const LINE = 16;
const WIDTH = { wide: 12.5, narrow: 6.6 };
/** The zoom from which quarters are named. */
const QUARTERS = 11.5;
const fetched = new Map();
/** What has come, by the same keys: it is drawn at once, as before printing nothing can be waited for. */
const there = new Map();

const json = async (url) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
};

/** What `make` promises, once a page by its key; tried again after a failure. */
function once(key, make) {
  if (!fetched.has(key)) {
    const promise = make();
    fetched.set(key, promise);
    promise.then((found) => there.set(key, found), () => fetched.delete(key));
  }
  return fetched.get(key);
}

const indexOf = (base) => once(base, async () => {
  const { region, town } = await json(`${base}index.json`);
  return { world: new Set([""]), region: new Set(region), town: new Set(town) };
});

const pieceOf = (base, level, corner) => once(`${base}${level.name}/${corner}`, async () =>
  prepare(level, corner, await json(`${base}${corner ? `${level.name}/${corner}` : level.name}.json`)));

/**
 * A layer for Leaflet. `base`: where the pieces are; `lang`: of the names; `place(point)`: where the map has a point `[lat, lon]`;
 * `taken()`: boxes `{west, south, east, north}` of the pane's pixels that names leave free.
 */
export function groundLayer(L, { base, lang, place, taken: discs }) {
  const Ground = L.Renderer.extend({
    options: { pane: "ground", padding: 0.25 },

    _initContainer() {
      this.levels = Object.fromEntries(LEVELS.map(({ name }) => [name, svg("g", { class: `ground-${name}` })]));
      this.names = svg("g", { class: "ground-names" });
      this._container = svg("svg", { class: "ground-drawn", "aria-hidden": "true", data: { testid: "ground-drawn" } }, ...Object.values(this.levels), this.names);
      this.drawn = new Map();
    },

    _destroyContainer() {
      this._container.remove();
      delete this._container;
    },

    _update() {
      L.Renderer.prototype._update.call(this);
      const { min } = this._bounds;
      const { x, y } = this._bounds.getSize();
      L.DomUtil.setPosition(this._container, min);
      for (const [name, value] of [["width", x], ["height", y], ["viewBox", `${min.x} ${min.y} ${x} ${y}`]]) this._container.setAttribute(name, value);
      this.draw().catch((error) => console.warn("map ground:", error));
    },

    /** The degrees of what is drawn, for each turn of the world that it reaches into: 0 for −180 … 180, 1 for the one east of it. */
    boxes() {
      const bounds = L.latLngBounds(this._map.layerPointToLatLng(this._bounds.getBottomLeft()), this._map.layerPointToLatLng(this._bounds.getTopRight()));
      const [west, south, east, north] = [bounds.getWest(), Math.max(-85, bounds.getSouth()), bounds.getEast(), Math.min(85, bounds.getNorth())];
      const [first, last] = [west, east].map((lon) => Math.floor((lon + 180) / 360));
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
        .map((turn) => ({ turn, box: { west: Math.max(-180, west - 360 * turn), south, east: Math.min(179.999, east - 360 * turn), north } }));
    },

    /** Places what is there and fetches the rest, each piece drawn as it comes. */
    async draw() {
      const view = (this.view = {});
      const index = there.get(base) ?? await indexOf(base);
      if (view !== this.view || !this._map) return;
      const wanted = this.wanted(index);
      for (const [key, { node }] of this.drawn) {
        if (wanted.has(key)) continue;
        node.remove();
        this.drawn.delete(key);
      }
      for (const [key, [level, corner, turn]] of wanted) {
        const source = `${base}${level.name}/${corner}`;
        if (!this.drawn.has(key) && there.has(source)) this.add(key, level, corner, turn, there.get(source));
      }
      this.arrange();
      await Promise.all([...wanted].filter(([key]) => !this.drawn.has(key)).map(async ([key, [level, corner, turn]]) => {
        const piece = await pieceOf(base, level, corner);
        if (view !== this.view || !this._map || this.drawn.has(key)) return;
        this.add(key, level, corner, turn, piece);
        this.arrange();
      }));
      if (view === this.view && this._map) this._container.dataset.drawn = levelAt(this._map.getZoom()).name;
    },

    /** The pieces of the view, `Map(key → [level, corner, turn])`: of its level, and of the coarser one where that has none. */
    wanted(index) {
      const zoom = this._map.getZoom();
      const at = LEVELS.indexOf(levelAt(zoom));
      const found = new Map();
      const put = (level, corner, turn) => found.set(`${turn}:${level.name}/${corner}`, [level, corner, turn]);
      const add = (level, within, turn, box) => {
        for (const corner of cornersOf(level, within)) {
          if (index[level.name].has(corner)) put(level, corner, turn);
          else if (level.name === "town") add(LEVELS[1], clipped(boxOf(level, corner), box), turn, box);
        }
      };
      for (const { turn, box } of this.boxes()) {
        add(LEVELS[at], box, turn, box);
        if (at === 1) put(LEVELS[0], "", turn);
      }
      return found;
    },

    add(key, level, corner, turn, piece) {
      const shapes = LAYERS.filter((name) => piece.paths[name]).map((name) => svg("path", { class: `ground-${name}`, d: piece.paths[name] }));
      const sea = level.name === "world" ? [] : [svg("rect", { class: "ground-sea", width: piece.width, height: piece.height })];
      const node = svg("g", {}, ...sea, ...shapes);
      this.levels[level.name].append(node);
      this.drawn.set(key, { node, level, corner, turn, piece });
    },

    /** Moves every piece to where it lies now, and writes the names. */
    arrange() {
      const zoom = this._map.getZoom();
      for (const { node, level, corner, turn } of this.drawn.values()) {
        const { north, west } = boxOf(level, corner);
        const { x, y } = this.at([north, west + 360 * turn], zoom);
        node.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${2 ** (zoom - level.zoom)})`);
      }
      this.writeNames(zoom);
    },

    /** Where a point is in the pane, in pixels; a datum of the tiles moves the whole view by what it moves its middle. */
    at([lat, lon], zoom) {
      const { lat: middleLat, lng: middleLon } = this._map.getCenter();
      const [shownLat, shownLon] = place([middleLat, middleLon]);
      return this._map.project([lat + shownLat - middleLat, lon + shownLon - middleLon], zoom).subtract(this._map.getPixelOrigin());
    },

    /** The names of the largest places that have room. */
    writeNames(zoom = this._map.getZoom()) {
      const level = levelAt(zoom).name;
      const known = [...this.drawn.values()].filter(({ level: { name } }) => name === level || (level === "town" && name === "region"))
        .flatMap(({ piece, turn }) => (turn ? piece.places.map((place) => ({ ...place, lon: place.lon + 360 * turn })) : piece.places))
        .filter(({ thousands }) => thousands || zoom >= QUARTERS);
      const taken = discs();
      const texts = [];
      for (const { name, lat, lon, thousands } of known.sort((one, other) => other.thousands - one.thousands)) {
        const { x, y } = this.at([lat, lon], zoom);
        const text = pick(name, lang);
        const half = ([...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? WIDTH.wide : WIDTH.narrow), 0)) / 2;
        const box = { west: x - half, east: x + half, north: y - LINE, south: y + LINE };
        if (!this._bounds.contains([x, y]) || taken.some((other) => overlap(box, other))) continue;
        taken.push(box);
        texts.push(svg("text", { class: `ground-name ${kindOf(level, thousands)}`, x: x.toFixed(1), y: y.toFixed(1) }, text));
        if (texts.length === MOST_NAMES) break;
      }
      this.names.replaceChildren(...texts);
    },
  });
  return new Ground();
}

/** Quarters have no people of their own in the data. */
const kindOf = (level, thousands) => (level === "world" ? "country" : thousands >= 1000 ? "large" : thousands ? "small" : "quarter");

const overlap = (one, other) => one.west < other.east && other.west < one.east && one.north < other.south && other.north < one.south;

const clipped = (one, other) => ({
  west: Math.max(one.west, other.west), south: Math.max(one.south, other.south), east: Math.min(one.east, other.east) - 1e-9, north: Math.min(one.north, other.north) - 1e-9,
});
