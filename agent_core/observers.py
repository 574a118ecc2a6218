"""Watching a run: callbacks for applications that want a few moments of it, not the whole stream of events.

An observer is called with every event; one that raises is logged and harms nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from agent_core.events import Event, Failure, ModelCalled, RunFinished, RunStarted, Thought, ToolEnded

Observer: TypeAlias = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class ModelHandler:
    """An observer of the calls of models."""

    on_end: Callable[[ModelCalled], None]


@dataclass(frozen=True, slots=True)
class ToolHandler:
    """An observer of the ends of tool calls."""

    on_end: Callable[[ToolEnded], None]


@dataclass(frozen=True, slots=True)
class GraphHandler:
    """An observer of the begin, the end and the failure of runs; None observes nothing."""

    on_start: Callable[[RunStarted], None] | None = None
    on_end: Callable[[RunFinished], None] | None = None
    on_error: Callable[[Failure], None] | None = None


@dataclass(frozen=True, slots=True)
class Callbacks:
    """An observer made of callbacks. `on_thinking(content, elapsed_s)` is called after every step of thought."""

    on_thinking: Callable[[str, float], None] | None = None
    graph: GraphHandler = field(default_factory=GraphHandler)
    model: ModelHandler | None = None
    tool: ToolHandler | None = None

    def __call__(self, event: Event) -> None:
        match event:
            case Thought() if self.on_thinking:
                self.on_thinking(event.content, event.elapsed_s)
            case RunStarted() if self.graph.on_start:
                self.graph.on_start(event)
            case RunFinished() if self.graph.on_end:
                self.graph.on_end(event)
            case Failure() if self.graph.on_error:
                self.graph.on_error(event)
            case ModelCalled() if self.model:
                self.model.on_end(event)
            case ToolEnded() if self.tool:
                self.tool.on_end(event)
            case _:
                pass
