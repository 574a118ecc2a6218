/** One visit on the board: its facts, what is wrong with it, why it is there, and what can be done with it. */
import { el, icon } from "../dom.js";
import { reportButton } from "../feedback.js";
import { pick } from "../format.js";
import { dayName, onSiteMeal, visitFacts } from "../itinerary.js";
import { alternateName } from "../labels.js";

const say = (text, values) => interpolate(text, values, true);
const tool = (name, text, testid, click) => el("button", { type: "button", class: "icon-button", "aria-label": text, title: text, data: { testid }, on: { click } }, icon(name));

/** Where a visit can go: on each other day, or one place up or down on its own. For touch screens, and for who knows no drag. */
function moveChoice(visit, day, number, { days, move }) {
  const place = (value, text) => el("option", { value, text });
  const choice = el("select", { "aria-label": gettext("Move"), data: { testid: "move-to" }, on: { change: () => {
    const [to, position] = choice.value.split(":");
    move(visit.id, Number(to), position === "" ? null : Number(position));
  } } },
  el("option", { value: "", text: gettext("Move to…"), selected: true, disabled: true }),
  number > 1 ? place(`${day.day}:${number - 2}`, gettext("Earlier this day")) : null,
  number < day.visits.length ? place(`${day.day}:${number}`, gettext("Later this day")) : null,
  days.filter((other) => other.day !== day.day).map((other) => place(`${other.day}:`, dayName(other.day))));
  return choice;
}

function insteadOf(visit, day, number, { lang, edit }) {
  if (!visit.alternates?.length) return null;
  const take = (other) => edit([{ op: "swap", visit: visit.id, sight: other.sight }]);
  return el("ul", { class: "instead" }, visit.alternates.map((other) => el("li", {}, el("span", { text: `${alternateName(other.kind)} ${pick(other.name, lang)}` }),
    el("button", { type: "button", class: "chip", text: gettext("Exchange"), data: { testid: "exchange", sight: other.sight }, on: { click: () => take(other) } }))));
}

/** Where one was when the rest of the day was planned anew: it can only be taken away. */
function markerCard(visit, faultList, { lang, edit }) {
  const name = pick(visit.name, lang);
  return el("li", { class: "visit card-visit marker", data: { testid: "marker", visit: visit.id } },
    el("p", { class: "clock" }, el("time", { text: visit.arrive })), el("span", { class: "marker-mark", "aria-hidden": "true" }, icon("here")),
    el("div", { class: "card-body" }, el("span", { text: name }), faultList),
    el("div", { class: "card-tools" }, tool("bin", say(gettext("Remove %(name)s"), { name }), "remove", () => edit([{ op: "remove", visit: visit.id }]))));
}

/** `ctx`: format, lang, map, bookings, currency, rates, edit(edits), move(visit, day, position), days. */
export function visitCard({ visit, number, label, onSite }, day, faultList, ctx) {
  const { lang, map, edit } = ctx;
  if (visit.marker) return markerCard(visit, faultList, ctx);
  const name = pick(visit.name, lang) || visit.sight || visit.id;
  const own = visit.sight === null;
  const pin = own ? null : tool("pin", visit.pinned ? say(gettext("Unpin %(name)s"), { name }) : say(gettext("Pin %(name)s to its day"), { name }), "pin",
    () => edit([{ op: "pin", visit: visit.id, pinned: !visit.pinned }]));
  pin?.setAttribute("aria-pressed", String(Boolean(visit.pinned)));
  const more = el("details", { class: "more" }, el("summary", { text: gettext("Why, and what else"), data: { testid: "more" } }));
  // In a long trip each visit can go to a great many days: the choice is drawn once somebody looks.
  more.addEventListener("toggle", () => more.append(...[
    el("p", { class: "visit-why", data: { testid: "why" }, text: pick(visit.why, lang) }),
    insteadOf(visit, day, number, ctx),
    visit.sight && ctx.api ? reportButton({ sight: visit.sight, name }, ctx.api.feedback) : null,
    moveChoice(visit, day, number, ctx),
  ].filter(Boolean)), { once: true });
  const card = el("li", { class: `visit card-visit${faultList ? " faulty" : ""}`, draggable: "true", data: { testid: "visit", visit: visit.id, sight: visit.sight ?? "", arrive: visit.arrive, depart: visit.depart, name } },
    el("p", { class: "clock" }, el("time", { text: visit.arrive }), el("small", {}, el("time", { text: visit.depart }))),
    el("span", { class: "disc", "aria-hidden": "true", text: label }),
    el("div", { class: "card-body" },
      el("h3", { class: "visit-name" }, el("button", { type: "button", text: name, title: gettext("Show on the map"), on: { click: () => map.focus(day.day, number) } })),
      visitFacts(visit, ctx), onSite.map(onSiteMeal), faultList, more),
    el("div", { class: "card-tools" },
      el("button", { type: "button", class: "icon-button grip", "aria-pressed": "false", "aria-label": say(gettext("Move %(name)s"), { name }), title: gettext("Drag, or press Space and use the arrow keys"), data: { testid: "grip" } }, icon("grip")),
      pin, tool("bin", say(gettext("Remove %(name)s"), { name }), "remove", () => edit([{ op: "remove", visit: visit.id }]))));
  card.addEventListener("pointerenter", () => map.light(day.day, number, true));
  card.addEventListener("pointerleave", () => map.light(day.day, number, false));
  return card;
}
