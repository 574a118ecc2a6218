from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GatewaysConfig(AppConfig):
    """The app of the gateways to other protocols."""

    name = "travelagent.gateways"
    verbose_name = _("Gateways")
