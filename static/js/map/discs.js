/**
 * The discs of a map: numbered stops, places, bases, and one disc a city where its stops would lie in a heap. They are pictures, no controls
 * of their own: discs may lie close, so the map's click finds the nearest one. Discs too near each other are parted, each with a line
 * to its place.
 */
import { el, tellLanguage } from "../dom.js";
import { farAway } from "./extent.js";
import { spread } from "./spread.js";

const SIZE = 26;
/** Pixels between the middles of two discs. */
const APART = 24;
/** Stops of a city that lie so near its middle, in pixels, are shown as the city. */
const HEAP = 34;
const FEWEST = 2;
/** How near a press must come to a disc, in pixels. */
const REACH = 28;

const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

export class Discs {
  /** `place`: where the map has a point `[lat, lon]`; `moved()` hears that discs lie otherwise; `fit(positions)`:
   *  lets the map show positions of its own. */
  constructor(L, map, { place, moved, fit }) {
    Object.assign(this, { L, map, place, fit, tellMoved: moved, discs: new Map(), cities: new Map(), layer: L.layerGroup().addTo(map) });
    map.on("zoomend", () => this.arrange());
  }

  get(key) {
    return this.discs.get(key);
  }

  has(key) {
    return this.discs.has(key);
  }

  keys() {
    return [...this.discs.keys()];
  }

  clear() {
    this.layer.clearLayers();
    this.discs.clear();
    this.cities.clear();
  }

  remove(key) {
    this.discs.get(key)?.marker.remove();
    this.discs.delete(key);
  }

  /** Adds a disc. `picture`: its element; `press`: what a press near it does; `city`: the id of the city that may stand for it;
   *  `apart`: whether it keeps away from others like it. */
  add(key, point, picture, title, how) {
    return this.put(key, this.place(point), picture, title, how);
  }

  put(key, position, picture, title, { data = {}, press = null, city = "", apart = false } = {}) {
    const icon = this.L.divIcon({ className: "stop-icon", html: el("span", { class: "disc-hold" }, picture), iconSize: [SIZE, SIZE] });
    const marker = this.L.marker(position, { icon, title, interactive: false, keyboard: false }).addTo(this.layer);
    const node = marker.getElement();
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", title);
    tellLanguage(node, title);
    Object.assign(node.dataset, data);
    this.discs.set(key, { key, marker, node, press, city, apart, moved: [0, 0], faded: false });
    return marker;
  }

  /** The cities that may stand for their stops: `Map(id → {title, text})`; a press fits the map to them, without day trips. Fewer than two stand for none. */
  name(cities) {
    this.cities = cities.size > 1 ? cities : new Map();
  }

  /** Shows the discs of which `shown(key)` in full, the others small and faint. */
  shade(shown) {
    for (const disc of this.discs.values()) {
      disc.faded = !shown(disc.key);
      disc.node.classList.toggle("faded", disc.faded);
    }
    this.arrange();
  }

  /** Gathers heaps into cities and parts what else lies too close, at the zoom as it is. */
  arrange() {
    if (!this.discs.size) return;
    for (const key of this.keys()) if (key.startsWith("city:")) this.remove(key);
    const at = new Map([...this.discs.values()].map((disc) => [disc, this.map.latLngToLayerPoint(disc.marker.getLatLng())]));
    const gathered = new Set();
    for (const [id, city] of this.cities) {
      const own = [...at].filter(([disc]) => disc.city === id && !disc.faded);
      if (own.length < FEWEST) continue;
      const middle = this.L.point(median(own.map(([, { x }]) => x)), median(own.map(([, { y }]) => y)));
      const heap = own.filter(([, point]) => point.distanceTo(middle) < HEAP);
      if (heap.length < Math.max(FEWEST, own.length / 2)) continue;
      for (const [disc] of heap) gathered.add(disc);
      this.addCity(id, city, middle, heap.map(([{ marker }]) => marker.getLatLng()));
    }
    const apart = [...at].filter(([disc]) => disc.apart && !disc.faded && !gathered.has(disc));
    const moves = new Map(spread(apart.map(([, { x, y }]) => [x, y]), APART).map((move, index) => [apart[index][0], move]));
    for (const disc of at.keys()) {
      disc.node.classList.toggle("gathered", gathered.has(disc));
      this.move(disc, moves.get(disc) ?? [0, 0]);
    }
    this.tellMoved();
  }

  /** The boxes of the pane's pixels that the discs take. */
  boxes() {
    return [...this.discs.values()].filter(({ node, faded }) => !faded && !node.classList.contains("gathered")).map(({ marker, moved, node }) => {
      const { x, y } = this.map.latLngToLayerPoint(marker.getLatLng()).add(moved);
      const half = node.querySelector(".city-disc")?.offsetWidth / 2 || APART / 3;
      return { west: x - half, east: x + half, north: y - APART / 3, south: y + APART / 3 };
    });
  }

  addCity(id, { title, text }, middle, heap) {
    const far = new Set(farAway(heap.map(({ lat, lng }) => ({ point: [lat, lng] }))).map(({ place }) => String(place.point)));
    const press = () => this.fit(heap.filter(({ lat, lng }) => !far.has(String([lat, lng]))));
    const picture = el("span", { class: "city-disc" }, el("b", { text }), el("span", { text: title }));
    this.put(`city:${id}`, this.map.layerPointToLatLng(middle), picture, `${title} · ${text}`, { data: { testid: "city-disc", city: id }, press });
  }

  /** Moves a disc by so many pixels from its place, to which a thin line leads back. */
  move(disc, [x, y]) {
    disc.moved = [x, y];
    disc.node.style.marginLeft = `${x - SIZE / 2}px`;
    disc.node.style.marginTop = `${y - SIZE / 2}px`;
    const length = Math.hypot(x, y);
    disc.node.querySelector(".leader")?.remove();
    if (length < 4) return;
    disc.node.prepend(el("i", { class: "leader", vars: { width: `${length.toFixed(1)}px`, rotate: `${Math.atan2(-y, -x).toFixed(3)}rad` } }));
  }

  /** Does what the disc nearest to a point of the map's window does when it is pressed. */
  pressNearest(point) {
    const near = [...this.discs.values()].filter(({ press, node }) => press && !node.classList.contains("gathered"))
      .map((disc) => ({ disc, away: this.map.latLngToContainerPoint(disc.marker.getLatLng()).add(disc.moved).distanceTo(point) }))
      .filter(({ away }) => away < REACH).sort((one, other) => one.away - other.away)[0];
    near?.disc.press();
  }
}
