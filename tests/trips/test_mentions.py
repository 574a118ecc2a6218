"""Comments that name members: as references, at a place of the text, whatever people are called."""

from typing import Any

import pytest

from tests.conftest import Visitor, make_visitor
from travelagent.accounts.claims import claim
from travelagent.accounts.models import Person, User
from travelagent.trips import actions, discussion, members
from travelagent.trips.errors import InvalidTrip
from travelagent.trips.membership import names_of
from travelagent.trips.mentions import MOST_MENTIONS, Mention, mention_rows
from travelagent.trips.models import CommentMention, StopComment, Trip, TripMember

pytestmark = pytest.mark.django_db

HOSTILE = ["<img src=x onerror=alert(1)>", "@everybody", "Ben @Ada", "\u202egnp.exe", "😀" * 20, "%(owner)s {name}"]


@pytest.fixture
def ada(owner: Visitor) -> int:
    return owner.actor.person or 0


@pytest.fixture
def shared(ada: int, plan: dict[str, Any]) -> Trip:
    return actions.create_trip(ada, "Kyoto", plan)


def join(trip: Trip, name: str) -> TripMember:
    person = make_visitor().actor.person or 0
    _, token = members.invite_to_trip(trip.person_id, trip.pk, "viewer")
    members.join_trip(person, token, name)
    return TripMember.objects.get(trip=trip, person=person)


def say(person: int, trip: Trip, text: str, *mentions: Mention) -> StopComment:
    return discussion.add_comment(person, trip.pk, trip.itinerary["days"][0]["visits"][0]["id"], text, mentions)


def mentions_in(trip: Trip, comment: StopComment, reader: int) -> list[dict[str, Any]]:
    return mention_rows(trip, [comment], names_of(trip), reader).get(comment.pk, [])


def test_members_and_the_owner_are_named(ada: int, shared: Trip) -> None:
    ben = join(shared, "Ben")
    text = "😀 @Ben and @Owner of the trip"
    made = say(ben.person_id, shared, text, Mention("owner", 11), Mention(ben.pk, 2))
    assert mentions_in(shared, made, ben.person_id) == [
        {"member": ben.pk, "name": "Ben", "at": 2, "length": 4, "me": True},
        {"member": "owner", "name": "Owner of the trip", "at": 11, "length": 18, "me": False},
    ]
    assert discussion.activity_of(shared, ada)[0].mentions[1]["me"]


def test_who_is_meant_does_not_depend_on_names(ada: int, shared: Trip) -> None:
    first, second = join(shared, "Ben"), join(shared, "Ben")
    made = say(ada, shared, "@Ben", Mention(second.pk, 0))
    assert CommentMention.objects.get(comment=made).person_id == second.person_id
    TripMember.objects.filter(pk=second.pk).update(name="Benjamin")
    assert mentions_in(shared, made, first.person_id)[0]["name"] == "Benjamin"
    assert not mentions_in(shared, made, first.person_id)[0]["me"]


def test_somebody_who_left_keeps_the_name_and_is_no_longer_named_anew(ada: int, shared: Trip) -> None:
    ben = join(shared, "Ben")
    made = say(ada, shared, "@Ben", Mention(ben.pk, 0))
    members.remove_member(ada, shared.pk, ben.pk)
    assert mentions_in(shared, made, ada)[0] == {"member": None, "name": "Ben", "at": 0, "length": 4, "me": False}
    with pytest.raises(InvalidTrip):
        say(ada, shared, "@Ben", Mention(ben.pk, 0))


@pytest.mark.parametrize(("text", "at"), [("Ben", 0), ("@Be", 0), ("@Ben", 1), ("@Ben", 900), ("@ Ben", 0)])
def test_a_mention_must_stand_in_the_text(ada: int, shared: Trip, text: str, at: int) -> None:
    ben = join(shared, "Ben")
    with pytest.raises(InvalidTrip) as refused:
        say(ada, shared, text, Mention(ben.pk, at))
    assert refused.value.field == "mentions"
    assert not StopComment.objects.exists()


def test_nobody_of_another_trip_is_named_nor_twice_at_a_place_nor_without_end(
    ada: int, shared: Trip, plan: dict[str, Any]
) -> None:
    stranger = join(actions.create_trip(ada, "Another", plan), "Eve")
    ben = join(shared, "Ben")
    many = "@Ben" * (MOST_MENTIONS + 1)
    for text, mentions in (
        ("@Eve", [Mention(stranger.pk, 0)]),
        ("@Ben", [Mention(ben.pk, 0), Mention(ben.pk, 0)]),
        (many, [Mention(ben.pk, 4 * n) for n in range(MOST_MENTIONS + 1)]),
    ):
        with pytest.raises(InvalidTrip):
            say(ada, shared, text, *mentions)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_texts(ada: int, shared: Trip, name: str) -> None:
    eve = join(shared, name)
    text = f"Hello @{eve.name}!"
    (found,) = mentions_in(shared, say(ada, shared, text, Mention(eve.pk, 6)), ada)
    assert found["name"] == eve.name
    assert text[found["at"] : found["at"] + found["length"]] == f"@{eve.name}"


def test_a_name_turns_no_other_text_around(shared: Trip) -> None:
    assert join(shared, "\u202eeve\u0007\n  Smith\u2069").name == "eve Smith"
    assert join(shared, "\u202e").name == "Fellow traveller"


def test_signing_in_keeps_who_is_meant(ada: int, shared: Trip) -> None:
    ben = join(shared, "Ben")
    visitor = Person.objects.get(pk=ben.person_id)
    made = say(ada, shared, "@Ben", Mention(ben.pk, 0))
    own = Person.objects.create(user=User.objects.create(username="ben"))
    claim(visitor.visitor_key or "", own.user)  # type: ignore[arg-type]  # a user was given
    assert mentions_in(shared, made, own.pk)[0]["me"]
