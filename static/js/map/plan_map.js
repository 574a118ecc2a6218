/**
 * The map of a plan: the packaged ground, tiles where the site has some, numbered stops and each day's way in the day's colour (CSS
 * variables, so that a change of theme draws nothing). Only days that changed are drawn anew, and a long trip in slices.
 */
import { el, pause } from "../dom.js";
import { pick } from "../format.js";
import { dayColour } from "../days.js";
import { path, stopLabels } from "../timeline.js";
import { nearest, together, wrapped } from "./date_line.js";
import { Discs } from "./discs.js";
import { groundLayer } from "./ground.js";
import { loadLeaflet, localScale, still } from "./leaflet.js";
import { journeys, linesByMode } from "./legs.js";
import { Overview } from "./overview.js";
import { fitPaper } from "./paper.js";
import { datumOf, tileLayer } from "./tiles.js";

/** Milliseconds of drawing, after which the page may answer before it goes on. */
const SLICE_MS = 8;
/** So many pixels from the left and from above are the map's buttons, and half a stop. */
const CONTROLS = [58, 54];
const STREETS = 14;
/** The closest view that is taken of several places, and of one alone, which is shown in its country. */
const [CLOSEST, CLOSEST_ALONE] = [15, 7];
const OPACITY = 0.85;
const FAINT = 0.15;
const SOURCES = '<a href="/attribution/#map_world" translate="no">Natural Earth · GSHHG</a>';

const pointOf = ({ lat, lon }) => [lat, lon];
const isPlace = (place) => Number.isFinite(place?.lat) && Number.isFinite(place?.lon);
/** Each place of the days once. */
const stations = (days) => [...new Map(days.filter(({ visits }) => visits?.length)
  .flatMap(({ origin, visits, destination, city }) => [origin, ...visits, destination].filter(isPlace).map((place) => [String(pointOf(place)), { ...place, city: place.city || city }]))).values()];
/** "new-york" → "New York", for a city whose name came along nowhere. */
const titled = (id) => String(id).split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
const say = (text, values) => interpolate(text, values, true);

export class PlanMap {
  /** `config`: what the server tells of maps; `flat`: no 3D transforms. Each disc with one is a layer of the compositor's, too many of hundreds. */
  constructor(host, config, { flat = false } = {}) {
    Object.assign(this, { host, config, flat, datum: datumOf(config.tiles), lines: new Map(), days: new Map(), points: new Map(), day: null, closest: CLOSEST, turn: 0 });
  }

  async ready() {
    const L = await loadLeaflet();
    if (this.map) return L;
    this.host.replaceChildren();
    if (this.flat) L.Browser.any3d = false;
    this.map = L.map(this.host, { zoomControl: false, scrollWheelZoom: false, zoomSnap: 0.25, attributionControl: true, fadeAnimation: !still(), zoomAnimation: !still() });
    this.map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>').addAttribution(SOURCES);
    L.control.zoom({ zoomInTitle: gettext("Zoom in"), zoomOutTitle: gettext("Zoom out") }).addTo(this.map);
    new (localScale(L))({ imperial: false }).addTo(this.map);
    this.map.createPane("ground");
    const { place } = this.datum;
    const ground = groundLayer(L, { base: this.config.ground, lang: document.documentElement.lang.startsWith("zh") ? "zh" : "en", place, taken: () => this.discs?.boxes() ?? [] });
    ground.addTo(this.map);
    if (this.config.tiles) tileLayer(L, this.config.tiles).addTo(this.map);
    this.layer = L.layerGroup().addTo(this.map);
    this.discs = new Discs(L, this.map, { place, moved: () => ground.writeNames(), fit: (positions) => this.fitPositions(positions) });
    this.overview = new Overview(L, this.map, (points) => this.fit(points));
    this.map.on("click", ({ containerPoint }) => this.discs.pressNearest(containerPoint));
    new ResizeObserver(() => this.resized()).observe(this.host);
    fitPaper(this.host, this.map, () => this.frame());
    return L;
  }

  /** A map that was hidden has lost what it showed. */
  resized() {
    const wasHidden = !this.map.getSize().x;
    this.map.invalidateSize({ pan: false });
    if (wasHidden && this.map.getSize().x) this.frame();
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
    this.discs.clear();
    for (const drawn of [this.lines, this.days, this.points]) drawn.clear();
    this.day = null;
    this.outline = null;
    this.closest = CLOSEST;
  }

  /** Shows points `[lat, lon]`. Must come before the first layer: Leaflet draws nothing until it has a view. */
  fit(points) {
    if (points.length) this.fitPositions(points.map(this.datum.place));
  }

  /** Shows positions of Leaflet's. */
  fitPositions(positions) {
    const aside = this.map.getSize().x > 500 ? 48 : 40;
    this.map.fitBounds(positions, { paddingTopLeft: CONTROLS, paddingBottomRight: [aside, aside], maxZoom: this.closest, animate: this.drawn && !still() });
    this.drawn = true;
  }

  /** Shows what is chosen, a day or everything, at once. */
  frame() {
    this.drawn = false;
    const points = this.points.get(this.day) ?? [];
    if (this.day === null || !points.length) this.overview.again();
    else this.fit(points);
  }

  /** Shows the same again in a window that has become another size. */
  refit() {
    this.map?.invalidateSize({ pan: false, animate: false });
    if (this.points.size) this.frame();
  }

  async showItinerary(payload, lang) {
    const L = await this.begin();
    if (!L) return;
    if (!this.days.size) this.clear();
    const { turn } = this;
    const days = together(payload.days ?? []);
    this.points = new Map(days.map((day) => [day.day, path(day)]));
    this.lang = lang;
    this.stations = stations(days);
    const cities = new Set(this.stations.map(({ city }) => city));
    this.manyCities = cities.size > 1;
    const outline = this.stations.length ? L.latLngBounds(this.stations.map(pointOf)).toBBoxString() : "";
    if (outline !== this.outline || this.day !== null) this.overview.show(this.stations, lang, this.manyCities);
    this.outline = outline;
    this.day = null;
    for (const day of this.days.keys()) if (!this.points.has(day)) this.dropDay(day);
    this.discs.name(this.cityNames(payload, cities));
    this.drawBases(days, lang);
    this.drawJourneys(L, days);
    let begun = performance.now();
    for (const day of days) {
      this.drawDay(L, day, lang);
      if (performance.now() - begun < SLICE_MS) continue;
      await pause();
      if (turn !== this.turn) return;
      begun = performance.now();
    }
    this.shade(null);
  }

  /** What stands on the disc of a city: its name and its days. */
  cityNames(payload, cities) {
    return new Map([...cities].map((id) => {
      const count = (payload.days ?? []).filter(({ city }) => city === id).length;
      return [id, { title: pick(payload.city_names?.[id], this.lang) || titled(id), text: say(ngettext("%(count)s day", "%(count)s days", count), { count }) }];
    }));
  }

  drawDay(L, day, lang) {
    const visits = day.visits ?? [];
    const key = JSON.stringify([lang, this.points.get(day.day), day.legs?.map(({ mode }) => mode), visits.map(({ id, sight, name, arrive, depart }) => [id, sight, name, arrive, depart])]);
    if (this.days.get(day.day)?.key === key) return;
    this.dropDay(day.day);
    const group = L.layerGroup().addTo(this.layer);
    this.days.set(day.day, { key, group });
    this.lines.set(day.day, [...linesByMode(day)].map(([mode, lines]) => this.line(L, group, lines, mode, day.day)));
    const after = this.discs.get(`${day.day + 1}:1`)?.node;
    const labels = stopLabels(visits);
    visits.forEach((visit, index) => {
      const marker = this.drawStop(day, visit, index + 1, labels[index], lang);
      if (marker && after) after.before(marker.getElement());
    });
  }

  line(L, group, lines, mode, day) {
    const line = L.polyline(lines.map((points) => points.map(this.datum.place)), { weight: 3, opacity: OPACITY, className: `route route-${mode}`, interactive: false }).addTo(group);
    line.getElement().style.setProperty("stroke", dayColour(day));
    return line;
  }

  dropDay(day) {
    this.days.get(day)?.group.remove();
    this.days.delete(day);
    this.lines.delete(day);
    for (const key of this.discs.keys()) if (key.startsWith(`${day}:`)) this.discs.remove(key);
  }

  /** The ways between cities that no day has. */
  drawJourneys(L, days) {
    this.travel?.remove();
    this.travel = L.layerGroup().addTo(this.layer);
    for (const { mode, points, day } of journeys(days)) this.line(L, this.travel, [points], mode, day);
  }

  /** Where days begin, once for those that begin at the same place. */
  drawBases(days, lang) {
    const origins = new Map(days.filter(({ origin, visits }) => visits?.length && isPlace(origin)).map(({ origin, city }) => [`base:${origin.lat},${origin.lon}`, { ...origin, city }]));
    for (const key of this.discs.keys()) if (key.startsWith("base:") && !origins.has(key)) this.discs.remove(key);
    for (const [key, origin] of origins) {
      if (this.discs.has(key)) continue;
      this.discs.add(key, pointOf(origin), el("span", { class: "base-dot" }), pick(origin.name, lang) || gettext("Start of the day"), { data: { testid: "base-marker" }, city: origin.city });
    }
  }

  /** The numbered disc of a visit, `label` its number as it is shown; null where its place is not known. */
  drawStop(day, visit, number, label, lang) {
    if (!isPlace(visit)) return null;
    const dot = el("span", { class: label ? "stop-dot" : "stop-dot small", text: label, vars: { "--day": dayColour(day.day) } });
    const title = `${label ? `${label}. ` : ""}${pick(visit.name, lang)} · ${visit.arrive}–${visit.depart}`;
    return this.discs.add(`${day.day}:${number}`, pointOf(visit), dot, title, {
      data: { testid: "stop-marker", day: day.day, number, sight: visit.sight ?? "" }, city: visit.city || day.city, apart: true, press: () => this.reveal(day.day, number),
    });
  }

  /** Unnumbered points (sights, cities) where there is no itinerary; `onPress(place)` hears of a press near one. */
  async showPlaces(places, lang, onPress = null) {
    const L = await this.begin();
    if (!L) return;
    this.clear();
    const shown = together(places.filter(isPlace));
    if (shown.length === 1) this.closest = CLOSEST_ALONE;
    this.overview.show(shown, lang);
    shown.forEach((place, index) => this.drawPlace(`place:${index}`, place, lang, onPress && (() => onPress(place))));
    this.discs.arrange();
  }

  drawPlace(key, place, lang, press = null) {
    const dot = el("span", { class: "stop-dot small", vars: { "--day": "var(--pine)" } });
    this.discs.add(key, pointOf(place), dot, pick(place.name, lang), { data: { testid: "place-marker" }, press });
  }

  /** A place to be chosen: `at` is marked among the places around it, and `chosen(point)` hears of a press. Resolves with what
   *  moves the mark. */
  async choose(at, around, lang, chosen) {
    const L = await this.begin();
    if (!L) return () => {};
    this.clear();
    const [mine, ...others] = together([at, ...around.filter(isPlace)]);
    this.overview.show([mine, ...others].filter(isPlace), lang);
    others.forEach((place, index) => this.drawPlace(`place:${index}`, place, lang));
    const mark = this.discs.add("chosen", pointOf(mine), el("span", { class: "stop-dot chosen" }), gettext("The place"), { data: { testid: "chosen-place" } }).setZIndexOffset(1000);
    this.map.on("click", ({ latlng }) => {
      const [lat, lon] = this.datum.back([latlng.lat, latlng.lng]);
      chosen({ lat, lon: wrapped(lon) });
    });
    return ({ lat, lon }) => {
      mark.setLatLng(this.datum.place([lat, nearest(lon, this.map.getCenter().lng)]));
      if (!this.map.getBounds().contains(mark.getLatLng())) this.map.panTo(mark.getLatLng(), { animate: !still() });
    };
  }

  /** One day alone in full colour; null: all days. */
  showDay(day) {
    this.shade(day);
    if (!this.map || !this.points.size) return;
    if (day === null) this.overview.show(this.stations, this.lang, this.manyCities);
    else {
      this.overview.hide();
      this.fit(this.points.get(day) ?? []);
    }
  }

  shade(day) {
    this.day = day;
    this.discs?.shade((key) => day === null || !/^\d/.test(key) || key.startsWith(`${day}:`));
    for (const [key, lines] of this.lines) for (const line of lines) line.setStyle({ opacity: day === null || key === day ? OPACITY : FAINT });
  }

  light(day, number, on) {
    this.discs?.get(`${day}:${number}`)?.node.classList.toggle("lit", on);
  }

  /** Shows a stop near by. The page is moved only where no part of the map is in its window. */
  focus(day, number) {
    const disc = this.discs?.get(`${day}:${number}`);
    if (!disc) return;
    const { top, bottom } = this.host.getBoundingClientRect();
    if (bottom <= 0 || top >= window.innerHeight) this.host.scrollIntoView({ block: "nearest", behavior: still() ? "instant" : "smooth" });
    this.map.setView(disc.marker.getLatLng(), Math.max(STREETS, this.map.getZoom()), { animate: !still() });
    for (const key of this.discs.keys()) this.discs.get(key).node.classList.toggle("lit", key === disc.key);
  }

  reveal(day, number) {
    const row = document.querySelectorAll(`#day-${day} .visit`)[number - 1];
    row?.scrollIntoView({ block: "center", behavior: "smooth" });
    for (const visit of document.querySelectorAll(".visit")) visit.classList.toggle("lit", visit === row);
  }
}
