/**
 * The chat page: joins composer, conversation, living result and rail to one session's socket and REST.
 *
 * A first message makes the session (POST), moves the address to /chat/{id} and opens the socket; the message leaves as
 * `run.start` when `hello` has come and counts as sent when `accepted` answers. Opening /chat/{id} shows the stored messages,
 * replays the last run from its events, and attaches to what is still running after the last seq seen.
 */
import { Announcer } from "./announce.js";
import { byId, isComposing } from "./dom.js";
import { createFormat, language } from "./format.js";
import { createApi } from "./api.js";
import { SessionSocket } from "./socket.js";
import { Runs } from "./runs.js";
import { isBusy, isEdit, isOver, PHASES, workedMs } from "./store.js";
import { modelLabel, outcome, phaseTitle, refusal, statusText } from "./labels.js";
import { Turn } from "./conversation.js";
import { Composer } from "./composer.js";
import { Follow } from "./follow.js";
import { Result } from "./result.js";
import { Sessions } from "./sessions.js";
import { BriefCard } from "./brief/card.js";
import { limitOf, PlanCard } from "./plancard.js";
import { Views } from "./views.js";
import { Weather } from "./weather.js";

const ATTACH_AFTER_MS = 1500;
const PLANNED_AFTER_MS = 1500;
const config = JSON.parse(byId("config").textContent);
const format = createFormat(language(config.locale));
const api = createApi(config.apiBase);
const say = (text, values) => interpolate(text, values, true);
const speech = new Announcer(byId("announcer"));
const newRef = () => `m${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

class Chat {
  constructor() {
    this.session = config.session ?? "";
    this.turns = new Map();
    this.pending = null;
    this.runs = new Runs({ changed: (run, event) => this.changed(run, event), attach: (run, after) => this.attach(run, after) });
    this.composer = new Composer({ session: this.session, onSend: (text) => this.send(text), onStop: () => this.stop() });
    this.views = new Views({ turned: (tab) => { this.stays = tab; if (tab === "chat") this.follow.settle(); } });
    this.follow = new Follow({ scroller: byId("main"), thread: byId("thread"), end: byId("thread-end"), button: byId("latest"), left: () => this.composer.catchFocus() });
    this.card = new BriefCard({
      api, format, lang: language(config.locale), config, session: () => this.session, announce: (text) => speech.say(text),
      redraw: () => { if (!this.restoring) this.drawResult(); }, planned: (artifact) => this.expectPlan(artifact), isOver: () => this.planCard.isOver,
    });
    const weather = new Weather(api.weather);
    this.planCard = new PlanCard({ api, weather, format, lang: language(config.locale), config, session: () => this.session, brief: () => this.card.brief, cityName: (id) => this.result.cityName(id), announce: (text) => speech.say(text), open: () => this.openPlan() });
    if (!this.session) this.card.draw();
    this.result = new Result(config, {
      card: this.card, ask: (text) => this.send(text), suggest: (text) => { this.views.open("chat"); this.composer.restore(text); }, edit: (edits) => this.editPlan(edits), saver: this.planCard.saver,
      feedback: api.feedback, sights: api.sights, venues: api.venues, weather, limit: (budget) => limitOf(this.card.brief, budget, config.rates), shown: (plan) => this.showPlan(plan),
    });
    this.rail = new Sessions({ api, format, announce: (text) => speech.say(text), current: this.session, onDeleted: (id) => { if (id === this.session) window.location.assign("/"); } });
    for (const sample of document.querySelectorAll(".sample")) sample.addEventListener("click", () => this.send(sample.dataset.wish));
    byId("surprise").addEventListener("click", () => this.send(config.surprises[Math.floor(Math.random() * config.surprises.length)]));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !isComposing(event)) this.stop(); });
    setInterval(() => this.tick(), 100);
    this.rail.refresh();
    this.open();
  }

  async open() {
    if (!this.session) {
      if (window.matchMedia("(pointer: fine)").matches) this.composer.input.focus();
      return;
    }
    try {
      this.restoring = true;
      await this.restore();
    } catch (error) {
      console.warn("history:", error);
      this.composer.say(error.status === 404 ? gettext("This conversation does not exist or is not yours.") : gettext("The history could not be loaded. Load the page again to see it."));
      if (error.status === 404) return;
    } finally {
      this.restoring = false;
      this.drawResult();
    }
    this.connect();
  }

  // ---- history

  async restore() {
    const [messages, runs] = await Promise.all([api.messages(this.session), this.storedRuns(), this.card.load()]);
    this.views.talk(runs.length > 0 || this.card.version > 0);
    for (const run of runs) this.runs.expect(run.id, { message: run.message ?? "", status: run.status, locale: run.locale ?? "", kind: run.kind });
    const asked = runs.filter((run) => !isEdit(run));
    // The last run and the plan's are fetched before anything is drawn: what comes later would push it away.
    const last = asked.at(-1);
    try {
      await Promise.all([last ? this.load(last.id) : null, this.findPlan(runs.filter((run) => run !== last))]);
    } finally {
      for (const run of asked) this.showStored(run, messages.filter((message) => message.run === run.id));
    }
    if (last) this.showReplayed(last.id);
    this.follow.jump();
    this.refreshState();
  }

  /** The runs that the server keeps, the oldest first. */
  async storedRuns() {
    const stored = await api.runs(this.session);
    return stored.map((run) => ({ ...run, id: run.id ?? run.run })).sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  }

  showStored(run, messages) {
    const question = messages.find(({ role }) => role === "user");
    const turn = this.turn(run.id, question?.text ?? run.message ?? "");
    turn.showStored(messages.filter(({ role }) => role === "assistant"), () => this.replay(run.id));
  }

  /** The run as its stored events tell it. */
  async load(id) {
    const { message, kind } = this.runs.get(id) ?? {};
    return this.runs.load(id, await api.events(id), { message, kind });
  }

  async replay(id) {
    await this.load(id);
    this.showReplayed(id);
  }

  showReplayed(id) {
    const run = this.runs.get(id);
    if (run.seq) this.turn(id, run.message).update(run);
  }

  /** Of the runs the one that brought the plan that stands, as the brief tells it: others may have spoken of other things since. */
  async findPlan(runs) {
    const run = runs.find(({ id }) => this.card.planId.startsWith(`${id}_`));
    if (run && !this.runs.get(run.id).seq) await this.load(run.id);
  }

  /** What was changed without a message while the line was down, or before it stood. */
  async catchUp() {
    try {
      const missed = (await this.storedRuns()).filter((run) => isEdit(run) && !this.runs.get(run.id)?.seq);
      for (const { id, kind } of missed) {
        this.runs.expect(id, { kind });
        await this.load(id);
      }
      if (!missed.length) return;
      await this.card.load();
      this.drawResult();
    } catch (error) {
      console.warn("changes:", error);
    }
  }

  /** A plan that was answered comes as an event, too; where it does not, the line is down, and it is fetched. */
  expectPlan(artifact) {
    const isThere = () => !artifact || [...this.runs.byId.values()].some(({ artifacts }) => artifacts.some(({ id }) => id === artifact));
    setTimeout(() => { if (!isThere()) this.catchUp(); }, PLANNED_AFTER_MS);
  }

  // ---- connection

  connect() {
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    this.socket = new SessionSocket(`${scheme}://${window.location.host}${config.wsPath}${this.session}/`, {
      hello: (frame) => this.hello(frame),
      event: (event) => this.runs.take(event),
      accepted: (frame) => this.accepted(frame),
      rejected: (frame) => this.rejected(frame),
      state: (state) => this.connection(state),
    });
  }

  connection(state) {
    const banner = byId("offline");
    const text = {
      lost: gettext("Connection lost. The run continues; this page catches up as soon as you are back online."),
      gone: gettext("This conversation does not exist or is not yours."),
    }[state];
    if (state === "open" && banner.textContent) speech.say(gettext("Connected again."));
    if (state === "open") banner.textContent = "";
    else if (text && banner.textContent !== text) banner.textContent = text;
  }

  async hello(frame) {
    this.runs.reset();
    const active = frame.active_runs ?? [];
    for (const { run, status } of active) {
      const held = this.runs.expect(run, { status });
      this.turn(run, held.message).update(held);
      this.runs.ask(held);
    }
    const named = new Set(active.map(({ run }) => run));
    for (const run of [...this.runs.byId.values()]) if (!isOver(run) && !named.has(run.run)) this.runs.ask(run);
    if (this.pending?.sent) await this.reconcile();
    this.flush();
    if (this.greeted) await this.catchUp();
    this.greeted = true;
    this.refreshState();
  }

  attach(run, after) {
    this.socket?.send({ type: "run.attach", run, after_seq: after });
  }

  // ---- sending

  async send(text) {
    const busy = [...this.runs.byId.values()].some(isBusy);
    if (this.pending || busy) {
      this.composer.restore(text);
      this.composer.say(refusal("run_active"), true);
      return;
    }
    this.pending = { ref: newRef(), text, sent: false };
    this.composer.release(text);
    this.views.talk(true);
    this.views.open("chat");
    this.stays = "";
    this.sending = new Turn(text, this.turnContext());
    this.sending.question.dataset.state = "sending";
    byId("thread").append(this.sending.node);
    this.composer.catchFocus();
    this.follow.jump();
    this.refreshState();
    if (!this.session && !(await this.createSession())) return;
    this.flush();
  }

  async createSession() {
    try {
      const { id } = await api.createSession();
      this.session = id;
      this.rail.current = id;
      this.composer.moveTo(id);
      window.history.replaceState(null, "", `/chat/${id}`);
      this.connect();
      return true;
    } catch (error) {
      console.warn("session:", error);
      this.giveBack(refusal(error.code ?? "offline", error.message));
      return false;
    }
  }

  flush() {
    if (!this.pending || this.pending.sent) return;
    const { ref, text } = this.pending;
    this.pending.sent = this.socket?.send({ type: "run.start", message: text, ref, ...this.composer.choices }) ?? false;
  }

  accepted({ ref, run }) {
    if (ref && ref !== this.pending?.ref) return;
    const text = this.pending?.text ?? "";
    this.pending = null;
    this.composer.accepted();
    this.adopt(run, text);
    setTimeout(() => { if (!this.runs.get(run).seq) this.attach(run, 0); }, ATTACH_AFTER_MS);
    this.rail.refresh();
  }

  adopt(run, text) {
    const turn = this.sending;
    this.sending = null;
    if (turn && !this.turns.has(run)) {
      delete turn.question.dataset.state;
      this.turns.set(run, turn);
    } else turn?.node.remove();
    const held = this.runs.expect(run, { message: text });
    this.turn(run, text).update(held);
    this.refreshState();
  }

  rejected({ ref, code, message }) {
    if (this.pending && (!ref || ref === this.pending.ref)) {
      this.giveBack(refusal(code, message));
      if (code === "run_active" && this.composer.busy) this.composer.say(refusal(code), true);
    } else {
      this.composer.say(refusal(code, message));
      for (const button of document.querySelectorAll(".confirm[data-state=open] button")) button.ariaDisabled = null;
    }
  }

  giveBack(reason) {
    const { text } = this.pending;
    this.pending = null;
    this.sending?.node.remove();
    this.sending = null;
    this.views.talk(this.turns.size > 0 || this.card.version > 0);
    this.composer.restore(text, reason);
    this.refreshState();
  }

  /** The line broke between sending and `accepted`: if the server has the message as a run, it is ours; else it goes out again. */
  async reconcile() {
    const { pending } = this;
    try {
      const stored = await api.runs(this.session);
      const found = stored.find((run) => !this.turns.has(run.id) && run.message === pending.text);
      if (this.pending !== pending) return;
      if (found) {
        this.accepted({ ref: pending.ref, run: found.id });
        this.runs.ask(this.runs.get(found.id));
      } else pending.sent = false;
    } catch (error) {
      console.warn("reconcile:", error);
      this.giveBack(refusal("offline"));
    }
  }

  stop() {
    const running = [...this.runs.byId.values()].filter(isBusy).at(-1);
    if (running) this.socket?.send({ type: "run.cancel", run: running.run, when: "immediate" });
  }

  /** True when the decision went out; else it can be taken again. */
  decide(run, proposal, decision) {
    const sent = this.socket?.send({ type: "run.decide", run, proposal, decision }) ?? false;
    this.composer.say(sent ? "" : gettext("No connection. Decide again when you are back online."));
    return sent;
  }

  // ---- views

  turnContext() {
    return {
      format,
      ask: (text) => this.send(text),
      edit: (text) => this.composer.restore(text),
      decide: (run, proposal, decision) => this.decide(run, proposal, decision),
      now: () => this.runs.now(),
      feedback: api.feedback,
      announce: (text) => speech.say(text),
    };
  }

  turn(run, text) {
    if (!this.turns.has(run)) {
      const turn = new Turn(text, this.turnContext());
      this.turns.set(run, turn);
      byId("thread").append(turn.node);
      this.views.talk(true);
    }
    return this.turns.get(run);
  }

  changed(run, event) {
    this.result.hear(event);
    this.planCard.hear(event);
    if (!event.parent) this.card.hear(event);
    this.dirty ??= new Map();
    this.dirty.set(run.run, run);
    if (!event.parent) this.tell(run, event);
    if (this.frame) return;
    this.frame = true;
    const draw = () => {
      this.frame = false;
      const { dirty } = this;
      this.dirty = new Map();
      for (const changed of dirty.values()) {
        if (isEdit(changed)) this.views.talk(true);
        else this.turn(changed.run, changed.message).update(changed);
      }
      this.drawResult();
      this.refreshState();
    };
    if (document.hidden) setTimeout(draw, 0);
    else requestAnimationFrame(draw);
  }

  /** Politely, and never token by token: phases that last, a decision that is needed, what came of it. */
  tell(run, { type, data }) {
    if (type === "phase") speech.mention(phaseTitle(data.phase));
    if (type === "confirmation_required") speech.say(gettext("A change needs your decision."));
    if (type === "run_finished") {
      if (!isEdit(run)) speech.say(outcome(run, format));
      this.rail.refresh();
    }
  }

  /** The panel as the runs leave it, all at once: while a history is read, nothing of it is shown that would move later. */
  drawResult() {
    this.result.update([...this.runs.byId.values()]);
  }

  /** The plan that stands got its card; on a narrow page its tab opens with the first one, unless one writes or chose to stay since one asked. */
  showPlan(plan) {
    const before = this.planCard.plan;
    const isNew = Boolean(plan) && plan.id !== before?.id;
    this.planCard.show(plan, [...this.turns].map(([id, turn]) => ({ turn, artifacts: this.runs.get(id)?.artifacts ?? [] })));
    this.card.draw();
    this.composer.ask(plan ? gettext("Change something, or ask about it") : "");
    if (!isNew || !this.views.isPlanHidden) return;
    if (before || this.composer.input.value || this.stays === "chat") this.views.mark();
    else this.openPlan();
    if (!this.restoring) speech.say(gettext("The plan is on the Plan tab."));
  }

  /** Changes the plan; what was moved is brought into view again. */
  async editPlan(edits) {
    this.result.moved = edits.findLast(({ op }) => op === "move")?.visit ?? "";
    await this.card.edit(edits);
  }

  openPlan() {
    this.views.open("plan");
    byId("result-body").scrollTop = 0;
  }

  refreshState() {
    const all = [...this.runs.byId.values()].filter((each) => !isEdit(each));
    const run = all.findLast(isBusy) ?? all.at(-1);
    const busy = Boolean(this.pending) || Boolean(run && isBusy(run));
    if (this.composer.busy !== busy) this.composer.setBusy(busy);
    this.card.setRunning(busy);
    this.status(this.pending && !(run && isBusy(run)) ? { status: "queued" } : run);
  }

  status(run) {
    const line = byId("run-status");
    line.dataset.status = run?.status ?? "idle";
    this.statusRun = run;
    line.textContent = run ? this.statusLine(run) : "";
  }

  statusLine(run) {
    const parts = [statusText(run.status)];
    const phase = run.phases?.find(({ state }) => state === "active");
    if (run.status === "running" && phase) parts[0] = say(gettext("%(phase)s, %(index)s of 4"), { phase: phaseTitle(phase.key), index: PHASES.indexOf(phase.key) + 1 });
    if (run.startedAt) {
      const worked = workedMs(run, this.runs.now());
      if (run.status !== "awaiting_confirmation") parts.push(format.elapsed(run.finishedAt ? worked : Math.floor(worked / 100) * 100));
    }
    if (run.model) parts.push(modelLabel(run.model, config.models));
    return parts.filter(Boolean).join(" · ");
  }

  tick() {
    for (const turn of this.turns.values()) turn.tick();
    if (this.statusRun && isBusy(this.statusRun)) this.status(this.statusRun);
  }
}

new Chat();
