"""Executes the pending calls: independent ones side by side, results in the order of the calls.

A write is executed only when its owner's decision put it into `approved_calls`; no other way leads there.
"""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from agent_core.events import Artifact, ToolEnded, ToolProgressed, ToolStarted, ToolStatus
from agent_core.messages import AssistantMessage, HumanMessage, Message, ToolCall
from agent_core.runtime import Execute, Middleware, RunContext
from agent_core.state import AgentState, ToolOutcome, Update
from agent_core.tools import Shown, Tool, ToolContext, ToolError, ToolResult, as_result


async def tools(state: AgentState, context: RunContext) -> Update:
    async def run(call: ToolCall) -> ToolOutcome:
        return await _executed(state, context, call)

    side_by_side: list[ToolCall] = []
    outcomes: dict[str, ToolOutcome] = {}
    for call in state.pending_tool_calls:
        tool = context.parts.tools.get(call.name)
        if tool is not None and tool.sequential:
            outcomes[call.id] = await run(call)
        else:
            side_by_side.append(call)
    for outcome in await asyncio.gather(*map(run, side_by_side)):
        outcomes[outcome.call.id] = outcome
    return {
        "outcomes": tuple(outcomes[call.id] for call in state.pending_tool_calls),
        "pending_tool_calls": (),
        "step_status": "observing",
    }


async def _executed(state: AgentState, context: RunContext, call: ToolCall) -> ToolOutcome:
    """One call from start to end, its events included. Never raises but for a cancel."""
    parts = context.parts
    tool = parts.tools.get(call.name)
    label = tool.describe(call.args, state.locale) if tool else call.name
    context.emit(ToolStarted(call.id, call.name, call.args, label))
    shown: list[Shown] = []

    async def innermost(current: ToolCall) -> ToolOutcome:
        return await _attempt(state, context, tool, current, shown)

    outcome = await _wrapped(parts.middleware, innermost)(call)
    context.emit(ToolEnded(call.id, call.name, outcome.status, outcome.duration_ms, outcome.result, outcome.error))
    for position, item in enumerate(shown, 1):
        context.emit(Artifact(f"{call.id}_a{position}", item.kind, item.payload))
    return outcome


def _wrapped(middleware: tuple[Middleware, ...], innermost: Execute) -> Execute:
    execute = innermost
    for layer in reversed(middleware):
        execute = _layer(layer, execute)
    return execute


def _layer(layer: Middleware, inner: Execute) -> Execute:
    return lambda call: layer(call, inner)


async def _attempt(
    state: AgentState, context: RunContext, tool: Tool | None, call: ToolCall, shown: list[Shown]
) -> ToolOutcome:
    started = time.monotonic()
    status: ToolStatus = "failed"
    try:
        tool = _allowed(state, context, tool, call)
        async with asyncio.timeout(tool.timeout_s):
            result = await _called(state, context, tool, call)
    except ToolError as error:
        problem = error.as_dict()
        status = "refused" if error.code in REFUSALS else "failed"
    except TimeoutError:
        status = "timeout"
        problem = {"code": "timeout", "message": f"{call.name} took longer than {tool.timeout_s if tool else 0:g} s"}
    except Exception as error:
        context.parts.on_tool_crash(call, error)
        problem = {"code": "tool_failed", "message": f"{call.name} failed: {type(error).__name__}"}
    else:
        shown.extend(result.shown)
        return ToolOutcome(
            call,
            "success",
            _ms(started),
            json.dumps(result.value, ensure_ascii=False),
            result=result.value,
            outcome=result.outcome,
            final=tool.final if result.final is None else result.final,
            reply=result.reply,
            sources=tuple(asdict(source) for source in result.sources),
        )
    text = json.dumps({"error": problem}, ensure_ascii=False)
    return ToolOutcome(call, status, _ms(started), text, error=problem, outcome=str(problem["code"]))


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


async def _called(state: AgentState, context: RunContext, tool: Tool, call: ToolCall) -> ToolResult:
    """Run the function, in a thread if it is a plain one, through the journal if it writes."""
    values = tool.validated(call.args, context.injected)
    bound = tool.bind(values, _tool_context(state, context, tool, call))

    async def once() -> Any:
        return await bound() if tool.is_async else await context.parts.run_sync(bound)

    value = await context.parts.journal.execute_once(call.id, once) if tool.writes else await once()
    return as_result(value)


def _tool_context(state: AgentState, context: RunContext, tool: Tool, call: ToolCall) -> ToolContext:
    return ToolContext(
        run=state.run,
        call_id=call.id,
        locale=state.locale,
        progress=_progress(context, call),
        cancelled=lambda: context.cancel.when == "immediate",
        injected=context.injected,
        history=_conversation(state) if tool.wants_history else (),
    )


def _conversation(state: AgentState) -> tuple[Message, ...]:
    """Human messages and final answers: intermediate calls are noise to a tool."""
    return tuple(
        m
        for m in state.messages
        if isinstance(m, HumanMessage) or (isinstance(m, AssistantMessage) and not m.tool_calls)
    )


def _progress(context: RunContext, call: ToolCall) -> Callable[[float, str], None]:
    """A progress call that is safe from the tool's own thread."""
    loop = asyncio.get_running_loop()

    def report(fraction: float, note: str = "") -> None:
        event = ToolProgressed(call.id, round(min(1.0, max(0.0, fraction)), 3), note)
        loop.call_soon_threadsafe(context.emit, event)

    return report


def _fields(tool: Tool) -> list[str]:
    return sorted(tool.parameters.get("properties", {}))


def _ms(since: float) -> int:
    return round((time.monotonic() - since) * 1000)
