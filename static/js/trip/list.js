/** The list of trips: one that was exported as JSON is made a trip again. */
import { createApi } from "../api.js";
import { byId } from "../dom.js";

const api = createApi("/api/v1/");

async function bring(file) {
  let document;
  try {
    document = JSON.parse(await file.text());
  } catch {
    throw new Error(gettext("This file is not a trip. Take one that was exported as JSON."));
  }
  const { id } = await api.importTrip(document);
  window.location.assign(`/trips/${encodeURIComponent(id)}`);
}

byId("import").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  byId("import-told").textContent = "";
  try {
    await bring(file);
  } catch (error) {
    byId("import-told").textContent = error.message;
  }
  target.value = "";
});
