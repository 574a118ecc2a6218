/** On every page: the service worker, a bar that says when there is no network, and sending what was changed without one. */
import { changes, sendChanges } from "./queue.js";

const bar = document.getElementById("offline-bar");

/** When the copy of this page was made, null where none is kept. */
async function copied() {
  const found = await caches.match(location.pathname, { ignoreVary: true });
  const at = found?.headers.get("X-Kept-At");
  return at ? new Date(at) : null;
}

async function tell() {
  if (navigator.onLine) {
    bar.hidden = true;
    return;
  }
  const [at, all] = await Promise.all([copied(), changes()]);
  const { lang } = document.documentElement;
  const { offline, copy, waiting } = bar.dataset;
  const told = [at ? copy.replace("{when}", at.toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" })) : offline];
  if (all.length) told.push(waiting.replace("{count}", all.length));
  bar.textContent = told.join(lang.startsWith("zh") ? "" : " ");
  bar.hidden = false;
}

/** Sends what waits, and tells the page. `back`: the network has just come back, so what is shown is a copy. */
async function send(back) {
  if (!navigator.onLine || (!back && !(await changes()).length)) return;
  const trips = await sendChanges();
  dispatchEvent(new CustomEvent("changes-sent", { detail: { trips, back } }));
}

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("/service-worker.js").catch((error) => console.warn("service worker:", error));
  addEventListener("online", () => { tell(); send(true); });
  addEventListener("offline", tell);
  addEventListener("change-kept", tell);
  tell();
  send(false);
}
