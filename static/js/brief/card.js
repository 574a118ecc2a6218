/**
 * The brief card: one row of chips above conversation and plan, what is wanted of the trip, field by field, each with who filled it and
 * a small form to change it. A change is saved upon the version that the card shows, and plans anew at once where there is a place to
 * plan for. The rules that shaped the plan unfold from it, each with a switch.
 */
import { byId, el, foldsAway, icon } from "../dom.js";
import { pick } from "../format.js";
import { planOutcome } from "../labels.js";
import { Catalogue } from "./catalogue.js";
import { fieldForm } from "./forms.js";
import { problemText } from "./problems.js";
import { fieldName, isNote, ruleName, SOURCE_ICONS, sourceText } from "./names.js";
import { canPlan, firmness, replacing, rulesPatch, withdrawal } from "./patches.js";
import { fieldText, FIELDS } from "./words.js";

const say = (text, values) => interpolate(text, values, true);
/** What can only be taken away here, and is not offered to be added. */
const NOT_OFFERED = new Set(["bookings", "unserved", "currency"]);
/** What is always shown, as an empty chip where it is unsaid. */
const ALWAYS = new Set(["stays", "dates", "party", "budget"]);
/** Milliseconds for which what became of a change is shown. */
const TOLD_MS = 8000;
/** What is taken away by a button of its own; others are emptied in their forms. */
const TAKEN_AWAY = new Set(["dates", "party", "budget", "origin", "ends_at", "arrival", "departure", "lodging", "travel"]);

export class BriefCard {
  /** `ctx`: api, format, lang, config, session(), announce(text), redraw(), planned(artifact), isOver(). */
  constructor(ctx) {
    const { api, lang, config } = ctx;
    Object.assign(this, { ctx, version: 0, brief: {}, canUndo: false, canRedo: false, planId: "", stale: false, showsWishes: false, changedWish: false, sending: false, running: false, plan: null, items: new Map(), open: null });
    this.names = new Catalogue({ api, lang, tags: config.tags, categories: config.categories, changed: () => this.draw() });
    this.words = { format: ctx.format, city: (id) => this.names.city(id), sight: (id) => this.names.sight(id), term: (code) => this.names.term(code) };
    this.build();
  }

  build() {
    const tool = (name, text, click) => el("button", { type: "button", class: "icon-button", "aria-label": text, title: text, "aria-disabled": "true", data: { testid: `brief-${name}` }, on: { click } }, icon(name));
    this.node = byId("brief");
    this.undo = tool("undo", gettext("Undo"), () => this.step(this.undo, (session) => this.ctx.api.undoTrip(session), gettext("Undone.")));
    this.redo = tool("redo", gettext("Redo"), () => this.step(this.redo, (session) => this.ctx.api.redoTrip(session), gettext("Done again.")));
    this.state = el("p", { class: "brief-state", data: { testid: "brief-state" } });
    this.fields = el("ul", { class: "brief-fields" });
    this.unsaid = el("ul", { class: "brief-fields" });
    this.more = el("details", { class: "brief-more", data: { testid: "brief-more" } }, el("summary", {}, icon("plus"), gettext("Add a wish")), this.unsaid);
    this.rules = el("ul", { class: "brief-rules" });
    this.rulesTitle = el("summary");
    this.habits = el("details", { class: "brief-habits", data: { testid: "brief-habits" } }, this.rulesTitle, this.rules);
    for (const menu of [this.more, this.habits]) foldsAway(menu);
    this.node.append(el("div", { class: "brief-row" }, this.fields, this.more, this.habits), el("div", { class: "brief-tools" }, this.undo, this.redo), this.state);
  }

  // ---- where the trip stands

  /** Reads the brief of the session anew. */
  async load() {
    try {
      this.take(await this.ctx.api.brief(this.ctx.session()));
    } catch (error) {
      console.warn("brief:", error);
    }
  }

  take({ version, brief, plan, can_undo: canUndo, can_redo: canRedo }) {
    if (version < this.version) return;
    Object.assign(this, { version, brief, planId: plan ?? "", canUndo, canRedo, stale: false });
    this.ctx.redraw();
  }

  /** An event of a run: the brief or the plan may have been changed by it. */
  hear({ type, data }) {
    if ((type === "brief_changed" || type === "plan_changed") && data.version >= this.version) {
      if (type === "brief_changed") this.brief = data.brief;
      this.version = data.version;
      this.stale = true;
    }
    if (type === "run_finished" && this.stale && !this.sending) this.load();
  }

  /** While an answer is under way nothing can be changed. */
  setRunning(running) {
    this.running = running;
  }

  /** The plan that the panel shows now, or null: the card is drawn together with it, so that nothing is pushed down later. */
  show(plan) {
    this.plan = plan;
    this.names.learn(plan);
    this.draw();
  }

  // ---- drawing

  draw() {
    const texts = new Map(FIELDS.map((field) => [field, this.isQuiet(field) ? "" : fieldText(field, this.brief, this.words)]));
    const isShown = (field) => texts.get(field) || ALWAYS.has(field);
    this.put(this.fields, FIELDS.filter(isShown), texts);
    this.put(this.unsaid, FIELDS.filter((field) => !isShown(field) && !NOT_OFFERED.has(field)), texts);
    for (const [button, can] of [[this.undo, this.canUndo], [this.redo, this.canRedo]]) button.ariaDisabled = String(!can);
    this.node.dataset.version = this.version;
    this.drawRules();
  }

  /** True for what nobody wished for: a currency that the assistant counts in. */
  isQuiet(field) {
    return field === "currency" && !["said", "form"].includes(this.brief.sources?.currency?.source);
  }

  /** What of a field the plan does not keep, in words: a sight that found no place in it, or a limit that it costs more than. */
  unmet(field) {
    if (!this.plan) return "";
    if (field === "must_see") {
      const there = new Set(this.plan.days.flatMap(({ visits }) => visits.map(({ sight }) => sight)));
      const missing = (this.brief.must_see ?? []).filter((sight) => sight.includes("/") && !there.has(sight));
      return missing.length ? say(gettext("not in the plan: %(names)s"), { names: this.ctx.format.listed(missing.map((sight) => this.names.sight(sight))) }) : "";
    }
    return field === "budget" && this.ctx.isOver() ? gettext("the plan costs more") : "";
  }

  /** Fields in a list; what is there stays in its place, and what moves takes the focus along. */
  put(list, fields, texts) {
    fields.forEach((field, index) => {
      const item = this.item(field, texts.get(field));
      if (list.children[index] === item) return;
      const focused = item.contains(document.activeElement) ? document.activeElement : null;
      list.insertBefore(item, list.children[index] ?? null);
      focused?.focus();
    });
    while (list.children.length > fields.length) list.lastElementChild.remove();
  }

  item(field, text) {
    if (!this.items.has(field)) {
      const button = el("button", { type: "button", class: "brief-field-button", "aria-expanded": "false", data: { testid: "brief-edit", field }, on: { click: () => this.toggle(field) } });
      this.items.set(field, el("li", { class: "brief-item", data: { testid: "brief-field", field } }, button));
    }
    const item = this.items.get(field);
    const source = text ? this.brief.sources?.[field]?.source ?? "" : "";
    const unmet = text ? this.unmet(field) : "";
    const shown = `${source} ${text} ${unmet}`;
    if (item.dataset.shown === shown) return item;
    item.dataset.shown = shown;
    item.dataset.source = source;
    item.dataset.unmet = String(Boolean(unmet));
    item.firstElementChild.replaceChildren(...(text
      ? [el("span", { class: "brief-label" }, fieldName(field), unmet ? el("span", { class: "brief-unmet", text: unmet }) : null, source ? el("span", { class: "brief-source", title: sourceText(source), data: { testid: "brief-source" } }, icon(SOURCE_ICONS[source]), el("span", { class: "sr", text: this.ctx.lang === "zh" ? `（${sourceText(source)}）` : ` (${sourceText(source)})` })) : null), " ",
        el("span", { class: "brief-value", text, data: { testid: "brief-value" } })]
      : [icon("plus"), fieldName(field)]));
    return item;
  }

  drawRules() {
    const acted = (this.plan?.assumptions ?? []).filter(({ rule }) => rule && !isNote(rule));
    const off = this.brief.rules_off ?? [];
    const rows = [...acted.filter(({ rule }) => !off.includes(rule)).map((item) => [item.rule, pick(item, this.ctx.lang), true]), ...off.map((rule) => [rule, ruleName(rule), false])];
    this.habits.hidden = !rows.length;
    const key = JSON.stringify(rows);
    if (key === this.drawnRules) return;
    this.drawnRules = key;
    this.rulesTitle.textContent = say(ngettext("%(count)s assumption", "%(count)s assumptions", rows.length), { count: rows.length });
    const focused = this.rules.contains(document.activeElement) ? document.activeElement.dataset.rule : null;
    this.rules.replaceChildren(...rows.map(([rule, text, on]) => el("li", { data: { testid: "brief-rule", rule, on: String(on) } },
      el("button", { type: "button", role: "switch", class: "brief-switch", "aria-checked": String(on), "aria-label": text, title: on ? gettext("Switch off") : gettext("Switch on"),
        data: { testid: "brief-switch", rule }, on: { click: () => this.switchRule(rule, !on) } }), el("span", { text }))));
    if (focused) (this.rules.querySelector(`button[data-rule="${focused}"]`) ?? this.rulesTitle).focus();
  }

  // ---- wishes of the ledger

  canCorrect({ field }) {
    return FIELDS.includes(field) && !NOT_OFFERED.has(field);
  }

  canWithdraw(entry) {
    return withdrawal(this.brief, entry) !== null;
  }

  /** Opens the form of a wish's field. */
  correct({ field }) {
    if (this.open?.field !== field) this.toggle(field);
    this.node.scrollIntoView({ block: "nearest" });
  }

  /** Whether a wish must hold because the traveller has said so; null for one that is hard, or open, by itself. */
  firmness(entry) {
    return firmness(this.brief, entry) === null ? null : (this.brief.firm ?? []).includes(`${entry.field}:${entry.key}`);
  }

  /** Makes a soft wish one that must hold, or soft again. */
  harden(entry) {
    return this.changeWish(firmness(this.brief, entry));
  }

  /** Takes a wish out of the brief; the plan follows. */
  withdraw(entry) {
    return this.changeWish(withdrawal(this.brief, entry));
  }

  /** Changes the brief from the list of wishes, where the focus stays. */
  async changeWish(patch) {
    this.changedWish = true; // until the next key or press: the plan may be drawn more than once
    for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, () => { this.changedWish = false; }, { once: true, capture: true });
    try {
      await this.change(patch);
    } catch (problem) {
      this.changedWish = false;
      this.tell(problemText(problem), true);
    }
  }

  // ---- changing

  /** Opens the form of a field in its place, or puts it away. */
  toggle(field) {
    const { open } = this;
    if (this.sending) return;
    if (open) this.close();
    if (open?.field === field) return;
    const { config, format } = this.ctx;
    const cities = (this.brief.stays ?? []).map(({ place }) => place);
    const built = fieldForm(field, this.brief, {
      format, names: this.names, words: this.words, usualCurrency: config.currency, currencies: Object.keys(config.rates), tags: Object.keys(config.tags),
      findCities: (text) => this.names.findCities(text), findSights: (text) => this.names.findSights(text, cities), findAvoided: (text) => this.names.findTerms(text, cities),
      plannedDays: () => this.plan?.days?.length ?? 1,
    });
    this.open = { field, ...this.form(field, built) };
    const item = this.items.get(field);
    this.more.open = false;
    this.node.append(this.open.form);
    item.firstElementChild.setAttribute("aria-expanded", "true");
    this.open.form.querySelector("input:checked, input, select, button")?.focus();
  }

  form(field, { parts, patch }) {
    const button = (text, style, testid, click) => el("button", { type: click ? "button" : "submit", class: style, text, data: { testid }, on: click ? { click } : {} });
    const error = el("p", { class: "brief-error", role: "alert", data: { testid: "brief-error" } });
    const source = this.brief.sources?.[field]?.source;
    const clears = this.brief[field] !== undefined && TAKEN_AWAY.has(field);
    const form = el("form", { class: "brief-form", "aria-label": fieldName(field), data: { testid: "brief-form" } }, parts, error,
      el("div", { class: "brief-buttons" }, button(gettext("Save and plan"), "button", "brief-save"), button(gettext("Cancel"), "button plain", "brief-cancel", () => this.close()),
        clears ? button(gettext("Remove"), "button plain", "brief-clear", () => this.save(field, () => ({ [field]: null }))) : null,
        source ? el("p", { class: "fine", text: sourceText(source) }) : null));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.save(field, () => patch(form));
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    form.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget && !this.node.contains(relatedTarget)) this.close(false); });
    return { form, error };
  }

  /** Puts the open form away, which lies above the page; the focus goes back to what opened it, unless it went on. */
  close(takesFocus = true) {
    if (!this.open || this.sending) return;
    const { field, form } = this.open;
    this.open = null;
    form.remove();
    this.items.get(field).firstElementChild.setAttribute("aria-expanded", "false");
    if (takesFocus) this.focus(field);
  }

  /** The field's button, or the list of what can be added when the field is unsaid now. */
  focus(field) {
    const button = this.items.get(field).firstElementChild;
    if (this.unsaid.contains(button) && !this.more.open) this.more.querySelector("summary").focus();
    else button.focus();
  }

  async save(field, patch) {
    const { error, form } = this.open;
    error.textContent = "";
    try {
      await this.change(patch());
    } catch (problem) {
      error.textContent = problemText(problem);
      if (!form.contains(document.activeElement)) form.querySelector("[type=submit]").focus();
      return;
    }
    this.close();
  }

  async switchRule(rule, on) {
    try {
      await this.change(rulesPatch(this.brief, rule, on));
    } catch (problem) {
      this.tell(problemText(problem), true);
    }
  }

  async step(button, act, done) {
    if (button.ariaDisabled === "true") return;
    try {
      await this.send(() => act(this.ctx.session()), done);
    } catch (problem) {
      this.tell(problemText(problem), true);
    }
  }

  /** Sends a patch, with a plan where there is a place to plan for. */
  change(patch) {
    const { api, session } = this.ctx;
    const upon = this.version;
    const whole = replacing(this.brief, patch);
    return this.send(() => (canPlan(this.brief, whole) ? api.planTrip(session(), whole, upon) : api.changeBrief(session(), whole, upon)), gettext("Saved."));
  }

  /** Makes edits of the plan, as the API has them; tells what became of them. */
  async edit(edits) {
    try {
      await this.send(() => this.ctx.api.editPlan(this.ctx.session(), edits, this.version), gettext("Done."));
    } catch (problem) {
      this.tell(problemText(problem), true);
    }
  }

  /** One change at a time. Raises what the server refuses; after a lost update the card shows the trip as it stands now. */
  async send(act, done) {
    if (this.sending) return;
    if (this.running) throw Object.assign(new Error("busy"), { code: "run_active" });
    this.working(true);
    try {
      const answer = await act();
      this.take(answer);
      this.ctx.planned(answer.plan);
      this.working(false);
      this.tell([done, answer.itinerary ? planOutcome(answer.itinerary, this.ctx.format) : ""].filter(Boolean).join(this.ctx.lang === "zh" ? "" : " "));
    } catch (error) {
      this.working(false);
      this.tell("");
      if (error.status === 412) await this.load();
      throw error;
    }
  }

  working(on) {
    this.sending = on;
    this.node.setAttribute("aria-busy", String(on));
    for (const button of this.node.querySelectorAll("[type=submit]")) button.ariaDisabled = String(on);
    if (on) this.tell(gettext("Planning again…"));
  }

  /** Says what became of a change, on the card and to screen readers. */
  tell(text, failed = false) {
    clearTimeout(this.told);
    this.state.textContent = text;
    this.state.dataset.failed = String(failed);
    if (text && !this.sending) this.told = setTimeout(() => { this.state.textContent = ""; }, TOLD_MS);
    if (text) this.ctx.announce(text);
  }
}
