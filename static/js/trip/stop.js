/** A stop of a day: when, its number, name and facts, its picture, what is wrong with it, and the grip that it is moved by. */
import { el, icon } from "../dom.js";
import { pick } from "../format.js";
import { localName, onSiteMeal, visitFacts } from "../itinerary.js";
import { picture, visitPoster } from "../picture.js";

const say = (text, values) => interpolate(text, values, true);

/** Where one was when the rest of the day was planned anew: it can only be taken away. */
function markerRow(visit, faultList, { lang, edit }) {
  const name = pick(visit.name, lang);
  const remove = edit && el("button", { type: "button", class: "icon-button stop-grip", "aria-label": say(gettext("Remove %(name)s"), { name }), title: gettext("Remove"), data: { testid: "remove" }, on: { click: () => edit([{ op: "remove", visit: visit.id }]) } }, icon("bin"));
  return el("li", { class: "visit trip-stop marker", data: { testid: "marker", visit: visit.id } },
    el("p", { class: "clock" }, el("time", { text: visit.arrive })), el("span", { class: "marker-mark", "aria-hidden": "true" }, icon("here")),
    el("div", { class: "stop-body" }, el("span", { text: name }), faultList), remove);
}

/** `ctx`: format, lang, map, countries, bookings, currency, rates, sheet(visit, day, number); `edit(edits)` where the trip can be changed. */
export function stopRow({ visit, number, label, onSite }, day, faultList, ctx) {
  const { lang, map, countries, edit, sheet } = ctx;
  if (visit.marker) return markerRow(visit, faultList, ctx);
  const name = pick(visit.name, lang) || visit.sight || visit.id;
  const month = day.date ? Number(day.date.slice(5, 7)) : undefined;
  const shown = picture({ poster: visitPoster(visit, month), place: visit.sight ? `sight:${visit.sight}` : undefined, className: "stop-picture" });
  const grip = edit && el("button", { type: "button", class: "icon-button grip stop-grip", "aria-pressed": "false", "aria-label": say(gettext("Move %(name)s"), { name }), title: gettext("Drag, or press Space and use the arrow keys"), data: { testid: "grip" } }, icon("grip"));
  const row = el("li", { class: `visit trip-stop${faultList ? " faulty" : ""}`, data: { testid: "visit", visit: visit.id, sight: visit.sight ?? "", arrive: visit.arrive, depart: visit.depart, pinned: String(Boolean(visit.pinned)), name } },
    el("p", { class: "clock" }, el("time", { text: visit.arrive }), el("small", {}, el("time", { text: visit.depart }))),
    el("span", { class: "disc", "aria-hidden": "true", text: label }),
    el("div", { class: "stop-body" },
      el("h3", { class: "visit-name" }, el("button", { type: "button", class: "stop-open", text: name, "aria-haspopup": "dialog", data: { testid: "stop" }, on: { click: () => sheet(visit, day, number) } }), localName(visit, countries?.[visit.city ?? day.city], lang)),
      visitFacts(visit, ctx), onSite.map(onSiteMeal), faultList),
    shown, grip);
  row.addEventListener("pointerenter", () => map.light(day.day, number, true));
  row.addEventListener("pointerleave", () => map.light(day.day, number, false));
  return row;
}
