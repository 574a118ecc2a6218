from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProvidersConfig(AppConfig):
    """The application of the live services."""

    name = "travelagent.providers"
    verbose_name = _("Live services")
