"""Watches the models of an agent for what the event of a call does not carry.

That is the request, the reply's words, the first chunk's time, the kind of a failure, and the calls that a tool makes
by itself.
"""

import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from agent_core.messages import Chunk, Finish, ReasoningDelta, TextDelta, ToolCallDelta, Usage
from agent_core.model import ChatModel, ModelError, ModelRequest, WrappedModel


@dataclass(slots=True)
class ModelCall:
    """One request to a model and what came of it. Times in nanoseconds since the epoch; `first_chunk` 0 without one."""

    model: str
    request: ModelRequest
    began: int = field(default_factory=time.time_ns)
    first_chunk: int = 0
    ended: int = 0
    error: str = ""
    finish: str = ""
    usage: Usage = field(default_factory=Usage)
    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    tool_calls: list[ToolCallDelta] = field(default_factory=list)

    def take(self, chunk: Chunk) -> None:
        """Keep what a chunk of the reply brings."""
        if not self.first_chunk:
            self.first_chunk = time.time_ns()
        match chunk:
            case TextDelta(text=text):
                self.text.append(text)
            case ReasoningDelta(text=text):
                self.reasoning.append(text)
            case ToolCallDelta():
                self.tool_calls.append(chunk)
            case Usage():
                self.usage = chunk
            case Finish(reason=reason):
                self.finish = reason
            case _:
                pass


class WatchedModel(WrappedModel):
    """A model whose calls are handed to `ended` when they are over, however they end."""

    def __init__(self, model: ChatModel, ended: Callable[[ModelCall], None]) -> None:
        super().__init__(model)
        self._ended = ended

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """Stream the reply in chunks. Raises ModelError."""
        call = ModelCall(self._model.name, request)
        try:
            async for chunk in self._model.stream(request):
                call.take(chunk)
                yield chunk
        except Exception as error:
            call.error = _error_type(error)
            raise
        finally:
            call.ended = time.time_ns()
            self._ended(call)


def _error_type(error: Exception) -> str:
    """Return the code of a model's failure, else the name of its class."""
    return (error.code if isinstance(error, ModelError) else "") or type(error).__name__
