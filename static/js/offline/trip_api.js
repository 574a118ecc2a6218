/** The calls of a trip's page, of which some can be made without a network: they are kept, and shown as if they were done where that can be known. */
import { Unreachable } from "../api.js";
import { changes, keepChange } from "./queue.js";

/** A change that is done once there is a network; the page says so. */
export class Kept extends Error {
  constructor() {
    super(gettext("You are offline. This change is kept, and made as soon as you are connected."));
    this.kept = true;
  }
}

const OWN_WORDS = new Set(["title", "notes"]);
const both = (text) => ({ en: text, zh: text });
/** The part of the trip, below its path, that a kind of change is seen in. */
const SEEN_IN = { words: "", edits: "", item: "lists/", "new item": "lists/", expense: "expenses/?limit=200" };
/** Milliseconds after a change until the copy of what it changed is made anew: a row of changes makes one. */
const RENEW_MS = 1000;
const isKept = (id) => String(id).startsWith("kept-");

/** What a change of an entry makes of it. */
const itemFields = ({ text, ...rest }) => (text === undefined ? rest : { ...rest, text: both(text) });
const keptItem = (id, { list, text, quantity = 1, due = null }) => ({ id: `kept-${id}`, list, key: "", text: both(text), reason: null, quantity, due, done: false, proposed_for: null });
const keptExpense = (id, fields) => ({ label: "", ...fields, id: `kept-${id}`, version: 0, worth: fields.amount, rate: { currency: fields.currency } });

/** `api`: of `createTripApi`; `path`: of the trip, ending in a slash. */
export function withoutNetwork(api, trip, path) {
  let last = null;
  const changed = new Set();
  /** Has the copy of a part made anew, which a change at the server leaves as it was. */
  const renew = (part) => {
    if (!changed.size) setTimeout(() => {
      navigator.serviceWorker?.controller?.postMessage({ keep: [...changed].map((each) => path + each) });
      changed.clear();
    }, RENEW_MS);
    changed.add(part);
  };
  /** Calls; without a network the change is kept, and `shown(id)` answers in its place. */
  const later = async (call, change, shown) => {
    try {
      const done = await call();
      renew(SEEN_IN[change.kind]);
      return done;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      const id = await keepChange({ trip, ...change });
      dispatchEvent(new CustomEvent("change-kept"));
      if (!shown) throw new Kept();
      return shown(id);
    }
  };
  const waiting = async (kind) => (await changes()).filter((each) => each.trip === trip && each.kind === kind && each.state === "waiting");
  const take = (found) => (last = found);
  const known = (id) => { if (isKept(id)) throw new Kept(); };

  return {
    ...api,
    async read() {
      const found = await api.read();
      const own = await waiting("words");
      return take(Object.assign(found, ...own.map(({ body }) => body)));
    },
    change(fields, version) {
      const call = async () => take(await api.change(fields, version));
      if (!Object.keys(fields).every((name) => OWN_WORDS.has(name))) return call();
      return later(call, { kind: "words", method: "PATCH", path, body: fields, base: version }, () => take({ ...last, ...fields }));
    },
    edit(edits, version) {
      return later(async () => take(await api.edit(edits, version)), { kind: "edits", method: "POST", path: `${path}edits/`, body: { edits }, base: version });
    },
    async lists() {
      const found = await api.lists();
      const added = (await waiting("new item")).map(({ id, body }) => keptItem(id, body));
      for (const { path: of, body } of await waiting("item")) {
        const item = found.find(({ id }) => of.endsWith(`/${encodeURIComponent(id)}/`));
        if (item) Object.assign(item, itemFields(body));
      }
      return [...found, ...added];
    },
    async changeListItem(item, fields) {
      known(item);
      return later(() => api.changeListItem(item, fields), { kind: "item", method: "PATCH", path: `${path}lists/${encodeURIComponent(item)}/`, body: fields, base: null }, () => itemFields(fields));
    },
    addListItem: (fields) => later(() => api.addListItem(fields), { kind: "new item", method: "POST", path: `${path}lists/`, body: fields, base: null }, (id) => keptItem(id, fields)),
    /** Without a network nothing is proposed: what there is stands. */
    async proposeLists() {
      try {
        const proposed = await api.proposeLists();
        renew("lists/");
        return proposed;
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        return { items: await this.lists() };
      }
    },
    async expenses() {
      const found = await api.expenses();
      return [...(await waiting("expense")).map(({ id, body }) => keptExpense(id, body)), ...found];
    },
    addExpense: (fields) => later(() => api.addExpense(fields), { kind: "expense", method: "POST", path: `${path}expenses/`, body: fields, base: null }, (id) => keptExpense(id, fields)),
    async changeExpense(expense, fields, version) {
      known(expense);
      return api.changeExpense(expense, fields, version);
    },
    async removeExpense(expense, version) {
      known(expense);
      return api.removeExpense(expense, version);
    },
  };
}
