/** The days at a glance: each on one scale of hours, its stops as blocks. A press on one shows that day alone. */
import { dayColour, dayHours, dayName } from "./days.js";
import { el } from "./dom.js";
import { clockMinutes } from "./format.js";
import { span, stopsOf, timeline } from "./timeline.js";

const say = (text, values) => interpolate(text, values, true);

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
  const more = [dayName(day.day), say(ngettext("%(count)s stop", "%(count)s stops", stops), { count: stops }), dayHours(day)].filter(Boolean);
  const track = el("span", { class: "track", vars: place(hours, clockMinutes(day.start) ?? hours[0], clockMinutes(day.end) ?? hours[1]) });
  return el("button", { type: "button", class: "ruler", "aria-pressed": "false", title: gettext("Show this day alone"),
    data: { day: day.day }, vars: { "--day": dayColour(day.day) }, on: { click: () => select(day.day) } },
  el("span", {}, shown, el("span", { class: "sr", text: format.listed(["", ...more]) })), el("div", { class: "scale", "aria-hidden": "true" }, track, blocks));
}

/** `{node, mark(day)}`: what folds out, and what shows which day is chosen, null for all. `choose(day)` hears of a press. */
export function glance(days, choose, format) {
  const hours = span(days);
  const rulers = el("div", { class: "rulers", data: { testid: "rulers" } }, scaleRow(hours), days.map((day) => ruler(day, hours, choose, format)));
  return {
    node: el("details", { class: "at-a-glance" }, el("summary", { class: "subhead", text: gettext("The days at a glance") }), rulers),
    mark: (chosen) => { for (const button of rulers.querySelectorAll("button")) button.setAttribute("aria-pressed", String(Number(button.dataset.day) === chosen)); },
  };
}
