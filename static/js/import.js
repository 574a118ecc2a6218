/**
 * The list of trips: a file becomes a trip. What was read of it is shown before anything is written; a trip that is there
 * already is shown first.
 */
import { createApi } from "./api.js";
import { byId, el } from "./dom.js";
import { previewDialog } from "./importpreview.js";

const MOST_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 4096;
const TYPES = {
  gpx: "application/gpx+xml",
  kml: "application/vnd.google-earth.kml+xml",
  kmz: "application/vnd.google-earth.kmz",
  geojson: "application/geo+json",
  ics: "text/calendar",
  csv: "text/csv",
  tsv: "text/csv",
  eml: "message/rfc822",
  pdf: "application/pdf",
};
const BEGINNINGS = [
  [/^%PDF-/, "pdf"],
  [/^PK\x03\x04/, "kmz"],
  [/^\s*BEGIN:VCALENDAR/, "ics"],
  [/^\s*(?:<[^]{0,2000}?)?<gpx[\s>]/, "gpx"],
  [/^\s*(?:<[^]{0,2000}?)?<kml[\s>]/, "kml"],
  [/^(?:Received|Return-Path|Delivered-To|DKIM-Signature|MIME-Version|Message-ID|From): /i, "eml"],
];
/** How files of a kind begin. */

const api = createApi("/api/v1/");
const chooser = byId("import");
const say = (text, values) => interpolate(text, values, true);
const address = ({ id }) => `/trips/${encodeURIComponent(id)}`;
const tell = (...parts) => byId("import-told").replaceChildren(...parts);

/** The kind of a file by how it begins, else by the ending of its name; undefined where neither tells. */
async function kindOf(file) {
  const head = (await file.slice(0, HEAD_BYTES).text()).replace(/^\ufeff/, "");
  const begins = BEGINNINGS.find(([pattern]) => pattern.test(head));
  const ending = file.name.toLowerCase().split(".").at(-1);
  return begins?.[1] ?? (Object.hasOwn(TYPES, ending) && ending !== "geojson" && file.size > 0 ? ending : undefined);
}

/** What the server is sent of JSON: our document, or a map's features; null for any other. */
async function readJson(file, format) {
  const text = (await file.text()).replace(/^\ufeff/, "");
  let found = null;
  try {
    found = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (found?.format === format) return found;
  const isMap = found?.type === "FeatureCollection" && Array.isArray(found.features);
  return isMap ? new Blob([text], { type: TYPES.geojson }) : null;
}

/** What is sent of a file. Throws for one that is no trip or too large, which is not sent. */
async function read(file) {
  const kind = await kindOf(file);
  const isLarge = file.size > MOST_BYTES;
  if (kind && isLarge) throw new Error(say(gettext("This file is larger than %(most)s MB."), { most: MOST_BYTES / 1024 ** 2 }));
  const body = kind ? file.slice(0, file.size, TYPES[kind]) : !isLarge && (await readJson(file, chooser.dataset.format));
  if (!body) throw new Error(gettext("This file is not a trip. Take a GPX, KML, KMZ, GeoJSON, ICS, CSV, EML or PDF file, a list of Google Takeout, or a trip’s JSON."));
  return body;
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

async function show(file) {
  const body = await read(file);
  tell(el("span", { text: gettext("Reading the file…") }));
  const preview = await api.previewImport(body);
  tell();
  previewDialog(preview, () => attempt(() => bring(preview.document, true)));
}

chooser.addEventListener("change", async () => {
  const [file] = chooser.files;
  if (file) await attempt(() => show(file));
  chooser.value = "";
});
