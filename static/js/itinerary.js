/** The itinerary: certificate, days with visits, legs and meals, rulers; what was assumed, left out, or could be instead. */
import { DayPicker, dayColour, dayHours, dayName } from "./days.js";
import { el, icon } from "./dom.js";
import { isNote } from "./brief/names.js";
import { clockMinutes, clockText, converted, pick } from "./format.js";
import { bookingNote, constraintName, legMode, mealName, rideMode, rideName } from "./labels.js";
import { glance } from "./glance.js";
import { openStopSheet } from "./stopsheet.js";
import { planDates } from "./plantext.js";
import { ridesOf, stopCount, timeline } from "./timeline.js";
import { alternativePlans, differenceNote } from "./variants.js";
import { weatherLine } from "./weather.js";

/** Less time than this between a stop and what comes after is worth a word. */
const TIGHT_MINUTES = 15;
/** Countries where names are written in Chinese characters: there the Chinese name is the local one. */
const CHINESE_SCRIPT = new Set(["CN", "HK", "MO", "TW"]);
/** Countries whose script neither of the page's languages has. */
const OTHER_SCRIPT = new Set(["JP", "KR", "KP", "TH", "LA", "KH", "MM", "IN", "NP", "LK", "RU", "UA", "BG", "GR", "GE", "AM", "IL", "EG", "JO", "MA", "AE", "SA", "QA", "OM", "IR", "TN"]);

const say = (text, values) => interpolate(text, values, true);

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
  const held = say(gettext("Every stop was checked against %(rules)s rules, %(checks)s checks in all: opening hours, travel times, meals, and what you asked for."), { rules, checks: checks.length });
  const result = failed.length ? say(ngettext("%(failed)s of them fails:", "%(failed)s of them fail:", failed.length), { failed: failed.length }) : gettext("The plan keeps them all.");
  return [held, result].map((text) => el("p", { text }));
}

/** The stamp of an itinerary that unfolds to what was checked; `days` name the stops. It is no stamp of approval where a hard wish is not kept. */
export function certificate({ certificate: payload, days = [], ledger = [] }, lang) {
  if (!payload) return null;
  const { feasible, checks = [] } = payload;
  const lost = ledger.filter(({ hard, verdict }) => hard && verdict !== "kept").length;
  const isWhole = Boolean(feasible) && !lost;
  const told = { lang, names: new Map(days.flatMap(({ visits }) => visits ?? []).map(({ id, name }) => [id, name])) };
  const failed = checks.filter((check) => check.status === "fail");
  const isOwnPace = !feasible && failed.length > 0 && failed.every(({ constraint }) => ["pace", "strain"].includes(constraint));
  const title = isWhole ? gettext("Verified: the plan works") : feasible ? say(ngettext("The times work; %(count)s wish is not kept", "The times work; %(count)s wishes are not kept", lost), { count: lost }) : isOwnPace ? gettext("It works, but is fuller than your pace") : say(ngettext("%(count)s problem", "%(count)s problems", failed.length), { count: failed.length });
  const body = el("div", { class: "certificate-body" });
  const stamp = el("details", { class: "certificate", data: { testid: "certificate", feasible: String(isWhole), own: String(isOwnPace) } },
    el("summary", {}, icon(isWhole || isOwnPace ? "check" : "cross"), title), body);
  // A long trip has thousands of checks: they are drawn once somebody looks.
  stamp.addEventListener("toggle", () => {
    const rules = [...Map.groupBy(checks, ({ constraint }) => constraint)];
    const problems = failed.map((check) => el("li", { data: { status: "fail" } }, el("b", { text: constraintName(check.constraint) }), ` · ${evidence(check, told)}`));
    body.replaceChildren(...checkedText(checks, failed, rules.length), ...(problems.length ? [el("ul", { class: "problems" }, problems)] : []),
      el("ul", { class: "checks" }, rules.map((rule) => ruleRow(rule, told))));
  }, { once: true });
  return stamp;
}

/** A ticket's price, and beside it what that is in the currency that the plan is counted in, where that is another. */
function price({ amount, currency }, { format, currency: counted, rates = {} }) {
  const own = format.money(amount, currency);
  if (!counted || counted === currency || !rates[counted] || !rates[currency]) return own;
  return say(gettext("%(amount)s (%(converted)s)"), { amount: own, converted: format.about(converted(amount, currency, counted, rates), counted) });
}

/** When it is open that day, in words; nothing for a place of the traveller's own. */
function openText({ sight, opens, closes }) {
  if (sight === null || !opens || !closes) return "";
  if (opens === closes) return gettext("closed that day");
  return opens === "00:00" && closes === "24:00" ? gettext("open all day") : say(gettext("open %(from)s–%(until)s"), { from: opens, until: closes });
}

/**
 * The one line of a stop: how long, what it costs, when it is open, and whether to book or to hurry. What of it is an estimate, its sheet
 * tells. `bookings`, where it is known: whether sights want booking, by their ids; `currency` and `rates`: what the plan is counted in.
 */
export function visitFacts(visit, ctx) {
  const { format, bookings = {} } = ctx;
  const always = visit.opens === "00:00" && visit.closes === "24:00";
  const ticket = visit.ticket ? (Number(visit.ticket.amount) ? price(visit.ticket, ctx) : gettext("free")) : "";
  const isTight = visit.sight !== null && !always && visit.opens !== visit.closes && Number.isFinite(visit.slack_minutes) && visit.slack_minutes < TIGHT_MINUTES;
  const texts = [format.minutes(visit.minutes), ticket, openText(visit), bookingNote(bookings[visit.sight])].filter(Boolean);
  const facts = [
    ...texts.map((text) => el("span", { text })),
    isTight ? el("span", { class: "tight", data: { slack: visit.slack_minutes }, text: visit.slack_minutes > 0 ? say(gettext("only %(time)s to spare"), { time: format.minutes(visit.slack_minutes) }) : gettext("no time to spare") }) : null,
    visit.pinned ? el("span", { class: "pinned" }, icon("pin"), gettext("pinned")) : null,
  ].filter(Boolean);
  return el("p", { class: "visit-facts" }, facts.flatMap((fact) => [fact, " "]));
}

/** The name that stands on the spot, where the page's language has another one: Chinese in China, Latin letters where the country writes those. */
export function localName(visit, country, lang) {
  const local = CHINESE_SCRIPT.has(country) ? "zh" : country && !OTHER_SCRIPT.has(country) ? "en" : null;
  const name = local && local !== lang ? visit.name?.[local] : "";
  return name && name !== pick(visit.name, lang) ? el("span", { class: "local-name", text: name }) : null;
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
  const show = () => map.focus(day.day, number);
  const sheet = ctx.sheet ? el("button", { type: "button", class: "icon-button stop-more", "aria-haspopup": "dialog", "aria-label": say(gettext("More about %(name)s"), { name }), title: gettext("Why, and what can be changed"), data: { testid: "stop-more" },
    on: { click: () => ctx.sheet(visit, day, { show, edit: ctx.edit }) } }, icon("more")) : null;
  const node = el("li", { class: "visit", data: { testid: "visit", sight: visit.sight ?? "", arrive: visit.arrive, depart: visit.depart, day: day.day, visit: visit.id ?? "" } },
    el("p", { class: "clock" }, el("time", { text: visit.arrive }), el("small", {}, el("time", { text: visit.depart }))),
    el("span", { class: "disc", "aria-hidden": "true", text: label }),
    el("div", {},
      el("h4", { class: "visit-name" }, el("button", { type: "button", title: gettext("Show on the map"), on: { click: show } }, name), localName(visit, ctx.countries?.[visit.city], lang)),
      visitFacts(visit, ctx),
      onSite.map(onSiteMeal)),
    sheet);
  node.addEventListener("pointerenter", () => map.light(day.day, number, true));
  node.addEventListener("pointerleave", () => map.light(day.day, number, false));
  return node;
}

export function legRow({ leg }, { format, lang }) {
  const facts = [legMode(leg.mode), format.minutes(leg.minutes), ...(leg.km ? [format.distance(leg.km)] : [])].join(" · ");
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
      el("p", { class: "hours", text: dayHours(day) })),
    weatherLine(day, ctx, ctx.dry),
    el("ol", { class: "timeline" }, timeline(day, rides).map((entry) => ROWS[entry.kind](entry, day, ctx))));
}

/** What is not in the plan, those together that are left out for the same reason and would fit for the same price. */
function leftOut(list, { lang, format }) {
  if (!list?.length) return null;
  const groups = [...Map.groupBy(list, (item) => [pick(item.reason, lang), pick(item.relaxation, lang)].filter(Boolean).join(lang === "zh" ? "" : " "))];
  return el("details", { data: { testid: "left-out" } },
    el("summary", { class: "subhead", text: say(ngettext("Left out: %(count)s place, and why", "Left out: %(count)s places, and why", list.length), { count: list.length }) }),
    el("ul", { class: "left-out" }, groups.map(([why, items]) => el("li", {}, el("b", { text: format.listed(items.map((item) => pick(item.name, lang) || item.sight)) }), el("span", { text: why })))));
}

const VERDICTS = () => ({
  kept_in_part: gettext("in part"),
  not_possible: gettext("not possible"),
  given_up: gettext("not kept"),
  not_understood: gettext("not understood"),
});

/** A wish with its mark and what the plan has for it; where the page can change it, with buttons to correct and to withdraw it. */
function wishRow(entry, verdicts, { lang, card }) {
  const words = pick(entry.words, lang);
  const act = (testid, name, text, click) => el("button", { type: "button", class: "icon-button", title: text, "aria-label": `${text}: ${words}`, data: { testid }, on: { click } }, icon(name));
  const isFirm = card?.firmness(entry) ?? null;
  const firm = isFirm === null ? null : act("wish-firm", "pin", isFirm ? gettext("Need not hold") : gettext("Must hold"), () => card.harden(entry));
  firm?.setAttribute("aria-pressed", String(isFirm));
  return el("li", { class: "wish", data: { status: entry.verdict === "kept" ? "pass" : "fail", verdict: entry.verdict, testid: "wish", field: entry.field } },
    icon(entry.verdict === "kept" ? "check" : "cross"), el("span", {}, el("b", { text: words }), ` · ${[verdicts[entry.verdict], pick(entry.evidence, lang)].filter(Boolean).join(" · ")}`),
    firm,
    card?.canCorrect(entry) ? act("wish-correct", "pen", gettext("Correct"), () => card.correct(entry)) : null,
    card?.canWithdraw(entry) ? act("wish-withdraw", "close", gettext("Withdraw"), () => card.withdraw(entry)) : null);
}

/** What was wished for: what the plan does not keep of it in the open, the rest behind a stamp. */
export function ledgerNote(ledger, ctx) {
  if (!ledger?.length) return null;
  const verdicts = VERDICTS();
  const rows = (list) => list.map((entry) => wishRow(entry, verdicts, ctx));
  const [unkept, kept] = [ledger.filter(({ verdict }) => verdict !== "kept"), ledger.filter(({ verdict }) => verdict === "kept")];
  const isSoft = unkept.length > 0 && !unkept.some(({ hard }) => hard);
  const title = unkept.length
    ? say(ngettext("What you asked for: %(count)s wish is not fully kept", "What you asked for: %(count)s wishes are not fully kept", unkept.length), { count: unkept.length })
    : say(ngettext("What you asked for: %(count)s wish, kept", "What you asked for: all %(count)s wishes kept", ledger.length), { count: ledger.length });
  const { card } = ctx;
  const summary = el("summary", {}, icon(unkept.length ? "cross" : "check"), title);
  const note = el("details", { class: "certificate", data: { feasible: String(!unkept.length), own: String(isSoft) }, on: { toggle: () => { if (card) card.showsWishes = note.open; } } },
    summary, el("ul", { class: "checks" }, rows(kept)));
  note.open = Boolean(card?.showsWishes);
  if (card?.changedWish) requestAnimationFrame(() => summary.focus({ preventScroll: true }));
  return el("div", { data: { testid: "wishes" } }, note, unkept.length ? el("ul", { class: "checks" }, rows(unkept)) : null);
}

/** What the plan took for granted, and what is good to know of it. Where a card stands above the plan, it shows the rules that shaped it. */
export function assumptions(list, { lang, card }) {
  const told = (list ?? []).filter(({ rule }) => !card || !rule || isNote(rule));
  if (!told.length) return null;
  return el("div", {}, el("p", { class: "subhead", text: card ? gettext("Good to know") : gettext("Assumed") }),
    el("ul", { class: "assumptions", data: { testid: "assumptions" } }, told.map((item) => el("li", { text: pick(item, lang), data: { testid: "assumption" } }))));
}

/** Whether another plan could be better, as far as that is known. */
function score({ score: value, bound }) {
  if (!Number.isFinite(value) || !value) return null;
  const best = Number.isFinite(bound) && bound > 0 && bound / value - 1 < 0.005;
  return el("p", { class: "fine", data: { testid: "optimality" }, text: best ? gettext("No other choice of sights would suit your interests better.") : gettext("The best of many arrangements that were tried.") });
}

/** What of the plan is an estimate, said once; of its travel times its assumptions tell, where those are shown beside it. */
export function estimateNote(days, { beside = false } = {}) {
  const facts = days.some(({ visits = [] }) => visits.some(({ estimated }) => estimated?.length));
  const times = !beside && days.some(({ legs = [] }) => legs.some(({ estimated }) => estimated));
  if (!facts && !times) return null;
  return el("p", { class: "fine", data: { testid: "estimates" }, text: times
    ? gettext("Travel times, and some opening hours and prices, are estimates. The details of a stop tell which: check those before you go.")
    : gettext("Some opening hours and prices are estimates. The details of a stop tell which: check those before you go.") });
}

/**
 * `ctx`: format, lang, map, suggest(text), cityName(id); where the page has them, `dayBar`, that the choice of a day goes into, `scroller`,
 * `saver`, a node of the page's own beside the certificate, `weather`, a `Weather`, and `edit(edits)`.
 */
export function itinerarySection(payload, base) {
  const days = payload.days ?? [];
  const stops = stopCount(days);
  const countries = Object.fromEntries((payload.request?.cities ?? []).map(({ id, country }) => [id, country]));
  const ctx = { ...base, countries, dry: payload.request?.rainy_days ?? [], sheet: (visit, day, acts) => openStopSheet(visit, day, days, ctx, acts) };
  const picker = new DayPicker(days.map(({ day }) => day), (chosen) => {
    for (const [index, column] of columns.entries()) column.hidden = chosen !== null && days[index].day !== chosen;
    scale.mark(chosen);
    ctx.map.showDay(chosen);
    if (ctx.scroller) ctx.scroller.scrollTop += Math.min(0, list.getBoundingClientRect().top - ctx.scroller.getBoundingClientRect().top - 8);
  });
  const columns = days.map((day) => dayColumn(day, ridesOf(payload, day), ctx, (payload.cities ?? []).length > 1));
  const list = el("div", { class: "days" }, columns);
  const scale = glance(days, (day) => picker.choose(day), ctx.format);
  const several = days.length > 1;
  if (several) picker.swipe(list);
  /** A stop that was pressed on the map: its day is shown, where another one is, and the stop in the middle of it. */
  ctx.map.reveal = (day, number) => {
    if (picker.day !== null) picker.choose(day);
    const row = columns[days.findIndex((each) => each.day === day)]?.querySelectorAll(".visit")[number - 1];
    row?.scrollIntoView({ block: "center" });
    for (const visit of list.querySelectorAll(".visit")) visit.classList.toggle("lit", visit === row);
  };
  if (ctx.dayBar) ctx.dayBar.replaceChildren(...(several ? [picker.node] : []));
  const section = el("section", { class: "section plan", id: "part-itinerary", data: { testid: "itinerary" } },
    el("header", { class: "plan-head" },
      el("h2", { text: (payload.cities ?? []).map(ctx.cityName).join(" → ") || gettext("Itinerary") }),
      el("p", { text: [planDates(payload, ctx.format), say(ngettext("%(count)s day", "%(count)s days", days.length), { count: days.length }), say(ngettext("%(count)s stop", "%(count)s stops", stops), { count: stops })].filter(Boolean).join(" · ") }),
      certificate(payload, ctx.lang), ctx.saver ?? null),
    differenceNote(payload.difference, ctx),
    ledgerNote(payload.ledger, ctx),
    ctx.dayBar || !several ? null : picker.node,
    list,
    leftOut(payload.left_out, ctx),
    alternativePlans(payload.alternatives, ctx),
    scale.node,
    assumptions(payload.assumptions, ctx),
    score(payload),
    estimateNote(days, { beside: true }));
  return section;
}
