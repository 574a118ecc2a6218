"""The spans of a run by OpenTelemetry's conventions for generative AI, made of the run's events.

https://github.com/open-telemetry/semantic-conventions-genai: `invoke_agent`, `chat` and `execute_tool`. Each request to
a model is a span of its own, a failed attempt among them, since it is the agent that tries again. What the conventions
have no name for is under `travelagent.*`.
"""

import logging
import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from opentelemetry.context import Context
from opentelemetry.trace import (
    Span,
    SpanKind,
    Status,
    StatusCode,
    Tracer,
    format_span_id,
    format_trace_id,
    set_span_in_context,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from agent_core.agent import Agent
from agent_core.events import (
    Answer,
    Event,
    Failure,
    ModelCalled,
    Notice,
    RunFinished,
    RunPaused,
    RunResumed,
    RunStarted,
    ToolEnded,
    ToolStarted,
)
from agent_core.messages import HumanMessage, ToolCall
from agent_core.runtime import Execute, Sink
from agent_core.state import ToolOutcome
from travelagent.chat.models import Run
from travelagent.chat.tracing import AGENT
from travelagent.chat.tracing.calls import ModelCall, WatchedModel
from travelagent.chat.tracing.content import answer_text, input_text, output_text, value_text
from travelagent.chat.tracing.providers import target_of

Attributes: TypeAlias = dict[str, str | int | float | bool | list[str]]

LOOP = ""
"""The scope of what the agent itself does; the scope of what happens inside a tool's call is the call's id."""
OTHER = "_OTHER"
"""The conventions' `error.type` where nothing better is known."""
MS = 1_000_000
# How a segment ended without an event of its own: handed over to another process, or taken over by one.
INTERRUPTED = "interrupted"

_propagator = TraceContextTextMapPropagator()
_call_at_work: ContextVar[str] = ContextVar("call_at_work", default=LOOP)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Request:
    """The facts of one request to a model for a span `chat`; times in nanoseconds since the epoch, `attempt` from 1."""

    model: str
    began: int
    ended: int
    tokens: Mapping[str, int]
    finish: str
    error: str
    attempt: int = 1
    call: ModelCall | None = None


class RunTrace:
    """The spans of one segment of a run, on the loop that the run lives on.

    A fault of tracing is logged once, and the rest of the segment is not traced.
    """

    def __init__(self, tracer: Tracer, run: Run, *, content: bool) -> None:
        self._tracer, self._run, self._content = tracer, run, content
        self._broken = False
        self._root = self._start_root()
        context = self._root.get_span_context()
        self.traceparent = run.traceparent or _traceparent(self._root)
        self.log_fields = {"trace_id": format_trace_id(context.trace_id), "span_id": format_span_id(context.span_id)}
        self._tools: dict[str, Span] = {}
        self._calls: dict[str, list[ModelCall]] = {}
        self._fell_back_from: dict[str, str] = {}
        self._last_model: dict[str, str] = {}
        self._tokens: dict[str, int] = {}
        self._failure = ""
        self._ended = 0
        self._status = INTERRUPTED
        self._handlers: Mapping[type, Callable[[Any, str], None]] = {
            RunStarted: self._run_started,
            RunResumed: self._run_resumed,
            ModelCalled: self._model_called,
            ToolStarted: self._tool_started,
            ToolEnded: self._tool_ended,
            Notice: self._noticed,
            Answer: self._answered,
            Failure: self._failed,
            RunPaused: self._run_paused,
            RunFinished: self._run_finished,
        }

    def sink(self, sink: Sink) -> Sink:
        """Return a sink that traces the events which it passes on."""
        return _TracedSink(sink, self)

    def watch(self, agent: Agent) -> Agent:
        """Return the agent with its models watched, so that their calls become spans."""
        parts = agent.parts
        return Agent(
            replace(
                parts,
                model=WatchedModel(parts.model, self._keep),
                stand_ins=tuple(WatchedModel(model, self._keep) for model in parts.stand_ins),
                middleware=(_noting_the_call, *parts.middleware),
            )
        )

    def observe(self, event: Event, parent: str) -> None:
        """Trace an event; `parent` is the call inside which a nested agent emitted it."""
        handler = self._handlers.get(event.__class__)
        if handler is not None:
            self._safely(handler, event, parent)

    def end(self) -> None:
        """End the span of the run, and those still open in it."""
        self._safely(self._end)

    def _safely(self, work: Callable[..., None], *arguments: Any) -> None:
        """Keep what goes wrong with tracing from the run."""
        if self._broken:
            return
        try:
            work(*arguments)
        except Exception:
            self._broken = True
            log.exception("a run is traced no further")

    def _end(self) -> None:
        for scope in list(self._calls):
            self._flush(scope)
        for span in self._tools.values():
            span.end()
        self._root.set_attribute("travelagent.run.status", self._status)
        self._root.set_attributes(_usage(self._tokens))
        self._root.end(self._ended or None)

    def _start_root(self) -> Span:
        """Start the segment's span: below the first segment's in the same trace, if there was one."""
        run, target = self._run, target_of(self._run.model)
        attributes: Attributes = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": AGENT,
            "gen_ai.provider.name": target.provider,
            "gen_ai.request.model": target.model,
            "gen_ai.conversation.id": run.session_id,
            "travelagent.run.id": run.pk,
        }
        first = _propagator.extract({"traceparent": run.traceparent}, Context())
        return self._tracer.start_span(f"invoke_agent {AGENT}", first, attributes=attributes)

    def _run_started(self, event: RunStarted, parent: str) -> None:
        target = target_of(event.model)
        self._root.set_attributes({"gen_ai.provider.name": target.provider, "gen_ai.request.model": target.model})
        if self._content:
            self._root.set_attribute("gen_ai.input.messages", input_text([HumanMessage(event.message)]))

    def _run_resumed(self, event: RunResumed, parent: str) -> None:
        """Tell why the segment began; the events of a retry and of a mended answer come in its middle."""
        if event.reason not in ("retry", "mended"):
            self._root.set_attribute("travelagent.run.resumed", event.reason)

    def _run_paused(self, event: RunPaused, parent: str) -> None:
        self._status, self._ended = event.reason, time.time_ns()

    def _run_finished(self, event: RunFinished, parent: str) -> None:
        self._status, self._ended = event.status, time.time_ns()
        if event.status == "failed":
            _mark_failed(self._root, self._failure or OTHER)

    def _failed(self, event: Failure, parent: str) -> None:
        self._failure = event.code

    def _answered(self, event: Answer, parent: str) -> None:
        if self._content:
            self._root.set_attribute("gen_ai.output.messages", answer_text(event.text))

    def _noticed(self, event: Notice, parent: str) -> None:
        if event.code == "fallback_model":
            self._fell_back_from[parent] = self._last_model.get(parent, "")

    def _tool_started(self, event: ToolStarted, parent: str) -> None:
        self._tools[event.id] = self._start_tool(event.id, event.tool, parent, time.time_ns())
        if self._content:
            self._tools[event.id].set_attribute("gen_ai.tool.call.arguments", value_text(event.args))

    def _tool_ended(self, event: ToolEnded, parent: str) -> None:
        now = time.time_ns()
        span = self._tools.get(event.id)
        if span is None:  # another process published its start
            span = self._tools[event.id] = self._start_tool(event.id, event.tool, parent, now - event.duration_ms * MS)
        self._flush(event.id)
        span.set_attribute("travelagent.tool.status", event.status)
        if event.status != "success":
            _mark_failed(span, str((event.error or {}).get("code", event.status)))
        elif self._content:
            span.set_attribute("gen_ai.tool.call.result", value_text(event.result))
        del self._tools[event.id]
        span.end(now)

    def _start_tool(self, id: str, name: str, parent: str, began: int) -> Span:
        attributes: Attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": name,
            "gen_ai.tool.call.id": id,
            "gen_ai.tool.type": "function",
        }
        return self._tracer.start_span(
            f"execute_tool {name}", self._scope(parent), attributes=attributes, start_time=began
        )

    def _model_called(self, event: ModelCalled, parent: str) -> None:
        kept = self._calls.get(parent)
        call = kept.pop() if kept and kept[-1].model == event.model else None
        failed = event.finish_reason == "error"
        ended = time.time_ns()
        request = _Request(
            model=event.model,
            began=call.began if call else ended - event.latency_ms * MS,
            ended=call.ended if call else ended,
            tokens=event.tokens,
            finish="" if failed else event.finish_reason,
            error=call.error if call else OTHER if failed else "",
            attempt=event.attempt,
            call=call,
        )
        self._trace_request(request, parent)

    def _keep(self, call: ModelCall) -> None:
        """Keep a model's call until its event comes, or the tool is over that made it without one."""
        self._calls.setdefault(_call_at_work.get(), []).append(call)

    def _flush(self, scope: str) -> None:
        """Trace the calls of models without an event."""
        for call in self._calls.pop(scope, ()):
            tokens = asdict(call.usage)
            request = _Request(call.model, call.began, call.ended, tokens, call.finish, call.error, call=call)
            self._trace_request(request, scope)

    def _trace_request(self, request: _Request, scope: str) -> None:
        target, call = target_of(request.model), request.call
        attributes: Attributes = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": target.provider,
            "gen_ai.request.model": target.model,
            "gen_ai.request.stream": True,
            "gen_ai.conversation.id": self._run.session_id,
            "travelagent.model.attempt": request.attempt,
            **_usage(request.tokens),
        }
        if target.host:
            attributes |= {"server.address": target.host, "server.port": target.port}
        if request.finish:
            attributes["gen_ai.response.finish_reasons"] = [request.finish]
        if fallen := self._fell_back_from.pop(scope, ""):
            attributes["travelagent.model.fallback_from"] = target_of(fallen).model
        if call is not None and call.first_chunk:
            attributes["gen_ai.response.time_to_first_chunk"] = (call.first_chunk - call.began) / 1e9
        if call is not None and self._content:
            attributes["gen_ai.input.messages"] = input_text(call.request.messages)
            attributes["gen_ai.output.messages"] = output_text(call)
        kind = SpanKind.CLIENT if target.host else SpanKind.INTERNAL
        name = f"chat {target.model}"
        span = self._tracer.start_span(name, self._scope(scope), kind, attributes, start_time=request.began)
        if request.error:
            _mark_failed(span, request.error)
        span.end(request.ended)
        self._last_model[scope] = request.model
        for kind_of_token, count in request.tokens.items():
            self._tokens[kind_of_token] = self._tokens.get(kind_of_token, 0) + count

    def _scope(self, call: str) -> Context:
        """Return the context of a tool's call, or of the run."""
        return set_span_in_context(self._tools.get(call, self._root), Context())


class _TracedSink:
    """Passes events on, then traces them."""

    def __init__(self, sink: Sink, trace: RunTrace) -> None:
        self._sink, self._trace = sink, trace

    def emit(self, event: Event, parent: str = "") -> None:
        self._sink.emit(event, parent)
        self._trace.observe(event, parent)

    def mark(self) -> int:
        return self._sink.mark()

    async def commit(self) -> None:
        await self._sink.commit()


async def _noting_the_call(call: ToolCall, execute: Execute) -> ToolOutcome:
    """Note which call is at work for the models that it asks."""
    token = _call_at_work.set(call.id)
    try:
        return await execute(call)
    finally:
        _call_at_work.reset(token)


def _traceparent(span: Span) -> str:
    """Return a span's context in the form of W3C Trace Context."""
    carrier: dict[str, str] = {}
    _propagator.inject(carrier, set_span_in_context(span, Context()))
    return carrier["traceparent"]


def _usage(tokens: Mapping[str, int]) -> Attributes:
    """Return the counts of tokens as attributes; none where the model's endpoint counts nothing."""
    if not any(tokens.values()):
        return {}
    counts: Attributes = {
        "gen_ai.usage.input_tokens": tokens.get("prompt", 0),
        "gen_ai.usage.output_tokens": tokens.get("completion", 0),
    }
    if cached := tokens.get("cached", 0):
        counts["gen_ai.usage.cache_read.input_tokens"] = cached
    return counts


def _mark_failed(span: Span, error: str) -> None:
    """Mark a span as failed by a kind of error; its message may hold a user's text, and is left out."""
    span.set_attribute("error.type", error)
    span.set_status(Status(StatusCode.ERROR))
