"""Language-model servers on this machine: the models that they have, and how each is to be asked.

Ollama is asked by its own interface, LM Studio, llama.cpp, vLLM and others by OpenAI's list of models. What comes back
is bounded in size and time and validated; any other service on a port yields nothing. Requests ignore the environment's
proxies, and no redirect is followed.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

import httpx
from pydantic import BaseModel, Field, PositiveInt, ValidationError

from agent_core.model import ModelError

CONNECT_S: Final = 0.3
PROBE_S: Final = 1.0
"""The longest that a port is asked for its models."""
DESCRIBE_S: Final = 5.0
LOAD_S: Final = 120.0
"""The longest that Ollama may take to load a model into memory."""
MOST_BYTES: Final = 1_000_000
MOST_MODELS: Final = 100

NAME: Final = r"[A-Za-z0-9./~][A-Za-z0-9._:/\\@+~-]{0,87}"
"""A model's name that may stand in a stored id and in an answer's Markdown; models with other names are left out."""
_NO_CHAT: Final = re.compile(
    r"(?<![a-z])(embed(ding)?s?|nomic-bert|(all-)?minilm|bge|gte|e5|rerank(er)?|whisper|tts)(?![a-z])", re.IGNORECASE
)
_NUM_CTX: Final = re.compile(r"^num_ctx\s+(\d{1,9})\s*$", re.MULTILINE)

Protocol = Literal["ollama", "openai"]
PROVIDERS: Final[Mapping[Protocol, str]] = {"ollama": "Ollama", "openai": "OpenAI-compatible"}


@dataclass(frozen=True, slots=True)
class Listing:
    """The chat models that a server has, by its own names."""

    protocol: Protocol
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Traits:
    """How a model is to be asked: its context window in tokens, None where the server does not report it, and whether
    it calls tools.
    """

    window: int | None = None
    tools: bool = True


class _Details(BaseModel):
    family: str | None = None


class _Tag(BaseModel):
    name: str
    remote_host: str | None = None
    capabilities: list[str] | None = None
    details: _Details | None = None

    @property
    def is_chat(self) -> bool:
        """Whether it runs here and writes text: Ollama also lists models of its cloud, and those for embeddings."""
        family = (self.details and self.details.family) or ""
        writes = "completion" in self.capabilities if self.capabilities else not family.endswith("bert")
        return writes and not self.remote_host and _is_chat_name(self.name)


class _Tags(BaseModel):
    """Ollama's list. llama.cpp imitates it, with OpenAI's list in `data`."""

    models: list[_Tag]
    data: Any = None


class _Meta(BaseModel):
    n_ctx: PositiveInt | None = None


class _Entry(BaseModel):
    id: str
    max_model_len: PositiveInt | None = None
    meta: _Meta | None = None

    @property
    def window(self) -> int | None:
        return self.max_model_len or (self.meta.n_ctx if self.meta else None)


class _Entries(BaseModel):
    data: list[_Entry]


class _Shown(BaseModel):
    capabilities: list[str] | None = None
    parameters: str | None = None


class _Loaded(BaseModel):
    name: str
    context_length: PositiveInt | None = None


class _LoadedModels(BaseModel):
    models: list[_Loaded]


class _LoadAnswer(BaseModel):
    done: bool = False


class _StudioEntry(BaseModel):
    id: str
    loaded_context_length: PositiveInt | None = None


class _StudioEntries(BaseModel):
    data: list[_StudioEntry] = Field(max_length=1_000)


T = TypeVar("T", bound=BaseModel)


async def list_models(ports: Sequence[int]) -> dict[int, Listing]:
    """Return what the servers on these loopback ports have, in the order of the ports; other services are left out."""
    async with _client() as client:
        listings = await asyncio.gather(*(_listing_or_none(client, port) for port in ports))
    return {port: listing for port, listing in zip(ports, listings, strict=True) if listing and listing.models}


async def describe_model(port: int, model: str) -> Traits:
    """Return how a model of the server on this port is to be asked; Ollama loads it for that.

    Raises ModelError when no server answers, and, not to be retried, when it does not have the model.
    """
    with _unreachable():
        async with asyncio.timeout(LOAD_S + DESCRIBE_S), _client() as client:
            listing = await _listing(client, port)
            if listing is None or model not in listing.models:
                raise ModelError("the server on this machine does not have the model", retryable=False)
            return await (_ollama_traits if listing.protocol == "ollama" else _openai_traits)(client, port, model)


def _client() -> httpx.AsyncClient:
    # Plain HTTP on the loopback: no certificates are needed, and loading them takes longer than the request.
    return httpx.AsyncClient(
        timeout=httpx.Timeout(DESCRIBE_S, connect=CONNECT_S),
        headers={"accept": "application/json", "accept-encoding": "identity"},
        trust_env=False,
        verify=False,
    )


@contextmanager
def _unreachable() -> Iterator[None]:
    """Raise ModelError in place of the client's errors."""
    try:
        yield
    except (httpx.HTTPError, TimeoutError):
        raise ModelError("the server on this machine cannot be reached", retryable=True) from None


async def _listing_or_none(client: httpx.AsyncClient, port: int) -> Listing | None:
    try:
        async with asyncio.timeout(PROBE_S):
            return await _listing(client, port)
    except (httpx.HTTPError, TimeoutError):
        return None


async def _listing(client: httpx.AsyncClient, port: int) -> Listing | None:
    """Return the models of a port, None for another service. Raises httpx.HTTPError where nobody answers."""
    tags = await _ask(client, "GET", port, "/api/tags", _Tags)
    if tags is not None and tags.data is None:
        return Listing("ollama", tuple(tag.name for tag in tags.models if tag.is_chat)[:MOST_MODELS])
    entries = await _ask(client, "GET", port, "/v1/models", _Entries)
    if entries is None:
        return None
    names = dict.fromkeys(entry.id for entry in entries.data if _is_chat_name(entry.id))
    return Listing("openai", tuple(names)[:MOST_MODELS])


async def _ollama_traits(client: httpx.AsyncClient, port: int, model: str) -> Traits:
    """Return what Ollama reports of a model. The window is that with which it is loaded, far below what it could be."""
    shown = await _ask(client, "POST", port, "/api/show", _Shown, {"model": model}) or _Shown()
    tools = shown.capabilities is None or "tools" in shown.capabilities
    if own := _NUM_CTX.search(shown.parameters or ""):
        return Traits(int(own[1]) or None, tools)
    window = await _loaded_window(client, port, model)
    if window is None:
        await _ask(client, "POST", port, "/api/generate", _LoadAnswer, {"model": model, "stream": False}, LOAD_S)
        window = await _loaded_window(client, port, model)
    return Traits(window, tools)


async def _loaded_window(client: httpx.AsyncClient, port: int, model: str) -> int | None:
    loaded = await _ask(client, "GET", port, "/api/ps", _LoadedModels) or _LoadedModels(models=[])
    return next((each.context_length for each in loaded.models if each.name == model), None)


async def _openai_traits(client: httpx.AsyncClient, port: int, model: str) -> Traits:
    """Return the window that vLLM and llama.cpp tell in the list of models, LM Studio in a list of its own."""
    entries = await _ask(client, "GET", port, "/v1/models", _Entries) or _Entries(data=[])
    entry = next((each for each in entries.data if each.id == model), None)
    window = entry.window if entry else None
    if window is None:
        studio = await _ask(client, "GET", port, "/api/v0/models", _StudioEntries) or _StudioEntries(data=[])
        window = next((each.loaded_context_length for each in studio.data if each.id == model), None)
    return Traits(window)


async def _ask(
    client: httpx.AsyncClient,
    method: Literal["GET", "POST"],
    port: int,
    path: str,
    shape: type[T],
    body: Mapping[str, Any] | None = None,
    timeout_s: float = DESCRIBE_S,
) -> T | None:
    """Return the answer in this shape, None where it has another one. Raises httpx.HTTPError where nobody answers."""
    url, timeout = f"http://127.0.0.1:{port}{path}", httpx.Timeout(timeout_s, connect=CONNECT_S)
    async with client.stream(method, url, json=body, timeout=timeout) as response:
        if response.status_code != httpx.codes.OK:
            return None
        read = bytearray()
        async for chunk in response.aiter_raw():
            read += chunk
            if len(read) > MOST_BYTES:
                return None
    try:
        return shape.model_validate_json(bytes(read))
    except ValidationError:
        return None


def _is_chat_name(name: str) -> bool:
    return re.fullmatch(NAME, name) is not None and not _NO_CHAT.search(name)
