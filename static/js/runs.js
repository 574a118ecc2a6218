/**
 * The runs of the open session: every event goes through here. Doubles are dropped, a gap asks once for what is missing, order
 * is the log's. It also keeps the difference between the server's clock and ours, for running times.
 */
import { newRun, order, reduce, replay } from "./store.js";

export class Runs {
  /** `changed(run, event)` after each applied event; `attach(run, afterSeq)` asks the server for what follows. */
  constructor({ changed, attach }) {
    Object.assign(this, { changed, attach, byId: new Map(), asked: new Map(), skew: Infinity });
  }

  get(id) {
    return this.byId.get(id);
  }

  /** Registers a run of which no event has come yet. */
  expect(id, known) {
    if (!this.byId.has(id)) this.byId.set(id, newRun(id, known));
    return this.byId.get(id);
  }

  take(event) {
    const run = this.expect(event.run);
    const position = order(run, event);
    if (position === "seen") return;
    if (position === "gap") {
      if (this.asked.get(event.run) !== run.seq) this.ask(run);
      return;
    }
    this.asked.delete(event.run);
    this.skew = Math.min(this.skew, Date.now() - Date.parse(event.at));
    const next = reduce(run, event);
    this.byId.set(event.run, next);
    this.changed(next, event);
  }

  ask(run) {
    this.asked.set(run.run, run.seq);
    this.attach(run.run, run.seq);
  }

  /** A new connection: whatever was asked for on the old one is void. */
  reset() {
    this.asked.clear();
  }

  /** Takes the events of a stored run as they are. */
  load(id, events, known) {
    const held = this.byId.get(id);
    const run = replay(id, events, known);
    if (!held || run.seq > held.seq) this.byId.set(id, run);
    return this.byId.get(id);
  }

  /** Milliseconds now, on the server's clock. */
  now() {
    return Date.now() - (Number.isFinite(this.skew) ? this.skew : 0);
  }
}
