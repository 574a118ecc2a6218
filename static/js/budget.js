/** The budget: the total with its range, a bar per kind with low–high, and the ledger whose lines sum to the total. */
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

function bars(items, currency, format) {
  const kinds = byKind(items);
  const most = Math.max(...kinds.map(([, { amount, high }]) => Math.max(amount, high)), 1);
  const x = (value) => (value / most) * WIDTH;
  return el("div", { class: "bars", role: "img", "aria-label": gettext("Budget by kind"), data: { testid: "budget-chart" } }, kinds.map(([kind, { amount, low, high }]) =>
    el("div", { class: "bar" }, el("span", { text: budgetKind(kind) }),
      svg("svg", { viewBox: `0 0 ${WIDTH} 14`, preserveAspectRatio: "none" },
        svg("rect", { class: "ground-line", x: 0, y: 2, width: WIDTH, height: 10, rx: 2 }),
        svg("rect", { class: "fill", x: 0, y: 2, width: x(amount), height: 10, rx: 2 }),
        high > low ? svg("path", { class: "range", d: `M${x(low)} 7H${x(high)}M${x(low)} 4v6M${x(high)} 4v6`, fill: "none" }) : null),
      el("span", { class: "value", text: format.money(String(Math.round(amount)), currency) }))));
}

function ledger(budget, { format, lang }) {
  const { items, currency } = budget;
  const row = (item) => el("tr", { data: { testid: "budget-item", kind: item.kind, amount: item.amount } },
    el("td", {}, pick(item.label, lang) || budgetKind(item.kind),
      item.quantity > 1 ? el("small", { text: `${format.number(item.quantity)} × ${format.money(item.unit_price, currency)}` }) : null),
    el("td", { class: "number", text: item.low && item.high ? format.range(item.low, item.high) : "" }),
    el("td", { class: "number", text: format.money(item.amount, currency) }));
  return scrolling(el("table", { class: "ledger" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col", text: gettext("Item") }), el("th", { scope: "col", class: "number", text: gettext("Range") }), el("th", { scope: "col", class: "number", text: gettext("Amount") }))),
    el("tbody", {}, items.map(row)),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row", text: gettext("Total") }), el("td", { class: "number", text: format.range(budget.low, budget.high) }), el("td", { class: "number", text: format.money(budget.total, currency) })))), gettext("Budget"));
}

function sources(items, format) {
  const seen = [...new Set(items.map(({ source, as_of: asOf }) => format.listed([budgetSource(source), asOf].filter(Boolean))).filter(Boolean))];
  return seen.length ? el("p", { class: "fine", text: say(gettext("Figures: %(sources)s"), { sources: seen.join(gettext("; ")) }) }) : null;
}

export function budgetSection(budget, ctx) {
  const { format, lang } = ctx;
  const { currency, travellers, days } = budget;
  const people = say(ngettext("%(count)s traveller", "%(count)s travellers", travellers), { count: travellers });
  const length = say(ngettext("%(count)s day", "%(count)s days", days), { count: days });
  return el("section", { class: "section", id: "part-budget", data: { testid: "budget", currency } },
    el("header", { class: "section-head" }, el("h2", { text: gettext("Budget") }), el("p", { text: [people, length, tierName(budget.tier)].filter(Boolean).join(" · ") })),
    el("div", { class: "total" },
      el("strong", { text: format.money(budget.total, currency), data: { testid: "budget-total", amount: budget.total } }),
      el("span", { text: say(gettext("likely between %(low)s and %(high)s"), { low: format.money(budget.low, currency), high: format.money(budget.high, currency) }) }),
      budget.per_person_day ? el("span", { text: say(gettext("%(amount)s per person and day"), { amount: format.money(budget.per_person_day, currency) }) }) : null),
    bars(budget.items ?? [], currency, format),
    ledger({ items: [], ...budget }, ctx),
    (budget.notes ?? []).map((note) => el("p", { class: "fine", text: pick(note, lang) })),
    sources(budget.items ?? [], format));
}
