"""A person's trips, with their versions and links, take no more than their share of the database."""

from typing import Any

import pytest

from tests.conftest import Visitor
from travelagent.trips import actions, quotas
from travelagent.trips.errors import InvalidTrip, NoRoom
from travelagent.trips.models import TripVersion
from travelagent.trips.quotas import Quota, size_of
from travelagent.trips.sharing import MOST_SHARES, revoke_share, share_trip

pytestmark = pytest.mark.django_db


def test_no_more_trips_than_one_may_have(
    owner: Visitor, person: int, plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "VISITORS", Quota(2, 10**9))
    visitor = owner.actor.person or 0
    kept = [actions.create_trip(visitor, f"Trip {number}", plan) for number in range(2)]
    with pytest.raises(NoRoom):
        actions.create_trip(visitor, "One more", plan)
    actions.create_trip(person, "Of somebody else", plan)
    actions.delete_trip(visitor, kept[0].pk)
    assert actions.create_trip(visitor, "In its place", plan)


def test_no_more_bytes_than_there_is_room_for(
    owner: Visitor, plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = owner.actor.person or 0
    trip = actions.create_trip(visitor, "First", plan)
    assert trip.size == size_of({field: getattr(trip, field) for field in ("title", "itinerary", "budget", "notes")})
    monkeypatch.setattr(quotas, "VISITORS", Quota(60, 4 * trip.size))
    with pytest.raises(NoRoom):
        actions.create_trip(visitor, "Second", {**plan, "assumptions": [{"en": "x" * 1000, "zh": ""}]})
    for number in range(6):
        trip = actions.update_trip(visitor, trip.pk, title=f"Change {number}")
    kept = TripVersion.objects.filter(trip=trip)
    assert sum(version.size for version in kept) + trip.size <= 4 * trip.size + 1_000
    assert kept.order_by("-number").first().number == trip.version  # type: ignore[union-attr]  # there are some


def test_no_more_links_than_one_can_oversee(person: int, plan: dict[str, Any]) -> None:
    trip = actions.create_trip(person, "Kyoto", plan).pk
    shares = [share_trip(person, trip)[0] for _ in range(MOST_SHARES)]
    with pytest.raises(InvalidTrip):
        share_trip(person, trip)
    revoke_share(person, trip, shares[0].pk)
    assert share_trip(person, trip)
