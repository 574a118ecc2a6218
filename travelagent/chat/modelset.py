"""The models at the disposal of people: those of the settings, less what is switched off or has cost enough today."""

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.utils.translation import gettext as _

from travelagent.assistant.barred import SPENT, SWITCHED_OFF
from travelagent.assistant.model_registry import NamedModel, UnknownModel, models
from travelagent.chat.models import ModelSetting
from travelagent.chat.usage import spent_today


def sync_models() -> None:
    """Bring the table in step with the settings; an operator's own choices stay."""
    for model in models():
        known = {"label": str(model.label), "provider": model.provider}
        ModelSetting.objects.update_or_create(name=model.name, defaults=known)
    ModelSetting.objects.exclude(name__in=[model.name for model in models()]).delete()


def offered_models() -> Sequence[NamedModel]:
    """The models that one can choose, the default one first."""
    off = _switched_off()
    return [model for model in models() if model.name not in off]


def check_offered(name: str) -> None:
    """Raises UnknownModel for a model that nobody can choose; "" is the default one."""
    offered = [model.name for model in offered_models()]
    if name and name not in offered:
        raise UnknownModel(_("Unknown model; known are %(known)s.") % {"known": ", ".join(offered)})


def barred_models(person: int) -> Mapping[str, str]:
    """The models that a person's runs may not ask now, each with why: `switched_off` or `spent`."""
    barred = dict.fromkeys(_switched_off(), SWITCHED_OFF)
    priced = [model.name for model in models() if model.price is not None]
    if settings.SPEND_CAP_USD and priced and spent_today(person) >= settings.SPEND_CAP_USD:
        barred = {**dict.fromkeys(priced, SPENT), **barred}
    return barred


def _switched_off() -> frozenset[str]:
    return frozenset(ModelSetting.objects.filter(enabled=False).values_list("name", flat=True))
