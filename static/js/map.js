/**
 * The map: Leaflet, fetched only when there is something to draw. Numbered stops and a line per day in the day's colour (CSS
 * variables, so the theme needs no redraw). Only days that changed are drawn anew, and a long trip in slices. Without tiles it
 * stays a plain ground with a scale; a tile that fails takes the whole tile layer away silently.
 */
import { el, icon, pause, tellLanguage } from "./dom.js";
import { farAway } from "./extent.js";
import { createFormat, language, pick } from "./format.js";
import { dayColour } from "./itinerary.js";
import { path, stopLabels } from "./timeline.js";

/** Milliseconds of drawing, after which the page may answer before it goes on. */
const SLICE_MS = 8;
/** How near a press must come to a stop, in pixels. */
const REACH = 28;
/** So many pixels from the left and from above are the map's buttons, and half a stop. */
const CONTROLS = [58, 54];
let loading = null;

/** Appends an element that fetches something to the head; resolves once it is there. */
const fetched = (node) => new Promise((resolve, reject) => {
  node.addEventListener("load", resolve);
  node.addEventListener("error", () => reject(new Error(`${node.localName} of Leaflet could not be loaded`)));
  document.head.append(node);
});

/** Leaflet with its style sheet, without which its parts would stand anywhere for a moment. Tried again after a failure. */
function loadLeaflet() {
  const { leafletJs, leafletCss } = document.body.dataset;
  loading ??= Promise.all([fetched(el("script", { src: leafletJs })), fetched(el("link", { rel: "stylesheet", href: leafletCss }))])
    .then(() => window.L, (error) => { loading = null; throw error; });
  return loading;
}

/** Leaflet's scale with its lengths in the page's language. */
const localScale = (L) => L.Control.Scale.extend({
  _updateMetric(metres) {
    const shown = this._getRoundNum(metres);
    this._updateScale(this._mScale, createFormat(language(document.documentElement.lang)).distance(shown / 1000), shown / metres);
  },
});

const pointOf = ({ lat, lon }) => [lat, lon];
const located = (places) => places.filter(({ lat, lon }) => Number.isFinite(lat) && Number.isFinite(lon));
/** Each place of the days once. */
const stations = (days) => [...new Map(located(days.filter(({ visits }) => visits?.length).flatMap(({ origin, visits, destination }) => [origin, ...visits, destination].filter(Boolean)))
  .map((place) => [String(pointOf(place)), place])).values()];
const say = (text, values) => interpolate(text, values, true);

const LOST_TILES = 6;

const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export class PlanMap {
  /** `flat`: place markers without 3D transforms. Each of those is a layer of the compositor's, too many when there are hundreds. */
  constructor(ground, { tileUrl, attribution, flat = false }) {
    Object.assign(this, { ground, tileUrl, attribution, flat, stops: new Map(), lines: new Map(), days: new Map(), places: [], day: null, turn: 0 });
  }

  async ready() {
    const L = await loadLeaflet();
    if (this.map) return L;
    this.ground.replaceChildren();
    if (this.flat) L.Browser.any3d = false;
    this.map = L.map(this.ground, { zoomControl: false, scrollWheelZoom: false, zoomSnap: 0.25, attributionControl: true, fadeAnimation: !still(), zoomAnimation: !still() });
    this.map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
    L.control.zoom({ zoomInTitle: gettext("Zoom in"), zoomOutTitle: gettext("Zoom out") }).addTo(this.map);
    new (localScale(L))({ imperial: false }).addTo(this.map);
    if (this.tileUrl) {
      this.tiles(L).addTo(this.map);
    }
    this.layer = L.layerGroup().addTo(this.map);
    this.aside = this.asideButton(L);
    this.map.on("click", ({ containerPoint }) => this.pressed(containerPoint));
    new ResizeObserver(() => this.map.invalidateSize({ pan: false })).observe(this.ground);
    return L;
  }

  /** The tiles. Their services ask who shows them, so the site's name goes along even from pages that tell nobody where one comes
   * from; where not one of the first ones comes, the plain ground is all there is. */
  tiles(L) {
    const tiles = L.tileLayer(this.tileUrl, { attribution: this.attribution, maxZoom: 19, referrerPolicy: "strict-origin-when-cross-origin" });
    let failed = 0;
    const lost = () => { if (++failed === LOST_TILES) tiles.remove(); };
    tiles.on("tileerror", lost);
    tiles.once("tileload", () => tiles.off("tileerror", lost));
    return tiles;
  }

  /** The button that leads to what lies far away, and back. */
  asideButton(L) {
    const button = el("button", { type: "button", class: "chip map-aside", hidden: true, data: { testid: "map-aside" }, on: { click: () => this.frame(!this.whole) } });
    L.DomEvent.disableClickPropagation(button);
    new (L.Control.extend({ onAdd: () => button }))({ position: "topright" }).addTo(this.map);
    return button;
  }

  /** Starts a new drawing; null when another one was begun while Leaflet was loading, or it cannot be loaded. */
  async begin() {
    const turn = ++this.turn;
    try {
      const L = await this.ready();
      return turn === this.turn ? L : null;
    } catch (error) {
      console.warn("map:", error);
      return null;
    }
  }

  clear() {
    this.layer.clearLayers();
    for (const drawn of [this.stops, this.lines, this.days]) drawn.clear();
    this.places = [];
    this.day = null;
    this.outline = null;
  }

  /** Must come before the first layer: Leaflet draws nothing until it has a view. */
  fit(points) {
    if (!points.length) return;
    const aside = this.map.getSize().x > 500 ? 36 : 26;
    this.map.fitBounds(points, { paddingTopLeft: CONTROLS, paddingBottomRight: [aside, aside], maxZoom: 15, animate: this.drawn && !still() });
    this.drawn = true;
  }

  /** Shows the places, but for the few that lie far from all others: a button with their direction leads there. */
  overview(places, lang) {
    const far = farAway(places.map((place) => ({ ...place, point: pointOf(place) })));
    const points = places.map(pointOf);
    const away = new Set(far.map(({ place }) => String(place.point)));
    this.view = { all: points, near: points.filter((point) => !away.has(String(point))), far: far.sort((one, other) => other.km - one.km), lang };
    this.frame(!far.length);
  }

  /** The overview: all of it, or only its dense part. */
  frame(whole) {
    const { all, near, far, lang } = this.view;
    this.whole = whole;
    this.fit(whole ? all : near);
    this.aside.hidden = !far.length;
    if (far.length) this.aside.replaceChildren(...(whole ? [gettext("Zoom in on the rest")] : this.signpost(far, lang)));
  }

  /** What the button says of far places: an arrow towards the farthest, its name or how many they are, and how far. */
  signpost([farthest, ...others], lang) {
    const arrow = icon("down");
    arrow.style.rotate = `${farthest.degrees + 180}deg`;
    const distance = createFormat(language(document.documentElement.lang)).distance(Math.round(farthest.km));
    const text = others.length ? say(gettext("%(count)s places further out, up to %(distance)s as the crow flies"), { count: others.length + 1, distance })
      : say(gettext("%(name)s, %(distance)s as the crow flies"), { name: pick(farthest.place.name, lang), distance });
    return [arrow, el("span", { text, title: gettext("Show all of it on the map") })];
  }

  /** A picture on the map, no control of its own: stops may overlap, so the map's click finds the nearest one. */
  marker(L, layer, [lat, lon], dot, title, data = {}) {
    const icon = L.divIcon({ className: "stop-icon", html: dot, iconSize: [26, 26] });
    const marker = L.marker([lat, lon], { icon, title, interactive: false, keyboard: false }).addTo(layer);
    const element = marker.getElement();
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", title);
    tellLanguage(element, title);
    Object.assign(element.dataset, data);
    return marker;
  }

  pressed(point) {
    const stops = [...this.stops].filter(([key]) => !key.startsWith("base:")).map(([key, marker]) => ({ marker, press: () => this.reveal(...key.split(":").map(Number)) }));
    const near = [...stops, ...this.places].map(({ marker, press }) => ({ press, away: this.map.latLngToContainerPoint(marker.getLatLng()).distanceTo(point) }))
      .filter(({ away }) => away < REACH).sort((one, other) => one.away - other.away)[0];
    near?.press();
  }

  async showItinerary(payload, lang) {
    const L = await this.begin();
    if (!L) return;
    if (!this.days.size) this.clear();
    const { turn } = this;
    const days = payload.days ?? [];
    this.points = new Map(days.map((day) => [day.day, path(day)]));
    this.stations = stations(days);
    const outline = this.stations.length ? L.latLngBounds(this.stations.map(pointOf)).toBBoxString() : "";
    this.lang = lang;
    if (outline !== this.outline || this.day !== null) this.overview(this.stations, lang);
    this.outline = outline;
    this.shade(null);
    for (const day of this.days.keys()) if (!this.points.has(day)) this.dropDay(day);
    this.bases(L, days, lang);
    let begun = performance.now();
    for (const day of days) {
      this.drawDay(L, day, lang);
      if (performance.now() - begun < SLICE_MS) continue;
      await pause();
      if (turn !== this.turn) return;
      begun = performance.now();
    }
  }

  drawDay(L, day, lang) {
    const visits = day.visits ?? [];
    const points = this.points.get(day.day);
    const key = JSON.stringify([lang, points, visits.map(({ id, sight, name, arrive, depart }) => [id, sight, name, arrive, depart])]);
    if (this.days.get(day.day)?.key === key) return;
    this.dropDay(day.day);
    const group = L.layerGroup().addTo(this.layer);
    this.days.set(day.day, { key, group });
    if (points.length > 1) {
      const line = L.polyline(points, { weight: 3, opacity: 0.85, className: "route", interactive: false }).addTo(group);
      line.getElement().style.setProperty("stroke", dayColour(day.day));
      this.lines.set(day.day, line);
    }
    const after = this.stops.get(`${day.day + 1}:1`)?.getElement();
    const labels = stopLabels(visits);
    visits.forEach((visit, index) => {
      const marker = this.stop(L, group, day, visit, index + 1, labels[index], lang);
      if (marker && after) after.before(marker.getElement());
    });
  }

  dropDay(day) {
    this.days.get(day)?.group.remove();
    this.days.delete(day);
    this.lines.delete(day);
    for (const key of this.stops.keys()) if (key.startsWith(`${day}:`)) this.stops.delete(key);
  }

  /** Where days begin, once for those that begin at the same place. */
  bases(L, days, lang) {
    const origins = new Map(days.filter(({ origin, visits }) => visits?.length && Number.isFinite(origin?.lat)).map(({ origin }) => [`base:${origin.lat},${origin.lon}`, origin]));
    for (const [key, marker] of this.stops) {
      if (!key.startsWith("base:") || origins.has(key)) continue;
      marker.remove();
      this.stops.delete(key);
    }
    for (const [key, origin] of origins) {
      if (!this.stops.has(key)) this.stops.set(key, this.marker(L, this.layer, [origin.lat, origin.lon], el("span", { class: "base-dot" }), pick(origin.name, lang) || gettext("Start of the day"), { testid: "base-marker" }));
    }
  }

  /** The numbered marker of a visit, `label` its number as it is shown; null where its place is not known. */
  stop(L, layer, day, visit, number, label, lang) {
    if (!Number.isFinite(visit.lat)) return null;
    const dot = el("span", { class: label ? "stop-dot" : "stop-dot small", text: label, vars: { "--day": dayColour(day.day) } });
    const title = `${label ? `${label}. ` : ""}${pick(visit.name, lang)} · ${visit.arrive}–${visit.depart}`;
    const marker = this.marker(L, layer, [visit.lat, visit.lon], dot, title, { testid: "stop-marker", day: day.day, number, sight: visit.sight ?? "" });
    this.stops.set(`${day.day}:${number}`, marker);
    return marker;
  }

  /** Unnumbered points (sights, cities) where there is no itinerary; `onPress(place)` hears of a press near one. */
  async showPlaces(places, lang, onPress = null) {
    const L = await this.begin();
    if (!L) return;
    this.clear();
    const shown = located(places);
    this.overview(shown, lang);
    for (const place of shown) {
      const dot = el("span", { class: "stop-dot small", vars: { "--day": "var(--pine)" } });
      const marker = this.marker(L, this.layer, [place.lat, place.lon], dot, pick(place.name, lang), { testid: "place-marker" });
      if (onPress) this.places.push({ marker, press: () => onPress(place) });
    }
  }

  /** A place to be chosen: `at` is marked among the places around it, and `chosen(point)` hears of a press. Resolves with what
   *  moves the mark. */
  async choose(at, around, lang, chosen) {
    const L = await this.begin();
    if (!L) return () => {};
    this.clear();
    this.overview(located([at, ...around]), lang);
    for (const place of located(around)) this.marker(L, this.layer, pointOf(place), el("span", { class: "stop-dot small", vars: { "--day": "var(--pine)" } }), pick(place.name, lang), { testid: "place-marker" });
    const mark = this.marker(L, this.layer, pointOf(at), el("span", { class: "stop-dot chosen" }), gettext("The place"), { testid: "chosen-place" }).setZIndexOffset(1000);
    this.map.on("click", ({ latlng }) => chosen({ lat: latlng.lat, lon: latlng.lng }));
    return (point) => {
      mark.setLatLng(pointOf(point));
      if (!this.map.getBounds().contains(mark.getLatLng())) this.map.panTo(mark.getLatLng(), { animate: !still() });
    };
  }

  /** One day alone in full colour; null: all days. */
  showDay(day) {
    this.shade(day);
    if (!this.points) return;
    if (day === null) this.overview(this.stations, this.lang);
    else {
      this.aside.hidden = true;
      this.fit(this.points.get(day) ?? []);
    }
  }

  shade(day) {
    if (day === this.day) return;
    this.day = day;
    for (const [key, marker] of this.stops) marker.getElement().classList.toggle("faded", day !== null && !key.startsWith(`${day}:`) && !key.startsWith("base:"));
    for (const [key, line] of this.lines) line.setStyle({ opacity: day === null || key === day ? 0.85 : 0.15 });
  }

  light(day, number, on) {
    this.stops.get(`${day}:${number}`)?.getElement().classList.toggle("lit", on);
  }

  focus(day, number) {
    const marker = this.stops.get(`${day}:${number}`);
    if (!marker) return;
    this.ground.scrollIntoView({ block: "nearest", behavior: "smooth" });
    this.map.setView(marker.getLatLng(), Math.max(14, this.map.getZoom()), { animate: !still() });
    for (const other of this.stops.values()) other.getElement().classList.toggle("lit", other === marker);
  }

  reveal(day, number) {
    const row = document.querySelectorAll(`#day-${day} .visit`)[number - 1];
    row?.scrollIntoView({ block: "center", behavior: "smooth" });
    for (const visit of document.querySelectorAll(".visit")) visit.classList.toggle("lit", visit === row);
  }
}
