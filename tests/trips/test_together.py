"""Several people change one trip: different days merge, the same day conflicts, and each takes back their own."""

from typing import Any

import pytest

from tests.conftest import Visitor, make_visitor
from travelagent.accounts.claims import claim
from travelagent.accounts.models import Person, User
from travelagent.trips import actions, discussion, members
from travelagent.trips.errors import ChangedSince, NothingToUndo, RoleTooLow, TripNotFound, VersionConflict
from travelagent.trips.membership import Role
from travelagent.trips.models import StopVote, Trip, TripMember

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(owner: Visitor) -> int:
    return owner.actor.person or 0


@pytest.fixture
def shared(ada: int, plan: dict[str, Any], costs: dict[str, Any]) -> Trip:
    return actions.create_trip(ada, "Kyoto", plan, costs)


def join(shared: Trip, role: str = "editor", name: str = "Ben") -> int:
    person = make_visitor().actor.person or 0
    _, token = members.invite_to_trip(shared.person_id, shared.pk, role)
    members.join_trip(person, token, name)
    return person


def hours(day: int, start: str = "10:30") -> list[dict[str, Any]]:
    return [{"op": "hours", "day": day, "start": start}]


def remove(trip: Trip, day: int, index: int = 0) -> list[dict[str, Any]]:
    return [{"op": "remove", "visit": visits(trip, day)[index]}]


def visits(trip: Trip, day: int) -> list[str]:
    return [visit["id"] for visit in trip.itinerary["days"][day - 1]["visits"]]


def day(trip: Trip, number: int) -> Any:
    return trip.itinerary["days"][number - 1]


def test_edits_of_different_days_upon_one_version_are_both_made(ada: int, shared: Trip) -> None:
    ben = join(shared)
    first = actions.edit_trip(ada, shared.pk, remove(shared, 1), base=1)
    both = actions.edit_trip(ben, shared.pk, remove(shared, 3), base=1)
    assert both.version == 3
    assert day(both, 1) == day(first, 1)
    assert day(both, 2) == day(shared, 2)
    assert visits(both, 3) == visits(shared, 3)[1:]
    assert [row.person_id for row in both.versions.order_by("number")] == [ada, ada, ben]


def test_edits_of_the_same_day_conflict_and_say_what_the_other_did(ada: int, shared: Trip) -> None:
    ben = join(shared)
    actions.edit_trip(ben, shared.pk, remove(shared, 1), base=1)
    with pytest.raises(VersionConflict) as conflict:
        actions.edit_trip(ada, shared.pk, hours(1), base=1)
    change = conflict.value.changes[0]
    assert (conflict.value.version, change["by"]) == (2, {"name": "Ben", "me": False})
    assert change["told"]
    assert actions.find_trip(ada, shared.pk).version == 2


def test_a_move_onto_a_day_that_was_changed_conflicts(ada: int, shared: Trip) -> None:
    ben = join(shared)
    actions.edit_trip(ben, shared.pk, remove(shared, 2), base=1)
    with pytest.raises(VersionConflict):
        actions.edit_trip(ada, shared.pk, [{"op": "move", "visit": visits(shared, 1)[0], "day": 2}], base=1)


def test_an_edit_of_what_another_removed_is_a_conflict(ada: int, shared: Trip) -> None:
    ben = join(shared)
    actions.edit_trip(ben, shared.pk, remove(shared, 1), base=1)
    with pytest.raises(VersionConflict):
        actions.edit_trip(ada, shared.pk, remove(shared, 1), base=1)


def test_title_and_plan_are_changed_beside_each_other_and_two_titles_are_not(ada: int, shared: Trip) -> None:
    ben = join(shared)
    actions.update_trip(ben, shared.pk, title="Ours", base=1)
    assert actions.edit_trip(ada, shared.pk, remove(shared, 1), base=1).title == "Ours"
    with pytest.raises(VersionConflict):
        actions.update_trip(ada, shared.pk, title="Mine", base=1)


def test_one_takes_back_ones_own_change_and_keeps_the_others(ada: int, shared: Trip) -> None:
    ben = join(shared)
    actions.edit_trip(ada, shared.pk, remove(shared, 1))
    theirs = actions.edit_trip(ben, shared.pk, remove(shared, 3))
    back = actions.undo_own_change(ada, shared.pk)
    assert day(back, 1) == day(shared, 1)
    assert day(back, 3) == day(theirs, 3)
    newest = back.versions.first()
    assert newest is not None
    assert (newest.number, newest.takes_back, newest.person_id) == (4, 2, ada)
    with pytest.raises(NothingToUndo):
        actions.undo_own_change(ada, shared.pk)
    assert day(actions.undo_own_change(ben, shared.pk), 3) == day(shared, 3)


def test_a_wish_that_goes_with_a_change_is_taken_back_with_it(ada: int, shared: Trip) -> None:
    ben = join(shared)
    actions.edit_trip(ada, shared.pk, hours(1, "09:10"))
    actions.edit_trip(ben, shared.pk, hours(2, "09:20"))
    back = actions.undo_own_change(ada, shared.pk)
    windows = {window["day"] for window in back.itinerary["request"].get("day_windows", [])}
    before = {window["day"] for window in shared.itinerary["request"].get("day_windows", [])}
    assert windows == before | {2}


def test_a_change_that_others_built_on_is_not_taken_back_alone(ada: int, shared: Trip) -> None:
    ben = join(shared)
    actions.edit_trip(ada, shared.pk, remove(shared, 1))
    changed = actions.edit_trip(ben, shared.pk, hours(1))
    with pytest.raises(ChangedSince) as refused:
        actions.undo_own_change(ada, shared.pk)
    assert [change["by"]["name"] for change in refused.value.changes] == ["Ben"]
    assert actions.find_trip(ada, shared.pk).version == changed.version


def test_what_was_undone_already_is_not_undone_twice(ada: int, shared: Trip) -> None:
    ben = join(shared)
    actions.update_trip(ada, shared.pk, title="One")
    actions.edit_trip(ada, shared.pk, remove(shared, 1))
    actions.undo_trip(ben, shared.pk)
    assert actions.undo_own_change(ada, shared.pk).title == "Kyoto"


def test_a_viewer_reads_and_talks_and_a_removed_member_does_neither(ada: int, shared: Trip) -> None:
    eve = join(shared, "viewer", "Eve")
    visit = visits(shared, 1)[0]
    discussion.add_comment(eve, shared.pk, visit, "Early!")
    assert (discussion.vote_on_stop(eve, shared.pk, visit, -1).down, len(discussion.activity_of(shared, ada))) == (1, 2)
    with pytest.raises(RoleTooLow):
        actions.edit_trip(eve, shared.pk, hours(1))
    members.remove_member(ada, shared.pk, TripMember.objects.get(person=eve).pk)
    for refused in (
        lambda: actions.find_trip(eve, shared.pk, at_least=Role.VIEWER),
        lambda: discussion.add_comment(eve, shared.pk, visit, "Still here"),
        lambda: discussion.vote_on_stop(eve, shared.pk, visit, 1),
    ):
        with pytest.raises(TripNotFound):
            refused()
    assert discussion.tallies_of(shared, ada) == []
    assert discussion.activity_of(shared, ada)[0].by == {"name": "Eve", "me": False}


def test_a_partners_trip_is_joined_by_its_own_travellers_alone(plan: dict[str, Any], partner: Any) -> None:
    ann, bob = (partner.actor.person_for(name) for name in ("ann", "bob"))
    trip = actions.create_trip(ann.pk, "Kyoto", plan)
    _, token = members.invite_to_trip(ann.pk, trip.pk, "editor", uses=2)
    with pytest.raises(TripNotFound):
        members.join_trip(make_visitor().actor.person or 0, token)
    assert members.join_trip(bob.pk, token, "Bob").member_role == "editor"


def test_signing_in_makes_one_member_of_two(ada: int, shared: Trip) -> None:
    visitor = Person.objects.get(pk=join(shared, "editor", "Ben"))
    user = User.objects.create(username="ben")
    own = Person.objects.create(user=user)
    _, token = members.invite_to_trip(ada, shared.pk, "viewer")
    members.join_trip(own.pk, token, "Ben at home")
    visit = visits(shared, 1)[0]
    for person in (visitor, own):
        discussion.vote_on_stop(person.pk, shared.pk, visit, 1)
    claim(visitor.visitor_key or "", user)
    assert actions.find_trip(own.pk, shared.pk, Role.EDITOR)
    assert TripMember.objects.filter(trip=shared, left_at=None).count() == 1
    assert StopVote.objects.count() == 1
