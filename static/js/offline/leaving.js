/** Signing out while changes wait to be sent: whether they are sent first, or go, is asked. */
import { changes, forgetChange, sendChanges } from "./queue.js";

const byId = (id) => document.getElementById(id);
const form = document.querySelector("main form");
const asked = byId("unsent");
const state = byId("unsent-state");

/** Shows what waits in place of the form; resolves with it. */
async function draw() {
  const all = await changes().catch(() => []);
  const held = new Set(all.filter((change) => change.state !== "waiting").map(({ trip }) => trip));
  const told = byId("unsent-told");
  const trips = byId("unsent-trips");
  told.textContent = told.dataset.text.replace("{count}", all.length);
  trips.replaceChildren(...[...held].map((trip) => {
    const row = document.createElement("li");
    row.append(Object.assign(document.createElement("a"), { href: `/trips/${encodeURIComponent(trip)}`, textContent: trips.dataset.text }));
    return row;
  }));
  form.hidden = all.length > 0;
  asked.hidden = !all.length && !state.textContent;
  for (const node of [told, ...asked.querySelectorAll("button")]) node.hidden = !all.length;
  return all;
}

/** Leaves without asking again. */
function leave() {
  form.removeEventListener("submit", ask);
  form.requestSubmit();
}

async function ask(event) {
  event.preventDefault();
  if (!(await draw()).length) leave();
  else byId("unsent-title").focus();
}

form.addEventListener("submit", ask);
byId("send-unsent").addEventListener("click", async () => {
  state.textContent = "";
  await sendChanges();
  const left = await changes();
  const waits = left.some((change) => change.state === "waiting");
  if (!left.length) state.textContent = state.dataset.sent;
  else if (!waits) state.textContent = state.dataset.held;
  else state.textContent = navigator.onLine ? state.dataset.failed : state.dataset.offline;
  await draw();
  if (!left.length) form.querySelector("button").focus();
});
byId("drop-unsent").addEventListener("click", async () => {
  for (const { id } of await changes()) await forgetChange(id);
  leave();
});
addEventListener("changes-sent", draw);
draw();
