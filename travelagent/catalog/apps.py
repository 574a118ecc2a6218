from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CatalogConfig(AppConfig):
    """The application of the catalogue."""

    name = "travelagent.catalog"
    verbose_name = _("Catalogue")
