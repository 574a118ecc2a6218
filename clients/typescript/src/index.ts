/** TravelAgent's REST API, typed by its schema, and the events of a run as they come. */
import createClient, { type Client } from "openapi-fetch";
import { createParser } from "eventsource-parser";
import type { Event as RunEvent } from "./events.js";
import type { components, paths } from "./schema.js";

export type * as events from "./events.js";
export type { components, paths, RunEvent };
export type Problem = components["schemas"]["Problem"];

export interface Settings {
  /** Where the server is, as `https://travel.example`. */
  site: string;
  /** A partner's key. */
  key: string;
}

export interface Following {
  /** The last `seq` that is known already. */
  after?: number;
  signal?: AbortSignal;
}

/** An answer that is no success. `problem` is empty where it came from something else than the API. */
export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
  ) {
    super(problem.detail ?? `the server answered ${status}`);
    this.name = "ProblemError";
  }
}

/** What an operation of `agent.api` answers with. Throws ProblemError for an answer that is no success. */
export async function done<Data>(call: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ProblemError(response.status, typeof error === "object" ? { ...error } : {});
  return data as Data;
}

/** The server sends a comment every 15 seconds; a connection that is quiet for longer is taken for lost. */
const QUIET_MS = 45_000;
const RETRY_MS = 1_000;
/** So many connections in a row bring no event, each after twice the wait of the one before, until it is given up. */
const MOST_FAILURES = 6;

export class TravelAgent {
  /** Every operation, as `done(agent.api.GET("/api/v1/trips/"))`. */
  readonly api: Client<paths>;

  constructor(private readonly settings: Settings) {
    this.api = createClient<paths>({ baseUrl: settings.site, headers: this.#headers() });
  }

  /**
   * Yields a run's events behind `after`, each once, until it has ended. A lost connection is taken up again behind the
   * last event. Throws ProblemError for a run that cannot be read, and the last fault when the server stays away.
   */
  async *events(run: string, { after = 0, signal }: Following = {}): AsyncGenerator<RunEvent, void, void> {
    for (let failures = 0; ; ) {
      let fault: unknown = new Error("the stream has ended before the run");
      try {
        const response = await this.#connect(run, after, signal);
        if (response === null) return;
        for await (const event of received(response)) {
          failures = 0;
          after = event.seq;
          yield event;
          if (event.type === "run_finished") return;
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ProblemError && error.status < 500 && error.status !== 429) throw error;
        fault = error;
      }
      failures += 1;
      if (failures === MOST_FAILURES) throw fault;
      await pause(RETRY_MS * 2 ** (failures - 1), signal);
    }
  }

  /** The stream of the events behind one, null where the run has ended and no more come. */
  async #connect(run: string, after: number, signal?: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
    const path = `${this.settings.site}/api/v1/runs/${encodeURIComponent(run)}/events/`;
    const headers = { ...this.#headers(), Accept: "text/event-stream", "Last-Event-ID": String(after) };
    const response = await fetch(path, { headers, ...(signal && { signal }) });
    if (response.status === 204) return null;
    if (!response.ok || response.body === null) {
      throw new ProblemError(response.status, await response.json().catch(() => ({})));
    }
    return response.body;
  }

  #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.settings.key}` };
  }
}

/** The events that one connection brings. */
async function* received(body: ReadableStream<Uint8Array>): AsyncGenerator<RunEvent, void, void> {
  const events: RunEvent[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(JSON.parse(data) as RunEvent) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await unlessQuiet(reader.read());
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function unlessQuiet<Value>(reading: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const quiet = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the stream has gone quiet")), QUIET_MS);
  });
  try {
    return await Promise.race([reading, quiet]);
  } finally {
    clearTimeout(timer);
  }
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}
