/**
 * The list of trips: a file of a trip is made a trip, ours as JSON, or anybody's as GPX, iCalendar or GeoJSON. One that is
 * there already is shown first.
 */
import { createApi } from "./api.js";
import { byId, el } from "./dom.js";

const api = createApi("/api/v1/");
const chooser = byId("import");
const say = (text, values) => interpolate(text, values, true);
const address = ({ id }) => `/trips/${encodeURIComponent(id)}`;
const tell = (...parts) => byId("import-told").replaceChildren(...parts);

/** What the server is sent of a file's text: our document, or the text with its media type. Null for any other file. */
function readTrip(text, format) {
  if (/^\s*BEGIN:VCALENDAR/.test(text)) return new Blob([text], { type: "text/calendar" });
  if (/^\s*<[^]{0,2000}?<gpx[\s>]|^\s*<gpx[\s>]/.test(text)) return new Blob([text], { type: "application/gpx+xml" });
  let found = null;
  try {
    found = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (found?.format === format) return found;
  const isMap = found?.type === "FeatureCollection" && Array.isArray(found.features);
  return isMap ? new Blob([text], { type: "application/geo+json" }) : null;
}

/** Throws for a file that is no trip, which is not sent. */
async function read(file) {
  const text = (await file.text()).replace(/^\ufeff/, "");
  const document = readTrip(text, chooser.dataset.format);
  if (!document) throw new Error(gettext("This file is not a trip. Take a trip’s JSON, or a GPX, ICS or GeoJSON file."));
  return document;
}

async function bring(document, once) {
  const { trip, isNew } = await api.importTrip(document, once);
  if (isNew) window.location.assign(address(trip));
  else tell(...offer(trip, document));
}

const offer = (trip, document) => [
  el("span", { text: say(gettext("The trip of this file is among yours already: “%(title)s”."), { title: trip.title }) }),
  el("a", { class: "button plain", href: address(trip), text: gettext("Open it"), data: { testid: "open-kept" } }),
  el("button", { type: "button", class: "button plain", text: gettext("Import it once more"), data: { testid: "import-again" },
    on: { click: () => attempt(() => bring(document, false)) } }),
];

/** What went wrong, in the server's words for the file where it has some. */
const reasonOf = (error) => Object.values(error.problem?.errors ?? {}).flat().join(" ") || error.message;

async function attempt(work) {
  tell();
  try {
    await work();
  } catch (error) {
    console.warn("trips:", error);
    tell(el("span", { text: reasonOf(error) }));
  }
}

chooser.addEventListener("change", async () => {
  const [file] = chooser.files;
  if (file) await attempt(async () => bring(await read(file), true));
  chooser.value = "";
});
