"""Traces runs by OpenTelemetry's conventions for generative AI, where the settings ask for it.

A segment of a run, from its start or resumption to its end or next pause, is a span `invoke_agent TravelAgent`; its
model calls and tool calls are spans below it, made of the run's events with explicit times. OpenTelemetry is imported
by `start` alone: in the process that works runs off, after it has forked, and never without tracing.
"""

import logging
import threading
from collections.abc import Mapping
from typing import Protocol

from django.conf import settings

from agent_core.agent import Agent
from agent_core.runtime import Sink
from travelagent.chat.models import Run

AGENT = "TravelAgent"
FLUSH_S = 5.0
"""So long a stop waits for the collector to take the last spans."""

log = logging.getLogger(__name__)


class Trace(Protocol):
    """The trace of one segment of a run. None of its methods raises what goes wrong with tracing."""

    @property
    def traceparent(self) -> str:
        """The run's first span in the form of W3C Trace Context; empty where the run is not traced."""
        ...

    @property
    def log_fields(self) -> Mapping[str, str]:
        """What each log line of the run carries."""
        ...

    def sink(self, sink: Sink) -> Sink:
        """Return a sink that traces what is emitted, and passes it on."""
        ...

    def watch(self, agent: Agent) -> Agent:
        """Return the agent with its models and tools watched for what events do not carry."""
        ...

    def end(self) -> None:
        """End every span that is still open."""
        ...


class Tracing(Protocol):
    """Makes traces and exports them."""

    def begin(self, run: Run) -> Trace:
        """Return the trace of a run that begins or goes on."""

    def shut_down(self) -> None:
        """Export what is left, and end."""
        ...


class Untraced:
    """The trace of a run that is not traced."""

    traceparent = ""
    log_fields: Mapping[str, str] = {}

    def sink(self, sink: Sink) -> Sink:
        """Return the sink unchanged."""
        return sink

    def watch(self, agent: Agent) -> Agent:
        """Return the agent unchanged."""
        return agent

    def end(self) -> None:
        """Do nothing."""
        pass


_tracing: Tracing | None = None


def start() -> None:
    """Begin to trace runs in this process, if the settings say so; call it after the last fork."""
    global _tracing
    if settings.TRACING and _tracing is None:
        from travelagent.chat.tracing.export import OtlpTracing

        _tracing = OtlpTracing(content=settings.TRACED_CONTENT)


def stop() -> None:
    """Export what is left, for at most FLUSH_S, and trace no more."""
    global _tracing
    if _tracing is None:
        return
    # The exporter retries for longer than a stop may take.
    flushing = threading.Thread(target=_tracing.shut_down, name="flush-spans", daemon=True)
    _tracing = None
    flushing.start()
    flushing.join(FLUSH_S)
    if flushing.is_alive():
        log.warning("the collector did not take the last spans in time")


def begin(run: Run) -> Trace:
    """Open the trace of a run's next segment."""
    if _tracing is not None:
        try:
            return _tracing.begin(run)
        except Exception:  # whatever it is, the run goes on
            log.exception("a run cannot be traced", extra={"run": run.pk})
    return Untraced()
