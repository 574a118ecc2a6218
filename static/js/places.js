/** Cards of ranked cities and of sights, and plain tables (comparisons, rows of a data question, a saved trip). */
import { el, scrolling } from "./dom.js";
import { pick } from "./format.js";
import { bookingNote, rows, sightRows } from "./labels.js";
import { cityPicture, sightPicture } from "./picture.js";

const say = (text, values) => interpolate(text, values, true);
const text = (value, lang) => pick(value?.name ?? value, lang);

/** A section that folds; `open` is its first state. */
function folding(id, testid, title, note, open, ...body) {
  return el("details", { class: "section", id: `part-${id}`, open, data: { testid } },
    el("summary", { class: "section-head" }, el("h2", { text: title }), note ? el("p", { text: note }) : null), el("div", { class: "section-body" }, ...body));
}

function cityCard(city, { format, lang, ask }) {
  const name = pick(city.name, lang);
  const reasons = rows(city, "match_reasons", "reasons").map((reason) => pick(reason, lang)).filter(Boolean);
  const meta = [text(city.region, lang), pick(city.country_name, lang) || format.country(city.country)].filter(Boolean).join(" · ");
  const months = format.months(city.best_months ?? []);
  const daily = city.daily_cost && say(gettext("about %(amount)s a day"), { amount: format.money(city.daily_cost.amount, city.daily_cost.currency) });
  return el("article", { class: "place-card", data: { testid: "city-card", city: city.id ?? "" } },
    city.id ? cityPicture(city.id) : null,
    el("div", { class: "place-text" },
      el("h3", { text: name }),
      meta ? el("p", { class: "meta", text: meta }) : null,
      reasons.length ? el("ul", { class: "reasons" }, reasons.map((reason) => el("li", { text: reason }))) : el("p", { text: pick(city.summary, lang) }),
      el("p", { class: "meta", text: [daily, months && say(gettext("Best in %(months)s"), { months })].filter(Boolean).join(" · ") }),
      el("p", {}, el("button", { type: "button", class: "chip", text: gettext("Plan this"), on: { click: () => ask(say(gettext("Plan %(days)s days in %(city)s"), { days: city.days_min ?? 3, city: name })) } }))));
}

export function citiesSection(payload, ctx, open) {
  const cities = rows(payload, "cities", "results");
  return folding("cities", "cities", gettext("Cities"), say(ngettext("%(count)s match, best first", "%(count)s matches, best first", cities.length), { count: cities.length }), open,
    el("div", { class: "place-cards ranked" }, cities.map((city) => cityCard(city, ctx))));
}

function sightCard(sight, { format, lang }) {
  const ticket = sight.ticket ?? (sight.price === undefined || sight.price === null ? null : { amount: sight.price, currency: sight.currency });
  const price = ticket && (Number(ticket.amount) === 0 ? gettext("free") : format.money(ticket.amount, ticket.currency));
  const meta = [sight.minutes ? format.minutes(sight.minutes) : "", price, pick(sight.hours_text, lang) || sight.hours, bookingNote(sight.booking)].filter(Boolean).join(" · ");
  return el("article", { class: "place-card", data: { testid: "sight-card", sight: sight.id ?? "" } },
    sight.id ? sightPicture(sight.id) : null,
    el("div", { class: "place-text" },
      el("h3", { text: pick(sight.name, lang) }),
      meta ? el("p", { class: "meta", text: meta }) : null,
      pick(sight.note ?? sight.why, lang) ? el("p", { text: pick(sight.note ?? sight.why, lang) }) : null));
}

export function sightsSection(payload, ctx, open) {
  const sights = sightRows(payload);
  return folding("sights", "sights", gettext("Sights"), say(ngettext("%(count)s sight", "%(count)s sights", sights.length), { count: sights.length }), open,
    el("div", { class: "place-cards" }, sights.map((sight) => sightCard(sight, ctx))));
}

function cell(value, { format, lang }) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return format.number(value, 2);
  if (value.amount !== undefined) return format.money(value.amount, value.currency);
  if (Array.isArray(value)) return format.listed(value.map((item) => pick(item, lang)));
  return pick(value, lang);
}

/** Payload `{columns, rows}`; rows are lists or objects keyed by the columns' keys. */
function tableOf({ columns = [], rows: lines = [] }, ctx) {
  const keys = columns.length ? columns.map((column) => column.key ?? column.id ?? column) : Object.keys(lines[0] ?? {});
  const heads = columns.length ? columns.map((column) => pick(column.label ?? column.name ?? column, ctx.lang)) : keys;
  const isHead = (index) => heads[index] === ""; // a column without a name says what its rows are
  const body = (line, key, index) => el(isHead(index) ? "th" : "td", { scope: isHead(index) ? "row" : null, text: cell(Array.isArray(line) ? line[index] : line[key], ctx) });
  return scrolling(el("table", { class: "ledger" },
    el("thead", {}, el("tr", {}, heads.map((head) => (head ? el("th", { scope: "col", text: head }) : el("td"))))),
    el("tbody", {}, lines.map((line) => el("tr", {}, keys.map((key, index) => body(line, key, index)))))));
}

/** A comparison: cities side by side, an aspect a row: `{cities: [{id, name}], aspects: [{aspect|label, values}]}`, or a table. */
function comparisonTable(payload, ctx) {
  if (payload.columns || !payload.aspects) return tableOf({ columns: payload.columns, rows: payload.rows ?? payload.cities ?? [] }, ctx);
  const cities = rows(payload, "cities");
  const columns = [{ key: "aspect", label: "" }, ...cities.map((city) => ({ key: city.id ?? city, label: city.name ?? city }))];
  const lines = payload.aspects.map((aspect) => [aspect.label ?? aspect.aspect, ...cities.map((city, index) => aspect.values?.[city.id ?? city] ?? aspect.values?.[index])]);
  return tableOf({ columns, rows: lines }, ctx);
}

export function comparisonSection(payload, ctx, open) {
  const verdict = pick(payload.verdict, ctx.lang);
  return folding("comparison", "comparison", gettext("Side by side"), "", open, verdict ? el("p", { data: { testid: "verdict" }, text: verdict }) : null, comparisonTable(payload, ctx));
}

/** The rows of a data question, and beneath them the query that gave them. */
export function tableSection(payload, ctx, open) {
  const found = rows(payload, "rows").length;
  const note = say(ngettext("%(count)s row", "%(count)s rows", found), { count: found });
  const query = payload.sql ? el("details", { class: "fine", data: { testid: "query" } }, el("summary", { text: gettext("The query behind it") }), el("pre", { class: "query", text: payload.sql })) : null;
  return folding("table", "table", pick(payload.title, ctx.lang) || gettext("Table"), note, open, tableOf(payload, ctx), query);
}

/** A saved trip: its title, and the way to its page while there is one. */
export const tripSection = (payload, ctx) => el("section", { class: "section saved-trip", id: "part-trip", data: { testid: "trip" } },
  el("header", { class: "section-head" }, el("h2", { text: pick(payload.title, ctx.lang) || gettext("Trip") }), el("p", { text: gettext("Saved trip") })),
  ctx.hasTrip(payload.id) ? el("a", { class: "button", href: `/trips/${encodeURIComponent(payload.id)}`, text: gettext("Open the trip"), data: { testid: "open-trip" } })
    : el("p", { class: "fine", text: gettext("This trip has been deleted."), data: { testid: "deleted-trip" } }));
