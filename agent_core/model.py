"""The one protocol that every model implements, and the errors it may raise."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from agent_core.messages import Chunk, Message


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """What a model may know of a tool: its name, what it is for, the JSON Schema of its visible arguments."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything a model sees. `temperature` None leaves the model's own default."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    temperature: float | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


class ModelError(Exception):
    """A call of a model failed. `retry_after` (seconds) is the endpoint's own wish.

    `replying` says that the endpoint had taken the request and was at work on its reply. `code` is one of a few words
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
    @property
    def name(self) -> str: ...

    def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """The reply in chunks. Raises ModelError."""
        ...


@runtime_checkable
class Closing(Protocol):
    """A model that holds connections."""

    async def aclose(self) -> None:
        """Give the connections of this loop back."""
        ...


async def close(model: ChatModel) -> None:
    """Give a model's connections back, where it holds any."""
    if isinstance(model, Closing):
        await model.aclose()


class WrappedModel:
    """A model around another one, `_model`, whose name it has and whose connections it gives back."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def aclose(self) -> None:
        await close(self._model)
