/**
 * Changes that were made without a network, kept in IndexedDB in their order until they are sent: each once, by its idempotency key, and
 * upon the version that it was made upon. One that the server refuses, or whose trip was changed meanwhile, stays until somebody decides.
 * Each belongs to the reader whose page it was made on: others neither see nor send it. What nobody comes back for goes after a month.
 */
const STORE = "changes";
const READER = document.querySelector('meta[name="reader"]')?.content ?? "nobody";
const MONTH_MS = 30 * 24 * 3600 * 1000;

const opened = () => new Promise((done, failed) => {
  const request = indexedDB.open("travelagent", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

/** Resolves with what `work(store)` asked for, once it is written. */
async function within(mode, work) {
  const db = await opened();
  try {
    return await new Promise((done, failed) => {
      const transaction = db.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request.result);
      transaction.onerror = transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    db.close();
  }
}

/** `change`: {trip, kind, method, path, body, base}; `base`: the trip's version that it was made upon, null where that is nothing to it. */
export const keepChange = (change) => within("readwrite", (store) => store.add({ ...change, reader: READER, key: crypto.randomUUID(), at: new Date().toISOString(), state: "waiting" }));
export const changes = async () => (await everyones()).filter(({ reader }) => reader === READER);
const everyones = () => within("readonly", (store) => store.getAll());
export const forgetChange = (id) => within("readwrite", (store) => store.delete(id));
const update = (change) => within("readwrite", (store) => store.put(change));

async function send({ method, path, body, base, key }) {
  const headers = { Accept: "application/json", "Content-Type": "application/json", "X-Reader": READER, "X-CSRFToken": /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "" };
  if (base !== null) headers["If-Match"] = `"${base}"`;
  if (method === "POST") headers["Idempotency-Key"] = key;
  const response = await fetch(path, { method, headers, body: JSON.stringify(body), credentials: "same-origin" });
  const json = /json/.test(response.headers.get("Content-Type") ?? "") ? await response.json() : {};
  return { status: response.status, json };
}

/** Later changes of the trip that were made upon the same version stand upon the new one. */
async function follow(done, version) {
  const later = (await changes()).filter(({ id, trip, base }) => id > done.id && trip === done.trip && base === done.base);
  for (const change of later) await update({ ...change, base: version });
}

/**
 * Sends what waits; resolves with the trips of which something was sent. What is in doubt stays: `state` "overtaken" where the trip has
 * another version, "refused" with `why` where it cannot be done. Two pages never send at the same time.
 */
export const sendChanges = () => navigator.locks.request("offline-changes", async () => {
  const sent = new Set();
  const left = (await everyones()).filter(({ reader, at }) => reader !== READER && Date.now() - Date.parse(at) > MONTH_MS);
  for (const { id } of left) await forgetChange(id);
  for (const { id } of await changes()) {
    const all = await changes();
    const change = all.find((each) => each.id === id);
    const held = change && change.base !== null && all.some((each) => each.id < id && each.trip === change.trip && each.base !== null);
    if (!change || change.state !== "waiting" || held) continue;
    let answer;
    try {
      answer = await send(change);
    } catch {
      break;
    }
    if (answer.status < 300) {
      await forgetChange(id);
      if (change.base !== null) await follow(change, answer.json.version);
      sent.add(change.trip);
    } else if (answer.json.code === "other_reader") {
      break;
    } else if (answer.status === 412) {
      await update({ ...change, state: "overtaken" });
    } else if (answer.status < 500 && ![401, 408, 429].includes(answer.status)) {
      await update({ ...change, state: "refused", why: answer.json.detail ?? "" });
    } else {
      break;
    }
  }
  return sent;
});
