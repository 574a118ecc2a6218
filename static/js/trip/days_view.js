/**
 * The days of a trip: as a list to be read, of all days or of one, or as a board with the days side by side. Both are the same nodes. Only
 * days that changed are drawn anew, so that a trip of thirty full days stays quick.
 */
import { DayPicker } from "../days.js";
import { pause } from "../dom.js";
import { ridesOf } from "../timeline.js";
import { Carry } from "./carry.js";
import { daySection } from "./day.js";
import { Drag } from "./drag.js";
import { faults } from "./faults.js";

/** Milliseconds of drawing, after which the page may answer before it goes on. */
const SLICE_MS = 8;
const STORED = "trip-view";

const selectorOf = (visit, testid) => `[data-visit="${CSS.escape(visit)}"] [data-testid="${testid}"]`;

/** What to focus once the part that holds the focus has been drawn anew, the best first: the same control, on the next stop
 *  when its own is gone, or the day's way to add a stop. */
function focusIn(host) {
  const at = document.activeElement;
  const section = host.contains(at) && at.dataset.testid ? at.closest(".trip-day") : null;
  if (!section) return [];
  const inDay = (testid) => `.trip-day[data-day="${section.dataset.day}"] [data-testid="${testid}"]`;
  const row = at.closest(".trip-stop");
  if (!row) return [inDay(at.dataset.testid)];
  const rows = [...section.querySelectorAll(".trip-stop")];
  const index = rows.indexOf(row);
  const others = [row, rows[index + 1], rows[index - 1]].filter(Boolean);
  return [...others.map((other) => selectorOf(other.dataset.visit, at.dataset.testid)), inDay("add")];
}

export class DaysView {
  /** `ctx`: format, lang, map, cityName(id), sheet(visit, day, number); where it can be had weather, a `Weather`; where the trip can be changed also edit(edits) and ask: {add, hours, hotel}.
   *  `bar` holds the chips of the days; `chosen(day)` hears of the day that is chosen, `announce(text)` speaks to screen readers. */
  constructor(host, bar, ctx, { announce, chosen }) {
    Object.assign(this, { host, bar, ctx, chosen, drawn: new Map(), turn: 0, picker: null });
    if (!ctx.edit) return;
    this.carry = new Carry(this, announce);
    this.drag = new Drag(this, announce);
  }

  /** Shows the trip, in slices between which the page may answer; resolves with false when another drawing overtook it. */
  async show(trip) {
    const turn = ++this.turn;
    this.trip = trip;
    if (this.carry) this.carry.held = null;
    this.drag?.cancel();
    const { days } = trip.itinerary;
    this.pickFrom(days.map(({ day }) => day));
    const found = faults(trip.certificate);
    const several = trip.itinerary.cities.length > 1;
    const focus = this.focus ? [this.focus] : focusIn(this.host);
    this.focus = null;
    const waiting = this.host.querySelector(":scope > .waiting"); // holds the room of the days until the last one is drawn
    if (waiting) waiting.hidden = true;
    this.host.style.setProperty("--days", days.length);
    let begun = performance.now();
    for (const [index, day] of days.entries()) {
      if (performance.now() - begun > SLICE_MS) {
        await pause();
        if (turn !== this.turn) return false;
        begun = performance.now();
      }
      const node = this.drawnDay(day, found, several);
      if (this.host.children[index] !== node) this.host.insertBefore(node, this.host.children[index] ?? null);
    }
    while (this.host.children.length > days.length) this.host.lastElementChild.remove();
    this.filter();
    if (focus.length && !this.host.contains(document.activeElement)) focus.map((selector) => this.host.querySelector(selector)).find(Boolean)?.focus();
    return true;
  }

  /** Draws again what was moved and is to be as it was. */
  again() {
    this.show(this.trip);
  }

  /** The section of a day, drawn anew only when the day or what is wrong with it has changed. */
  drawnDay(day, found, several) {
    const { itinerary, budget } = this.trip;
    const failing = [found.days.get(day.day), ...day.visits.map((visit) => found.visits.get(visit.id))];
    const rides = ridesOf(itinerary, day);
    const numbers = this.ctx.edit ? this.numbers : [];
    const dry = itinerary.request?.rainy_days ?? [];
    const key = JSON.stringify([day, failing, rides, budget?.currency, numbers, dry.includes(day.day)]);
    const known = this.drawn.get(day.day);
    if (known?.key === key && !known.node.dataset.touched) return known.node;
    const node = daySection(day, { rides, found, several, days: itinerary.days, dry }, { ...this.ctx, currency: budget?.currency });
    known?.node.replaceWith(node);
    this.drawn.set(day.day, { key, node });
    return node;
  }

  // ---- which days are seen

  get numbers() {
    return this.trip.itinerary.days.map(({ day }) => day);
  }

  /** The chips, made anew when the trip has other days; the chosen one stays chosen where it is still there. */
  pickFrom(numbers) {
    if (String(numbers) === String(this.picker?.days)) return;
    const before = this.day;
    this.picker = new DayPicker(numbers, (day) => { this.filter(); this.goTo(day); this.chosen(day); });
    this.bar.replaceChildren(...(numbers.length > 1 ? [this.picker.node] : []));
    if (!this.swiped) this.picker.swipe(this.host, () => this.view === "list", () => this.picker);
    this.swiped = true;
    if (numbers.includes(before)) this.picker.choose(before);
  }

  get day() {
    return this.picker?.day ?? null;
  }

  get view() {
    return this.host.dataset.view;
  }

  /** "list" or "board", and the same the next time. */
  turnTo(view) {
    this.host.dataset.view = view;
    localStorage.setItem(STORED, view);
    this.filter();
    if (view === "board") this.goTo(this.day);
  }

  static get remembered() {
    return localStorage.getItem(STORED) === "board" ? "board" : "list";
  }

  /** The list shows the chosen day alone, the board all of them. */
  filter() {
    for (const section of this.host.querySelectorAll(":scope > .trip-day")) section.hidden = this.view === "list" && this.day !== null && Number(section.dataset.day) !== this.day;
  }

  goTo(day) {
    if (this.view === "list") {
      const { top } = this.host.getBoundingClientRect();
      if (top < this.top) window.scrollBy(0, top - this.top);
    } else if (day !== null) {
      const section = this.section(day);
      if (section) this.host.scrollLeft += section.getBoundingClientRect().left - this.host.getBoundingClientRect().left - 16;
    }
  }

  /** Shows a day to which something was moved, where another one is shown alone. */
  follow(day) {
    if (this.day !== null && this.view === "list") this.picker.choose(day);
  }

  /** Where the days begin to be covered by the bar above them, in pixels from the top of the window. */
  get top() {
    const bar = this.bar.closest(".trip-bar");
    return getComputedStyle(bar).position === "sticky" ? bar.getBoundingClientRect().height : 0;
  }

  /** A stop in the middle of the window, told apart. */
  reveal(day, number) {
    this.follow(day);
    const row = this.section(day)?.querySelectorAll(".trip-stop")[number - 1];
    row?.scrollIntoView({ block: "center", inline: "center", behavior: "smooth" });
    for (const each of this.host.querySelectorAll(".trip-stop")) each.classList.toggle("lit", each === row);
    row?.querySelector("[data-testid=stop]")?.focus({ preventScroll: true });
  }

  // ---- stops and their places

  section(day) {
    return this.host.querySelector(`:scope > .trip-day[data-day="${day}"]`);
  }

  stops(day) {
    return [...this.section(day).querySelectorAll(".trip-stop")];
  }

  place(row) {
    const day = Number(row.closest(".trip-day").dataset.day);
    return { day, position: this.stops(day).indexOf(row), of: this.stops(day).length };
  }

  /** Puts a node at a place among the stops of a day other than `row`. */
  insert(node, row, day, position) {
    const others = this.stops(day).filter((other) => other !== row);
    if (position < others.length) others[position].before(node);
    else if (others.length) others.at(-1).after(node);
    else this.section(day).querySelector(".stops").prepend(node);
  }

  /** Shows a stop at a place of a day before the server has laid the day out. */
  put(row, day, position) {
    for (const section of [row.closest(".trip-day"), this.section(day)]) section.dataset.touched = "true";
    this.insert(row, row, day, position);
  }

  settle(row, origin) {
    const now = this.place(row);
    if (now.day === origin.day && now.position === origin.position) return false;
    this.move(row.dataset.visit, now.day, now.position);
    return true;
  }

  move(visit, day, position) {
    this.focus = selectorOf(visit, "grip");
    this.ctx.edit([{ op: "move", visit, day, ...(position === null ? {} : { position }) }]);
  }
}
