"""The ends of memberships: nobody comes back by an old link, and what happens at once happens in some order."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from tests.conftest import Visitor, make_visitor
from travelagent.trips import actions, members, sharing
from travelagent.trips.errors import InvalidTrip, RoleTooLow, TripNotFound
from travelagent.trips.membership import Role, find_trip
from travelagent.trips.models import Trip, TripInvite, TripMember


def visitor() -> int:
    return make_visitor().actor.person or 0


def member_of(trip: Trip, person: int) -> TripMember:
    return TripMember.objects.get(trip=trip, person=person)


@pytest.fixture
def ada(owner: Visitor) -> int:
    return owner.actor.person or 0


@pytest.fixture
def shared(ada: int, plan: dict[str, Any]) -> Trip:
    return actions.create_trip(ada, "Kyoto", plan)


def at_once(*works: Callable[[], object]) -> list[object]:
    """Do all at the same time, each on a connection of its own; what each returned or raised."""
    start = Barrier(len(works))

    def work(do: Callable[[], object]) -> object:
        start.wait()
        try:
            return do()
        except (TripNotFound, RoleTooLow, InvalidTrip) as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(work, works))


@pytest.mark.django_db(transaction=True)
def test_a_link_for_one_lets_one_of_many_in(ada: int, shared: Trip) -> None:
    _, token = members.invite_to_trip(ada, shared.pk, "editor")
    people = [visitor() for _ in range(4)]
    found = at_once(*(lambda person=person: members.join_trip(person, token) for person in people))  # type: ignore[misc]  # mypy does not infer a lambda's default
    assert sorted(type(each).__name__ for each in found) == ["Trip", *["TripNotFound"] * 3]
    assert TripInvite.objects.get().uses == TripMember.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_trip_is_handed_to_a_member_or_they_are_removed(ada: int, shared: Trip) -> None:
    ben = visitor()
    _, token = members.invite_to_trip(ada, shared.pk, "viewer")
    members.join_trip(ben, token)
    member = member_of(shared, ben).pk
    at_once(
        lambda: members.hand_over(ada, shared.pk, member),
        lambda: members.remove_member(ada, shared.pk, member),
        lambda: members.leave_trip(ben, shared.pk),
    )
    shared.refresh_from_db()
    active = set(shared.members.filter(left_at=None).values_list("person_id", flat=True))
    assert (shared.person_id, active) in ((ben, {ada}), (ada, set()))


@pytest.mark.django_db
def test_the_owner_hands_over_before_leaving(ada: int, shared: Trip) -> None:
    with pytest.raises(InvalidTrip):
        members.leave_trip(ada, shared.pk)
    ben = visitor()
    invite, token = members.invite_to_trip(ada, shared.pk, "viewer")
    TripInvite.objects.filter(pk=invite.pk).update(address="ben@example.com")
    members.join_trip(ben, token)
    members.hand_over(ada, shared.pk, member_of(shared, ben).pk)
    members.leave_trip(ada, shared.pk)
    assert find_trip(ben, shared.pk, Role.OWNER)
    assert TripInvite.objects.get().address == ""
    with pytest.raises(TripNotFound):
        find_trip(ada, shared.pk)


@pytest.mark.django_db
def test_whoever_owned_it_leaves_no_way_back_behind(ada: int, shared: Trip) -> None:
    ben = visitor()
    _, used = members.invite_to_trip(ada, shared.pk, "editor", uses=5)
    members.join_trip(ben, used)
    _, kept = members.invite_to_trip(ada, shared.pk, "editor", uses=5)
    _, link = sharing.share_trip(ada, shared.pk)
    members.hand_over(ada, shared.pk, member_of(shared, ben).pk)
    members.remove_member(ben, shared.pk, member_of(shared, ada).pk)
    for token in (used, kept):
        for person in (ada, visitor()):
            with pytest.raises(TripNotFound):
                members.join_trip(person, token)
    with pytest.raises(TripNotFound):
        sharing.shared_trip(link)


@pytest.mark.django_db
@pytest.mark.parametrize("end", ["removed", "left"])
def test_no_invitation_of_before_brings_anybody_back(ada: int, shared: Trip, end: str) -> None:
    ben, eve = visitor(), visitor()
    _, used = members.invite_to_trip(ada, shared.pk, "editor", uses=5)
    _, known = members.invite_to_trip(ada, shared.pk, "editor", uses=5)
    members.join_trip(ben, used)
    if end == "removed":
        members.remove_member(ada, shared.pk, member_of(shared, ben).pk)
        with pytest.raises(TripNotFound):
            members.join_trip(eve, used)
    else:
        members.leave_trip(ben, shared.pk)
    for token in (used, known):
        with pytest.raises(TripNotFound):
            members.join_trip(ben, token)
    _, new = members.invite_to_trip(ada, shared.pk, "viewer")
    assert members.join_trip(ben, new).member_role == "viewer"


@pytest.mark.django_db
def test_a_lower_role_is_not_raised_by_the_link_that_gave_the_higher_one(ada: int, shared: Trip) -> None:
    ben, eve = visitor(), visitor()
    _, token = members.invite_to_trip(ada, shared.pk, "editor", uses=5)
    members.join_trip(ben, token)
    members.change_role(ada, shared.pk, member_of(shared, ben).pk, "viewer")
    for person in (ben, eve):
        with pytest.raises(TripNotFound):
            members.join_trip(person, token)
    assert find_trip(ben, shared.pk).member_role == "viewer"
