"""Everything that changes a trip, one function each, called alike by tools, API and pages.

All take the id of the person who owns the trip; what is not theirs raises TripNotFound.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from travelagent.planning.errors import InvalidRequest
from travelagent.planning.wire import budget_from_wire, itinerary_from_wire
from travelagent.trips.models import Trip

TITLE_CHARS = 120


class TripNotFound(LookupError):
    def __init__(self) -> None:
        super().__init__(_("There is no such trip, or it is not yours."))


class InvalidTrip(ValueError):
    """A trip that cannot be kept as it is; `field` says where."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def trips_of(person: int) -> QuerySet[Trip]:
    """A person's trips, the one changed last first."""
    return Trip.objects.filter(person_id=person)


def find_trip(person: int, trip: str) -> Trip:
    """Raises TripNotFound."""
    row = trips_of(person).filter(pk=trip).first()
    if row is None:
        raise TripNotFound
    return row


def create_trip(
    person: int,
    title: str,
    itinerary: Mapping[str, Any],
    budget: Mapping[str, Any] | None = None,
    session: str = "",
) -> Trip:
    """Keep a plan. Raises InvalidTrip."""
    return Trip.objects.create(
        person_id=person,
        session=session,
        title=_title(title),
        itinerary=_itinerary(itinerary),
        budget=_budget(budget),
    )


def update_trip(
    person: int,
    trip: str,
    *,
    title: str | None = None,
    itinerary: Mapping[str, Any] | None = None,
    budget: Mapping[str, Any] | None = None,
) -> Trip:
    """Change the given parts alone; the version grows. Raises TripNotFound, InvalidTrip."""
    row = find_trip(person, trip)
    changes: dict[str, Any] = {}
    if title is not None:
        changes["title"] = _title(title)
    if itinerary is not None:
        changes["itinerary"] = _itinerary(itinerary)
    if budget is not None:
        changes["budget"] = _budget(budget)
    for field, value in changes.items():
        setattr(row, field, value)
    row.version = F("version") + 1
    row.save(update_fields=[*changes, "version", "updated_at"])
    row.refresh_from_db(fields=["version"])
    return row


def delete_trip(person: int, trip: str) -> str:
    """Delete a trip; its title. Raises TripNotFound."""
    row = find_trip(person, trip)
    row.delete()
    return row.title


def _title(title: str) -> str:
    cleaned = " ".join(title.split())
    if not cleaned:
        raise InvalidTrip("title", _("A trip needs a title."))
    return cleaned[:TITLE_CHARS]


def _itinerary(payload: Mapping[str, Any]) -> dict[str, Any]:
    try:
        itinerary_from_wire(payload)
    except InvalidRequest as error:
        raise InvalidTrip("itinerary", str(error)) from error
    return dict(payload)


def _budget(payload: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if payload is None:
        return None
    try:
        budget_from_wire(payload)
    except InvalidRequest as error:
        raise InvalidTrip("budget", str(error)) from error
    return dict(payload)
