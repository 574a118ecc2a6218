/** A plan as text: a table a day and the budget in a dialog, and the same as plain lines for the clipboard. */
import { el, icon, scrolling } from "./dom.js";
import { openDialog } from "./dialog.js";
import { pick } from "./format.js";
import { budgetKind, legMode, mealName } from "./labels.js";
import { timeline } from "./timeline.js";

const say = (text, values) => interpolate(text, values, true);

/** "2 days in Kyoto and Osaka", 京都、大阪 2 天. */
export function planTitle({ days, cities }, { format, cityName }) {
  return say(ngettext("%(days)s day in %(cities)s", "%(days)s days in %(cities)s", days.length), { days: days.length, cities: format.listed(cities.map(cityName)) });
}

/** From the first day to the last, the year once where it is the same: "Tue 13 Apr to Thu 15 Apr 2027". */
export function planDates({ days }, format) {
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (!first) return "";
  if (first === last) return format.date(first);
  const year = new Date(`${first}T12:00:00`);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  const [start, end] = [format.lang !== "zh" && isOneYear ? format.date(first, year) : format.date(first), format.lang === "zh" && isOneYear ? format.date(last, year) : format.date(last)];
  return say(gettext("%(start)s to %(end)s"), { start, end });
}

/** The rows of a day in the order they happen, as `[hours, what, how]`. */
export function dayRows(day, { format, lang }) {
  return timeline(day).map(({ kind, visit, leg, meal }) => {
    if (kind === "meal") return [`${meal.start}–${meal.end}`, mealName(meal.kind), ""];
    if (kind === "leg") return [leg.depart ?? "", "", [legMode(leg.mode), format.minutes(leg.minutes), leg.km ? format.distance(leg.km) : ""].filter(Boolean).join(" · ")];
    const ticket = visit.ticket ? (Number(visit.ticket.amount) ? format.money(visit.ticket.amount, visit.ticket.currency) : gettext("free")) : "";
    return [`${visit.arrive}–${visit.depart}`, pick(visit.name, lang), ticket];
  });
}

/** The heading of a day: its number, its date, its city. */
const dayHead = (day, { format, cityName }) => [say(gettext("Day %(number)s"), { number: day.day }), day.date ? format.date(day.date) : "", cityName(day.city)].filter(Boolean).join(" · ");

/** What the budget's items come to, as `[what, amount]`, the total last. */
const budgetRows = (budget, { format, lang }) => [...budget.items.map((item) => [pick(item.label, lang) || budgetKind(item.kind), format.money(item.amount, budget.currency)]),
  [gettext("Total"), format.money(budget.total, budget.currency)]];

/** The plan as lines that read well in a message or a file. */
export function planLines({ itinerary, budget }, ctx) {
  const days = itinerary.days.flatMap((day) => ["", dayHead(day, ctx), ...dayRows(day, ctx).map((row) => row.filter(Boolean).join("  "))]);
  const costs = budget ? ["", gettext("Budget"), ...budgetRows(budget, ctx).map((row) => row.join("  "))] : [];
  return [[planTitle(itinerary, ctx), planDates(itinerary, ctx.format)].filter(Boolean).join(" · "), ...days, ...costs];
}

const table = (caption, heads, rows) => scrolling(el("table", { class: "ledger" }, el("caption", { text: caption }),
  heads ? el("thead", {}, el("tr", {}, heads.map((text) => el("th", { scope: "col", text })))) : null,
  el("tbody", {}, rows.map((row) => el("tr", {}, row.map((text) => el("td", { text })))))), caption);

/** Opens the dialog. `ctx`: format, lang, cityName(id), announce(text). */
export function showPlanText(plan, ctx) {
  const copy = el("button", { type: "button", class: "button", data: { testid: "copy-plan" }, on: { click: async () => {
    await navigator.clipboard.writeText(planLines(plan, ctx).join("\n"));
    copy.lastChild.textContent = gettext("Copied");
    ctx.announce(gettext("Copied"));
  } } }, icon("copy"), gettext("Copy"));
  const heads = [gettext("Time"), gettext("What"), gettext("How, how much")];
  openDialog(planTitle(plan.itinerary, ctx), "plan-text", el("div", { class: "actions" }, copy),
    ...plan.itinerary.days.map((day) => table(dayHead(day, ctx), heads, dayRows(day, ctx))),
    ...(plan.budget ? [table(gettext("Budget"), null, budgetRows(plan.budget, ctx))] : []));
}
