/** REST under /api/v1/ with the site's own session. Errors become `ApiError` with the problem's code and readable detail. */

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || String(status));
    this.status = status;
    this.code = problem.code ?? "";
    this.problem = problem;
  }

  /** What is wrong with the first field that is, else the whole of it. */
  get reason() {
    return Object.values(this.problem.errors ?? {}).flat()[0] ?? this.message;
  }
}

export function csrfToken() {
  return /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

/** The server was not reached: there is no network, or it does not answer. */
export class Unreachable extends Error {}

/** A body so long is sent to its end though the page is left meanwhile: a browser does that for 64 KB. */
const LEFT_BEHIND_CHARS = 20_000;

/** The status and the JSON of an answer. */
async function exchange(method, path, body, more = {}) {
  const headers = { Accept: "application/json", ...more };
  if (method !== "GET") headers["X-CSRFToken"] = csrfToken();
  const isFile = body instanceof Blob;
  if (body !== undefined) headers["Content-Type"] = isFile ? body.type : "application/json";
  const text = body === undefined || isFile ? body : JSON.stringify(body);
  const keepalive = method !== "GET" && (text?.length ?? text?.size ?? 0) < LEFT_BEHIND_CHARS;
  const response = await fetch(path, { method, headers, body: text, credentials: "same-origin", keepalive }).catch((error) => { throw new Unreachable(error.message); });
  const json = /json/.test(response.headers.get("Content-Type") ?? "") ? await response.json() : {};
  if (!response.ok) throw new ApiError(response.status, json);
  return { status: response.status, json };
}

const call = async (...asked) => (await exchange(...asked)).json;

/** Follows `next` until the list ends or `limit` rows are there. Takes a plain list too. */
async function list(path, limit = 1000) {
  const rows = [];
  for (let next = path; next && rows.length < limit; ) {
    const page = await call("GET", next);
    rows.push(...(Array.isArray(page) ? page : page.results ?? []));
    next = Array.isArray(page) ? null : page.next && new URL(page.next, window.location.href).pathname + new URL(page.next, window.location.href).search;
  }
  return rows;
}

/** The header of a change that is made upon a version. */
const upon = (version) => ({ "If-Match": `"${version}"` });

const weather = (base) => (city, start, days) => call("GET", `${base}cities/${encodeURIComponent(city)}/weather/?start=${start}&days=${days}`);

/** Places to eat or, as `purpose`, to sleep near a point; `at`, a local time, leaves out those that are closed then. */
const venues = (base) => (wanted) => call("GET", `${base}venues/?${new URLSearchParams(Object.entries({ limit: 5, ...wanted }).filter(([, value]) => value !== ""))}`);

/** The calls about conversations and the catalogue; `base` ends in a slash. */
export function createApi(base) {
  const session = (id) => `${base}sessions/${encodeURIComponent(id)}/`;
  return {
    createSession: () => call("POST", `${base}sessions/`, {}),
    sessions: (query) => list(`${base}sessions/${query ? `?q=${encodeURIComponent(query)}` : ""}`, 200),
    renameSession: (id, title) => call("PATCH", session(id), { title }),
    deleteSession: (id) => call("DELETE", session(id)),
    startRun: (id, message) => call("POST", `${session(id)}runs/`, { message }),
    messages: (id) => list(`${session(id)}messages/`),
    /** What is wanted and planned in a conversation; a change names the `version` that it is made upon, a lost update is a 412. */
    brief: (id) => call("GET", `${session(id)}brief/`),
    changeBrief: (id, brief, version) => call("PATCH", `${session(id)}brief/`, brief, upon(version)),
    planTrip: (id, brief, version) => call("POST", `${session(id)}plan/`, { brief }, upon(version)),
    editPlan: (id, edits, version) => call("POST", `${session(id)}plan/`, { edits }, upon(version)),
    undoTrip: (id) => call("POST", `${session(id)}undo/`),
    redoTrip: (id) => call("POST", `${session(id)}redo/`),
    findCities: (name, limit) => list(`${base}cities/?limit=${limit}&q=${encodeURIComponent(name)}`, limit),
    cities: (asked) => list(`${base}cities/?limit=200&${asked}`),
    city: (id) => call("GET", `${base}cities/${encodeURIComponent(id)}/`),
    sights: (city) => list(`${base}cities/${encodeURIComponent(city)}/sights/?limit=200`),
    feedback: (fields) => call("POST", `${base}feedback/`, fields),
    weather: weather(base),
    venues: venues(base),
    saveTrip: (trip) => call("POST", `${base}trips/`, trip),
    /** What a document or a file would be imported as; nothing is written. */
    previewImport: (document) => call("POST", `${base}trips/import/preview/`, document),
    /** The trip that was made of the document, or of a file (a `Blob` of its media type); with `once` the same trip where it is there already, `isNew` false. */
    importTrip: async (document, once) => {
      const { status, json } = await exchange("POST", `${base}trips/import/?once=${once}`, document);
      return { trip: json, isNew: status === 201 };
    },
    runs: (id) => list(`${session(id)}runs/`),
    events: async (run, after = 0) => (await list(`${base}runs/${encodeURIComponent(run)}/events/?after=${after}`, 20000)).sort((a, b) => a.seq - b.seq),
  };
}

/** The calls that the pages of trips make. What changes a trip names the `version` it was made upon; a lost update is a 412. */
export function createTripApi(base, id) {
  const trip = `${base}trips/${encodeURIComponent(id)}/`;
  return {
    feedback: (fields) => call("POST", `${base}feedback/`, fields),
    weather: weather(base),
    venues: venues(base),
    read: () => call("GET", trip),
    change: (fields, version) => call("PATCH", trip, fields, upon(version)),
    edit: (edits, version) => call("POST", `${trip}edits/`, { edits }, upon(version)),
    undo: (version) => call("POST", `${trip}undo/`, undefined, upon(version)),
    undoMine: () => call("POST", `${trip}undo/`, { mine: true }),
    restore: (wanted, version) => call("POST", `${trip}undo/`, { version: wanted }, upon(version)),
    remove: (version) => call("DELETE", trip, undefined, upon(version)),
    replan: (asked) => call("POST", `${trip}replan/`, asked),
    alternatives: () => call("POST", `${trip}alternatives/`),
    versions: () => list(`${trip}versions/`, 100),
    difference: (from, to) => call("GET", `${trip}diff/?from=${from}&to=${to}`),
    shares: () => list(`${trip}share/`),
    share: (days) => call("POST", `${trip}share/`, { days }),
    revoke: (share) => call("DELETE", `${trip}share/${encodeURIComponent(share)}/`),
    reminders: () => call("GET", `${trip}reminders/`),
    remind: (fields) => call("PATCH", `${trip}reminders/`, fields),
    addBrowser: (subscription) => call("POST", `${base}push/`, subscription),
    calendars: () => list(`${trip}calendars/`),
    makeCalendar: (fields) => call("POST", `${trip}calendars/`, fields),
    endCalendar: (feed) => call("DELETE", `${trip}calendars/${encodeURIComponent(feed)}/`),
    exportUrl: (format, lang) => `${trip}export/?format=${format}&lang=${lang}`,
    sights: (city) => list(`${base}cities/${encodeURIComponent(city)}/sights/?limit=200`),
    travellers: () => list(`${trip}travellers/`),
    addTraveller: (name) => call("POST", `${trip}travellers/`, { name }),
    renameTraveller: (traveller, name) => call("PATCH", `${trip}travellers/${encodeURIComponent(traveller)}/`, { name }),
    removeTraveller: (traveller) => call("DELETE", `${trip}travellers/${encodeURIComponent(traveller)}/`),
    expenses: () => list(`${trip}expenses/?limit=200`, 2000),
    addExpense: (fields) => call("POST", `${trip}expenses/`, fields),
    changeExpense: (expense, fields, version) => call("PATCH", `${trip}expenses/${encodeURIComponent(expense)}/`, fields, upon(version)),
    removeExpense: (expense, version) => call("DELETE", `${trip}expenses/${encodeURIComponent(expense)}/`, undefined, upon(version)),
    ledger: () => call("GET", `${trip}ledger/`),
    settleIn: (currency) => call("PATCH", `${trip}ledger/`, { currency }),
    lists: () => list(`${trip}lists/`),
    proposeLists: () => call("POST", `${trip}lists/propose/`),
    addListItem: (fields) => call("POST", `${trip}lists/`, fields),
    changeListItem: (item, fields) => call("PATCH", `${trip}lists/${encodeURIComponent(item)}/`, fields),
    removeListItem: (item) => call("DELETE", `${trip}lists/${encodeURIComponent(item)}/`),
    files: () => list(`${trip}files/`),
    filesUrl: `${trip}files/`,
    fileUrl: (file) => `${trip}files/${encodeURIComponent(file)}/`,
    changeFile: (file, fields) => call("PATCH", `${trip}files/${encodeURIComponent(file)}/`, fields),
    removeFile: (file) => call("DELETE", `${trip}files/${encodeURIComponent(file)}/`),
    journal: () => list(`${trip}journal/`),
    writeDay: (day, text, version) => call("PUT", `${trip}journal/${day}/`, { text }, upon(version)),
    bookUrl: (lang) => `${trip}journal/book/?lang=${lang}`,
    members: () => list(`${trip}members/`),
    changeMember: (member, role) => call("PATCH", `${trip}members/${encodeURIComponent(member)}/`, { role }),
    removeMember: (member) => call("DELETE", `${trip}members/${encodeURIComponent(member)}/`),
    leave: () => call("DELETE", `${trip}members/me/`),
    invites: () => list(`${trip}invites/`),
    invite: (fields) => call("POST", `${trip}invites/`, fields),
    mailInvite: (fields) => call("POST", `${trip}invites/mail/`, fields),
    revokeInvite: (invite) => call("DELETE", `${trip}invites/${encodeURIComponent(invite)}/`),
    comments: (visit) => list(`${trip}comments/?visit=${encodeURIComponent(visit)}`),
    addComment: (fields) => call("POST", `${trip}comments/`, fields),
    removeComment: (comment) => call("DELETE", `${trip}comments/${encodeURIComponent(comment)}/`),
    votes: () => list(`${trip}votes/`),
    vote: (visit, value) => call("POST", `${trip}votes/`, { visit, value }),
    activity: () => list(`${trip}activity/`),
    tableUrl: (lang) => `${trip}ledger/table/?lang=${lang}`,
  };
}
