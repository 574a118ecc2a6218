"""The chat models one can choose from, by name, and what stands in for each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from agent_core.model import ChatModel, close
from agent_core.models.breaker import CircuitBreaker, Guarded
from agent_core.models.prompted import Prompted
from agent_core.models.window import Windowed
from agent_core.runtime import RetryPolicy
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.model_settings import ModelSettings, Price

REPLY_TOKENS = 4_096
"""What is kept free for a reply where the model's settings name no limit."""


class UnknownModel(LookupError):
    """No model goes by this name."""


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A model on offer. `make` builds it, `fallback` names what stands in for it; no field holds a secret."""

    name: str
    label: str | Promise
    provider: str
    make: Callable[[], ChatModel]
    capabilities: tuple[str, ...] = ("tools", "streaming")
    fallback: str = ""
    retries: RetryPolicy = field(default_factory=RetryPolicy)
    price: Price | None = None


_MODELS: dict[str, NamedModel] = {}


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
    )


def models() -> tuple[NamedModel, ...]:
    return tuple(_MODELS.values())


def default_model() -> NamedModel:
    return next(iter(_MODELS.values()))


def model_named(name: str) -> NamedModel:
    """The model of a name, the default one for "". Raises UnknownModel."""
    if not name:
        return default_model()
    try:
        return _MODELS[name]
    except KeyError:
        known = ", ".join(_MODELS)
        raise UnknownModel(_("Unknown model; known are %(known)s.") % {"known": known}) from None


def stand_ins(model: NamedModel) -> tuple[NamedModel, ...]:
    """What stands in for a model, in order, each once."""
    chain: list[NamedModel] = []
    following = model.fallback
    while following and following != model.name and following not in [m.name for m in chain]:
        chain.append(_MODELS[following])
        following = chain[-1].fallback
    return tuple(chain)


def price_of(name: str) -> Price | None:
    """What a model's tokens cost, None where that is not known."""
    return _MODELS[name].price if name in _MODELS else None


async def close_models() -> None:
    """Give all connections of this loop back."""
    for named in models():
        await close(named.make())


def label_of(name: str, locale: str) -> str:
    """What a model is called in a language; its name when it is no longer on offer."""
    if name not in _MODELS:
        return name
    with override("zh-hans" if locale == "zh" else "en"):
        return str(_MODELS[name].label)


register(NamedModel("offline", gettext_lazy("Embedded assistant"), "embedded", EmbeddedModel))
