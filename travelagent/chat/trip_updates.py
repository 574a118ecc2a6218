"""Notifies the open pages of a trip of a change, once it is committed: through the hub, in all processes."""

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from travelagent.chat.envelopes import Envelope
from travelagent.chat.hub import hub
from travelagent.trips.membership import untranslated_names_of
from travelagent.trips.models import Trip
from travelagent.trips.signals import trip_changed, trip_part_changed

CHANGED = "trip.changed"
DELETED = "deleted"
PLAN = "plan"


def connect() -> None:
    """Listen to the trips; again is once."""
    trip_changed.connect(_trip_changed, dispatch_uid="open-pages")
    trip_part_changed.connect(_part_changed, dispatch_uid="open-pages")


def _trip_changed(sender: Any, trip: Trip, change: str, person: int, **_: Any) -> None:
    if change != "created":
        _publish(trip, DELETED if change == "deleted" else PLAN, person)


def _part_changed(sender: Any, trip: Trip, part: str, person: int, **_: Any) -> None:
    _publish(trip, part, person)


def _publish(trip: Trip, part: str, person: int) -> None:
    if not hub.has_listeners:
        return
    data = {
        "part": part,
        "version": trip.version,
        "person": person,
        "name": untranslated_names_of(trip).get(person, ""),
    }
    envelope = Envelope(trip.version, trip.pk, CHANGED, timezone.now(), data)
    transaction.on_commit(partial(hub.publish_from_thread, trip.pk, [envelope]))
