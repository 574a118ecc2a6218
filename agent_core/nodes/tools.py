"""Executes the pending calls: independent ones side by side, results in the order of the calls.

A write is executed only when its owner's decision put it into `approved_calls`; no other way leads there. A call that
asks for consent is staged like a write, and has done nothing.
"""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import chain, groupby
from typing import Any

from agent_core.checkpoint import Checkpoint
from agent_core.events import Artifact, CustomEvent, Event, ToolEnded, ToolProgressed, ToolStarted, ToolStatus
from agent_core.messages import AssistantMessage, HumanMessage, Message, ToolCall
from agent_core.runtime import Execute, Middleware, RunContext, Surface
from agent_core.state import AgentState, Interrupt, ToolOutcome, Update, apply
from agent_core.tools import (
    Interrupted,
    NeedsConsent,
    Shown,
    Tool,
    ToolContext,
    ToolError,
    ToolResult,
    artifact_id,
    checked,
)

PROGRESS_S = 0.2


async def tools(state: AgentState, context: RunContext) -> Update:
    """Run the pending calls in their order, those between two sequential ones side by side.

    A sequential call sees all that the calls before it did, and those behind it see what it did: they wait where it
    needs consent. Each call that ends is kept at once in the run's checkpoint, so that a killed run does not repeat it.
    """
    step = _Step(state, context)

    def is_sequential(call: ToolCall) -> bool:
        tool = context.parts.tools.get(call.name)
        return tool is not None and tool.sequential

    for alone, calls in groupby(state.pending_tool_calls, is_sequential):
        together = list(calls)
        if alone or len(together) == 1:
            for call in together:
                await step.run(call)
        else:
            await asyncio.gather(*map(step.run, together))
        if step.needs_consent:
            break
    return {**step.update(), "step_status": "observing"}


class _Step:
    """The calls of one step: what has come of them so far."""

    def __init__(self, state: AgentState, context: RunContext) -> None:
        self._state, self._context = state, context
        self._done = {outcome.call.id: outcome for outcome in state.outcomes}
        self._waiting: dict[str, tuple[Interrupt, ...]] = {}
        self._staged: dict[str, tuple[ToolCall, str]] = {}

    async def run(self, call: ToolCall) -> None:
        try:
            outcome, events = await _executed(self._state, self._context, call)
        except Interrupted as error:
            self._waiting[call.id] = tuple(Interrupt(id, call.id, error.notice) for id in error.waits_for)
            return
        except NeedsConsent as error:
            self._staged[call.id] = (call, error.summary)
            return
        for event in events:
            self._context.emit(event)
        self._done[call.id] = outcome
        if len(self._done) < len(self._state.pending_tool_calls) + len(self._state.outcomes):
            at_work = apply(self._state, self.update())
            await self._context.parts.checkpointer.save(Checkpoint(self._state.run, "tools", at_work))

    @property
    def needs_consent(self) -> bool:
        return bool(self._staged)

    def update(self) -> Update:
        """The outcomes in the order of the calls, and the calls that are still open."""
        done = list(self._done.values())
        if len(done) > 1:
            order = {call.id: at for at, call in enumerate(self._state.tool_call_history)}
            done.sort(key=lambda outcome: order.get(outcome.call.id, len(order)))
        settled = self._done.keys() | self._staged.keys()
        update: Update = {
            "outcomes": tuple(done),
            "pending_tool_calls": tuple([c for c in self._state.pending_tool_calls if c.id not in settled]),
            "interrupts": tuple(chain.from_iterable(self._waiting.values())),
        }
        if self._staged:
            staged = tuple(call for call, _ in self._staged.values())
            update["staged_writes"] = (*self._state.staged_writes, *staged)
            update["summaries"] = {**self._state.summaries, **{id: text for id, (_, text) in self._staged.items()}}
        return update


async def _executed(state: AgentState, context: RunContext, call: ToolCall) -> tuple[ToolOutcome, list[Event]]:
    """One call, and the events that tell of its end.

    Raises Interrupted, NeedsConsent, and CancelledError on a cancel.
    """
    parts = context.parts
    tool = parts.tools.get(call.name)
    label = tool.describe(call.args, state.locale) if tool else call.name
    if call.id not in context.started_calls:
        context.emit(ToolStarted(call.id, call.name, call.args, label))
    shown: list[Shown] = []
    custom: list[CustomEvent] = []

    async def innermost(current: ToolCall) -> ToolOutcome:
        return await _attempt(state, context, tool, current, shown, custom)

    outcome = await _wrapped(parts.middleware, innermost)(call)
    ended = ToolEnded(call.id, call.name, outcome.status, outcome.duration_ms, outcome.result, outcome.error)
    artifacts = [Artifact(artifact_id(call.id, at), item.kind, item.payload) for at, item in enumerate(shown, 1)]
    return outcome, [ended, *artifacts, *custom]


def _wrapped(middleware: tuple[Middleware, ...], innermost: Execute) -> Execute:
    execute = innermost
    for layer in reversed(middleware):
        execute = _layer(layer, execute)
    return execute


def _layer(layer: Middleware, inner: Execute) -> Execute:
    return lambda call: layer(call, inner)


@dataclass(slots=True)
class _Attempt:
    """One execution of a tool. Once it is over nobody waits for its function, which may still be at work."""

    over: bool = False


async def _attempt(
    state: AgentState,
    context: RunContext,
    tool: Tool | None,
    call: ToolCall,
    shown: list[Shown],
    custom: list[CustomEvent],
) -> ToolOutcome:
    started, attempt = time.monotonic(), _Attempt()
    status: ToolStatus = "failed"
    try:
        tool = _allowed(state, context, tool, call)
        async with asyncio.timeout(tool.timeout_s * (WRITE_PATIENCE if tool.writes else 1)):
            result, text = checked(await _called(state, context, tool, call, attempt))
    except ToolError as error:
        problem = error.as_dict()
        status = "refused" if error.code in REFUSALS else "failed"
    except (Interrupted, NeedsConsent):
        raise
    except TimeoutError:
        status = "timeout"
        problem = {"code": "timeout", "message": f"{call.name} took longer than {tool.timeout_s if tool else 0:g} s"}
    except Exception as error:
        context.parts.on_tool_crash(call, error)
        problem = {"code": "tool_failed", "message": f"{call.name} failed: {type(error).__name__}"}
    else:
        shown.extend(result.shown)
        custom.extend(result.events)
        return ToolOutcome(
            call,
            "success",
            _ms(started),
            _text(call, result, text),
            result=result.value,
            outcome=result.outcome,
            final=tool.final if result.final is None else result.final,
            reply=result.reply,
            sources=tuple(map(asdict, result.sources)),
        )
    finally:
        attempt.over = True
    text = json.dumps({"error": problem}, ensure_ascii=False)
    return ToolOutcome(call, status, _ms(started), text, error=problem, outcome=str(problem["code"]))


def _text(call: ToolCall, result: ToolResult, text: str) -> str:
    """What the model reads: the value's text, with the ids under which what was shown can be referred to."""
    if not (result.shown and isinstance(result.value, dict)):
        return text
    artifacts = [{"id": artifact_id(call.id, at), "kind": item.kind} for at, item in enumerate(result.shown, 1)]
    return json.dumps({**result.value, "artifacts": artifacts}, ensure_ascii=False)


# What a write did is only known at its end: it is waited for so many times its limit before it counts as lost.
WRITE_PATIENCE = 10
REFUSALS = frozenset({"unknown_tool", "invalid_arguments", "out_of_order", "needs_confirmation", "unavailable"})


def _allowed(state: AgentState, context: RunContext, tool: Tool | None, call: ToolCall) -> Tool:
    """The tool, if this call may be executed now. Raises ToolError."""
    parts = context.parts
    if tool is None:
        names = list(parts.tools.names)
        raise ToolError("unknown_tool", f"there is no tool {call.name}; there are: {', '.join(names)}", tools=names)
    if call.broken:
        raise ToolError("invalid_arguments", "the arguments are no JSON object", expected=_fields(tool))
    if tool.writes and call not in state.approved_calls:
        raise ToolError("needs_confirmation", f"{call.name} is only executed after its owner's confirmation")
    if missing := parts.workflow.missing_before(call.name, state.tool_result_history):
        raise ToolError("out_of_order", f"{call.name} needs {missing} to succeed first", requires=missing)
    return tool


async def _called(state: AgentState, context: RunContext, tool: Tool, call: ToolCall, attempt: _Attempt) -> Any:
    """Run the function, in a thread if it is a plain one, through the journal if it writes."""
    values = tool.validated(call.args, context.injected)
    bound = tool.bind(values, _tool_context(state, context, tool, call, attempt) if tool.context_parameter else None)
    if tool.writes:
        return await context.parts.journal.execute_once(state.run, call.id, bound)
    return await bound() if tool.is_async else await context.parts.run_sync(bound)


def _tool_context(state: AgentState, context: RunContext, tool: Tool, call: ToolCall, attempt: _Attempt) -> ToolContext:
    return ToolContext(
        run=state.run,
        call_id=call.id,
        locale=state.locale,
        progress=_progress(context, call),
        cancelled=lambda: attempt.over or context.cancel.when == "immediate",
        injected=context.injected,
        history=_conversation(state) if tool.wants_history else (),
        results=lambda name: _results(state, name),
        nested=Surface(context, state, call.id),
        is_approved=call in state.approved_calls,
    )


def _conversation(state: AgentState) -> tuple[Message, ...]:
    """Human messages and final answers: intermediate calls are noise to a tool."""
    return tuple(
        m
        for m in state.messages
        if isinstance(m, HumanMessage) or (isinstance(m, AssistantMessage) and not m.tool_calls)
    )


def _results(state: AgentState, tool: str) -> tuple[Any, ...]:
    done = (o for o in state.tool_result_history if o.call.name == tool and o.status == "success")
    return tuple(outcome.result for outcome in done)


def _progress(context: RunContext, call: ToolCall) -> Callable[[float, str], None]:
    """Return a progress function that is safe to call from the tool's own thread; it emits an event every PROGRESS_S,
    and when its note changes.
    """
    loop = asyncio.get_running_loop()
    reported_at, reported = 0.0, ""

    def report(fraction: float, note: str = "") -> None:
        nonlocal reported_at, reported
        now = time.monotonic()
        if note == reported and now - reported_at < PROGRESS_S:
            return
        reported_at, reported = now, note
        event = ToolProgressed(call.id, round(min(1.0, max(0.0, fraction)), 3), note)
        loop.call_soon_threadsafe(context.emit, event)

    return report


def _fields(tool: Tool) -> list[str]:
    return sorted(tool.parameters.get("properties", {}))


def _ms(since: float) -> int:
    return round((time.monotonic() - since) * 1000)
