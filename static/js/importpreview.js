/** What was read of a file, in a dialog, before it becomes a trip. */
import { openDialog } from "./dialog.js";
import { el } from "./dom.js";
import { language, pick } from "./format.js";
import { rideMode } from "./labels.js";

const say = (text, values) => interpolate(text, values, true);
const lang = language(document.documentElement.lang);
const named = (name) => pick(name, lang);

const row = (label, value, testid) => [el("dt", { text: label }), el("dd", { text: String(value), data: { testid } })];

/** Opens the dialog; `confirm` is called once the reader wants the trip. */
export function previewDialog(preview, confirm) {
  const accept = el("button", { type: "button", class: "button", text: gettext("Import"), data: { testid: "import-confirm" } });
  const cancel = el("button", { type: "button", class: "button plain", text: gettext("Cancel"), data: { testid: "import-cancel" } });
  const dialog = openDialog(gettext("Import this trip?"), "import-preview",
    el("p", { class: "import-title", text: preview.title }),
    el("p", { class: "import-when", text: [preview.cities.map(named).join(" → "), span(preview)].filter(Boolean).join(" · ") }),
    summary(preview), ...stops(preview), ...notes(preview), ...lost(preview),
    el("p", { class: "row" }, accept, cancel));
  cancel.addEventListener("click", () => dialog.close());
  accept.addEventListener("click", () => {
    accept.disabled = true;
    dialog.close();
    confirm();
  });
  accept.focus();
}

function span({ counts, stops, date_assumed: isAssumed }) {
  const days = say(ngettext("%(count)s day", "%(count)s days", counts.days), { count: counts.days });
  if (isAssumed) return `${days} · ${gettext("dates not set yet")}`;
  return stops.length ? `${days} · ${stops[0].date} – ${stops.at(-1).date}` : days;
}

function summary({ counts, arrival, departure, hotels }) {
  return el("dl", { class: "import-counts" },
    row(gettext("Sights that are known here"), counts.sights, "import-sights"),
    row(gettext("Places of your own"), counts.own_places, "import-own"),
    ride(gettext("Arrival"), arrival), ride(gettext("Departure"), departure),
    hotels.length ? row(gettext("Hotel"), hotels.map(named).join(", "), "import-hotel") : [],
    row(gettext("Notes"), counts.notes, "import-notes"),
    row(gettext("Not read"), counts.not_read, "import-lost"));
}

const ride = (label, told) => (told ? row(label, [told.at, told.mode && rideMode(told.mode)].filter(Boolean).join(" · "), "import-ride") : []);

function stops(preview) {
  if (!preview.stops.length) return [];
  const line = (stop) => el("li", {},
    `${say(gettext("Day %(day)s"), { day: stop.day })} · ${stop.start} `, el("strong", { text: named(stop.name) }),
    stop.sight ? "" : ` (${gettext("own place")})`);
  return [el("details", { class: "import-part", open: true },
    el("summary", { text: gettext("Stops") }), el("ul", { data: { testid: "import-stops" } }, preview.stops.map(line)))];
}

function notes(preview) {
  if (!preview.notes.length) return [];
  return [el("details", { class: "import-part" }, el("summary", { text: gettext("Kept in the notes") }),
    el("ul", {}, preview.notes.map((text) => el("li", { text }))))];
}

function lost(preview) {
  if (!preview.not_read.length) return [];
  const line = ({ what, why }) => el("li", {}, el("strong", { text: what }), lang === "zh" ? "：" : ": ", why);
  return [el("details", { class: "import-part", open: true }, el("summary", { text: gettext("Not read, and why") }),
    el("ul", { data: { testid: "import-not-read" } }, preview.not_read.map(line)))];
}
