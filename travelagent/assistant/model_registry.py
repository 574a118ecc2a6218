"""The chat models one can choose from, by name."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agent_core.model import ChatModel
from travelagent.assistant.offline.model import OfflineModel


class UnknownModel(LookupError):
    """No model goes by this name."""


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A model on offer. `make` builds it; nothing secret stands in the other fields."""

    name: str
    label: str | Promise
    provider: str
    make: Callable[[], ChatModel]
    capabilities: tuple[str, ...] = ("tools", "streaming")


_MODELS: dict[str, NamedModel] = {}


def register(model: NamedModel, *, default: bool = False) -> None:
    """Offer a model; the first one in the list is the default, and `default` puts a model there."""
    others = {name: known for name, known in _MODELS.items() if name != model.name}
    _MODELS.clear()
    _MODELS.update({model.name: model, **others} if default else {**others, model.name: model})


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


register(NamedModel("offline", gettext_lazy("Embedded assistant"), "embedded", OfflineModel))
