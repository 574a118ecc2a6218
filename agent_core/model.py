"""The one protocol that every model implements, and the errors it may raise."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from agent_core.messages import Chunk, Message

if TYPE_CHECKING:
    from agent_core.state import AgentState


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """What a model may know of a tool: its name, what it is for, the JSON Schema of its visible arguments."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything a model sees. `temperature` None leaves the model's own default.

    `state`: that of the run, for a model in this process; a client of an endpoint sends nothing of it.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    temperature: float | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    state: AgentState | None = field(default=None, repr=False, compare=False)


class ModelError(Exception):
    """A call of a model failed. `retry_after` (seconds) is how long the endpoint asks to wait.

    `replying`: whether the endpoint had taken the request and was at work on its reply. `code` is one of a few words
    for the kind of failure: an HTTP status as text, "timeout", "connection_error", "stream_interrupted" and the like.
    """

    def __init__(
        self,
        message: str,
        *,
        retryable: bool,
        retry_after: float | None = None,
        replying: bool = False,
        code: str = "",
    ) -> None:
        super().__init__(message)
        self.retryable = retryable
        self.retry_after = retry_after
        self.replying = replying
        self.code = code


class ChatModel(Protocol):
    """A chat model with tool calls, of whatever endpoint."""

    @property
    def name(self) -> str:
        """The name of the model, as in events and notices."""

    def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """Stream the reply in chunks. Raises ModelError."""
        ...


@runtime_checkable
class Closing(Protocol):
    """A model that holds connections."""

    async def aclose(self) -> None:
        """Close the connections of the running event loop."""
        ...


async def close(model: ChatModel) -> None:
    """Close a model's connections, if it holds any."""
    if isinstance(model, Closing):
        await model.aclose()


class WrappedModel:
    """A model around another one, `_model`, whose name it has and whose connections it closes."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._model.name

    async def aclose(self) -> None:
        """Close the wrapped model, if it can be closed."""
        await close(self._model)
