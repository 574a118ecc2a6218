/** What the map shows at first: all places, but for the few that lie far from all others; a button with their direction leads there. */
import { el, icon } from "../dom.js";
import { createFormat, language, pick } from "../format.js";
import { farAway } from "./extent.js";

const say = (text, values) => interpolate(text, values, true);

export class Overview {
  /** `fit(points)`: lets the map show points `[lat, lon]`. */
  constructor(L, map, fit) {
    this.fit = fit;
    this.button = el("button", { type: "button", class: "chip map-aside", hidden: true, data: { testid: "map-aside" }, on: { click: () => this.frame(!this.whole) } });
    L.DomEvent.disableClickPropagation(this.button);
    new (L.Control.extend({ onAdd: () => this.button }))({ position: "topright" }).addTo(map);
  }

  /** Shows the places `{lat, lon, name}`; all of them, the far ones too, where `together`. */
  show(places, lang, together = false) {
    const pointed = places.map((place) => ({ ...place, point: [place.lat, place.lon] }));
    const far = together ? [] : farAway(pointed);
    const away = new Set(far.map(({ place }) => String(place.point)));
    const points = pointed.map(({ point }) => point);
    this.view = { all: points, near: points.filter((point) => !away.has(String(point))), far: far.sort((one, other) => other.km - one.km), lang };
    this.frame(!far.length);
  }

  /** The same again, as after a change of the map's size. */
  again() {
    if (this.view) this.frame(this.whole);
  }

  /** All of it, or only its dense part. */
  frame(whole) {
    const { all, near, far, lang } = this.view;
    this.whole = whole;
    this.fit(whole ? all : near);
    this.button.hidden = !far.length;
    if (far.length) this.button.replaceChildren(...(whole ? [gettext("Zoom in on the rest")] : signpost(far, lang)));
  }

  hide() {
    this.button.hidden = true;
  }
}

/** What the button says of far places: an arrow towards the farthest, its name or how many they are, and how far. */
function signpost([farthest, ...others], lang) {
  const arrow = icon("down");
  arrow.style.rotate = `${farthest.degrees + 180}deg`;
  const distance = createFormat(language(document.documentElement.lang)).distance(Math.round(farthest.km));
  const text = others.length ? say(gettext("%(count)s places further out, up to %(distance)s as the crow flies"), { count: others.length + 1, distance })
    : say(gettext("%(name)s, %(distance)s as the crow flies"), { name: pick(farthest.place.name, lang), distance });
  return [arrow, el("span", { text, title: gettext("Show all of it on the map") })];
}
