/** REST under /api/v1/ with the site's own session. Errors become `ApiError` with the problem's code and readable detail. */

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || String(status));
    this.status = status;
    this.code = problem.code ?? "";
  }
}

function csrfToken() {
  return /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

async function call(method, path, body) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["X-CSRFToken"] = csrfToken();
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), credentials: "same-origin" });
  const json = /json/.test(response.headers.get("Content-Type") ?? "") ? await response.json() : {};
  if (!response.ok) throw new ApiError(response.status, json);
  return json;
}

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

/** The calls that the chat page makes; `base` ends in a slash. */
export function createApi(base) {
  const session = (id) => `${base}sessions/${encodeURIComponent(id)}/`;
  return {
    createSession: () => call("POST", `${base}sessions/`, {}),
    sessions: (query) => list(`${base}sessions/${query ? `?q=${encodeURIComponent(query)}` : ""}`, 200),
    renameSession: (id, title) => call("PATCH", session(id), { title }),
    deleteSession: (id) => call("DELETE", session(id)),
    messages: (id) => list(`${session(id)}messages/`),
    runs: (id) => list(`${session(id)}runs/`),
    events: async (run, after = 0) => (await list(`${base}runs/${encodeURIComponent(run)}/events/?after=${after}`, 20000)).sort((a, b) => a.seq - b.seq),
  };
}
