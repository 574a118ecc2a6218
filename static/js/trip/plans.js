/** Plans that are only shown: after a replanning with its difference, the alternatives side by side, and the way on from here. */
import { ApiError } from "../api.js";
import { el, icon } from "../dom.js";
import { clockMinutes, pick } from "../format.js";
import { dayName } from "../days.js";
import { certificate } from "../itinerary.js";
import { variantName } from "../labels.js";
import { differenceNote, figureTable } from "../variants.js";
import { openDialog } from "../dialog.js";
import { field, whereIAm } from "./dialogs.js";

const say = (text, values) => interpolate(text, values, true);
const waiting = (text) => el("p", { class: "fine waiting", text });

/** Both changes as one: of lists all, of anything else what the second one says. */
function joined(one, other) {
  const both = Object.entries(other).map(([name, value]) => [name, Array.isArray(value) ? [...(one[name] ?? []), ...value] : value]);
  return { ...one, ...Object.fromEntries(both) };
}

/** Why a plan cannot be had, and what would help besides what was asked. */
function refusal(error, asked, ctx, dialog) {
  const { relaxation, change } = error instanceof ApiError ? error.problem : {};
  return el("div", { role: "alert", data: { testid: "refusal" } }, el("p", { text: error.message }), relaxation ? el("p", { class: "fine", text: relaxation }) : null,
    change && Object.keys(change).length ? el("button", { type: "button", class: "chip", text: gettext("Do that"), on: { click: () => { dialog.close(); propose({ ...asked, change: joined(asked.change ?? {}, change) }, ctx); } } }) : null);
}

/** The plan as days of names, to be compared at a glance. */
const shortDays = (days, lang) => el("ol", { class: "short-days" }, days.map((visits, index) => el("li", {}, el("b", { text: dayName(index + 1) }), ` ${visits.filter(({ marker }) => !marker).map((visit) => pick(visit.name, lang)).join(" → ") || "–"}`)));

/** What a plan takes for granted that the trip as it is does not. */
function newlyAssumed({ assumptions: now = [] }, { assumptions: before = [] }, lang) {
  const known = new Set(before.map(({ en }) => en));
  const news = now.filter(({ en }) => !known.has(en));
  return news.length ? el("ul", { class: "fine", data: { testid: "newly-assumed" } }, news.map((text) => el("li", { text: pick(text, lang) }))) : "";
}

/** Asks for another plan and shows its difference; it is kept only when the traveller says so. */
export async function propose(asked, ctx) {
  const told = el("div", { "aria-live": "polite" }, waiting(gettext("Working out the plan…")));
  const body = el("div", { class: "proposed", data: { testid: "proposed" } }, told);
  const dialog = openDialog(gettext("What would change"), "replan-dialog", body);
  try {
    const plan = await ctx.api.replan(asked);
    const { date } = plan.itinerary.days[0];
    const redated = Boolean(asked.change?.start_date ?? asked.edits?.some(({ op }) => op === "start_date"));
    const same = !plan.difference.told.length && !redated;
    const apply = el("button", { type: "button", class: "button", text: gettext("Apply this plan"), data: { testid: "apply" }, on: { click: () => { dialog.close(); ctx.keep(plan); } } });
    const begins = redated ? el("p", { data: { testid: "redated" }, text: say(gettext("The trip begins on %(date)s."), { date: ctx.format.date(date) }) }) : "";
    if (same) dialog.querySelector("h2").textContent = gettext("Nothing would change");
    told.replaceChildren(begins, differenceNote(plan.difference, ctx, true) ?? el("p", { text: gettext("The days stay as they are."), data: { testid: "difference" } }), same ? "" : newlyAssumed(plan.itinerary, ctx.itinerary(), ctx.lang));
    const days = el("details", {}, el("summary", { class: "subhead", text: gettext("The days then") }), shortDays(plan.itinerary.days.map((day) => day.visits), ctx.lang));
    body.append(certificate(plan.itinerary, ctx.lang), ...(same ? [] : [days]),
      el("div", { class: "row" }, same ? null : apply, el("button", { type: "button", class: "button plain", text: same ? gettext("Close") : gettext("Keep it as it is"), data: { testid: "leave" }, on: { click: () => dialog.close() } })));
    if (!same) apply.focus();
  } catch (error) {
    told.replaceChildren(refusal(error, asked, ctx, dialog));
  }
}

export async function showAlternatives(ctx) {
  const told = el("div", { "aria-live": "polite" }, waiting(gettext("Working out other plans…")));
  const body = el("div", { class: "variants", data: { testid: "alternatives" } });
  const dialog = openDialog(gettext("Other plans for this trip"), "alternatives-dialog", told, body);
  const card = (other) => el("article", { class: "variant", data: { testid: "alternative", kind: other.kind } },
    el("h3", { text: variantName(other.kind) }), figureTable(other.difference, ctx.format),
    el("ul", { class: "fine" }, other.difference.told.map((sentence) => el("li", { text: pick(sentence, ctx.lang) }))),
    shortDays(other.days.map((visits) => visits), ctx.lang),
    el("button", { type: "button", class: "button plain", text: gettext("View this plan"), data: { testid: "choose" }, on: { click: () => { dialog.close(); propose({ change: other.change }, ctx); } } }));
  try {
    const { alternatives } = await ctx.api.alternatives();
    const found = say(ngettext("%(count)s other plan", "%(count)s other plans", alternatives.length), { count: alternatives.length });
    told.replaceChildren(el("p", { class: "fine", text: alternatives.length ? found : gettext("No other plan is fuller, calmer or cheaper than this one.") }));
    body.replaceChildren(...alternatives.map(card));
  } catch (error) {
    told.replaceChildren(refusal(error, {}, ctx, dialog));
  }
}

export const isoDate = (at) => [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** The day of the trip that is today, or its first one. */
export function today(itinerary, now = new Date()) {
  return itinerary.days.find(({ date }) => date === isoDate(now)) ?? itinerary.days[0];
}

const LATE = [15, 30, 60];

/** On the way: what happened is one press; the rest of the day is then planned anew from here and now. */
export function underWay(trip, ctx) {
  const { days } = trip.itinerary;
  const now = new Date();
  const current = today(trip.itinerary, now);
  const day = el("select", { data: { testid: "way-day" } }, days.map((each) => el("option", { value: each.day, text: `${dayName(each.day)} · ${ctx.format.date(each.date)}`, selected: each === current })));
  const time = el("input", { type: "time", required: true, value: current.date === isoDate(now) ? ctx.format.time(now) : current.start, data: { testid: "way-now" } });
  const skip = el("select", { "aria-label": gettext("What to skip"), data: { testid: "way-skip" } });
  const ahead = () => {
    const { visits } = days.find((each) => each.day === Number(day.value));
    const left = visits.filter((visit) => visit.sight && (clockMinutes(visit.depart) ?? 0) > (clockMinutes(time.value) ?? 0));
    const none = el("option", { value: "", text: gettext("No stop is left then") });
    skip.replaceChildren(...(left.length ? left.map((visit) => el("option", { value: visit.id, text: pick(visit.name, ctx.lang) })) : [none]));
    skip.disabled = skipButton.disabled = !left.length;
  };
  const go = (kind, more = {}) => {
    if (!time.reportValidity()) return;
    dialog.close();
    propose({ situation: { kind, day: Number(day.value), now: time.value, ...more } }, ctx);
  };
  const big = (name, text, testid, click) => el("button", { type: "button", class: "big", data: { testid }, on: { click } }, icon(name), el("span", { text }));
  const here = () => whereIAm().then((point) => go("here", point ? { place: { name: gettext("Here"), ...point } } : {}));
  const skipButton = big("skip", gettext("Skip this"), "way-skip-go", () => go("skip", { visit: skip.value }));
  const dialog = openDialog(gettext("What has happened?"), "way-dialog",
    el("div", { class: "pair when" }, field(gettext("Day"), day), field(gettext("It is now"), time)),
    el("div", { class: "bigs" },
      big("rain", gettext("It rains"), "way-rain", () => go("rain")),
      big("here", gettext("We are here now"), "way-here", here)),
    el("div", { class: "bigs" }, LATE.map((minutes) => big("clock", say(gettext("%(minutes)s min late"), { minutes }), `way-late-${minutes}`, () => go("late", { minutes })))),
    el("div", { class: "row" }, skip, skipButton));
  day.addEventListener("change", ahead);
  time.addEventListener("change", ahead);
  ahead();
}
