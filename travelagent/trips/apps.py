from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TripsConfig(AppConfig):
    """The app of saved trips; `ready` connects what happens when two persons are merged."""

    name = "travelagent.trips"
    verbose_name = _("Trips")

    def ready(self) -> None:
        from travelagent.trips import merged_persons

        merged_persons.connect()
