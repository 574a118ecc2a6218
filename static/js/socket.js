/**
 * The connection to the WebSocket of one session, or of one trip. It keeps itself open: reconnects with growing, jittered pauses, at once when the
 * network comes back, and gives a silent connection up (the server beats every 15 s). What was missed is not its business:
 * the owner asks for it with `run.attach` when `hello` tells the true state. 4404 means: not this visitor's session; no retry.
 */

const SILENCE_MS = 40000;
const GONE = 4404;

/** Pause before the n-th try (0, 1, …) in ms: doubling from half a second to 15 s, half of it random. */
export function backoff(attempt, random = Math.random) {
  const full = Math.min(15000, 500 * 2 ** attempt);
  return full / 2 + random() * (full / 2);
}

export class SessionSocket {
  /** `handlers`: hello, event, accepted, rejected (each gets the frame), state ("connecting" | "open" | "lost" | "gone"). */
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    this.attempt = 0;
    this.closed = false;
    this.retry = null;
    this.watch = null;
    this.onOnline = () => this.retry !== null && this.connect();
    window.addEventListener("online", this.onOnline);
    this.connect();
  }

  connect() {
    clearTimeout(this.retry);
    this.retry = null;
    if (this.closed) return;
    this.handlers.state("connecting");
    const ws = new WebSocket(this.url);
    this.ws = ws;
    ws.addEventListener("message", ({ data }) => { if (ws === this.ws) this.receive(JSON.parse(data)); });
    ws.addEventListener("close", ({ code }) => { if (ws === this.ws) this.lost(code); });
    this.rearm();
  }

  rearm() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => { const { ws } = this; this.lost(0); ws.close(); }, SILENCE_MS);
  }

  receive(frame) {
    this.rearm();
    if (frame.type === "hello") {
      this.attempt = 0;
      this.ready = true;
      this.handlers.state("open");
      this.handlers.hello(frame);
    } else if (frame.type === "accepted") this.handlers.accepted(frame);
    else if (frame.type === "rejected") this.handlers.rejected(frame);
    else if (frame.type !== "heartbeat" && frame.type !== "pong") this.handlers.event(frame);
  }

  lost(code) {
    clearTimeout(this.watch);
    this.ws = null;
    this.ready = false;
    if (this.closed) return;
    if (code === GONE) {
      this.close();
      this.handlers.state("gone");
      return;
    }
    this.handlers.state("lost");
    this.retry = setTimeout(() => this.connect(), backoff(this.attempt++));
  }

  /** True when the frame was handed to an open connection. */
  send(frame) {
    if (!this.ready || this.ws?.readyState !== WebSocket.OPEN) return false;
    this.ws.send(JSON.stringify(frame));
    return true;
  }

  close() {
    this.closed = true;
    this.ready = false;
    clearTimeout(this.retry);
    clearTimeout(this.watch);
    window.removeEventListener("online", this.onOnline);
    const { ws } = this;
    this.ws = null;
    ws?.close();
  }
}
