"""One person where there were two: a visitor signs in, and both belonged to the same trip."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from travelagent.accounts.models import Person
from travelagent.accounts.signals import persons_merging
from travelagent.trips.membership import Role
from travelagent.trips.models import StopVote, Trip, TripMember


def connect() -> None:
    """Listen to the accounts; again is once."""
    persons_merging.connect(_merging, dispatch_uid="trips")


def _merging(sender: Any, visitor: Person, own: Person, **_: Any) -> None:
    for row in TripMember.objects.filter(person=visitor):
        kept = TripMember.objects.filter(trip=row.trip_id, person=own).first()
        if kept is not None:
            if row.left_at is None and (kept.left_at is not None or _rank(row) > _rank(kept)):
                TripMember.objects.filter(pk=kept.pk).update(role=row.role, left_at=None)
            row.delete()
    either = Trip.objects.filter(person__in=(visitor, own))
    members = TripMember.objects.filter(Q(person=visitor) | Q(person=own), trip__in=either, left_at=None)
    members.update(left_at=timezone.now())
    voted = StopVote.objects.filter(person=own)
    for vote in StopVote.objects.filter(person=visitor):
        if voted.filter(trip=vote.trip_id, visit=vote.visit).exists():
            vote.delete()


def _rank(row: TripMember) -> int:
    return Role[row.role.upper()]
