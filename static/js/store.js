/**
 * The reducer: event envelopes of a run → what the page shows of it. Pure, without a clock and without the DOM, so that a
 * run replayed from the log gives exactly what it gave live. Parts that an event does not touch keep their identity, so a
 * view can tell by `===` what changed. Seq decides: an event seen before changes nothing, an event that leaves a gap is not
 * taken (`order` tells which).
 */

export const PHASES = ["understanding", "planning", "execution", "generation"];
const OVER = new Set(["succeeded", "failed", "cancelled"]);

const emptyPhase = (key) => ({ key, state: "pending", ms: 0, since: null, items: [], outcome: null });
const emptySegment = () => ({ text: "", marks: [], answer: null });

/** The view state of a run of which nothing is known yet. */
export function newRun(id, known = {}) {
  return {
    run: id, seq: 0, status: "queued", message: "", mode: "", style: "", model: "", locale: "", startedAt: null, finishedAt: null,
    phases: PHASES.map(emptyPhase), thoughts: {}, tools: {}, understanding: null, reasoning: {}, reasoningNow: null, artifacts: [],
    segments: [emptySegment()], spoken: false, proposals: [], notices: [], error: null, metadata: null, paused: null, nextStep: null, kind: "message", plan: null, voided: null, ...known,
  };
}

/** "next" to be applied, "seen" to be dropped, "gap" when events before it are missing. */
export function order(run, event) {
  if (event.seq <= run.seq) return "seen";
  return event.seq === run.seq + 1 ? "next" : "gap";
}

export const isOver = (run) => OVER.has(run.status);
/** True for a change that was made without a message, by the card or over the API: it has no turn in the conversation. */
export const isEdit = (run) => run.kind === "edit";
export const isBusy = (run) => run.status === "queued" || run.status === "running";

const millis = (at) => Date.parse(at);
const current = (run) => run.phases.findLast((phase) => phase.state === "active") ?? null;

function closePhase(phase, at, outcome = null) {
  const ms = phase.since === null ? phase.ms : phase.ms + Math.max(0, millis(at) - millis(phase.since));
  return { ...phase, state: "done", ms, since: null, outcome };
}

function stopClock(phases, at) {
  return phases.map((phase) => (phase.since === null ? phase : { ...closePhase(phase, at), state: phase.state }));
}

function enterPhase(run, { phase: key }, at) {
  const target = PHASES.indexOf(key);
  if (target < 0) return {};
  const phases = run.phases.map((phase, index) => {
    if (index === target) return { ...phase, state: "active", since: phase.since ?? at };
    if (phase.state === "active" || (index < target && phase.state === "pending")) return closePhase(phase, at);
    return phase;
  });
  return { phases };
}

function addItem(run, item, key) {
  const phase = run.phases.find((entry) => entry.key === key) ?? current(run) ?? run.phases[0];
  return run.phases.map((entry) => (entry === phase ? { ...entry, items: [...entry.items, item] } : entry));
}

function patchTool(run, id, patch) {
  const tool = run.tools[id];
  return tool ? { tools: { ...run.tools, [id]: { ...tool, ...patch } } } : {};
}

function patchSegment(run, patch) {
  return { segments: [...run.segments.slice(0, -1), { ...run.segments.at(-1), ...patch }] };
}

/** The reasoning of one request to the model is one item of the phase in which it begins. */
function addReasoning(run, text, seq) {
  if (run.reasoningNow) return { reasoning: { ...run.reasoning, [run.reasoningNow]: run.reasoning[run.reasoningNow] + text } };
  const id = `r${seq}`;
  return { reasoningNow: id, reasoning: { ...run.reasoning, [id]: text }, phases: addItem(run, { kind: "reasoning", id }, null) };
}

function addToken(run, { token = "", reasoning_token: reasoning = "" }, seq) {
  const patch = reasoning ? addReasoning(run, reasoning, seq) : {};
  if (!token) return patch;
  const last = run.segments.at(-1);
  if (last.answer) return { ...patch, segments: [...run.segments, { text: token, marks: [[seq, 0]], answer: null }] };
  return { ...patch, ...patchSegment(run, { text: last.text + token, marks: [...last.marks, [seq, last.text.length]] }) };
}

/** What was said before a call is a paragraph of its own. */
function endRemark(run) {
  const last = run.segments.at(-1);
  return last.answer || !last.text || last.text.endsWith("\n\n") ? {} : patchSegment(run, { text: `${last.text.trimEnd()}\n\n` });
}

/** What becomes void of the text by `run_resumed`: what came after that event, as its model was cut off or its words mended. */
function voidedText(run, { reason, discard_after: seq }) {
  const { answer, marks } = run.segments.at(-1);
  const after = Math.min(seq, run.voided?.after ?? seq);
  return !answer && marks.some(([at]) => at > after) ? { after, reason } : null;
}

/** The run without its void text. */
function discardVoided(run) {
  const last = run.segments.at(-1);
  const first = last.marks.findIndex(([at]) => at > run.voided.after);
  return { ...run, voided: null, ...patchSegment(run, { text: last.text.slice(0, last.marks[first][1]), marks: last.marks.slice(0, first) }) };
}

/** Void text stays until other text, a call or the end takes its place, so that the reader sees no gap. */
const takesPlace = ({ type, data }) => type === "tool_start" || type === "answer" || type === "run_finished" || (type === "llm_token" ? Boolean(data.token) : type === "thought" && data.type === "decision");

/** What belongs to a nested agent: its thoughts and tools are shown inside the parent's phase, nothing else is. */
const NESTED = new Set(["thought", "tool_start", "tool_progress", "tool_end", "artifact", "notice"]);

/** What a change begins with that was made without a message; a run of a message begins with its start. */
const EDITS = new Set(["brief_changed", "artifact", "plan_changed"]);

const HANDLERS = {
  run_started: (run, data, { at }) => ({
    status: "running", startedAt: run.startedAt ?? at, message: data.message ?? run.message, session: data.session,
    mode: data.mode ?? "", style: data.style ?? "", model: data.model ?? "", locale: data.locale ?? "",
  }),
  phase: (run, data, { at }) => enterPhase(run, data, at),
  thought: (run, data, { parent }) => ({
    thoughts: { ...run.thoughts, [data.id]: { ...data, nested: Boolean(parent) } },
    phases: data.id in run.thoughts ? run.phases : addItem(run, { kind: "thought", id: data.id }, parent ? null : data.phase),
    understanding: data.understanding ?? run.understanding,
    // the decision is the last thought: what is told after it is why the run ended
    spoken: data.type === "decision" && !parent ? run.segments.some(({ text }) => text.trim()) : run.spoken,
  }),
  llm_token: (run, data, { seq }) => addToken(run, data, seq),
  model_call: () => ({ reasoningNow: null }),
  tool_start: (run, data, { parent }) => ({
    ...(parent ? {} : endRemark(run)),
    tools: { ...run.tools, [data.id]: { ...data, status: "running", fraction: null, note: "", nested: Boolean(parent) } },
    phases: data.id in run.tools ? run.phases : addItem(run, { kind: "tool", id: data.id }, null),
  }),
  tool_progress: (run, data) => patchTool(run, data.id, { fraction: data.fraction, note: data.note ?? "" }),
  tool_end: (run, data) => patchTool(run, data.id, {
    status: data.status, ms: data.duration_ms, result: data.result, error: data.error, fraction: null,
  }),
  next_step: (run, data) => ({ nextStep: data.suggested_next_step }),
  artifact: (run, data, { seq }) => ({
    artifacts: [...run.artifacts.filter((artifact) => artifact.id !== data.id), { ...data, seq }],
  }),
  confirmation_required: (run, data) => ({
    proposals: [
      ...run.proposals.filter((entry) => entry.proposal !== data.proposal),
      { proposal: data.proposal, expires_at: data.expires_at, calls: data.calls ?? [], state: "open" },
    ],
  }),
  confirmation_resolved: (run, data) => ({
    proposals: run.proposals.map((entry) => (entry.proposal === data.proposal ? { ...entry, state: data.decision } : entry)),
  }),
  run_paused: (run, data, { at }) => ({
    ...(run.segments.at(-1).answer ? patchSegment(run, { proposes: true }) : {}), // what its card shows with buttons
    status: "awaiting_confirmation", paused: data.reason ?? "", phases: stopClock(run.phases, at),
  }),
  run_resumed: (run, data) => ({
    status: "running", paused: null, voided: voidedText(run, data), reasoningNow: null,
  }),
  plan_changed: (run, { artifact, difference }) => ({
    plan: artifact,
    artifacts: isEdit(run) && difference ? run.artifacts.map((each) => (each.id === artifact ? { ...each, payload: { ...each.payload, difference } } : each)) : run.artifacts,
  }),
  notice: (run, data) => ({ notices: [...run.notices, data] }),
  answer: (run, data) => {
    const answer = { text: data.text ?? "", html: data.html ?? "", sources: data.sources ?? [], follow_ups: data.follow_ups ?? [], untraced: data.untraced ?? [], mended: data.mended ?? [] };
    if (run.segments.at(-1).answer) return { segments: [...run.segments, { text: "", marks: [], answer }] };
    return patchSegment(run, { answer });
  },
  error: (run, data) => ({ error: data }),
  run_finished: (run, data, { at }) => {
    const outcome = data.status === "succeeded" ? null : data.status;
    const phases = run.phases.map((phase) => {
      if (phase.state === "active") return closePhase(phase, at, outcome);
      return phase.state === "pending" && !outcome ? { ...phase, state: "done" } : phase;
    });
    const tools = Object.fromEntries(Object.entries(run.tools).map(([id, tool]) =>
      [id, tool.status === "running" ? { ...tool, status: "failed" } : tool]));
    return { status: data.status, metadata: data.metadata ?? {}, finishedAt: at, paused: null, phases, tools };
  },
};

/** The run after `event`; the same object when the event was seen before or leaves a gap. */
export function reduce(run, event) {
  if (order(run, event) !== "next") return run;
  const handler = event.parent && !NESTED.has(event.type) ? null : HANDLERS[event.type];
  const begun = event.seq === 1 && EDITS.has(event.type) ? { ...run, kind: "edit" } : run;
  const known = begun.voided && !event.parent && takesPlace(event) ? discardVoided(begun) : begun;
  return { ...known, ...(handler ? handler(known, event.data ?? {}, event) : {}), seq: event.seq };
}

/** The run that `events`, in order, lead to. */
export const replay = (id, events, known) => events.reduce(reduce, newRun(id, known));

/** Milliseconds spent in a phase at the moment `now` (milliseconds on the server's clock). */
export function phaseElapsed(phase, now) {
  return phase.since === null ? phase.ms : phase.ms + Math.max(0, now - millis(phase.since));
}

/** Milliseconds that a run has worked: the phases' clocks stand still while it waits for a decision. */
export const workedMs = (run, now) => run.phases.reduce((sum, phase) => sum + phaseElapsed(phase, now), 0);

/** The newest artifact of each kind, as `{kind: payload}`; of kinds that may stand side by side (city) all, in order. */
export function latestArtifacts(artifacts) {
  const latest = new Map();
  for (const artifact of artifacts) {
    const key = artifact.kind === "city" ? `city:${artifact.payload?.id ?? artifact.id}` : artifact.kind;
    latest.set(key, artifact);
  }
  return latest;
}
