/** The trip's page and its copy: what is kept of it, and what becomes of changes that were made without a network. */
import { visitPoster } from "../picture.js";
import { stretches } from "../weather.js";
import { changes, forgetChange } from "./queue.js";

const PARTS = ["", "lists/", "expenses/?limit=200", "travellers/", "ledger/"];

/** The addresses of the weather and of the pictures that a trip shows, as its page asks for them. `path`: of the trip in the API. */
function shownBeside({ days }, path) {
  const base = path.slice(0, path.indexOf("trips/"));
  const dates = Map.groupBy(days.filter(({ city, date }) => city && date), ({ city }) => city);
  const weather = [...dates].flatMap(([city, its]) => stretches(its.map(({ date }) => date))
    .map(({ start, days: count }) => `${base}cities/${encodeURIComponent(city)}/weather/?start=${start}&days=${count}`));
  const pictures = days.flatMap(({ date, visits }) => visits.filter(({ marker }) => !marker).map((visit) => visitPoster(visit, Number(date?.slice(5, 7)) || null)));
  return [...weather, ...new Set(pictures)];
}

/** Has everything kept that the page consists of, once it is drawn. */
async function keepCopy(path, itinerary) {
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\/static\/|\/map\/ground\/|\/jsi18n\//.test(name));
  const { leafletJs, leafletCss, icons } = document.body.dataset;
  active.postMessage({ keep: [location.pathname, ...PARTS.map((part) => path + part), leafletJs, leafletCss, icons, ...files], beside: shownBeside(itinerary, path) });
}

/** Shows what the server has now: the trip, and the part that is open. */
async function readAgain(page, api) {
  await page.editor.take(await api.read());
  for (const part of Object.values(page.parts)) part.upon = 0;
  page.parts[page.tabs.name]?.open();
}

/** Asks about the first change that could not be made as it was: to make it upon theirs, or to leave it. */
async function settle(page, api, trip) {
  const open = (await changes()).find((each) => each.trip === trip && each.state !== "waiting");
  if (!open) return;
  const done = () => forgetChange(open.id).then(() => settle(page, api, trip));
  if (open.state === "refused") {
    page.refused(open.why, done);
    return;
  }
  const again = async () => {
    await forgetChange(open.id);
    await (open.kind === "edits" ? page.editor.edit(open.body.edits) : page.editor.change(open.body));
    settle(page, api, trip);
  };
  const told = await api.difference(open.base, page.editor.trip.version).then(({ difference }) => difference.told, () => []);
  page.overtaken({ told, again, leave: done });
}

/** Joins the page to its copy. `page`: a `TripPage`; `path`: of the trip in the API. */
export function joinCopy(page, api, trip, path) {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const answer = () => settle(page, api, trip).catch((error) => page.failed(error));
  addEventListener("changes-sent", async ({ detail: { trips, back } }) => {
    if (back || trips.has(trip)) await readAgain(page, api).catch((error) => page.failed(error));
    await answer();
  });
  answer();
  if (navigator.onLine) keepCopy(path, page.editor.trip.itinerary);
}
