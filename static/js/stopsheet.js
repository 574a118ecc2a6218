/** The sheet of a stop: why it is there, what is known of it, and what can be done with it. */
import { el, icon } from "./dom.js";
import { openDialog } from "./dialog.js";
import { reportButton } from "./feedback.js";
import { pick } from "./format.js";
import { alternateName } from "./labels.js";
import { dayName } from "./days.js";
import { sightPicture } from "./picture.js";
import { placesToEat } from "./venues.js";

const say = (text, values) => interpolate(text, values, true);

/** What of a stop is an estimate, in words. */
const ESTIMATES = { hours: () => gettext("opening hours"), price: () => gettext("price"), booking: () => gettext("booking"), minutes: () => gettext("length of the visit"), position: () => gettext("position") };

function facts(visit, { format }) {
  const own = visit.sight === null;
  const always = visit.opens === "00:00" && visit.closes === "24:00";
  const guessed = (visit.estimated ?? []).map((key) => ESTIMATES[key]?.()).filter(Boolean);
  return [
    [gettext("Stay"), `${visit.arrive}–${visit.depart} · ${format.minutes(visit.minutes)}`],
    [gettext("Open"), own || !visit.opens ? "" : always ? gettext("all day") : `${visit.opens}–${visit.closes}`],
    [gettext("Ticket"), visit.ticket ? (Number(visit.ticket.amount) ? format.money(visit.ticket.amount, visit.ticket.currency) : gettext("free")) : ""],
    [gettext("Estimated, check before you go"), format.listed(guessed)],
  ].filter(([, value]) => value);
}

/** Where a stop could go: one place up or down on its day, or to each other day, at about its hour. */
function moveChoice(visit, day, days, edit) {
  const at = day.visits.findIndex(({ id }) => id === visit.id);
  const place = (number, position, text) => el("option", { value: JSON.stringify({ day: number, position }), text });
  const atItsHour = (other) => other.visits.filter(({ arrive }) => arrive < visit.arrive).length;
  const choice = el("select", { "aria-label": gettext("Move"), data: { testid: "stop-move" }, on: { change: () => edit([{ op: "move", visit: visit.id, ...JSON.parse(choice.value) }]) } },
    el("option", { value: "", text: gettext("Move to…"), selected: true, disabled: true }),
    at > 0 ? place(day.day, at - 1, gettext("Earlier this day")) : null,
    at < day.visits.length - 1 ? place(day.day, at + 1, gettext("Later this day")) : null,
    days.filter((other) => other.day !== day.day).map((other) => place(other.day, atItsHour(other), dayName(other.day))));
  return choice;
}

/** What a sight could be exchanged for, by a description in place of a name. */
function exchangeChoice(visit, edit) {
  const like = (value, text) => el("option", { value, text });
  const choice = el("select", { "aria-label": gettext("Exchange"), data: { testid: "stop-exchange" }, on: { change: () => edit([{ op: "exchange", visit: visit.id, like: choice.value }]) } },
    el("option", { value: "", text: gettext("Exchange for…"), selected: true, disabled: true }),
    like("alike", gettext("something alike")),
    like("near", gettext("something near")),
    like("free", gettext("something free")),
    like("indoor", gettext("something indoors")));
  return choice;
}

/** What a sight is, from the catalogue; empty where it cannot be had. The room of a line is kept for it. */
function note(sight, { lang, sights }) {
  const text = el("p", { class: "sheet-note", data: { testid: "sight-note" } });
  sights(sight.split("/")[0]).then((found) => { text.textContent = pick(found.find(({ id }) => id === sight)?.note, lang); }, (error) => console.warn("sight:", error));
  return text;
}

/**
 * Opens the sheet. `ctx`: format, lang, and where the page has them feedback(fields), sights(city), those of the catalogue, and venues(wanted); `act`:
 * show() on the map, and edit(edits) where the plan can be changed.
 */
export function openStopSheet(visit, day, days, ctx, { show, edit }) {
  const { lang, format } = ctx;
  const name = pick(visit.name, lang) || visit.sight || "";
  const own = visit.sight === null;
  const close = (act) => () => { dialog.close(); act(); };
  const change = (edits) => close(() => edit(edits))();
  const action = (symbol, text, testid, click) => el("button", { type: "button", class: "sheet-action", data: { testid }, on: { click } }, icon(symbol), text);
  const alternates = (visit.alternates ?? []).map((other) => el("li", { data: { testid: "alternate", kind: other.kind, sight: other.sight } },
    el("span", {}, el("b", { text: alternateName(other.kind) }), ` ${pick(other.name, lang)}`),
    edit ? el("button", { type: "button", class: "chip", text: gettext("Exchange"), data: { testid: "stop-swap" }, on: { click: () => change([{ op: "swap", visit: visit.id, sight: other.sight }]) } }) : null));
  const dialog = openDialog(name, "stop-sheet",
    visit.sight ? sightPicture(visit.sight, { eager: true, className: "sheet-picture", month: Number(day.date?.slice(5, 7)) || null }) : null,
    visit.sight && ctx.sights ? note(visit.sight, ctx) : null,
    pick(visit.why, lang) ? el("p", { data: { testid: "why" }, text: pick(visit.why, lang) }) : null,
    el("dl", { class: "facts" }, facts(visit, ctx).flatMap(([term, value]) => [el("dt", { text: term }), el("dd", { text: value })])),
    ctx.venues ? placesToEat(visit, day, ctx) : null,
    alternates.length ? el("section", {}, el("h3", { text: gettext("Instead of this") }), el("ul", { class: "sheet-list" }, alternates)) : null,
    el("div", { class: "sheet-actions" },
      action("map", gettext("Show on the map"), "stop-map", close(show)),
      edit && !own ? action("pin", visit.pinned ? gettext("Free from its day") : gettext("Keep on this day"), "stop-pin", () => change([{ op: "pin", visit: visit.id, pinned: !visit.pinned }])) : null,
      edit ? action("bin", gettext("Remove"), "stop-remove", () => change([{ op: "remove", visit: visit.id }])) : null,
      edit && !own ? el("label", { class: "sheet-action" }, icon("again"), exchangeChoice(visit, change)) : null,
      edit && (days.length > 1 || day.visits.length > 1) ? el("label", { class: "sheet-action" }, icon("grip"), moveChoice(visit, day, days, change)) : null),
    ctx.talk ? ctx.talk(visit) : null,
    visit.sight && ctx.feedback ? el("p", { class: "sheet-report fine" }, reportButton({ sight: visit.sight, name }, ctx.feedback), gettext("Something is wrong here")) : null);
  dialog.classList.add("sheet");
  return dialog;
}
