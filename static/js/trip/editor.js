/**
 * The trip as it is edited: one change after the other goes to the server, upon the version that it was made upon. When somebody
 * else was faster (412), nothing is lost: what they did is shown, and one's own change can be made upon theirs.
 */
import { ApiError } from "../api.js";

export class Editor {
  /** `shown(trip)` draws a trip and resolves when it is drawn, `busy(on)` says that a change is under way, `failed(error, edits)` that it did not work, and
   *  `conflict({trip, told, again})` that it was made upon an old version; `again()` makes it upon the new one. */
  constructor(api, trip, { shown, busy, failed, conflict }) {
    Object.assign(this, { api, trip, shown, busy, failed, conflict, queue: Promise.resolve(), waiting: 0 });
  }

  edit(edits) {
    return this.write((version) => this.api.edit(edits, version), true, edits);
  }

  change(fields) {
    return this.write((version) => this.api.change(fields, version));
  }

  undo() {
    return this.write((version) => this.api.undo(version));
  }

  /** Take one's own newest change back, and keep what others did since. */
  undoMine() {
    return this.write(() => this.api.undoMine(), false);
  }

  /** Reads the trip anew when it has that version or a later one by now, after the changes that are under way. */
  refresh(version) {
    const turn = this.queue.then(async () => {
      if (version <= this.trip.version) return false;
      await this.take(await this.api.read());
      return true;
    });
    this.queue = turn.catch(() => {});
    return turn;
  }

  /** Bring back what stood in that version. */
  restore(wanted) {
    return this.write((version) => this.api.restore(wanted, version));
  }

  /** Keep a plan that was shown; it was made upon `base`, and upon nothing else. */
  keep(plan) {
    return this.write(() => this.api.change({ itinerary: plan.itinerary }, plan.base), false);
  }

  /** Does `send(version)` when all changes before it are done; resolves with whether it was written. `edits`: what is sent, if it is edits. */
  write(send, repeatable = true, edits = null) {
    this.waiting += 1;
    this.busy(true);
    const turn = this.queue.then(() => this.send(send, repeatable, edits)).finally(() => {
      this.waiting -= 1;
      if (!this.waiting) this.busy(false);
    });
    this.queue = turn.catch(() => {});
    return turn;
  }

  async send(send, repeatable, edits) {
    try {
      await this.take(await send(this.trip.version));
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) await this.overtaken(send, repeatable);
      else {
        await this.shown(this.trip);
        this.failed(error, edits);
      }
      return false;
    }
  }

  async overtaken(send, repeatable) {
    const before = this.trip.version;
    try {
      const trip = await this.api.read();
      const told = await this.api.difference(before, trip.version).then(({ difference }) => difference.told, () => []);
      await this.take(trip);
      this.conflict({ trip, told, again: repeatable ? () => this.write(send) : null });
    } catch (error) {
      this.failed(error);
    }
  }

  async take(trip) {
    this.trip = trip;
    await this.shown(trip);
  }
}
