from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PicturesConfig(AppConfig):
    """The application of the pictures."""

    name = "travelagent.pictures"
    verbose_name = _("Pictures")
