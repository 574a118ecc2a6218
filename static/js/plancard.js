/**
 * The plan card: what the conversation shows of the plan that stands, under the newest answer that brought one. It has the title, the
 * dates, the cost against the limit, whether the plan holds, a small map, and what can be done: save it, open it, read it as text.
 * Answers before it keep one line of theirs.
 */
import { el, icon } from "./dom.js";
import { converted } from "./format.js";
import { planDates, planTitle, showPlanText } from "./plantext.js";
import { sketch } from "./sketch.js";
import { stopCount } from "./timeline.js";
import { weatherStrip } from "./weather.js";

const say = (text, values) => interpolate(text, values, true);
const savedKey = (plan) => `saved:${plan}`;

/** What a budget may come to at most, in its currency; null where nothing was said. `per` is whose the amount is. */
export function limitOf({ budget: limit }, budget, rates) {
  if (!limit || !budget) return null;
  const times = { total: 1, person: budget.travellers, day: budget.days, person_day: (budget.people ?? Array(budget.days).fill(budget.travellers)).reduce((sum, people) => sum + people, 0) }[limit.per ?? "total"];
  const currency = limit.currency ?? budget.currency;
  const amount = Number(limit.amount) * times;
  if (currency === budget.currency) return amount;
  return rates[currency] && rates[budget.currency] ? converted(amount, currency, budget.currency, rates) : null;
}

/** What is left of a limit: the difference of the two amounts as they are shown, so that they add up. */
export const remainder = (limit, total) => Math.round(limit) - Math.round(total);

export class PlanCard {
  /** `ctx`: api, format, lang, config, weather, a `Weather`, session(), brief(), cityName(id), announce(text), open(). */
  constructor(ctx) {
    this.ctx = ctx;
    this.plan = null;
    this.trips = new Set(ctx.config.trips);
    /** What stands above the plan, where the plan is a tab of its own. */
    this.saver = el("div", { class: "plan-save" });
  }

  /** The id of the trip that the plan was saved as; empty while it was not. */
  get trip() {
    const { plan } = this;
    const saved = plan.trip?.id ?? localStorage.getItem(savedKey(plan.id)) ?? "";
    return this.trips.has(saved) ? saved : "";
  }

  /** True where the plan costs more than it may. */
  get isOver() {
    const budget = this.plan?.budget;
    const limit = budget ? limitOf(this.ctx.brief(), budget, this.ctx.config.rates) : null;
    return limit !== null && Number(budget.total) > limit;
  }

  /** An event that has just come: a trip may have been saved or deleted by it. */
  hear({ type, data }) {
    if (type === "artifact" && data.kind === "trip") {
      this.trips.add(data.payload.id);
      if (this.plan) localStorage.setItem(savedKey(this.plan.id), data.payload.id);
    }
    if (type === "tool_end" && data.result?.deleted) this.trips.delete(data.result.deleted);
  }

  /**
   * Shows the plan under the newest turn whose run brought one, else under the newest; null takes the card away. `turns`:
   * `{turn, artifacts}`. A plan that came after what the turn says, by a change on the page, says so.
   */
  show(plan, turns) {
    const brought = turns.filter(({ artifacts }) => artifacts.some(({ kind }) => kind === "itinerary"));
    const host = plan ? (brought.at(-1) ?? turns.at(-1))?.turn ?? null : null;
    this.isLater = Boolean(plan && brought.length) && !brought.at(-1).artifacts.some(({ id }) => id === plan.id);
    const key = JSON.stringify([plan?.id, this.isLater, plan?.budget?.total, plan?.trip?.id, this.ctx.brief().budget, plan ? [...this.trips].length : 0]);
    if (key !== this.drawn || host !== this.host) {
      this.plan = plan;
      const node = plan ? this.draw() : null;
      if (!plan) this.saver.replaceChildren();
      this.host?.showPlan(null);
      host?.showPlan(node);
    }
    for (const { turn, artifacts } of brought) if (turn !== host) turn.showPlan(this.line(artifacts));
    Object.assign(this, { drawn: key, host });
  }

  /** One line of a plan that another one has taken the place of. */
  line(artifacts) {
    const payload = artifacts.findLast(({ kind }) => kind === "itinerary").payload;
    return el("p", { class: "plan-line", data: { testid: "plan-line" } }, icon("calendar"), el("span", { text: [planTitle(payload, this.ctx), planDates(payload, this.ctx.format)].filter(Boolean).join(" · ") }));
  }

  draw() {
    const { itinerary, budget } = this.plan;
    const { format } = this.ctx;
    const stops = stopCount(itinerary.days);
    const failed = itinerary.certificate && !itinerary.certificate.feasible;
    this.actions = el("div", { class: "plan-actions" });
    this.state = el("p", { class: "plan-state", role: "status", data: { testid: "plan-state" } });
    this.drawActions();
    return el("section", { class: "plan-card", "aria-label": gettext("The plan"), data: { testid: "plan-card" } },
      sketch(itinerary.days),
      el("div", { class: "plan-facts" },
        this.isLater ? el("p", { class: "plan-later", data: { testid: "plan-later" }, text: gettext("Changed since this answer") }) : null,
        el("h3", { text: planTitle(itinerary, this.ctx) }),
        el("p", { text: [planDates(itinerary, format), say(ngettext("%(count)s stop", "%(count)s stops", stops), { count: stops })].filter(Boolean).join(" · ") }),
        budget ? this.cost(budget) : null,
        itinerary.certificate ? el("p", { class: failed ? "plan-stamp failed" : "plan-stamp" }, icon(failed ? "cross" : "check"), failed ? gettext("Does not hold everywhere") : gettext("Verified")) : null),
      weatherStrip(itinerary.days, this.ctx),
      this.actions, this.state);
  }

  /** What the plan costs, and how that stands to what it may cost. */
  cost(budget) {
    const { format, brief, config } = this.ctx;
    const limit = limitOf(brief(), budget, config.rates);
    const total = Number(budget.total);
    const money = (amount) => format.rounded(amount, budget.currency);
    if (limit === null) return el("p", { class: "plan-cost", data: { testid: "plan-cost" } }, el("strong", { text: money(total) }), ` ${gettext("estimated")}`);
    const over = total > limit;
    const text = over ? gettext("of %(limit)s, %(amount)s too much") : gettext("of %(limit)s, %(amount)s left");
    return el("p", { class: over ? "plan-cost over" : "plan-cost", data: { testid: "plan-cost", over: String(over) } }, el("strong", { text: money(total) }), ` ${say(text, { limit: money(limit), amount: money(Math.abs(remainder(limit, total))) })}`);
  }

  /** What can be done with the plan; its first thing stands above the plan, too, where that is a tab of its own. */
  drawActions() {
    const button = (text, style, testid, click) => el("button", { type: "button", class: style, text, data: { testid }, on: { click } });
    const { trip } = this;
    const first = (of) => (trip ? el("a", { class: "button", href: `/trips/${encodeURIComponent(trip)}`, text: gettext("Open the trip"), data: { testid: `${of}-trip` } })
      : button(gettext("Save"), "button", `${of}-save`, () => this.save()));
    this.first = [first("card"), first("tab")];
    this.saver.replaceChildren(this.first[1]);
    this.actions.replaceChildren(
      this.first[0],
      button(gettext("Open the plan"), "button plain to-plan", "card-open", () => this.ctx.open()),
      button(gettext("Show as text"), "button plain", "card-text", () => showPlanText(this.plan, this.ctx)),
      ...(trip ? [el("a", { class: "button plain", href: `/trips/${encodeURIComponent(trip)}#share`, text: gettext("Share"), data: { testid: "card-share" } })] : []));
  }

  /** Keeps the plan among the trips. A press is the person's word, so nothing is asked back. */
  async save() {
    const { api, session, announce } = this.ctx;
    const { id, itinerary, budget } = this.plan;
    const { first } = this;
    const lock = (value) => { for (const save of first) save.ariaDisabled = value; };
    if (first[0].ariaDisabled === "true") return;
    lock("true");
    try {
      const trip = await api.saveTrip({ title: planTitle(itinerary, this.ctx), itinerary, ...(budget ? { budget } : {}), session: session() });
      this.trips.add(trip.id);
      localStorage.setItem(savedKey(id), trip.id);
      const focused = first.indexOf(document.activeElement);
      this.drawActions();
      this.first[focused]?.focus();
      this.state.textContent = gettext("Saved among your trips.");
      if (focused === 1) announce(this.state.textContent);
    } catch (error) {
      console.warn("save:", error);
      lock(null);
      this.state.textContent = error.status === undefined ? gettext("No connection. Save again when you are back online.") : error.message;
      announce(this.state.textContent);
    }
  }
}
