/**
 * The days side by side. A visit is moved by its grip: with the mouse by dragging, with the keyboard by Space, arrows and Space
 * again. Only days that changed are drawn anew, so that a trip of thirty full days stays quick.
 */
import { el, icon, pause } from "../dom.js";
import { clockMinutes, pick } from "../format.js";
import { dayColour, dayName, legRow, mealRow, rideRow } from "../itinerary.js";
import { constraintName } from "../labels.js";
import { ridesOf, timeline } from "../timeline.js";
import { visitCard } from "./visit.js";

const say = (text, values) => interpolate(text, values, true);
/** Milliseconds of drawing, after which the page may answer before it goes on. */
const SLICE_MS = 8;
const MINE = "application/x-travelagent-visit";

/** The failed checks of a certificate: by visit, by day where no visit is to blame, and of the whole trip. */
export function faults(certificate) {
  const found = { visits: new Map(), days: new Map(), trip: [] };
  const put = (map, key, check) => map.set(key, [...(map.get(key) ?? []), check]);
  for (const check of certificate?.checks ?? []) {
    if (check.status !== "fail") continue;
    if (check.visit) put(found.visits, check.visit, check);
    else if (check.day) put(found.days, check.day, check);
    else found.trip.push(check);
  }
  return found;
}

export const faultList = (checks, lang) => (checks?.length ? el("ul", { class: "faults", data: { testid: "faults" } }, checks.map((check) =>
  el("li", { data: { constraint: check.constraint } }, icon("cross"), el("span", {}, el("b", { text: say(gettext("%(what)s:"), { what: constraintName(check.constraint) }) }), ` ${pick(check.evidence, lang)}`)))) : null);

const selectorOf = (visit, testid) => `[data-visit="${CSS.escape(visit)}"] [data-testid="${testid}"]`;

/** What to focus once the part that holds the focus has been drawn anew, the best first: the same control, on the next card
 *  when its own is gone, or the day's way to add a stop. */
function focusIn(host) {
  const at = document.activeElement;
  const column = host.contains(at) && at.dataset.testid ? at.closest(".column") : null;
  if (!column) return [];
  const inDay = (testid) => `.column[data-day="${column.dataset.day}"] [data-testid="${testid}"]`;
  const card = at.closest(".card-visit");
  if (!card) return [inDay(at.dataset.testid)];
  const cards = [...column.querySelectorAll(".card-visit")];
  const index = cards.indexOf(card);
  const others = [card, cards[index + 1], cards[index - 1]].filter(Boolean);
  return [...others.map((other) => selectorOf(other.dataset.visit, at.dataset.testid)), inDay("add")];
}

/** What can be done with a whole day. */
function dayChoice(day, days, { edit }) {
  const option = (op, text) => el("option", { value: JSON.stringify(op), text });
  const others = days.filter((other) => other.day !== day.day && other.city === day.city);
  const choice = el("select", { class: "chip day-choice", "aria-label": say(gettext("Change %(day)s"), { day: dayName(day.day) }), data: { testid: "change-day" }, on: { change: () => {
    edit([JSON.parse(choice.value)]);
    choice.selectedIndex = 0;
  } } },
  el("option", { value: "", text: gettext("This day…"), selected: true, disabled: true }),
  others.map((other) => option({ op: "swap_days", first: day.day, second: other.day }, say(gettext("Swap with %(day)s"), { day: dayName(other.day) }))),
  option({ op: "free", day: day.day }, gettext("Plan nothing")),
  option({ op: "indoors", day: day.day }, gettext("Stay indoors")),
  days.length > 1 ? option({ op: "remove_day", day: day.day }, gettext("Leave this day out")) : null);
  return choice;
}

export class Board {
  /** `ctx`: format, lang, map, cityName(id), edit(edits), ask: {add, hours, hotel}; `announce(text)` speaks to screen readers. */
  constructor(host, ctx, announce) {
    Object.assign(this, { host, ctx, announce, drawn: new Map(), held: null, turn: 0 });
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("dragstart", (event) => this.dragStart(event));
    host.addEventListener("dragover", (event) => this.dragOver(event));
    host.addEventListener("drop", (event) => this.drop(event));
    host.addEventListener("dragend", () => this.dragEnd());
    host.addEventListener("focusout", (event) => { if (this.held && !this.moving && event.target.matches(".grip")) this.putBack(); });
  }

  /** Shows the trip, in slices between which the page may answer; resolves with false when another drawing overtook it. */
  async show(trip) {
    const turn = ++this.turn;
    this.trip = trip;
    this.held = null;
    const { days } = trip.itinerary;
    const found = faults(trip.certificate);
    const several = trip.itinerary.cities.length > 1;
    const focus = this.focus ? [this.focus] : focusIn(this.host);
    this.focus = null;
    const waiting = this.host.querySelector(":scope > .waiting"); // holds the board's room until the last day is drawn
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
    if (focus.length && !this.host.contains(document.activeElement)) focus.map((selector) => this.host.querySelector(selector)).find(Boolean)?.focus();
    return true;
  }

  /** The column of a day, drawn anew only when the day or what is wrong with it has changed. */
  drawnDay(day, found, several) {
    const failing = [found.days.get(day.day), ...day.visits.map((visit) => found.visits.get(visit.id))];
    const rides = ridesOf(this.trip.itinerary, day);
    const key = JSON.stringify([day, failing, rides, this.trip.budget?.currency]);
    const known = this.drawn.get(day.day);
    if (known?.key === key && !known.node.dataset.touched) return known.node;
    const node = this.column(day, rides, found, several);
    known?.node.replaceWith(node);
    this.drawn.set(day.day, { key, node });
    return node;
  }

  column(day, rides, found, several) {
    const { format, lang, cityName, ask } = this.ctx;
    const rows = timeline(day, rides).map((entry) => {
      if (entry.kind === "ride") return rideRow(entry);
      if (entry.kind === "leg") return legRow(entry, this.ctx);
      if (entry.kind === "meal") return mealRow(entry);
      return visitCard(entry, day, faultList(found.visits.get(entry.visit.id), lang), { ...this.ctx, currency: this.trip.budget?.currency, move: (visit, to, position) => this.move(visit, to, position), days: this.trip.itinerary.days });
    });
    return el("section", { class: "column", data: { testid: "day", day: day.day, date: day.date }, vars: { "--day": dayColour(day.day) }, "aria-labelledby": `day-${day.day}-name` },
      el("header", { class: "day-head" }, el("h2", { id: `day-${day.day}-name`, text: dayName(day.day) }),
        el("p", { text: [format.date(day.date), several ? cityName(day.city) : ""].filter(Boolean).join(" · ") })),
      el("div", { class: "day-tools" },
        el("button", { type: "button", class: "chip", data: { testid: "hours" }, title: gettext("When the day begins and ends"), on: { click: () => ask.hours(day) } }, icon("clock"), `${day.start}–${day.end}`),
        el("button", { type: "button", class: "chip", data: { testid: "hotel" }, title: gettext("Where the day begins and ends"), on: { click: () => ask.hotel(day) } }, icon("bed"), el("span", { class: "clip", text: pick(day.origin.name, lang) || gettext("Hotel") })),
        dayChoice(day, this.trip.itinerary.days, this.ctx)),
      faultList(found.days.get(day.day), lang),
      el("ol", { class: "timeline stops", data: { day: day.day } }, rows),
      el("button", { type: "button", class: "button plain add-stop", data: { testid: "add" }, on: { click: () => ask.add(day) } }, icon("plus"), gettext("Add a stop")));
  }

  move(visit, day, position) {
    this.focus = selectorOf(visit, "grip");
    this.ctx.edit([{ op: "move", visit, day, position }]);
  }

  // ---- cards and places

  cards(day) {
    return [...this.host.querySelectorAll(`.column[data-day="${day}"] .card-visit`)];
  }

  place(card) {
    const day = Number(card.closest(".column").dataset.day);
    return { day, position: this.cards(day).indexOf(card), of: this.cards(day).length };
  }

  /** Shows the card at a place among the other visits of a day, before the server has laid the day out. */
  put(card, day, position) {
    const others = this.cards(day).filter((other) => other !== card);
    const list = this.host.querySelector(`.column[data-day="${day}"] .stops`);
    for (const column of [card.closest(".column"), list.closest(".column")]) column.dataset.touched = "true";
    this.moving = true;
    if (position < others.length) others[position].before(card);
    else if (others.length) others.at(-1).after(card);
    else list.prepend(card);
    this.moving = false;
  }

  settle(card, origin) {
    const now = this.place(card);
    if (now.day === origin.day && now.position === origin.position) return false;
    this.move(card.dataset.visit, now.day, now.position);
    return true;
  }

  // ---- keyboard

  key(event) {
    const grip = event.target.closest(".grip");
    if (!grip) return;
    const card = grip.closest(".card-visit");
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (this.held) this.release();
      else this.take(card, grip);
    } else if (this.held && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.putBack();
      grip.focus();
    } else if (this.held && event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.carry(event.key, grip);
    }
  }

  take(card, grip) {
    this.held = { card, grip, origin: this.place(card) };
    card.classList.add("held");
    grip.setAttribute("aria-pressed", "true");
    this.announce(say(gettext("%(name)s picked up. Arrow keys move it, Space puts it down, Escape puts it back."), { name: card.dataset.name }));
  }

  carry(key, grip) {
    const { card } = this.held;
    const { day, position } = this.place(card);
    const days = this.trip.itinerary.days.map((each) => each.day);
    const aside = days[days.indexOf(day) + (key === "ArrowRight" ? 1 : -1)];
    if (key === "ArrowUp" && position > 0) this.put(card, day, position - 1);
    else if (key === "ArrowDown") this.put(card, day, position + 1);
    else if ((key === "ArrowLeft" || key === "ArrowRight") && aside !== undefined) this.put(card, aside, this.nearest(card, aside));
    const now = this.place(card);
    grip.focus();
    card.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.announce(say(gettext("Day %(day)s, stop %(position)s of %(of)s."), { day: now.day, position: now.position + 1, of: now.of }));
  }

  /** The place on another day that comes at about the same hour. */
  nearest(card, day) {
    return this.cards(day).filter((other) => clockMinutes(other.dataset.arrive) < clockMinutes(card.dataset.arrive)).length;
  }

  release() {
    const { card, grip, origin } = this.held;
    this.held = null;
    card.classList.remove("held");
    grip.setAttribute("aria-pressed", "false");
    if (!this.settle(card, origin)) this.announce(gettext("Put down where it was."));
  }

  putBack() {
    const { card, grip, origin } = this.held;
    this.held = null;
    card.classList.remove("held");
    grip.setAttribute("aria-pressed", "false");
    this.put(card, origin.day, origin.position);
    this.show(this.trip);
    this.announce(gettext("Put back."));
  }

  // ---- mouse

  dragStart(event) {
    const card = event.target.closest?.(".card-visit");
    if (!card) return;
    this.dragged = { card, origin: this.place(card) };
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData(MINE, card.dataset.visit);
    event.dataTransfer.setData("text/plain", card.dataset.name);
    requestAnimationFrame(() => card.classList.add("held"));
  }

  dragOver(event) {
    const column = event.target.closest?.(".column");
    if (!this.dragged || !column) return;
    event.preventDefault();
    const { card } = this.dragged;
    const day = Number(column.dataset.day);
    const others = this.cards(day).filter((other) => other !== card);
    const position = others.filter((other) => {
      const { top, height } = other.getBoundingClientRect();
      return top + height / 2 < event.clientY;
    }).length;
    const now = this.place(card);
    if (now.day !== day || now.position !== position) this.put(card, day, position);
  }

  drop(event) {
    if (!this.dragged) return;
    event.preventDefault();
    const { card, origin } = this.dragged;
    this.dragged = null;
    card.classList.remove("held");
    this.settle(card, origin);
  }

  dragEnd() {
    if (!this.dragged) return;
    const { card, origin } = this.dragged;
    this.dragged = null;
    card.classList.remove("held");
    this.put(card, origin.day, origin.position);
    this.show(this.trip);
  }
}
