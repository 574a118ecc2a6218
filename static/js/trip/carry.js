/** A stop is carried with the keyboard: Space takes it by its grip, arrows move it, Space puts it down, Escape puts it back. */
import { clockMinutes } from "../format.js";

const say = (text, values) => interpolate(text, values, true);

export class Carry {
  /** `days` is the view of the days; `announce(text)` speaks to screen readers. */
  constructor(days, announce) {
    Object.assign(this, { days, announce, held: null, moving: false });
    days.host.addEventListener("keydown", (event) => this.key(event));
    days.host.addEventListener("focusout", (event) => { if (this.held && !this.moving && event.target.matches(".grip")) this.putBack(); });
  }

  key(event) {
    const grip = event.target.closest(".grip");
    if (!grip) return;
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (this.held) this.release();
      else this.take(grip);
    } else if (this.held && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.putBack();
      grip.focus();
    } else if (this.held && event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.carry(event.key);
    }
  }

  take(grip) {
    const row = grip.closest(".trip-stop");
    this.held = { row, grip, origin: this.days.place(row) };
    this.mark(true);
    this.announce(say(gettext("%(name)s picked up. Arrow keys move it, Space puts it down, Escape puts it back."), { name: row.dataset.name }));
  }

  mark(on) {
    this.held.row.classList.toggle("held", on);
    this.held.grip.setAttribute("aria-pressed", String(on));
  }

  carry(key) {
    const { row, grip } = this.held;
    const { day, position } = this.days.place(row);
    const numbers = this.days.numbers;
    const aside = numbers[numbers.indexOf(day) + (key === "ArrowRight" ? 1 : -1)];
    this.moving = true;
    if (key === "ArrowUp" && position > 0) this.days.put(row, day, position - 1);
    else if (key === "ArrowDown") this.days.put(row, day, position + 1);
    else if ((key === "ArrowLeft" || key === "ArrowRight") && aside !== undefined) {
      this.days.put(row, aside, this.nearest(row, aside));
      this.days.follow(aside);
    }
    const now = this.days.place(row);
    grip.focus();
    this.moving = false;
    row.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.announce(say(gettext("Day %(day)s, stop %(position)s of %(of)s."), { day: now.day, position: now.position + 1, of: now.of }));
  }

  /** The place on another day that comes at about the same hour. */
  nearest(row, day) {
    return this.days.stops(day).filter((other) => clockMinutes(other.dataset.arrive) < clockMinutes(row.dataset.arrive)).length;
  }

  release() {
    const { row, origin } = this.held;
    this.mark(false);
    this.held = null;
    if (!this.days.settle(row, origin)) this.announce(gettext("Put down where it was."));
  }

  putBack() {
    const { row, origin } = this.held;
    this.mark(false);
    this.held = null;
    this.days.put(row, origin.day, origin.position);
    this.days.again();
    this.announce(gettext("Put back."));
  }
}
