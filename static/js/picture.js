/** Pictures of places: a poster that the server draws, or a photograph where the operator allows those. */
import { el, outLink } from "./dom.js";

const [WIDTH, HEIGHT] = [900, 600];
const query = (values) => {
  const asked = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  return asked.size ? `?${asked}` : "";
};
const segment = encodeURIComponent;

/** A city's poster, in a month (1 to 12) or in its best one. */
export const cityPoster = (city, month) => `/pictures/city/${segment(city)}.svg${query({ month })}`;

/** A sight's poster, by its id `city/slug`. */
export const sightPoster = (sight, month) => `/pictures/sight/${sight.split("/").map(segment).join("/")}.svg${query({ month })}`;

/** A poster for a place of one's own: of a category of the catalogue, or just a place; its name varies it. */
export const ownPoster = ({ kind = "place", name = "", city = "", month } = {}) => `/pictures/own/${segment(kind)}.svg${query({ name: name.slice(0, 120), city, month })}`;

/** The poster of a visit of a plan: its sight's, or that of a place of one's own. */
export const visitPoster = (visit, month) => (visit.sight ? sightPoster(visit.sight, month) : ownPoster({ name: visit.name?.en || visit.name?.zh, city: visit.city, month }));

let waiting = new Map();

/** Asks for the photographs of all places that came into sight together, in one request. */
async function describe(places) {
  const asked = new URLSearchParams(places.map((place) => ["place", place]));
  const answer = await fetch(`/pictures/about.json?${asked}`, { headers: { accept: "application/json" } });
  return answer.ok ? (await answer.json()).pictures : {};
}

async function flush() {
  const now = waiting;
  waiting = new Map();
  const places = [...now.keys()];
  for (let begin = 0; begin < places.length; begin += 40) {
    const some = places.slice(begin, begin + 40);
    const found = await describe(some).catch((error) => { console.warn("pictures:", error); return {}; });
    for (const place of some) if (found[place] && !found[place].generated) for (const show of now.get(place)) show(found[place]);
  }
}

let watcher;

/** Watches which places come into sight, where the site has photographs; else null. */
function photographs() {
  if (watcher === undefined) watcher = document.body.dataset.photographs === "true" && "IntersectionObserver" in window ? watching() : null;
  return watcher;
}

const watching = () => new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    if (!waiting.size) setTimeout(flush, 60);
    waiting.set(target.dataset.place, [...(waiting.get(target.dataset.place) ?? []), target.showPhotograph]);
  }
}, { rootMargin: "200px" });

const credited = ({ author, licence, licence_url: licenceUrl, source_url: source }) => el("figcaption", { class: "picture-credit" },
  outLink(source, author), " · ", outLink(licenceUrl, licence));

/**
 * A picture of a place as a <figure>: its poster at once, a photograph with its author and licence in place of it where the
 * site has one. Its box keeps the ratio 3:2, so that nothing moves; a picture that cannot be loaded becomes the poster.
 * `place`: "city:kyoto" or "sight:kyoto/kinkaku-ji", without it the poster stays. `alt` is empty where the name stands beside it.
 */
export function picture({ poster, place, alt = "", eager = false, className = "" }) {
  const image = el("img", { src: poster, width: WIDTH, height: HEIGHT, alt, loading: eager ? "eager" : "lazy", decoding: "async", class: "picture-image" });
  const figure = el("figure", { class: `picture ${className}`.trim(), data: { testid: "picture", place } }, image);
  image.addEventListener("error", () => {
    if (image.getAttribute("src") === poster) return figure.classList.add("picture-missing");
    image.removeAttribute("srcset");
    image.src = poster;
    figure.querySelector("figcaption")?.remove();
    return undefined;
  });
  if (place && photographs()) {
    figure.showPhotograph = (about) => {
      image.srcset = about.srcset;
      image.src = about.url;
      figure.append(credited(about));
    };
    photographs().observe(figure);
  }
  return figure;
}

/** A city's picture. */
export const cityPicture = (city, { month, ...options } = {}) => picture({ poster: cityPoster(city, month), place: `city:${city}`, ...options });

/** A sight's picture, by its id `city/slug`. */
export const sightPicture = (id, { month, ...options } = {}) => picture({ poster: sightPoster(id, month), place: `sight:${id}`, ...options });
