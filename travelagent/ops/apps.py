from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OpsConfig(AppConfig):
    """The app of operations; `ready` registers the metrics."""

    name = "travelagent.ops"
    verbose_name = _("Operations")

    def ready(self) -> None:
        from travelagent.ops import metrics

        metrics.register()
