/**
 * A stop is dragged by a pointer: with a mouse by any part of it, with a finger or a pen by its grip at once, or by any part after it was held
 * still. What is dragged stays where it is, pale; a line shows where it would go, and a label follows the pointer. Near an edge the page
 * and the board scroll. A stop may also be dropped on the chip of a day. Escape puts it back.
 */
import { el } from "../dom.js";

const say = (text, values) => interpolate(text, values, true);

/** So far a pointer goes, in pixels, before it means to drag; and so far a finger may tremble while it holds still. */
const [START_PX, TREMBLE_PX] = [5, 9];
/** So long a finger holds still, in milliseconds, until it has taken the stop. */
const HOLD_MS = 350;
/** So near an edge the page scrolls, in pixels, and so many pixels a frame at most. */
const [EDGE_PX, MOST_PX] = [72, 16];

/** How fast to scroll along one axis where the pointer is at `at` between two edges. */
export function scrollSpeed(at, from, until) {
  const edge = Math.min(EDGE_PX, (until - from) / 4);
  const beyond = at < from + edge ? at - from - edge : at > until - edge ? at - until + edge : 0;
  return Math.round(Math.max(-1, Math.min(1, beyond / edge)) * MOST_PX);
}

export class Drag {
  /** `days` is the view of the days; `announce(text)` speaks to screen readers. */
  constructor(days, announce) {
    Object.assign(this, { days, announce, asked: null, held: null, touched: false });
    const { host } = days;
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("dragstart", (event) => event.preventDefault());
    host.addEventListener("contextmenu", (event) => { if (this.held || this.asked?.timer) event.preventDefault(); });
    host.addEventListener("touchstart", () => { this.touched = false; }, { passive: true, capture: true });
    host.addEventListener("touchmove", (event) => { if (this.held && event.cancelable) event.preventDefault(); }, { passive: false });
    // The finger that dropped a stop has not swiped to the next day.
    host.addEventListener("touchend", (event) => { if (this.touched) event.stopPropagation(); }, { capture: true });
    this.moved = (event) => this.move(event);
    this.lifted = (event) => {
      if (event.pointerId !== this.asked?.pointer) return;
      if (this.held) this.aim(document.elementFromPoint(event.clientX, event.clientY), event.clientY);
      this.end(event.type === "pointerup");
    };
    this.pressed = (event) => {
      if (event.key !== "Escape" || !this.held) return;
      event.preventDefault();
      event.stopPropagation();
      this.end(false);
    };
  }

  listen(on) {
    const change = on ? "addEventListener" : "removeEventListener";
    document[change]("pointermove", this.moved);
    document[change]("pointerup", this.lifted);
    document[change]("pointercancel", this.lifted);
    document[change]("keydown", this.pressed, true);
  }

  down(event) {
    const row = event.target.closest(".trip-stop:not(.marker)");
    if (!row?.querySelector(".grip") || this.asked || event.button !== 0 || !event.isPrimary) return;
    const direct = event.pointerType === "mouse" || event.target.closest(".grip") !== null;
    this.asked = { row, direct, pointer: event.pointerId, touch: event.pointerType === "touch", from: [event.clientX, event.clientY], at: [event.clientX, event.clientY] };
    if (!direct) this.asked.timer = setTimeout(() => this.take(), HOLD_MS);
    this.listen(true);
  }

  move(event) {
    if (event.pointerId !== this.asked.pointer) return;
    this.asked.at = [event.clientX, event.clientY];
    if (this.held) return;
    const far = Math.hypot(event.clientX - this.asked.from[0], event.clientY - this.asked.from[1]);
    if (this.asked.direct && far > START_PX) this.take();
    else if (!this.asked.direct && far > TREMBLE_PX) this.end(false);
  }

  take() {
    const { row, pointer, touch } = this.asked;
    this.touched = touch;
    this.held = { row, origin: this.days.place(row), to: null };
    this.days.host.setPointerCapture(pointer);
    getSelection().removeAllRanges();
    row.classList.add("held");
    document.body.classList.add("is-dragging");
    this.line = el("li", { class: "drop-line", "aria-hidden": "true" });
    this.label = el("div", { class: "drag-label", "aria-hidden": "true", data: { testid: "drag-label" }, text: row.dataset.name });
    document.body.append(this.label);
    navigator.vibrate?.(12);
    this.announce(say(gettext("%(name)s picked up. Let go where it should be, or press Escape to put it back."), { name: row.dataset.name }));
    this.frame();
  }

  /** Once a frame while something is dragged: scrolls, and sees what is below the pointer. */
  frame() {
    if (!this.held) return;
    const [x, y] = this.asked.at;
    const { host } = this.days;
    const { left, right } = host.getBoundingClientRect();
    window.scrollBy(0, scrollSpeed(y, this.days.top, window.innerHeight));
    if (host.scrollWidth > host.clientWidth) host.scrollLeft += scrollSpeed(x, Math.max(0, left), Math.min(window.innerWidth, right));
    this.label.style.setProperty("transform", `translate(${x + 12}px, ${y - 20}px)`);
    this.look();
    requestAnimationFrame(() => this.frame());
  }

  /** Sees what is below the pointer now: the last frame may have been before its last move. */
  look() {
    const [x, y] = this.asked.at;
    this.aim(document.elementFromPoint(x, y), y);
  }

  aim(below, y) {
    const chip = below?.closest(".day-chip:not([data-day=''])") ?? null;
    const section = below?.closest(".trip-day");
    const outside = !chip && !section && !this.days.host.contains(below);
    for (const each of document.querySelectorAll(".day-chip.aimed")) each.classList.toggle("aimed", each === chip);
    chip?.classList.add("aimed");
    if (chip) this.held.to = { day: Number(chip.dataset.day), position: null };
    else if (section) this.held.to = this.placeAt(section, y);
    else if (outside) this.held.to = null;
    this.draw();
  }

  placeAt(section, y) {
    const day = Number(section.dataset.day);
    const others = this.days.stops(day).filter((other) => other !== this.held.row);
    return { day, position: others.filter((other) => {
      const { top, height } = other.getBoundingClientRect();
      return top + height / 2 < y;
    }).length };
  }

  /** The line where the stop would go; none where it is already. */
  draw() {
    const { row, origin, to } = this.held;
    const isHome = !to || (to.day === origin.day && (to.position === null || to.position === origin.position));
    const key = isHome ? "" : `${to.day}:${to.position}`;
    if (key === this.drawn) return;
    this.drawn = key;
    if (isHome || to.position === null) this.line.remove();
    else this.days.insert(this.line, row, to.day, to.position);
  }

  end(drop) {
    clearTimeout(this.asked.timer);
    this.listen(false);
    if (drop && this.held) this.look();
    const { held } = this;
    Object.assign(this, { asked: null, held: null, drawn: "" });
    if (!held) return;
    this.line.remove();
    this.label.remove();
    held.row.classList.remove("held");
    document.body.classList.remove("is-dragging");
    for (const chip of document.querySelectorAll(".day-chip.aimed")) chip.classList.remove("aimed");
    this.swallowClick();
    if (!drop || !held.to) this.announce(gettext("Put back."));
    else if (held.to.position === null) this.drop(held);
    else {
      this.days.put(held.row, held.to.day, held.to.position);
      if (!this.days.settle(held.row, held.origin)) this.announce(gettext("Put down where it was."));
    }
  }

  /** Onto the chip of a day: the planner finds the place. */
  drop({ row, origin, to }) {
    if (to.day === origin.day) this.announce(gettext("Put down where it was."));
    else this.days.move(row.dataset.visit, to.day, null);
  }

  /** The click that follows a drag is none. */
  swallowClick() {
    const swallow = (event) => { event.preventDefault(); event.stopPropagation(); };
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
  }

  /** What was drawn anew cannot be held any longer. */
  cancel() {
    if (this.held) this.end(false);
  }
}
