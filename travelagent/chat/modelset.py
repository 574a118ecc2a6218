"""The models at the disposal of people: those of the settings, less what is switched off or has cost enough today."""

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.utils.translation import gettext as _

from travelagent.assistant.barred import SPENT, SWITCHED_OFF
from travelagent.assistant.local_models import is_allowed
from travelagent.assistant.model_registry import NamedModel, UnknownModel, local_models, models
from travelagent.chat.models import ModelSetting
from travelagent.chat.usage import spent_today


def sync_models() -> None:
    """Update the table of models from the settings; an operator's own choices stay."""
    for model in models():
        known = {"label": str(model.label), "provider": model.provider}
        ModelSetting.objects.update_or_create(name=model.name, defaults=known)
    ModelSetting.objects.exclude(name__in=[model.name for model in models()]).delete()


def offered_models(wait_s: float = 0.0) -> Sequence[NamedModel]:
    """Return the models that one can choose: the default first, those of local servers found within `wait_s` seconds
    last.
    """
    return [*_configured(), *local_models(wait_s)]


def check_offered(name: str) -> None:
    """Check that the model can be chosen; "" is the default one. Raises UnknownModel.

    A model on this machine can be chosen while its server is down: a request shows whether it is there.
    """
    if not name or is_allowed(name):
        return
    offered = [model.name for model in _configured()]
    if name not in offered:
        raise UnknownModel(_("Unknown model; known are %(known)s.") % {"known": ", ".join(offered)})


def barred_models(person: int) -> Mapping[str, str]:
    """Return the models that a person's runs may not use now, each with the reason: `switched_off` or `spent`."""
    barred = dict.fromkeys(_switched_off(), SWITCHED_OFF)
    priced = [model.name for model in models() if model.price is not None]
    if settings.SPEND_CAP_USD and priced and spent_today(person) >= settings.SPEND_CAP_USD:
        barred = {**dict.fromkeys(priced, SPENT), **barred}
    return barred


def _configured() -> Sequence[NamedModel]:
    """Return the models of the settings and the embedded assistant, without those that are switched off."""
    off = _switched_off()
    return [model for model in models() if model.name not in off]


def _switched_off() -> frozenset[str]:
    return frozenset(ModelSetting.objects.filter(enabled=False).values_list("name", flat=True))
