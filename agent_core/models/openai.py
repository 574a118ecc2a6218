"""Any endpoint that speaks OpenAI's chat completions, as a ChatModel: streamed text, reasoning, calls and usage.

The client's own retries are off: the core retries, with its backoff and the endpoint's Retry-After. An error's message
names the kind of failure and the status, never what was sent, so that no key or prompt can end in a log.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

import httpx2
import openai
from openai.types.chat import ChatCompletionChunk

from agent_core.messages import (
    AssistantMessage,
    Chunk,
    Finish,
    HumanMessage,
    Message,
    SystemMessage,
    ToolMessage,
)
from agent_core.model import ModelError, ModelRequest, ToolSpec
from agent_core.models.chunks import ChunkReader

RETRYABLE: Final = frozenset({408, 409, 425, 429})


class OpenAIModel:
    """A model of an endpoint that speaks OpenAI's chat completions.

    `model`: its name at the endpoint; `name`: its name here, by default the same. `timeout_s`: seconds between two
    chunks; `connect_s`: seconds to connect. `options` go with every request (temperature, max_tokens, …) and take
    precedence over the request's own. `temperature` False never sends one, `usage` False asks for no token counts: some
    endpoints refuse either. `direct` ignores the proxies that the environment names, for an endpoint on the same
    machine.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str,
        name: str = "",
        base_url: str | None = None,
        timeout_s: float = 60.0,
        connect_s: float = 2.0,
        options: Mapping[str, Any] | None = None,
        temperature: bool = True,
        usage: bool = True,
        direct: bool = False,
    ) -> None:
        self._model, self._name = model, name or model
        self._options = dict(options or {})
        self._temperature, self._usage, self._direct = temperature, usage, direct
        self._make = partial(
            openai.AsyncOpenAI,
            api_key=api_key,
            base_url=base_url,
            timeout=openai.Timeout(timeout_s, connect=connect_s),
            max_retries=0,
            default_headers={"Accept-Encoding": "identity"},
        )
        # Connections belong to the loop that they were opened on.
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, openai.AsyncOpenAI] = WeakKeyDictionary()

    @property
    def name(self) -> str:
        """The name of the model, as in events and notices."""
        return self._name

    async def aclose(self) -> None:
        """Close the connections of the running event loop."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """Stream the reply in chunks. Raises ModelError, without the client's own error: its frames hold the key.

        A stream that ends without a finish reason broke off, however properly its connection was closed.
        """
        finished, reader = False, ChunkReader()
        try:
            stream = await self._client().chat.completions.create(**self.body(request))
        except openai.APIError as error:
            failure = _failure(error)
        else:
            try:
                async with stream:
                    async for chunk in stream:
                        for piece in reader.read(_as_sent(chunk)):
                            finished = finished or isinstance(piece, Finish)
                            yield piece
                if finished:
                    return
                failure = _broke_off()
            except (openai.APITimeoutError, httpx2.TimeoutException):
                failure = _too_late()
            except (openai.APIError, httpx2.TransportError, json.JSONDecodeError):
                failure = _broke_off()
        raise failure

    def _client(self) -> openai.AsyncOpenAI:
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            hooks = {"response": [_refuse_compressed]}
            http_client = openai.DefaultAsyncHttpxClient(trust_env=not self._direct, event_hooks=hooks)
            self._clients[loop] = self._make(http_client=http_client)
        return self._clients[loop]

    def body(self, request: ModelRequest) -> dict[str, Any]:
        """Return the JSON that a request is sent as."""
        arguments: dict[str, Any] = {
            **self._options,
            **request.options,
            "model": self._model,
            "messages": [_sent(message) for message in _with_one_system(request.messages)],
            "stream": True,
        }
        if self._usage:
            arguments["stream_options"] = {"include_usage": True}
        if request.tools:
            arguments["tools"] = [_offered(tool) for tool in request.tools]
        if self._temperature and request.temperature is not None:
            arguments.setdefault("temperature", request.temperature)
        return arguments


async def _refuse_compressed(response: httpx2.Response) -> None:
    """Refuse a body that the client would decompress, of which a thousandth of its size can be counted.

    Raises httpx2.DecodingError, which the client takes for a failed connection.
    """
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise httpx2.DecodingError("the answer is compressed, which was not asked for", request=response.request)


def _with_one_system(messages: Iterable[Message]) -> Iterator[Message]:
    """The messages with a system message at their head alone, where every endpoint takes one: a later one stands at
    the head of the human message that it precedes."""
    waiting: list[str] = []
    for at, message in enumerate(messages):
        if isinstance(message, SystemMessage) and at:
            waiting.append(message.text)
        elif isinstance(message, HumanMessage) and waiting:
            yield HumanMessage("\n\n".join([*waiting, message.text]))
            waiting.clear()
        else:
            yield message
    if waiting:
        yield SystemMessage("\n\n".join(waiting))


def _sent(message: Message) -> dict[str, Any]:
    """A message as it goes over the wire."""
    match message:
        case SystemMessage(text=text):
            return {"role": "system", "content": text}
        case HumanMessage(text=text):
            return {"role": "user", "content": text}
        case ToolMessage(call_id=call, text=text):
            return {"role": "tool", "tool_call_id": call, "content": text}
        case AssistantMessage(text=text, tool_calls=()):
            return {"role": "assistant", "content": text}
        case AssistantMessage(text=text, tool_calls=calls):
            made = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": json.dumps(dict(call.args), ensure_ascii=False)},
                }
                for call in calls
            ]
            return {"role": "assistant", "content": text or None, "tool_calls": made}


def _offered(tool: ToolSpec) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
    }


def _as_sent(chunk: object) -> object:
    """Return a chunk as it was decoded: the client's classes do not check what they hold."""
    return chunk.to_dict(mode="python", warnings=False) if isinstance(chunk, ChatCompletionChunk) else chunk


def _failure(error: openai.APIError) -> ModelError:
    """What failed, in words that carry nothing of the request."""
    if isinstance(error, openai.APITimeoutError):
        return _too_late()
    if isinstance(error, openai.APIConnectionError):
        return ModelError("the model cannot be reached", retryable=True, code="connection_error")
    if isinstance(error, openai.APIStatusError):
        status = error.status_code
        retryable = status in RETRYABLE or status >= 500
        return ModelError(
            f"the model's endpoint answered {status}",
            retryable=retryable,
            retry_after=_retry_after(error),
            code=str(status),
        )
    return _broke_off()


def _too_late() -> ModelError:
    return ModelError("the model did not answer in time", retryable=True, code="timeout")


def _broke_off() -> ModelError:
    return ModelError("the model's stream broke off", retryable=True, replying=True, code="stream_interrupted")


def _retry_after(error: openai.APIStatusError) -> float | None:
    """The seconds that the endpoint asks to wait, where it gives a number."""
    try:
        return max(0.0, float(error.response.headers.get("retry-after", "")))
    except ValueError:
        return None
