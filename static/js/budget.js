/** The budget: the total with its range, a bar per kind with low–high, the whole against the limit, and the ledger. */
import { el, scrolling, svg } from "./dom.js";
import { pick } from "./format.js";
import { budgetKind, budgetSource, tierName } from "./labels.js";

const WIDTH = 300;
const say = (text, values) => interpolate(text, values, true);

/** Sums for the bars' lengths (drawing only; the figures shown are the payload's own). */
function byKind(items) {
  const kinds = new Map();
  for (const item of items) {
    const sums = kinds.get(item.kind) ?? { amount: 0, low: 0, high: 0 };
    for (const key of ["amount", "low", "high"]) sums[key] += Number(item[key] ?? item.amount);
    kinds.set(item.kind, sums);
  }
  return [...kinds].sort(([, a], [, b]) => b.amount - a.amount);
}

/** A bar with its range; `mark` is where an upright line stands, as for the limit that was given. */
export function bar(name, { amount, low, high }, most, shown, mark = null) {
  const x = (value) => Math.min(WIDTH, (value / most) * WIDTH);
  return el("div", { class: mark === null ? "bar" : "bar whole" }, el("span", { text: name }),
    svg("svg", { viewBox: `0 0 ${WIDTH} 14`, preserveAspectRatio: "none" },
      svg("rect", { class: "ground-line", x: 0, y: 2, width: WIDTH, height: 10, rx: 2 }),
      svg("rect", { class: mark !== null && amount > mark ? "fill over" : "fill", x: 0, y: 2, width: x(amount), height: 10, rx: 2 }),
      high > low ? svg("path", { class: "range", d: `M${x(low)} 7H${x(high)}M${x(low)} 4v6M${x(high)} 4v6`, fill: "none" }) : null,
      mark === null ? null : svg("path", { class: "limit", d: `M${x(mark)} 0V14` })),
    el("span", { class: "value", text: shown }));
}

/** The kinds of costs against the dearest one; above them, where a limit was given, the whole against it. */
function bars({ items = [], total, low, high, currency }, limit, format) {
  const kinds = byKind(items);
  const most = Math.max(...kinds.map(([, { amount, high: top }]) => Math.max(amount, top)), 1);
  const whole = [total, low, high].map(Number);
  const money = (amount) => format.rounded(amount, currency);
  const against = limit === null ? null : bar(say(gettext("Limit %(limit)s"), { limit: money(limit) }), { amount: whole[0], low: whole[1], high: whole[2] }, Math.max(limit, whole[2]) * 1.05, money(whole[0]), limit);
  return el("div", { class: "bars", role: "img", "aria-label": limit === null ? gettext("Budget by kind") : say(gettext("Budget by kind, and the whole against your limit of %(limit)s"), { limit: money(limit) }), data: { testid: "budget-chart" } },
    against, kinds.map(([kind, sums]) => bar(budgetKind(kind), sums, most, money(sums.amount))));
}

/** Item by item, to the whole unit, for all of it is estimated. */
function ledger(budget, { format, lang }) {
  const { items, currency } = budget;
  const money = (amount) => (Number(amount) < 10 ? format.money(amount, currency) : format.rounded(amount, currency));
  const row = (item) => el("tr", { data: { testid: "budget-item", kind: item.kind, amount: item.amount } },
    el("td", {}, pick(item.label, lang) || budgetKind(item.kind),
      item.quantity > 1 ? el("small", { text: `${format.number(item.quantity)} × ${money(item.unit_price)}` }) : null),
    el("td", { class: "number", text: item.low && item.high ? format.range(item.low, item.high) : "" }),
    el("td", { class: "number", text: money(item.amount) }));
  return el("details", { class: "ledger-fold", data: { testid: "ledger" } }, el("summary", { class: "subhead", text: gettext("Item by item") }), scrolling(el("table", { class: "ledger" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col", text: gettext("Item") }), el("th", { scope: "col", class: "number", text: gettext("Range") }), el("th", { scope: "col", class: "number", text: gettext("Amount") }))),
    el("tbody", {}, items.map(row)),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row", text: gettext("Total") }), el("td", { class: "number", text: format.range(budget.low, budget.high) }), el("td", { class: "number", text: money(budget.total) })))), gettext("Budget")));
}

function sources(items, format) {
  const seen = [...new Set(items.map(({ source, as_of: asOf }) => format.listed([budgetSource(source), asOf].filter(Boolean))).filter(Boolean))];
  return seen.length ? el("p", { class: "fine", text: say(gettext("Figures: %(sources)s"), { sources: seen.join(gettext("; ")) }) }) : null;
}

/** `ctx`: format, lang; `limit(budget)`, where there is one: what the trip may cost, in the budget's currency. */
export function budgetSection(budget, ctx) {
  const { format, lang } = ctx;
  const { currency, travellers, days } = budget;
  const limit = ctx.limit?.(budget) ?? null;
  const people = say(ngettext("%(count)s traveller", "%(count)s travellers", travellers), { count: travellers });
  const length = say(ngettext("%(count)s day", "%(count)s days", days), { count: days });
  return el("section", { class: "section", id: "part-budget", data: { testid: "budget", currency } },
    el("header", { class: "section-head" }, el("h2", { text: gettext("Budget") }), el("p", { text: [people, length, tierName(budget.tier)].filter(Boolean).join(" · ") })),
    el("div", { class: "total" },
      el("strong", { text: format.rounded(budget.total, currency), data: { testid: "budget-total", amount: budget.total } }),
      el("span", { text: say(gettext("likely between %(low)s and %(high)s"), { low: format.rounded(budget.low, currency), high: format.rounded(budget.high, currency) }) }),
      budget.per_person_day ? el("span", { text: say(gettext("%(amount)s per person and day"), { amount: format.rounded(budget.per_person_day, currency) }) }) : null),
    bars(budget, limit, format),
    ledger({ items: [], ...budget }, ctx),
    (budget.notes ?? []).map((note) => el("p", { class: "fine", text: pick(note, lang) })),
    sources(budget.items ?? [], format));
}
