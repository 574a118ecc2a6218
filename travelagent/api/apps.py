from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """The app of the REST API; `ready` registers the schema's extensions and connects the webhook outbox."""

    name = "travelagent.api"
    verbose_name = _("API")

    def ready(self) -> None:
        from travelagent.api import schema  # noqa: F401 - registers the extensions
        from travelagent.api.webhooks import outbox

        outbox.connect()
