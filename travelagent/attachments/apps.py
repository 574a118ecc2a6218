from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AttachmentsConfig(AppConfig):
    """The app of files and journals; `ready` connects what deletes the content of deleted rows."""

    name = "travelagent.attachments"
    verbose_name = _("Files and journals")

    def ready(self) -> None:
        from travelagent.attachments import storage  # noqa: F401  # connects what deletes the content of deleted rows
