/** What a plan could be instead: other plans in figures, and what became of the plan before. */
import { el } from "./dom.js";
import { pick } from "./format.js";
import { variantName, variantWish } from "./labels.js";

const say = (text, values) => interpolate(text, values, true);

/** Rows of (what, before, after) that differ, in the reader's words. */
function changedFigures({ before, after }, format) {
  const tickets = (figures) => Object.entries(figures.tickets ?? {}).map(([currency, amount]) => format.money(amount, currency)).join(" + ") || gettext("free");
  return [
    [gettext("Stops"), format.number(before.visits), format.number(after.visits)],
    [gettext("On the way"), format.minutes(before.travel_minutes), format.minutes(after.travel_minutes)],
    [gettext("Walking"), format.distance(before.walking_km), format.distance(after.walking_km)],
    [gettext("Out and about"), format.minutes(before.out_minutes), format.minutes(after.out_minutes)],
    [gettext("Tickets, one adult"), tickets(before), tickets(after)],
  ].filter(([, old, now]) => old !== now);
}

export function figureTable(difference, format) {
  return el("table", { class: "figures" }, el("tbody", {}, changedFigures(difference, format).map(([what, old, now]) =>
    el("tr", {}, el("th", { scope: "row", text: what }), el("td", {}, el("span", { text: old }), " → ", el("b", { text: now }))))));
}

/** The other plans, each with what it changes and a wish that leads to it. `ctx.suggest` puts the wish into the composer. */
export function alternativePlans(list, { format, lang, suggest }) {
  if (!list?.length) return null;
  const card = (other) => el("article", { class: "variant", data: { testid: "alternative", kind: other.kind } },
    el("h4", { text: variantName(other.kind) }),
    figureTable(other.difference, format),
    el("ul", { class: "fine" }, other.difference.told.map((sentence) => el("li", { text: pick(sentence, lang) }))),
    el("p", { class: "fine", text: say(ngettext("Verified: %(count)s check", "Verified: %(count)s checks", other.checks), { count: other.checks }) }),
    el("button", { type: "button", class: "chip", text: gettext("Take this one"), on: { click: () => suggest(variantWish(other.kind)) } }));
  return el("details", { data: { testid: "alternatives" } },
    el("summary", { class: "subhead", text: say(ngettext("%(count)s other plan", "%(count)s other plans", list.length), { count: list.length }) }),
    el("div", { class: "variants" }, list.map(card)));
}

/** What changed against the plan before; nothing where the days are as they were. */
export function differenceNote(difference, { format, lang }, open = false) {
  if (!difference?.told.length) return null;
  const sentences = difference.told.map((sentence) => pick(sentence, lang));
  return el("details", { class: "difference", open, data: { testid: "difference" } },
    el("summary", {}, el("b", { text: gettext("What changed") }), el("span", { text: sentences.join(lang === "zh" ? "" : " ") })),
    figureTable(difference, format));
}
