from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    """The app of conversations; `ready` connects the updates of trips' pages."""

    name = "travelagent.chat"
    verbose_name = _("Conversations")

    def ready(self) -> None:
        from travelagent.chat import trip_updates

        trip_updates.connect()
