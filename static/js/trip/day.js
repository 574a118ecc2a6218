/** A day of a trip: its head, what can be done with it, its rows in the order they happen, and the way to one stop more. */
import { dayColour, dayHours, dayName } from "../days.js";
import { el, icon } from "../dom.js";
import { pick } from "../format.js";
import { legRow, mealRow, rideRow } from "../itinerary.js";
import { timeline } from "../timeline.js";
import { weatherLine } from "../weather.js";
import { faultList } from "./faults.js";
import { stopRow } from "./stop.js";

const say = (text, values) => interpolate(text, values, true);

/** What can be done with a whole day. */
function dayChoice(day, days, edit) {
  const option = (op, text) => el("option", { value: JSON.stringify(op), text });
  const others = days.filter((other) => other.day !== day.day && other.city === day.city);
  const choice = el("select", { class: "chip day-choice", "aria-label": say(gettext("Change %(day)s"), { day: dayName(day.day) }), data: { testid: "change-day" }, on: { change: () => {
    edit([JSON.parse(choice.value)]);
    choice.selectedIndex = 0;
  } } },
  el("option", { value: "", text: gettext("This day…"), selected: true, disabled: true }),
  others.map((other) => option({ op: "swap_days", first: day.day, second: other.day }, say(gettext("Swap with %(day)s"), { day: dayName(other.day) }))),
  option({ op: "lighten", day: day.day }, gettext("Make it lighter")),
  option({ op: "free", day: day.day }, gettext("Plan nothing")),
  option({ op: "indoors", day: day.day }, gettext("Stay indoors")),
  days.length > 1 ? option({ op: "remove_day", day: day.day }, gettext("Leave this day out")) : null);
  return choice;
}

function dayTools(day, { ask, lang }) {
  return el("div", { class: "day-tools" },
    el("button", { type: "button", class: "chip", data: { testid: "hours" }, title: gettext("When the day begins and ends"), on: { click: () => ask.hours(day) } }, icon("clock"), dayHours(day) || gettext("Hours")),
    el("button", { type: "button", class: "chip", data: { testid: "hotel" }, title: gettext("Where the day begins and ends"), on: { click: () => ask.hotel(day) } }, icon("bed"), el("span", { class: "clip", text: pick(day.origin?.name, lang) || gettext("Hotel") })));
}

/** `found`: the faults; `rides`: what brings one there and home; `several`: the trip has more than one city; `dry`: the days spent indoors. Without `ctx.edit` it is only read. */
export function daySection(day, { rides, found, several, days, dry }, ctx) {
  const { format, lang, cityName, ask, edit } = ctx;
  const rows = timeline(day, rides).map((entry) => {
    if (entry.kind === "ride") return rideRow(entry);
    if (entry.kind === "leg") return legRow(entry, ctx);
    if (entry.kind === "meal") return mealRow(entry);
    return stopRow(entry, day, faultList(found.visits.get(entry.visit.id), lang), ctx);
  });
  const date = day.date ? format.date(day.date) : format.weekday(day.weekday);
  return el("section", { class: "trip-day", data: { testid: "day", day: day.day, date: day.date ?? "" }, vars: { "--day": dayColour(day.day) }, "aria-labelledby": `day-${day.day}-name` },
    el("header", { class: "day-head" }, el("h2", { id: `day-${day.day}-name`, text: dayName(day.day) }),
      el("p", { text: [date, several ? cityName(day.city) : ""].filter(Boolean).join(" · ") }),
      edit ? dayChoice(day, days, edit) : el("p", { class: "hours", text: dayHours(day) })),
    weatherLine(day, ctx, dry),
    edit ? dayTools(day, ctx) : null,
    faultList(found.days.get(day.day), lang),
    el("ol", { class: "timeline stops", data: { day: day.day } }, rows),
    edit ? el("button", { type: "button", class: "button plain add-stop", data: { testid: "add" }, on: { click: () => ask.add(day) } }, icon("plus"), gettext("Add a stop")) : null);
}
