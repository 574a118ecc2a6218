/** Names of cities, sights and kinds: from the plans that the page shows, else asked of the catalogue once, and searches in it. */
import { pick } from "../format.js";

const SUGGESTIONS = 8;
/** "new-york" → "New York", until the name is there. */
const titled = (id) => id.split("/").at(-1).split(/[-_]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
const isId = (text) => /^[a-z0-9-]+$/.test(text);

export class Catalogue {
  /** `changed()` is called when a name has come. */
  constructor({ api, lang, tags, categories, changed }) {
    Object.assign(this, { api, lang, changed, terms: { ...categories, ...tags }, cities: new Map(), sights: new Map(), asked: new Map() });
  }

  /** The names that an itinerary brings along. */
  learn(payload) {
    for (const [id, name] of Object.entries(payload?.city_names ?? {})) this.cities.set(id, name);
    for (const { sight, name } of [...(payload?.days ?? []).flatMap(({ visits }) => visits), ...(payload?.left_out ?? [])]) if (sight && name) this.sights.set(sight, name);
  }

  /** The name of a city by its id; any other name as it is. */
  city(id) {
    if (this.cities.has(id)) return pick(this.cities.get(id), this.lang);
    if (!isId(id)) return id.replace(/^geonames:\d+$/, "");
    this.ask(id, async () => this.cities.set(id, (await this.api.city(id)).name));
    return titled(id);
  }

  sight(id) {
    if (this.sights.has(id)) return pick(this.sights.get(id), this.lang);
    const [city, rest] = id.split("/");
    if (rest === undefined) return id;
    this.sightsOf(city);
    return titled(id);
  }

  /** A sight, category or tag by its code. */
  term(code) {
    return this.terms[code] ? pick(this.terms[code], this.lang) : this.sight(code);
  }

  /** The sights of a city, once they are asked for. */
  sightsOf(city) {
    return this.ask(`${city}/`, async () => {
      const found = await this.api.sights(city);
      for (const { id, name } of found) this.sights.set(id, name);
      return found;
    });
  }

  ask(key, load) {
    if (!this.asked.has(key)) this.asked.set(key, load().then((found) => { this.changed(); return found; }, (error) => { console.warn("catalogue:", error); return []; }));
    return this.asked.get(key);
  }

  /** Cities by a part of their name: [id, name, where]. */
  async findCities(text) {
    if (!text) return [];
    const found = await this.api.findCities(text, SUGGESTIONS);
    for (const { id, name } of found) this.cities.set(id, name);
    return found.map(({ id, name, country_name: country }) => [id, pick(name, this.lang), pick(country, this.lang)]);
  }

  /** Sights of these cities by a part of their name. */
  async findSights(text, cities) {
    const words = text.toLowerCase();
    const found = (await Promise.all(cities.filter(isId).map((city) => this.sightsOf(city)))).flat();
    return found.filter(({ name }) => `${name.en} ${name.zh}`.toLowerCase().includes(words)).slice(0, SUGGESTIONS).map(({ id, name }) => [id, pick(name, this.lang)]);
  }

  /** Kinds of sights, and sights, by a part of their name. */
  async findTerms(text, cities) {
    const words = text.toLowerCase();
    const kinds = Object.keys(this.terms).filter((code) => this.term(code).toLowerCase().includes(words)).map((code) => [code, this.term(code)]);
    return [...kinds, ...await this.findSights(text, cities)].slice(0, SUGGESTIONS);
  }
}
