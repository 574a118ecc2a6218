/** The list of trips: one that was exported as JSON is made a trip again; one that is there already is shown first. */
import { createApi } from "../api.js";
import { byId, el } from "../dom.js";

const api = createApi("/api/v1/");
const chooser = byId("import");
const say = (text, values) => interpolate(text, values, true);
const address = ({ id }) => `/trips/${encodeURIComponent(id)}`;
const tell = (...parts) => byId("import-told").replaceChildren(...parts);

/** The exported trip in a file. Throws for any other file, which is not sent. */
async function read(file) {
  const document = await file.text().then(JSON.parse).catch(() => null);
  if (document?.format !== chooser.dataset.format) throw new Error(gettext("This file is not a trip. Take one that was exported as JSON."));
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

async function attempt(work) {
  tell();
  try {
    await work();
  } catch (error) {
    console.warn("trips:", error);
    tell(el("span", { text: error.message }));
  }
}

chooser.addEventListener("change", async () => {
  const [file] = chooser.files;
  if (file) await attempt(async () => bring(await read(file), true));
  chooser.value = "";
});
