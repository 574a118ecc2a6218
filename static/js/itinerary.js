/** The itinerary: certificate, rulers, day columns with visits, legs, meals; what was assumed, left out, or could be instead. */
import { el, icon } from "./dom.js";
import { isNote } from "./brief/names.js";
import { reportButton } from "./feedback.js";
import { clockMinutes, clockText, converted, pick } from "./format.js";
import { bookingNote, constraintName, legMode, mealName, rideMode, rideName } from "./labels.js";
import { ridesOf, span, stopCount, stopsOf, timeline } from "./timeline.js";
import { alternativePlans, alternatesOf, differenceNote } from "./variants.js";

const TIGHT_MINUTES = 10;
export const dayColour = (day) => `var(--day-${((day - 1) % 8) + 1})`;

const say = (text, values) => interpolate(text, values, true);
export const dayName = (day) => say(gettext("Day %(number)s"), { number: day });

const countText = (checks) => say(ngettext("%(count)s check", "%(count)s checks", checks.length), { count: checks.length });

/** The day and the stop that a check is of, and what it found. */
const evidence = (check, { names, lang }) => [check.day ? dayName(check.day) : "", pick(names.get(check.visit), lang), pick(check.evidence, lang)].filter(Boolean).join(" · ");

/** A rule and how often it was checked; the evidence of each check is drawn once somebody unfolds it. */
function ruleRow([constraint, checks], told) {
  const status = checks.some((check) => check.status === "fail") ? "fail" : "pass";
  const found = el("ul", { class: "evidence" });
  const rule = el("details", {}, el("summary", {}, icon(status === "pass" ? "check" : "cross"), el("span", {}, el("b", { text: constraintName(constraint) }), ` · ${countText(checks)}`)), found);
  rule.addEventListener("toggle", () => found.replaceChildren(...checks.map((check) => el("li", { data: { status: check.status }, text: evidence(check, told) }))), { once: true });
  return el("li", { data: { status } }, rule);
}

/** What was checked, by how many rules, and with what result: two sentences. */
function checkedText(checks, failed, rules) {
  const held = say(gettext("Every stop was held against %(rules)s rules, %(checks)s checks in all: opening hours, travel times, meals, and what you asked for."), { rules, checks: checks.length });
  const result = failed.length ? say(ngettext("%(failed)s of them fails:", "%(failed)s of them fail:", failed.length), { failed: failed.length }) : gettext("The plan keeps them all.");
  return [held, result].map((text) => el("p", { text }));
}

/** The stamp of an itinerary that unfolds to what was checked; `days` name the stops. */
export function certificate({ certificate: payload, days = [] }, lang) {
  if (!payload) return null;
  const { feasible, checks = [] } = payload;
  const told = { lang, names: new Map(days.flatMap(({ visits }) => visits ?? []).map(({ id, name }) => [id, name])) };
  const failed = checks.filter((check) => check.status === "fail");
  const title = feasible ? gettext("Verified: the plan works") : say(ngettext("%(count)s problem", "%(count)s problems", failed.length), { count: failed.length });
  const body = el("div", { class: "certificate-body" });
  const stamp = el("details", { class: "certificate", data: { testid: "certificate", feasible: String(Boolean(feasible)) } },
    el("summary", {}, icon(feasible ? "check" : "cross"), title), body);
  // A long trip has thousands of checks: they are drawn once somebody looks.
  stamp.addEventListener("toggle", () => {
    const rules = [...Map.groupBy(checks, ({ constraint }) => constraint)];
    const problems = failed.map((check) => el("li", { data: { status: "fail" } }, el("b", { text: constraintName(check.constraint) }), ` · ${evidence(check, told)}`));
    body.replaceChildren(...checkedText(checks, failed, rules.length), ...(problems.length ? [el("ul", { class: "problems" }, problems)] : []),
      el("ul", { class: "checks" }, rules.map((rule) => ruleRow(rule, told))));
  }, { once: true });
  return stamp;
}

/** Where a span of minutes lies on the scale, in per cent, as CSS variables. */
function place([from, until], start, end = start) {
  const percent = (minutes) => ((minutes - from) / (until - from)) * 100;
  return { "--x": percent(start).toFixed(2), "--w": (percent(end) - percent(start)).toFixed(2) };
}

function scaleRow(hours) {
  const [from, until] = hours;
  const step = until - from > 900 ? 240 : 180;
  const marks = [];
  for (let at = from; at <= until; at += 60) {
    marks.push(el("span", { class: "tick", vars: place(hours, at) }));
    if ((at - from) % step === 0) marks.push(el("span", { class: "hour", text: String(at / 60), vars: place(hours, at) }));
  }
  return el("div", { class: "ruler ruler-scale", "aria-hidden": "true" }, el("span"), el("div", { class: "scale" }, marks));
}

function ruler(day, hours, select, format) {
  const blocks = timeline(day).filter(({ kind, visit }) => kind !== "leg" && !visit?.marker).map(({ kind, visit, meal, label }) => (kind === "visit"
    ? el("span", { class: "block", text: label, vars: place(hours, clockMinutes(visit.arrive), clockMinutes(visit.depart)) })
    : el("span", { class: "meal", vars: place(hours, clockMinutes(meal.start), clockMinutes(meal.end)) })));
  const stops = stopsOf(day).length;
  const shown = day.date ? format.date(day.date) : dayName(day.day);
  const more = [dayName(day.day), say(ngettext("%(count)s stop", "%(count)s stops", stops), { count: stops }), `${day.start}–${day.end}`];
  const track = el("span", { class: "track", vars: place(hours, clockMinutes(day.start) ?? hours[0], clockMinutes(day.end) ?? hours[1]) });
  return el("button", { type: "button", class: "ruler", "aria-pressed": "false", title: gettext("Show this day on the map"),
    data: { day: day.day }, vars: { "--day": dayColour(day.day) }, on: { click: () => select(day.day) } },
  el("span", {}, shown, el("span", { class: "sr", text: format.listed(["", ...more]) })), el("div", { class: "scale", "aria-hidden": "true" }, track, blocks));
}

/** A ticket's price, and beside it what that is in the currency that the plan is counted in, where that is another. */
function price({ amount, currency }, { format, currency: counted, rates = {} }) {
  const own = format.money(amount, currency);
  if (!counted || counted === currency || !rates[counted] || !rates[currency]) return own;
  return say(gettext("%(amount)s (%(converted)s)"), { amount: own, converted: format.about(converted(amount, currency, counted, rates), counted) });
}

/**
 * `bookings`, where it is known: whether sights want booking, by their ids; `currency` and `rates`: what the plan is counted in.
 * A place of the traveller's own has its hour alone.
 */
export function visitFacts(visit, ctx) {
  const { format, bookings = {} } = ctx;
  const estimated = new Set(visit.estimated ?? []);
  const costs = visit.ticket && Number(visit.ticket.amount) !== 0;
  const ticket = visit.ticket ? (costs ? price(visit.ticket, ctx) : gettext("free")) : null;
  const always = visit.opens === "00:00" && visit.closes === "24:00";
  const closed = Boolean(visit.opens) && visit.opens === visit.closes;
  const own = visit.sight === null;
  const open = own ? null : closed ? gettext("closed that day") : visit.opens && visit.closes ? (always ? gettext("open all day")
    : say(gettext("open %(from)s–%(until)s"), { from: visit.opens, until: visit.closes })) : null;
  const guessed = (text, key) => (key === "price" && costs ? `≈ ${text}` : say(gettext("usually %(fact)s"), { fact: text }));
  const fact = (text, key) => (text ? el("span", { class: estimated.has(key) ? "estimate" : "", title: estimated.has(key) ? gettext("Estimated: check before you go") : null,
    text: estimated.has(key) ? guessed(text, key) : text }) : null);
  const slack = own || always || closed ? null : visit.slack_minutes;
  const tight = Number.isFinite(slack) && slack < TIGHT_MINUTES;
  return el("p", { class: "visit-facts" },
    el("span", { text: format.minutes(visit.minutes) }), fact(ticket, "price"), fact(open, "hours"), fact(bookingNote(bookings[visit.sight]), "booking"),
    Number.isFinite(slack) ? el("span", { class: tight ? "tight" : "", data: { slack }, text: say(gettext("%(time)s to spare"), { time: format.minutes(slack) }) }) : null,
    visit.pinned ? el("span", { text: gettext("pinned") }) : null);
}

export const onSiteMeal = ({ kind, start, end }) => el("p", { class: "visit-why", text: say(gettext("%(meal)s on site, %(from)s–%(until)s"), { meal: mealName(kind), from: start, until: end }) });

/** Where one was under way when the rest of the day was planned anew: no stop, so that it has no number and no facts. */
function markerRow({ visit }, { lang }) {
  return el("li", { class: "visit marker", data: { testid: "marker" } }, el("p", { class: "clock" }, el("time", { text: visit.arrive })),
    el("span", { class: "marker-mark", "aria-hidden": "true" }, icon("here")), el("span", { text: pick(visit.name, lang) }));
}

function visitRow({ visit, number, label, onSite }, day, ctx) {
  const { lang, map } = ctx;
  if (visit.marker) return markerRow({ visit }, ctx);
  const name = pick(visit.name, lang) || visit.sight || "";
  const node = el("li", { class: "visit", data: { testid: "visit", sight: visit.sight ?? "", arrive: visit.arrive, depart: visit.depart, day: day.day, visit: visit.id ?? "" } },
    el("p", { class: "clock" }, el("time", { text: visit.arrive }), el("small", {}, el("time", { text: visit.depart }))),
    el("span", { class: "disc", "aria-hidden": "true", text: label }),
    el("div", {},
      el("h4", { class: "visit-name" }, el("button", { type: "button", text: name, title: gettext("Show on the map"), on: { click: () => map.focus(day.day, number) } }),
        visit.sight && ctx.feedback ? reportButton({ sight: visit.sight, name }, ctx.feedback) : null),
      visitFacts(visit, ctx),
      onSite.map(onSiteMeal),
      pick(visit.why, lang) ? el("p", { class: "visit-why", data: { testid: "why" }, text: pick(visit.why, lang) }) : null,
      alternatesOf(visit, ctx)));
  node.addEventListener("pointerenter", () => map.light(day.day, number, true));
  node.addEventListener("pointerleave", () => map.light(day.day, number, false));
  return node;
}

export function legRow({ leg }, { format, lang }) {
  const about = leg.estimated ? "≈ " : "";
  const facts = [legMode(leg.mode), about + format.minutes(leg.minutes), ...(leg.km ? [about + format.distance(leg.km)] : [])].join(" · ");
  const spare = Number.isFinite(leg.slack_minutes) ? say(gettext("%(time)s to spare"), { time: format.minutes(leg.slack_minutes) }) : null;
  const to = leg.to === "end" || String(leg.to).startsWith("city:") ? pick(leg.to_name, lang) : "";
  return el("li", { class: "leg", data: { testid: "leg", mode: leg.mode } }, el("span"), el("span", { class: "leg-mark", "aria-hidden": "true" }, icon(leg.mode)),
    el("span", { text: to ? `${facts} → ${to}` : facts, title: spare }));
}

export function mealRow({ meal }) {
  return el("li", { class: "meal-row", data: { testid: "meal" } }, el("span", { class: "clock", text: meal.start }),
    el("span", { class: "meal-mark", "aria-hidden": "true" }, icon("meal")), el("span", { text: `${mealName(meal.kind)} · ${meal.start}–${meal.end}` }));
}

export function rideRow({ ride: { name, at, minutes, way } }) {
  const [moment, told] = name === "arrival" ? [clockMinutes(at) + minutes, gettext("in town by %(time)s")] : [clockMinutes(at) - minutes, gettext("set off by %(time)s")];
  const town = minutes ? say(told, { time: clockText(moment) }) : "";
  return el("li", { class: "meal-row", data: { testid: "ride", ride: name } }, el("span", { class: "clock", text: at }),
    el("span", { class: "meal-mark", "aria-hidden": "true" }, icon(way ?? "clock")), el("b", { text: [rideName(name), way ? rideMode(way) : "", town].filter(Boolean).join(" · ") }));
}

const ROWS = { visit: visitRow, leg: (entry, day, ctx) => legRow(entry, ctx), meal: mealRow, ride: rideRow };

function dayColumn(day, rides, ctx, several) {
  const { format } = ctx;
  const date = day.date ? format.date(day.date) : format.weekday(day.weekday);
  return el("section", { class: "day", id: `day-${day.day}`, data: { testid: "day", day: day.day, date: day.date ?? "" }, vars: { "--day": dayColour(day.day) } },
    el("header", { class: "day-head" }, el("h3", { text: dayName(day.day) }),
      el("p", { text: [date, several ? ctx.cityName(day.city) : ""].filter(Boolean).join(" · ") }),
      el("p", { class: "hours", text: [day.start, day.end].filter(Boolean).join("–") })),
    el("ol", { class: "timeline" }, timeline(day, rides).map((entry) => ROWS[entry.kind](entry, day, ctx))));
}

function leftOut(list, lang) {
  if (!list?.length) return null;
  return el("details", { data: { testid: "left-out" } },
    el("summary", { class: "subhead", text: say(ngettext("Left out: %(count)s place, and why", "Left out: %(count)s places, and why", list.length), { count: list.length }) }),
    el("ul", { class: "left-out" }, list.map((item) => el("li", {}, el("b", { text: pick(item.name, lang) || item.sight }),
      el("span", { text: pick(item.reason, lang) }), el("span", { class: "fine", text: pick(item.relaxation, lang) })))));
}

/** What the plan took for granted, and what is good to know of it. Where a card stands above the plan, it shows the rules that shaped it. */
function assumptions(list, { lang, card }) {
  const told = (list ?? []).filter(({ rule }) => !card || !rule || isNote(rule));
  if (!told.length) return null;
  return el("div", {}, el("p", { class: "subhead", text: card ? gettext("Good to know") : gettext("Assumed") }),
    el("ul", { class: "assumptions", data: { testid: "assumptions" } }, told.map((item) => el("li", { text: pick(item, lang), data: { testid: "assumption" } }))));
}

/** How much better another plan could be, as far as that is known. */
function score({ score: value, bound }, format) {
  if (!Number.isFinite(value) || !value) return null;
  const gap = Number.isFinite(bound) && bound > 0 ? Math.max(0, bound / value - 1) : null;
  const text = gap === null ? gettext("Found by trying many arrangements; there may be a better one.")
    : gap < 0.005 ? gettext("By the sights' scores and your interests, no other plan could be better.")
      : say(gettext("By the sights' scores and your interests, no other plan could be more than %(gap)s better."), { gap: format.percent(gap) });
  return el("p", { class: "fine", data: { testid: "optimality" }, text });
}

/** `ctx`: format, lang, map, suggest(text), cityName(id). */
export function itinerarySection(payload, ctx) {
  const days = payload.days ?? [];
  const hours = span(days);
  const stops = stopCount(days);
  let chosen = null;
  const select = (day) => {
    chosen = chosen === day ? null : day;
    for (const button of rulers.querySelectorAll("button")) button.setAttribute("aria-pressed", String(Number(button.dataset.day) === chosen));
    ctx.map.showDay(chosen);
  };
  const rulers = el("div", { class: "rulers", data: { testid: "rulers" } }, scaleRow(hours), days.map((day) => ruler(day, hours, select, ctx.format)));
  const section = el("section", { class: "section", id: "part-itinerary", data: { testid: "itinerary" } },
    el("header", { class: "section-head" },
      el("h2", { text: (payload.cities ?? []).map(ctx.cityName).join(" → ") || gettext("Itinerary") }),
      el("p", { text: [say(ngettext("%(count)s day", "%(count)s days", days.length), { count: days.length }), say(ngettext("%(count)s stop", "%(count)s stops", stops), { count: stops })].join(" · ") }),
      certificate(payload, ctx.lang)),
    differenceNote(payload.difference, ctx),
    rulers,
    assumptions(payload.assumptions, ctx),
    el("div", { class: "days" }, days.map((day) => dayColumn(day, ridesOf(payload, day), ctx, (payload.cities ?? []).length > 1))),
    leftOut(payload.left_out, ctx.lang),
    alternativePlans(payload.alternatives, ctx),
    score(payload, ctx.format));
  return section;
}
