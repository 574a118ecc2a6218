from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RemindersConfig(AppConfig):
    """The app of reminders; `ready` connects the notices of mentions."""

    name = "travelagent.reminders"
    verbose_name = _("Reminders")

    def ready(self) -> None:
        from travelagent.reminders import mention_notices

        mention_notices.connect()
