"""How much of the database a person's trips may take: how many there are, and the bytes of them and their versions."""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.db.models import Sum
from django.utils.translation import gettext as _

from travelagent.accounts.models import Person
from travelagent.trips.errors import NoRoom
from travelagent.trips.models import Trip, TripVersion


class Quota(NamedTuple):
    """The most trips of a person, and the most bytes of all of them with their versions."""

    trips: int
    size: int


VISITORS: Final = Quota(60, 32 * 1024**2)
"""A cookie is soon had anew."""
OTHERS: Final = Quota(1_000, 512 * 1024**2)


def size_of(content: Mapping[str, Any]) -> int:
    """Return the bytes that the fields of a trip take as JSON."""
    return len(json.dumps(content, ensure_ascii=False, default=str).encode())


def require_room(person: int, size: int) -> None:
    """Check that a person may have one more trip of that size. Raises NoRoom."""
    quota = _quota(person)
    if Trip.objects.filter(person=person).count() >= quota.trips:
        raise NoRoom(_("You have %(most)s trips. Delete one first.") % {"most": quota.trips})
    if _used(person) + 2 * size > quota.size:  # the trip, and its first version
        raise NoRoom(_("Your trips take up all the room that there is. Delete one first."))


def forget_versions_over_quota(trip: Trip) -> None:
    """Forget the oldest versions of a trip, but for the newest two, as long as its owner's trips take too much room."""
    over = _used(trip.person_id) - _quota(trip.person_id).size
    for version in trip.versions.order_by("number").only("pk", "size")[: max(0, trip.versions.count() - 2)]:
        if over <= 0:
            return
        over -= version.size
        version.delete()


def _quota(person: int) -> Quota:
    return VISITORS if Person.objects.filter(pk=person, visitor_key__isnull=False).exists() else OTHERS


def _used(person: int) -> int:
    rows = (Trip.objects.filter(person=person), TripVersion.objects.filter(trip__person=person))
    return sum(each.aggregate(size=Sum("size"))["size"] or 0 for each in rows)
