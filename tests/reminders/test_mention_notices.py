"""Whoever is named in a comment is notified, once, where they asked for it, and while they belong to the trip."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from tests.conftest import make_visitor
from tests.reminders.conftest import Endpoint
from tests.support.inbox import Inbox
from tests.support.server import free_port
from tests.support.trips import kyoto
from travelagent.reminders import actions
from travelagent.reminders.mention_notices import MOST_AN_HOUR, send_mention_notices
from travelagent.reminders.models import MentionNotice
from travelagent.trips import actions as trips
from travelagent.trips import discussion, members
from travelagent.trips.mentions import Mention
from travelagent.trips.models import Trip, TripMember

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


@pytest.fixture
def owner() -> int:
    return make_visitor().actor.person or 0


@pytest.fixture
def trip(owner: int, person: int, body: dict[str, Any]) -> Trip:
    made = trips.create_trip(owner, **body)
    _, token = members.invite_to_trip(owner, made.pk)
    members.join_trip(person, token, "Ada")
    return made


def say(owner: int, trip: Trip, text: str = "See @Ada") -> None:
    member = TripMember.objects.get(trip=trip, name="Ada")
    visit = trip.itinerary["days"][0]["visits"][0]["id"]
    discussion.add_comment(owner, trip.pk, visit, text, [Mention(member.pk, text.index("@"))])


def sent_after(minutes: int) -> int:
    with time_machine.travel(timezone.now() + timedelta(minutes=minutes), tick=False):
        return send_mention_notices()


def test_it_works(owner: int, person: int, trip: Trip, inbox: Inbox) -> None:
    actions.set_wish(person, trip.pk, "zh", mentions_mail=True)
    say(owner, trip)
    assert send_mention_notices() == 1
    assert send_mention_notices() == 0
    ((to, mail),) = inbox.mails
    assert to == ["ada@example.org"]
    assert mail["Subject"].strip() == "行程主人 提到了你：Kyoto in winter"
    assert "See @Ada" in mail.get_content()


def test_a_notification_opens_the_trip(owner: int, person: int, trip: Trip, endpoint: Endpoint) -> None:
    actions.subscribe(person, endpoint.url, *endpoint.keys)
    actions.set_wish(person, trip.pk, "en", mentions_push=True)
    say(owner, trip)
    assert send_mention_notices() == 1
    (message,) = endpoint.opened()
    assert message["url"] == f"/trips/{trip.pk}"
    assert message["title"] == "The owner of the trip mentioned you: Kyoto in winter"


def test_it_is_off_until_somebody_asks(owner: int, person: int, trip: Trip, inbox: Inbox) -> None:
    say(owner, trip)
    actions.set_wish(person, trip.pk, "en", mail=True)
    say(owner, trip)
    assert not MentionNotice.objects.exists()


def test_mentioning_oneself_sends_no_notice(person: int, trip: Trip) -> None:
    actions.set_wish(person, trip.pk, "en", mentions_mail=True)
    say(person, trip)
    assert not MentionNotice.objects.exists()


def test_former_members_get_no_notice(owner: int, person: int, trip: Trip, inbox: Inbox) -> None:
    actions.set_wish(person, trip.pk, "en", mentions_mail=True)
    say(owner, trip)
    members.leave_trip(person, trip.pk)
    assert send_mention_notices() == 0
    assert inbox.mails == []
    assert MentionNotice.objects.get().next_attempt_at is None


def test_a_mail_server_that_is_down_is_tried_again_for_a_day(
    owner: int, person: int, trip: Trip, inbox: Inbox, settings: Any
) -> None:
    actions.set_wish(person, trip.pk, "en", mentions_mail=True)
    say(owner, trip)
    there, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    assert sent_after(0) == 0
    assert "refused" in MentionNotice.objects.get().error
    settings.EMAIL_PORT = there
    assert sent_after(1) == 0
    assert sent_after(11) == 1
    say(owner, trip)
    assert sent_after(25 * 60) == 0
    assert len(inbox.mails) == 1


def test_nobody_is_flooded(owner: int, person: int, trip: Trip) -> None:
    actions.set_wish(person, trip.pk, "en", mentions_mail=True)
    for _ in range(MOST_AN_HOUR + 2):
        say(owner, trip)
    assert MentionNotice.objects.count() == MOST_AN_HOUR
    with time_machine.travel(timezone.now() + timedelta(minutes=61), tick=False):
        say(owner, trip)
    assert MentionNotice.objects.count() == MOST_AN_HOUR + 1


def test_hostile_texts_make_one_heading(owner: int, person: int, trip: Trip, inbox: Inbox) -> None:
    title = "Kyoto\r\nBcc: all@example.org"
    Trip.objects.filter(pk=trip.pk).update(title=title)
    actions.set_wish(person, trip.pk, "en", mentions_mail=True)
    say(owner, trip)
    assert send_mention_notices() == 1
    ((to, mail),) = inbox.mails
    assert to == ["ada@example.org"]
    assert mail["Bcc"] is None
