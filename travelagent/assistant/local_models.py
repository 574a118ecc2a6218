"""Models that are served on this machine: found when the list of models is requested, used only by a person's choice.

A model's name is `local-<port>:<the server's name for it>`. The name alone identifies where the model is, so that a
process which has never looked for models can ask it.
"""

import asyncio
import json
import logging
import re
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final, cast

from django.conf import settings
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext as _

from agent_core.messages import Chunk, HumanMessage, SystemMessage
from agent_core.model import ChatModel, ModelError, ModelRequest, close
from travelagent.assistant.local_servers import NAME, PROBE_S, PROVIDERS, Traits, describe_model, list_models

KEPT_S: Final = 30.0
"""So long what was found is offered without looking again."""
PAGE_WAIT_S: Final = 0.25
"""The longest that a page waits for it; what is found later is on the next one."""
LIST_WAIT_S: Final = PROBE_S + 0.5
"""The longest that a list of models waits for it, which is until all ports were asked."""
BYTES_PER_TOKEN: Final = 4

_ID: Final = re.compile(rf"local-([1-9]\d{{0,4}}):({NAME})", re.ASCII)
_PATH: Final = re.compile(r"[/.~]|[A-Za-z]:\\|.*\.gguf$")

log = logging.getLogger(__name__)
_own_ports: set[int] = set()


class ContextTooSmall(ModelError):
    """The server gives the model a window into which not even the instructions and the message fit."""

    def __init__(self, window: int) -> None:
        super().__init__(f"the model's context window of {window} tokens is too small", retryable=False)


@dataclass(frozen=True, slots=True)
class LocalModelId:
    """A model of the server on a loopback port, by the server's own name for it."""

    port: int
    model: str
    provider: str = PROVIDERS["openai"]

    @property
    def name(self) -> str:
        """The name of the model: `local-<port>:<the server's name for it>`."""
        return f"local-{self.port}:{self.model}"

    @property
    def is_allowed(self) -> bool:
        """Whether the settings let this port be asked."""
        return self.port in allowed_ports()


def parse_id(name: str) -> LocalModelId | None:
    """Return the model that a name stands for, None for a name of another kind."""
    found = _ID.fullmatch(name)
    return LocalModelId(int(found[1]), found[2]) if found else None


def is_allowed(name: str) -> bool:
    """Return whether a name stands for a model of a port that the settings let be asked, served or not."""
    parsed = parse_id(name)
    return parsed is not None and parsed.is_allowed


def allowed_ports() -> tuple[int, ...]:
    """Return the ports that may be asked: those of the settings, less this server's own."""
    return tuple(p for p in settings.LOCAL_MODEL_PORTS if p not in _own_ports) if settings.LOCAL_MODELS else ()


def exclude_port(port: int) -> None:
    """Exclude the port on which this server itself listens from discovery."""
    _own_ports.add(port)


def local_label(found: LocalModelId, *, with_port: bool = False) -> Promise:
    """Return what people see, in the language of the moment; a path is shortened to its file."""
    title = re.split(r"[/\\]", found.model)[-1] if _PATH.match(found.model) else found.model
    return _lazy_label(title.removesuffix(".gguf"), found.port if with_port else 0)


def _label(title: str, port: int) -> str:
    if port:
        return _("%(model)s · on this machine, port %(port)s") % {"model": title, "port": port}
    return _("%(model)s · on this machine") % {"model": title}


_lazy_label = cast(Callable[[str, int], Promise], lazy(_label, str))


@dataclass(frozen=True, slots=True)
class _Snapshot:
    ports: tuple[int, ...]
    at: float
    models: tuple[LocalModelId, ...]


class Discovery:
    """Looks for models in a thread of its own, one at a time, and keeps what it found."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._kept = _Snapshot((), float("-inf"), ())
        self._done: threading.Event | None = None

    def found(self, wait_s: float) -> tuple[LocalModelId, ...]:
        """Return the models of the ports that may be asked, after `wait_s` seconds at most what was known before."""
        ports = allowed_ports()
        if not ports:
            return ()
        with self._lock:
            if self._kept.ports == ports and self._clock() - self._kept.at < KEPT_S:
                return self._kept.models
            if self._done is None:
                self._done = threading.Event()
                threading.Thread(target=self._look, args=(ports,), name="local-models", daemon=True).start()
            done = self._done
        done.wait(wait_s)
        kept = self._kept
        return kept.models if kept.ports == ports else ()

    def _look(self, ports: tuple[int, ...]) -> None:
        try:
            listings = asyncio.run(list_models(ports))
        except Exception:
            log.exception("the search for models on this machine broke down")
            listings = {}
        models = tuple(
            LocalModelId(port, model, PROVIDERS[listing.protocol])
            for port, listing in listings.items()
            for model in listing.models
        )
        with self._lock:
            self._kept = _Snapshot(ports, self._clock(), models)
            if self._done is not None:
                self._done.set()
            self._done = None


discovery: Final = Discovery()


class LocalModel:
    """A model on this machine as a ChatModel. Before each request its server is asked how it serves the model now.

    `fitted` makes the model that is asked of `endpoint` and these traits.
    """

    def __init__(
        self, found: LocalModelId, endpoint: ChatModel, fitted: Callable[[ChatModel, Traits], ChatModel]
    ) -> None:
        self._found, self._endpoint, self._fitted = found, endpoint, fitted

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._found.name

    async def aclose(self) -> None:
        """Close the endpoint."""
        await close(self._endpoint)

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """Yield the reply in chunks. Raises ModelError, ContextTooSmall where the server would cut the instructions
        off.
        """
        traits = await describe_model(self._found.port, self._found.model)
        if traits.window is not None and least_tokens(request) > traits.window:
            raise ContextTooSmall(traits.window)
        async for chunk in self._fitted(self._endpoint, traits).stream(request):
            yield chunk


def least_tokens(request: ModelRequest) -> int:
    """Return a low estimate of what no window can leave out: the instructions, the tools, the last message."""
    last = [message.text for message in request.messages if isinstance(message, HumanMessage)][-1:]
    texts = [message.text for message in request.messages if isinstance(message, SystemMessage)] + last
    texts += [t.name + t.description + json.dumps(dict(t.parameters), ensure_ascii=False) for t in request.tools]
    return sum(len(text.encode()) for text in texts) // BYTES_PER_TOKEN
