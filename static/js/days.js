/** The choice of a day: chips for all days and for each, and a swipe from one day to the next. One day is shown alone, in the list as on the map. */
import { el } from "./dom.js";

const say = (text, values) => interpolate(text, values, true);
export const dayColour = (day) => `var(--day-${((day - 1) % 8) + 1})`;
/** From when until when a day lasts; nothing of a day that has no hours. */
export const dayHours = ({ start, end }) => (start === end ? "" : [start, end].filter(Boolean).join("–"));

export const dayName = (day) => say(gettext("Day %(number)s"), { number: day });

/** So far a finger goes sideways, in pixels, before it means another day; and so much more sideways than up or down. */
const [SWIPE, SLANT] = [64, 2];

/** `days` are the numbers of the days; `chosen(day)` hears of the choice, null for all. */
export class DayPicker {
  constructor(days, chosen) {
    Object.assign(this, { days, chosen, day: null });
    this.chips = new Map([null, ...days].map((day) => [day, el("button", {
      type: "button", class: "day-chip", "aria-pressed": String(day === null), "aria-label": day === null ? gettext("All days") : dayName(day), text: day === null ? gettext("All") : String(day),
      data: { testid: "day-chip", day: day ?? "" }, vars: day === null ? {} : { "--day": dayColour(day) }, on: { click: () => this.choose(day) },
    })]));
    this.node = el("div", { class: "day-chips", role: "group", "aria-label": gettext("Days"), data: { testid: "day-chips" } }, [...this.chips.values()]);
  }

  choose(day) {
    if (day === this.day) return;
    this.day = day;
    for (const [each, chip] of this.chips) chip.setAttribute("aria-pressed", String(each === day));
    const chip = this.chips.get(day);
    const strip = this.node.closest(".plan-bar") ?? this.node;
    for (const each of [strip, this.node]) {
      const { left } = each.getBoundingClientRect();
      each.scrollLeft += chip.getBoundingClientRect().left - left - (each.clientWidth - chip.offsetWidth) / 2;
    }
    this.chosen(day);
  }

  /** The next day or the one before; before the first one are all of them. */
  step(way) {
    const order = [null, ...this.days];
    const next = order[order.indexOf(this.day) + way];
    if (next !== undefined) this.choose(next);
  }

  /** Lets a finger that goes sideways over `node` turn to the next day, where `free()`; what scrolls sideways by itself is left alone.
   *  `now()` is the choice of days by then, where it is made anew. */
  swipe(node, free = () => true, now = () => this) {
    let from = null;
    node.addEventListener("touchstart", ({ touches, target }) => {
      from = touches.length === 1 && !target.closest(".scroll-x, .grip, input, select") ? { x: touches[0].clientX, y: touches[0].clientY } : null;
    }, { passive: true });
    node.addEventListener("touchend", ({ changedTouches: [touch] }) => {
      if (!from || !free()) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      from = null;
      if (Math.abs(x) > SWIPE && Math.abs(x) > SLANT * Math.abs(y)) now().step(x < 0 ? 1 : -1);
    }, { passive: true });
  }
}
