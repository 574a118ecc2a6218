"""The chat models one can choose from, by name, and what stands in for each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial

from django.conf import settings as django_settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from agent_core.model import ChatModel, close
from agent_core.models.breaker import CircuitBreaker, Guarded
from agent_core.models.prompted import Prompted
from agent_core.models.window import Windowed
from agent_core.runtime import RetryPolicy
from travelagent.assistant.barred import SWITCHED_OFF, BarredModel
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.local_models import LocalModel, LocalModelId, discovery, local_label, parse_id
from travelagent.assistant.local_servers import Traits
from travelagent.assistant.model_settings import NO_KEY, ModelSettings, Price

OPENAI_URL = "https://api.openai.com/v1"
"""The endpoint where the model's settings name none."""
REPLY_TOKENS = 4_096
"""What is kept free for a reply where the model's settings name no limit."""
LOCAL_TIMEOUT_S = 300.0
"""The longest silence of a model on this machine: without a graphics card it reads 10,000 tokens for minutes."""
LOCAL_CONNECT_S = 1.0
LOCAL_RETRIES = RetryPolicy(attempts=2, patience_s=6.0)
LOCAL_WINDOW = 16_384
"""The context window, in tokens, of a model on this machine whose server does not tell it."""
MOST_LOCAL = 32
"""So many models on this machine are kept ready, each with its connection."""


class UnknownModel(LookupError):
    """No model goes by this name."""


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A model on offer. `make` builds it, `fallback` names what stands in for it; no field holds a secret.

    `model` is the endpoint's own name for it, `base_url` the endpoint's address; both are empty without an endpoint.
    """

    name: str
    label: str | Promise
    provider: str
    make: Callable[[], ChatModel]
    capabilities: tuple[str, ...] = ("tools", "streaming")
    fallback: str = ""
    retries: RetryPolicy = field(default_factory=RetryPolicy)
    price: Price | None = None
    model: str = ""
    base_url: str = ""


_MODELS: dict[str, NamedModel] = {}
_LOCAL: dict[str, ChatModel] = {}


def register(model: NamedModel, *, default: bool = False) -> None:
    """Offer a model; the first one in the list is the default, and `default` puts a model there."""
    others = {name: known for name, known in _MODELS.items() if name != model.name}
    _MODELS.clear()
    _MODELS.update({model.name: model, **others} if default else {**others, model.name: model})


def configure(models: Mapping[str, ModelSettings]) -> None:
    """Offer the models of the settings; the one marked so, else the first of them, is the default."""
    chosen = next((name for name, settings in models.items() if settings.default), next(iter(models), ""))
    breakers: dict[str, CircuitBreaker] = {}
    for name, settings in models.items():
        breaker = breakers.setdefault(settings.base_url or "", CircuitBreaker())
        register(_named(name, settings, breaker), default=name == chosen)


def _named(name: str, settings: ModelSettings, breaker: CircuitBreaker) -> NamedModel:
    # The client's library is a fifth of the start-up time: it is loaded where an endpoint is configured.
    from agent_core.models.openai import OpenAIModel

    @cache
    def make() -> ChatModel:
        model: ChatModel = OpenAIModel(
            settings.model,
            name=name,
            api_key=settings.key.get_secret_value(),
            base_url=settings.base_url,
            timeout_s=settings.timeout_s,
            connect_s=settings.connect_s,
            options=settings.request_options,
            temperature=settings.temperature != "default",
            usage=settings.usage,
        )
        model = Windowed(model, settings.context_window, settings.max_tokens or REPLY_TOKENS)
        if settings.tools == "prompted":
            model = Prompted(model)
        return Guarded(model, breaker)

    return NamedModel(
        name,
        settings.label or settings.model,
        settings.provider or "OpenAI-compatible",
        make,
        fallback=settings.fallback,
        retries=RetryPolicy(attempts=settings.retries + 1, patience_s=settings.patience_s),
        price=settings.price,
        model=settings.model,
        base_url=settings.base_url or OPENAI_URL,
    )


def models() -> tuple[NamedModel, ...]:
    """Return the models of the settings and the embedded assistant, the default one first."""
    return tuple(_MODELS.values())


def local_models(wait_s: float) -> tuple[NamedModel, ...]:
    """Return the models that are served on this machine; what is not known after `wait_s` seconds is left out."""
    found = [each for each in discovery.found(wait_s) if each.name not in _MODELS]
    labels = [str(local_label(each)) for each in found]
    return tuple(_local(each, with_port=labels.count(label) > 1) for each, label in zip(found, labels, strict=True))


def _local(found: LocalModelId, *, with_port: bool = False) -> NamedModel:
    """A model on this machine. Only the embedded assistant stands in for it: what was meant to stay here does."""
    return NamedModel(
        found.name,
        local_label(found, with_port=with_port),
        found.provider,
        partial(_local_model, found),
        fallback=EmbeddedModel.name,
        retries=LOCAL_RETRIES,
    )


def _local_model(found: LocalModelId) -> ChatModel:
    """The model itself, ready since it was last asked for; one that the settings do not let be asked refuses."""
    if not found.is_allowed:
        return BarredModel(found.name, SWITCHED_OFF)
    if found.name not in _LOCAL:
        while len(_LOCAL) >= MOST_LOCAL:
            _LOCAL.pop(next(iter(_LOCAL)), None)
        _LOCAL[found.name] = _new_local_model(found)
    return _LOCAL[found.name]


def _new_local_model(found: LocalModelId) -> ChatModel:
    from agent_core.models.openai import OpenAIModel

    endpoint = OpenAIModel(
        found.model,
        name=found.name,
        api_key=NO_KEY,
        base_url=f"http://127.0.0.1:{found.port}/v1",
        timeout_s=LOCAL_TIMEOUT_S,
        connect_s=LOCAL_CONNECT_S,
        # Small models may repeat themselves without end, and local servers let them.
        options={"max_tokens": REPLY_TOKENS},
        direct=True,
    )
    return LocalModel(found, endpoint, _fitted)


def _fitted(endpoint: ChatModel, traits: Traits) -> ChatModel:
    window = traits.window or LOCAL_WINDOW
    model = Windowed(endpoint, window, min(REPLY_TOKENS, window // 4))
    return model if traits.tools else Prompted(model)


def default_model() -> NamedModel:
    """Return the first model of the settings, else the embedded assistant."""
    return next(iter(_MODELS.values()))


def model_named(name: str) -> NamedModel:
    """Return the model of a name, the default one for "". Raises UnknownModel.

    A model on this machine is known by its name alone, whether it is served or not; one that the settings do not let be
    asked refuses each request.
    """
    if not name:
        return default_model()
    if name in _MODELS:
        return _MODELS[name]
    if (found := parse_id(name)) is not None:
        return _local(found)
    raise UnknownModel(_("Unknown model; known are %(known)s.") % {"known": ", ".join(_MODELS)})


def stand_ins(model: NamedModel) -> tuple[NamedModel, ...]:
    """Return the stand-ins of a model, in order, each once."""
    chain: list[NamedModel] = []
    following = model.fallback
    while following and following != model.name and following not in [m.name for m in chain]:
        chain.append(_MODELS[following])
        following = chain[-1].fallback
    return tuple(chain)


def price_of(name: str) -> Price | None:
    """Return the price of a model's tokens; None where it is not known."""
    return _MODELS[name].price if name in _MODELS else None


async def close_models() -> None:
    """Give all connections of this loop back."""
    for model in (*(named.make() for named in models()), *_LOCAL.values()):
        await close(model)


def label_of(name: str, locale: str) -> str:
    """Return the label of a model in a language; its name when it is no longer offered."""
    with override(django_settings.LANGUAGE_OF[locale]):
        if name in _MODELS:
            return str(_MODELS[name].label)
        return str(local_label(found)) if (found := parse_id(name)) else name


register(NamedModel("offline", gettext_lazy("Embedded assistant"), "embedded", EmbeddedModel))
