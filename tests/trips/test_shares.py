"""A share link opens one trip, for a time, until it is revoked; its token is nowhere kept."""

from datetime import timedelta

import pytest
from django.utils import timezone

from travelagent.trips import actions
from travelagent.trips.models import Trip, TripShare

pytestmark = pytest.mark.django_db


def test_it_works(person: int, trip: Trip) -> None:
    share, token = actions.share_trip(person, trip.pk, days=7)

    assert actions.shared_trip(token) == trip
    assert share.expires_at - timezone.now() > timedelta(days=6)


def test_a_token_has_128_bits_and_is_not_kept(person: int, trip: Trip) -> None:
    tokens = {actions.share_trip(person, trip.pk)[1] for _ in range(20)}

    assert len(tokens) == 20
    assert all(len(token) * 6 >= 128 for token in tokens)
    kept = str(list(TripShare.objects.values()))
    assert not any(token in kept for token in tokens)


def test_an_expired_a_revoked_and_an_unknown_link_open_nothing(person: int, trip: Trip) -> None:
    expired, expired_token = actions.share_trip(person, trip.pk)
    TripShare.objects.filter(pk=expired.pk).update(expires_at=timezone.now())
    revoked, revoked_token = actions.share_trip(person, trip.pk)
    actions.revoke_share(person, trip.pk, revoked.pk)
    for token in (expired_token, revoked_token, "", "x" * 22, revoked.pk, revoked.digest):
        with pytest.raises(actions.TripNotFound):
            actions.shared_trip(token)


@pytest.mark.parametrize("days", [0, -1, 366])
def test_a_link_lasts_a_day_to_a_year(person: int, trip: Trip, days: int) -> None:
    with pytest.raises(actions.InvalidTrip):
        actions.share_trip(person, trip.pk, days)
