/** One turn of the conversation: question, stations, answers, notices, decision cards, trouble, follow-ups. Views of a run. */
import { el, icon, outLink, trusted, write } from "./dom.js";
import { thumbs } from "./feedback.js";
import { replaceChanged, StreamingMarkdown } from "./markdown.js";
import { Stepper } from "./stepper.js";
import { confirmationCard } from "./confirm.js";
import { failureText, stoppedText } from "./labels.js";
import { isBusy, isOver } from "./store.js";

function sourceList(sources) {
  return el("details", { class: "sources", data: { testid: "sources" } },
    el("summary", { text: interpolate(ngettext("%(count)s source", "%(count)s sources", sources.length), { count: sources.length }, true) }),
    el("ul", {}, sources.map((source) => el("li", {}, outLink(source.url, source.title || source.url), " ",
      el("small", { text: [source.licence, source.as_of].filter(Boolean).join(" · ") })))));
}

const quoted = (words) => ({ words: words.map((word) => `“${word}”`).join(" · ") });

/** What does not agree with the results. The words are marked in the text; this note says so in words as well. */
function wrongNote(words) {
  return el("p", { class: "note untraced", role: "note", data: { testid: "untraced" },
    text: interpolate(gettext("Contradicts the results: %(words)s"), quoted(words), true) });
}

/** The legend of the quiet marks: what the model knows by itself, and what was corrected in its answer. */
function legend(known, mended) {
  return el("p", { class: "legend fine", data: { testid: "legend" } },
    known ? [el("u", { text: gettext("underlined") }), gettext(": general knowledge of the model, not from this planner's data")] : null,
    known && mended ? " · " : null,
    mended ? [el("ins", { text: gettext("highlighted") }), gettext(": corrected by what was found")] : null);
}

function voidedNote() {
  return el("p", { class: "note", role: "note", data: { testid: "voided" }, text: gettext("The reply broke off here. Another one will take its place.") });
}

class AnswerView {
  constructor() {
    this.node = el("div", { class: "answer", data: { testid: "answer", final: "false" } });
    this.markdown = new StreamingMarkdown(this.node);
  }

  /** `voided`: its text broke off and waits for other text. */
  update(segment, locale, voided = false) {
    if (segment === this.segment && voided === this.voided) return;
    Object.assign(this, { segment, voided });
    if (locale) this.node.lang = locale;
    if (!segment.answer) this.markdown.update(segment.text);
    else if (segment.answer.html) replaceChanged(this.node, trusted(segment.answer.html));
    else this.markdown.update(segment.answer.text);
    this.node.dataset.final = String(Boolean(segment.answer));
    this.node.classList.toggle("voided", voided);
    if (voided) this.node.append(voidedNote());
    const words = new Set([...this.node.querySelectorAll("mark")].map((mark) => mark.textContent));
    if (words.size) this.node.append(wrongNote([...words]));
    const [known, mended] = ["u", "ins"].map((tag) => this.node.querySelector(tag));
    if (known || mended) this.node.append(legend(known, mended));
  }
}

const toolButton = (name, text, testid, click) => el("button", { type: "button", data: { testid }, on: { click } }, icon(name), text);

export class Turn {
  /** `ctx`: format, ask(text), edit(text), decide(run, proposal, decision), now(), feedback(fields), announce(text). */
  constructor(message, ctx) {
    this.ctx = ctx;
    this.question = el("h2", { class: "question", data: { testid: "question" }, text: message });
    this.thinking = el("div", { class: "thinking" });
    this.answers = el("div", { class: "answers" });
    this.notices = el("div", { class: "notices" });
    this.cards = el("div", { class: "cards-open" });
    this.after = el("div", { class: "after" });
    this.plan = el("div", { class: "turn-plan" });
    this.node = el("article", { class: "turn", data: { testid: "turn" } }, this.question, this.thinking, this.notices, this.answers, this.plan, this.cards, this.after);
    this.answerViews = [];
  }

  /** An older turn as the server keeps it, with its thinking loaded only when asked for. */
  showStored(messages, replayable) {
    this.answers.replaceChildren(...messages.map(({ html, text }) => {
      const view = new AnswerView();
      view.update({ answer: { html, text: text ?? "" } });
      return view.node;
    }));
    if (replayable) {
      const button = el("button", { type: "button", class: "replay", text: gettext("How this answer came about"), data: { testid: "replay" } });
      button.addEventListener("click", () => replayable(), { once: true });
      this.thinking.replaceChildren(button);
    }
  }

  /** Shows the run; while the stations of its thinking slide, what comes meanwhile waits for them, and is shown at once. */
  update(run) {
    const { last, ctx } = this;
    if (this.stepper?.sliding) {
      if (!this.waiting) this.stepper.sliding.then(() => { const { waiting } = this; this.waiting = null; this.update(waiting); });
      this.waiting = run;
      return;
    }
    this.last = run;
    this.node.dataset.run = run.run;
    this.node.dataset.status = run.status;
    if (run.message && run.message !== last?.message) write(this.question, run.message);
    if (!this.stepper) {
      const focused = this.thinking.contains(document.activeElement);
      this.stepper = new Stepper(run, ctx.format);
      this.thinking.replaceChildren(this.stepper.node);
      if (focused) this.stepper.focus();
      this.answers.replaceChildren();
    }
    this.keepRoom(run);
    this.stepper.update(run, ctx.now());
    this.showAnswers(run);
    if (this.planNode && !isBusy(run) && this.planNode.parentElement !== this.plan) this.showPlan(this.planNode);
    if (run.notices !== last?.notices) { // the answer's own note and legend say what is untraced and what was mended
      this.notices.replaceChildren(...run.notices.filter(({ code }) => code !== "untraced" && code !== "mended").map(({ message, code }) => el("p", { class: "note", data: { testid: "notice", code }, text: message })));
    }
    if (run.proposals !== last?.proposals) {
      const focused = this.cards.contains(document.activeElement);
      this.cards.replaceChildren(...run.proposals.map((proposal) => confirmationCard(proposal, {
        format: ctx.format, decide: (decision) => ctx.decide(run.run, proposal.proposal, decision),
      })));
      if (focused) this.cards.lastElementChild.focus();
    }
    if (run.status !== last?.status || run.error !== last?.error || run.segments.at(-1).answer !== last?.segments.at(-1).answer) this.showAfter(run);
  }

  /** The card of the plan that this turn brought, or one line of it; null: neither. It comes with the whole answer, which would push it down. */
  showPlan(node) {
    this.planNode = node;
    if (!this.last || !isBusy(this.last)) this.plan.replaceChildren(...(node ? [node] : []));
  }

  /** What folds while the run goes on leaves its room to the answer: nothing below is pulled up and pushed back. */
  keepRoom(run) {
    this.node.style.setProperty("--room", isBusy(run) ? `${this.node.offsetHeight}px` : "0px");
  }

  showAnswers(run) {
    const segments = run.segments.filter((segment) => (segment.text || segment.answer) && !(segment.proposes && run.proposals.length));
    segments.forEach((segment, index) => {
      if (!this.answerViews[index]) {
        this.answerViews[index] = new AnswerView();
        this.answers.append(this.answerViews[index].node);
      }
      const voided = run.voided !== null && run.voided.reason !== "mended" && segment === run.segments.at(-1);
      this.answerViews[index].update(segment, run.locale, voided);
    });
    this.answerViews.splice(segments.length).forEach((view) => view.node.remove());
  }

  showAfter(run) {
    const last = run.segments.at(-1);
    this.after.replaceChildren(...[
      run.status === "cancelled" && (run.spoken || !last.answer) ? el("p", { class: "partial", text: stoppedText(run), data: { testid: "stopped" } }) : null,
      run.status === "failed" || (run.error && isOver(run) && !last.answer) ? this.trouble(run) : null,
      last.answer?.sources.length ? sourceList(last.answer.sources) : null,
      isOver(run) && run.status !== "failed" ? this.tools(run) : null,
      isOver(run) && last.answer?.follow_ups.length ? this.followUps(last.answer.follow_ups) : null,
    ].filter(Boolean));
    this.after.hidden = !this.after.children.length;
  }

  trouble(run) {
    const kept = run.artifacts.length || run.segments.some((segment) => segment.text)
      ? gettext("The results so far are kept.") : gettext("Your question is kept.");
    return el("div", { class: "trouble", data: { testid: "trouble" } },
      el("strong", { text: gettext("This run could not be finished.") }),
      el("p", { text: failureText(run.error) }),
      el("p", { text: [kept, gettext("Try again, or rephrase your message.")].join(this.ctx.format.lang === "zh" ? "" : " ") }),
      el("button", { type: "button", class: "button plain", text: gettext("Try again"), data: { testid: "retry" }, on: { click: () => this.ctx.ask(run.message) } }));
  }

  tools(run) {
    const copy = toolButton("copy", gettext("Copy"), "copy", async () => {
      await navigator.clipboard.writeText(run.segments.map((segment) => segment.answer?.text ?? segment.text).join("\n\n"));
      copy.lastChild.textContent = gettext("Copied");
      this.ctx.announce(gettext("Copied"));
    });
    return el("div", { class: "turn-tools" }, copy,
      toolButton("again", gettext("Ask again"), "regenerate", () => this.ctx.ask(run.message)),
      toolButton("pen", gettext("Edit"), "edit", () => this.ctx.edit(run.message)),
      thumbs(run.run, this.ctx.feedback));
  }

  followUps(texts) {
    return el("div", { class: "follow-ups", data: { testid: "follow-ups" } },
      texts.map((text) => el("button", { type: "button", class: "chip", text, data: { testid: "follow-up" }, on: { click: () => this.ctx.ask(text) } })));
  }

  tick() {
    if (this.last && isBusy(this.last)) this.stepper.tick(this.ctx.now());
  }
}
