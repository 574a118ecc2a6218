"""Invitations that are mailed: through a real mail server, counted, revocable, telling nobody who is known here."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.utils import timezone

from tests.conftest import make_visitor
from tests.support.inbox import Inbox, mail_server
from tests.support.server import free_port
from travelagent.accounts.models import Person, User
from travelagent.trips import actions, members
from travelagent.trips.errors import InvalidTrip, MailNotSent, RoleTooLow, TooManyMails, TripNotFound
from travelagent.trips.mailed_invites import MAILS_A_DAY, MAILS_TO_ADDRESS, invite_by_mail
from travelagent.trips.models import Trip, TripInvite

pytestmark = pytest.mark.django_db


@pytest.fixture
def inbox(settings: Any) -> Iterator[Inbox]:
    with mail_server(settings) as found:
        yield found


def account(name: str) -> int:
    """Somebody whose address is verified."""
    user = User.objects.create_user(name, f"{name}@example.org")
    EmailAddress.objects.create(user=user, email=f"{name}@example.org", verified=True, primary=True)
    return Person.objects.create(user=user).pk


@pytest.fixture
def ada() -> int:
    return account("ada")


@pytest.fixture
def shared(ada: int, plan: dict[str, Any]) -> Trip:
    return actions.create_trip(ada, "Kyoto", plan)


def link(token: str) -> str:
    return f"https://travel.example/join/{token}"


def mail(trip: Trip, address: str = "ben@example.com", **how: Any) -> TripInvite:
    return invite_by_mail(trip.person_id, trip.pk, address, link, **how)


def token_in(letter: Any) -> str:
    return str(letter.get_content()).partition("/join/")[2].split()[0]


@pytest.mark.parametrize(("lang", "subject"), [("en", "ada invites you: Kyoto"), ("zh", "ada 邀请你：Kyoto")])
def test_it_works(shared: Trip, inbox: Inbox, lang: str, subject: str) -> None:
    invite = mail(shared, role="editor", lang=lang)
    ((to, letter),) = inbox.mails
    assert (to, letter["Subject"]) == (["ben@example.com"], subject)
    ben, late = (make_visitor().actor.person or 0 for _ in range(2))
    joined = members.join_trip(ben, token_in(letter), "Ben")
    assert joined.member_role == "editor"
    with pytest.raises(TripNotFound):
        members.join_trip(late, token_in(letter), "Late")
    invite.refresh_from_db()
    assert (invite.address, invite.uses, invite.most_uses) == ("ben@example.com", 1, 1)


def test_another_to_the_same_address_ends_the_first(shared: Trip, inbox: Inbox) -> None:
    mail(shared)
    mail(shared, "BEN@example.com")
    first, second = (token_in(letter) for _, letter in inbox.mails)
    with pytest.raises(TripNotFound):
        members.open_invite(first)
    assert members.open_invite(second)


def test_it_is_revoked_as_a_link_is(ada: int, shared: Trip, inbox: Inbox) -> None:
    members.revoke_invite(ada, shared.pk, mail(shared).pk)
    with pytest.raises(TripNotFound):
        members.join_trip(make_visitor().actor.person or 0, token_in(inbox.mails[0][1]))


def test_only_the_owner_with_an_address_of_their_own_mails(shared: Trip, inbox: Inbox, plan: dict[str, Any]) -> None:
    visitor = make_visitor().actor.person or 0
    theirs = actions.create_trip(visitor, "Kyoto", plan)
    with pytest.raises(InvalidTrip):
        mail(theirs)
    _, token = members.invite_to_trip(shared.person_id, shared.pk, "editor")
    members.join_trip(account("ben"), token)
    with pytest.raises(RoleTooLow):
        invite_by_mail(Person.objects.get(user__username="ben").pk, shared.pk, "eve@example.com", link)
    assert inbox.mails == []


def test_known_and_unknown_addresses_are_answered_alike(shared: Trip, inbox: Inbox) -> None:
    account("known")
    known, unknown = mail(shared, "known@example.org"), mail(shared, "unknown@example.org")
    letters = [letter.get_content().replace(token_in(letter), "") for _, letter in inbox.mails]
    assert letters[0] == letters[1]
    assert [(each.role, each.uses, each.revoked_at) for each in (known, unknown)] == [("viewer", 0, None)] * 2


def test_mails_are_counted_by_sender_though_trips_are_deleted(ada: int, inbox: Inbox, plan: dict[str, Any]) -> None:
    for number in range(MAILS_A_DAY):
        trip = actions.create_trip(ada, "Kyoto", plan)
        mail(trip, f"{number}@example.com")
        actions.delete_trip(ada, trip.pk)
    trip = actions.create_trip(ada, "Kyoto", plan)
    with pytest.raises(TooManyMails):
        mail(trip, "more@example.com")
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert mail(trip, "more@example.com")
    assert len(inbox.mails) == MAILS_A_DAY + 1


def test_mails_are_counted_by_address_whoever_sends(inbox: Inbox, plan: dict[str, Any]) -> None:
    trips = [actions.create_trip(account(f"sender{n}"), "Kyoto", plan) for n in range(MAILS_TO_ADDRESS + 1)]
    for trip in trips[:-1]:
        mail(trip, "Victim@example.com")
    with pytest.raises(TooManyMails):
        mail(trips[-1], "victim@EXAMPLE.com")
    assert len(inbox.mails) == MAILS_TO_ADDRESS


@pytest.mark.parametrize(
    "address",
    [
        *(
            "",
            "ben",
            "ben@",
            "@example.com",
            "ben@example.com, eve@example.com",
            "ben@example.com\nBcc: eve@example.com",
        ),
        *("Ben <ben@example.com>", "ben@example.com\r\n\r\nHello", f"{'b' * 300}@example.com", "ben\x00@example.com"),
    ],
)
def test_what_is_no_address_is_refused(shared: Trip, inbox: Inbox, address: str) -> None:
    with pytest.raises(InvalidTrip):
        mail(shared, address)
    assert inbox.mails == []


def test_hostile_names_and_titles_add_no_header(ada: int, shared: Trip, inbox: Inbox) -> None:
    User.objects.filter(person=ada).update(first_name="Ada\r\nBcc: eve@example.com\r\n\r\n<b>", last_name="%(url)s")
    Trip.objects.filter(pk=shared.pk).update(title="Kyoto\nReply-To: eve@example.com")
    mail(shared)
    ((to, letter),) = inbox.mails
    assert to == ["ben@example.com"]
    assert [letter[name] for name in ("Bcc", "Reply-To")] == [None, None]
    assert letter["Subject"].endswith("Kyoto Reply-To: eve@example.com")
    assert letter.get_content_type() == "text/plain"


def test_a_mail_server_that_is_down_leaves_no_invitation(shared: Trip, inbox: Inbox, settings: Any) -> None:
    earlier = mail(shared)
    settings.EMAIL_PORT = free_port()
    with pytest.raises(MailNotSent):
        mail(shared)
    assert [row.pk for row in shared.invites.filter(revoked_at=None)] == [earlier.pk]
