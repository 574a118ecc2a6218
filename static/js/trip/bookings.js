/** What of a trip is to be booked, by date, to be ticked off. What is ticked is kept in this browser. */
import { el } from "../dom.js";
import { pick } from "../format.js";
import { bookingNote } from "../labels.js";

/** The visits of sights that want booking, in the order of the days: `{day, visit, booking}`. */
export const toBook = (days, bookings) => days.flatMap((day) => day.visits.filter(({ sight }) => bookings[sight]).map((visit) => ({ day, visit, booking: bookings[visit.sight] })));

/** `ctx`: trip (its id), format, lang, bookings. */
export function bookingList({ days }, { trip, format, lang, bookings }) {
  const key = `booked:${trip}`;
  const done = new Set(JSON.parse(localStorage.getItem(key) ?? "[]"));
  const tick = (sight, on) => {
    done[on ? "add" : "delete"](sight);
    localStorage.setItem(key, JSON.stringify([...done]));
  };
  const list = toBook(days, bookings);
  const row = ({ day, visit, booking }) => el("li", {}, el("label", { class: "booking" },
    el("input", { type: "checkbox", checked: done.has(visit.sight), data: { testid: "booked", sight: visit.sight }, on: { change: ({ target }) => tick(visit.sight, target.checked) } }),
    el("span", {}, el("b", { text: pick(visit.name, lang) }), el("small", { text: [day.date ? format.date(day.date) : "", visit.arrive, bookingNote(booking)].filter(Boolean).join(" · ") }))));
  return el("section", { class: "section", data: { testid: "bookings" } }, el("h2", { text: gettext("To book") }),
    list.length ? el("ul", { class: "bookings" }, list.map(row)) : el("p", { class: "fine", text: gettext("No stop of this trip needs booking, as far as we know.") }));
}
