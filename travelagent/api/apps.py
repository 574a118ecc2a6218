from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    name = "travelagent.api"
    verbose_name = _("API")

    def ready(self) -> None:
        from travelagent.api import schema  # noqa: F401 - registers the extensions
        from travelagent.api.webhooks import outbox

        outbox.connect()
