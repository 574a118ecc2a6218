/**
 * The staged thinking of one run: four stations, each a <details>. The current one opens by itself and folds when it is done or
 * the answer comes up beneath, which a later fold would move, unless the reader has touched it. Thoughts and tool lines are keyed and patched in place, so an opened line stays open.
 */
import { el, icon, write } from "./dom.js";
import { isBusy, phaseElapsed } from "./store.js";
import { phaseTitle, toolLabel, toolSummary } from "./labels.js";

const RESULT_CHARS = 6000;

const json = (value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return text.length > RESULT_CHARS ? `${text.slice(0, RESULT_CHARS)}\n…` : text;
};

const SLIDE_MS = 160;
const still = () => document.hidden || window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Two frames later, when what is there now was painted; in a hidden tab, which paints nothing, soon. */
const painted = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, SLIDE_MS); });

/** Lets a node slide by `way` pixels to where it stands. It is first painted where it was, so that nothing is seen to jump. */
async function slide(node, way) {
  const transform = `translateY(${way}px)`;
  node.style.transform = transform;
  await painted();
  node.style.transform = "";
  await node.animate([{ transform }, { transform: "none" }], { duration: SLIDE_MS, easing: "ease-out" }).finished;
}

/** Does `change()`, after which the nodes slide to where they then stand instead of jumping there; a promise of each slide. */
function sliding(nodes, change) {
  const before = nodes.map((node) => node.offsetTop);
  change();
  if (still()) return [];
  const ways = nodes.map((node, index) => [node, before[index] - node.offsetTop]).filter(([, way]) => way);
  return ways.map(([node, way]) => slide(node, way));
}

const written = (run) => run.segments.reduce((sum, { text }) => sum + text.length, 0);

const block = (title, value) => [el("p", { class: "tool-head", text: title }), el("pre", { tabindex: "0", text: json(value) })];

class ToolLine {
  constructor() {
    this.mark = el("span", { class: "tool-mark", "aria-hidden": "true" });
    this.text = el("span", { class: "tool-text" });
    this.progress = el("progress", { max: "1", hidden: true });
    this.time = el("span", { class: "tool-time" });
    this.data = el("div", { class: "tool-data" });
    this.node = el("details", { class: "tool", data: { testid: "tool-line" } }, el("summary", {}, this.mark, this.text, this.progress, this.time), this.data);
    this.node.addEventListener("toggle", () => this.open());
  }

  update(tool, format) {
    if (tool === this.tool) return;
    this.tool = tool;
    this.node.dataset.status = tool.status;
    this.node.dataset.tool = tool.tool;
    this.node.classList.toggle("nested", tool.nested);
    const running = tool.status === "running";
    const note = running && tool.note ? ` · ${tool.note}` : "";
    write(this.text, running ? `${toolLabel(tool)}…${note}` : toolSummary(tool, format));
    this.time.textContent = tool.ms === undefined ? "" : format.elapsed(tool.ms);
    this.progress.hidden = !(running && tool.fraction !== null);
    if (tool.fraction !== null) this.progress.value = tool.fraction;
    this.mark.replaceChildren(...(running ? [] : [icon(tool.status === "success" ? "check" : "cross")]));
    this.open();
  }

  open() {
    if (!this.node.open || this.drawn === this.tool) return;
    this.drawn = this.tool;
    const { tool, args, result, error } = this.tool;
    this.data.replaceChildren(
      el("p", { class: "tool-head", text: tool }),
      ...block(gettext("Arguments"), args ?? {}),
      ...(error ? block(gettext("Error"), error) : []),
      ...(result === undefined || result === null ? [] : block(gettext("Result"), result)),
    );
  }
}

class ThoughtLine {
  constructor() {
    this.node = el("p", { class: "thought", data: { testid: "thought" } });
  }

  update(thought) {
    if (thought === this.thought) return;
    this.thought = thought;
    write(this.node, thought.content);
    this.node.classList.toggle("nested", thought.nested);
  }
}

/** The newest sentence that is whole, else all there is of a text that streams in. */
export function newestSentence(text) {
  const sentences = text.split(/(?<=[。！？\n]|[.!?]\s)/u).map((each) => each.trim()).filter(Boolean);
  const whole = sentences.findLast((each) => /[.!?。！？]$/u.test(each));
  return whole ?? sentences.at(-1) ?? "";
}

/** What a model thinks before it speaks or calls: folded, one line of it shown while it comes in. */
class ReasoningLine {
  constructor() {
    this.title = el("span", { class: "reasoning-title", text: gettext("The model's reasoning") });
    this.newest = el("span", { class: "reasoning-newest" });
    this.text = el("p", { class: "reasoning-text", tabindex: "0" });
    this.node = el("details", { class: "reasoning", data: { testid: "reasoning" } }, el("summary", {}, this.title, this.newest), this.text);
    this.node.addEventListener("toggle", () => this.open());
  }

  update(reasoning, live) {
    this.reasoning = reasoning;
    write(this.newest, live ? newestSentence(reasoning) : "");
    this.open();
  }

  open() {
    if (this.node.open && this.drawn !== this.reasoning) write(this.text, this.reasoning);
    if (this.node.open) this.drawn = this.reasoning;
  }
}

const LINES = { tool: () => new ToolLine(), thought: () => new ThoughtLine(), reasoning: () => new ReasoningLine() };

class PhaseView {
  constructor(key) {
    this.key = key;
    this.title = el("span", { class: "phase-title", text: phaseTitle(key) });
    this.note = el("span", { class: "phase-note" });
    this.time = el("span", { class: "phase-time" });
    this.body = el("div", { class: "phase-body" });
    this.head = el("summary", { class: "phase-head" }, this.title, this.note, this.time);
    this.node = el("details", { class: "phase", data: { testid: `phase-${key}`, state: "pending" } }, this.head, this.body);
    this.head.addEventListener("click", () => this.node.classList.add("touched"));
    this.lines = new Map();
  }

  update(phase, run, format) {
    const before = this.node.dataset.state;
    this.node.dataset.state = phase.state;
    if (phase.outcome) this.node.dataset.outcome = phase.outcome;
    this.head.tabIndex = phase.state === "pending" ? -1 : 0;
    if (phase.state !== before && !this.touched) this.node.open = phase.state === "active" && phase.key !== "generation";
    for (const { kind, id } of phase.items) {
      const line = this.line(kind, id);
      if (kind === "reasoning") line.update(run.reasoning[id], isBusy(run) && id === run.reasoningNow);
      else line.update(kind === "tool" ? run.tools[id] : run.thoughts[id], format);
    }
    write(this.note, this.summary(phase, run));
  }

  fold() {
    if (!this.touched) this.node.open = false;
  }

  get touched() {
    return this.node.classList.contains("touched");
  }

  line(kind, id) {
    const key = `${kind}:${id}`;
    if (!this.lines.has(key)) {
      const line = LINES[kind]();
      this.lines.set(key, line);
      this.body.append(line.node);
    }
    return this.lines.get(key);
  }

  /** One line for the folded station: the newest of the reasoning that comes in, its tools' count, or the beginning of its first thought. */
  summary(phase, run) {
    const { kind, id } = phase.items.at(-1) ?? {};
    if (kind === "reasoning" && isBusy(run) && id === run.reasoningNow) return newestSentence(run.reasoning[id]);
    const tools = phase.items.filter(({ kind }) => kind === "tool").length;
    if (tools) return interpolate(ngettext("%(count)s tool call", "%(count)s tool calls", tools), { count: tools }, true);
    const thought = phase.items.find(({ kind }) => kind === "thought");
    return thought ? run.thoughts[thought.id].content.split("\n")[0] : "";
  }

  tick(phase, now, format) {
    const ms = phaseElapsed(phase, now);
    this.time.textContent = phase.state === "pending" || ms < 1 ? "" : format.elapsed(phase.since ? Math.floor(ms / 100) * 100 : ms);
  }
}

export class Stepper {
  /** `sliding`: a promise while the stations move, during which there must be no update; else null. */
  constructor(run, format) {
    this.format = format;
    this.sliding = null;
    this.phases = run.phases.map(({ key }) => new PhaseView(key));
    this.node = el("div", { class: "stepper", role: "group", "aria-label": gettext("How this answer came about"), data: { testid: "stepper" } },
      this.phases.map((phase) => phase.node));
  }

  update(run, now) {
    const { last } = this;
    this.last = run;
    const writing = Boolean(last) && written(run) > written(last);
    if (last && last.phases === run.phases && last.tools === run.tools && last.thoughts === run.thoughts && last.reasoning === run.reasoning && last.reasoningNow === run.reasoningNow) {
      if (writing && !this.writing) this.change(() => this.fold());
    } else {
      this.change(() => {
        if (writing) this.fold();
        run.phases.forEach((phase, index) => this.phases[index].update(phase, run, this.format));
      });
      this.tick(now);
    }
    this.writing = writing;
  }

  fold() {
    for (const phase of this.phases) phase.fold();
  }

  change(how) {
    const slides = sliding(this.phases.map(({ node }) => node), how);
    this.sliding = slides.length ? Promise.allSettled(slides).then(() => { this.sliding = null; }) : null;
  }

  focus() {
    this.phases[0].head.focus();
  }

  /** Brings the running clock up to `now` (server milliseconds). */
  tick(now) {
    this.last?.phases.forEach((phase, index) => this.phases[index].tick(phase, now, this.format));
  }
}
