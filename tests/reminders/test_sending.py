"""The evening before comes once, at 18:00 where one will be: over a real mail server and to a real push endpoint."""

import base64
import copy
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management import call_command

from tests.reminders.conftest import Endpoint
from tests.support.inbox import Inbox
from tests.support.server import free_port
from tests.support.tables import undone
from tests.support.trips import kyoto
from travelagent.reminders import actions, push
from travelagent.reminders.models import PushSubscription, ReminderWish, SentReminder
from travelagent.reminders.sending import send_reminders
from travelagent.trips import actions as trips
from travelagent.trips import lists
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db

EVE = datetime(2026, 12, 5, 9, 0, tzinfo=UTC)
"""18:00 in Kyoto, the evening before the first day."""


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


@pytest.fixture
def trip(person: int, body: dict[str, Any]) -> Trip:
    return trips.create_trip(person, **body)


def sent_at(moment: datetime) -> int:
    with time_machine.travel(moment, tick=False):
        return send_reminders()


def test_it_works(person: int, trip: Trip, inbox: Inbox) -> None:
    lists.propose_items(person, trip.pk)
    actions.set_wish(person, trip.pk, "en", mail=True, push=False)
    assert sent_at(EVE) == 1

    ((to, mail),) = inbox.mails
    text = mail.get_content()
    assert to == ["ada@example.org"]
    assert mail["Subject"] == "Tomorrow, Sunday 6 December 2026: Kyoto in winter"
    for visit in trip.itinerary["days"][0]["visits"]:
        assert f"{visit['arrive']} {visit['name']['en']}" in text
    assert "ticket ¥" in text
    assert "% rain" in text
    assert "°C" in text
    assert trip.itinerary["days"][1]["visits"][0]["name"]["en"] not in text


def test_it_is_off_until_somebody_asks(person: int, trip: Trip, inbox: Inbox) -> None:
    assert actions.wish_of(person, trip.pk) == actions.Wish(address="ada@example.org")
    assert sent_at(EVE) == 0
    actions.set_wish(person, trip.pk, "en", mail=True, push=False)
    actions.set_wish(person, trip.pk, "en", mail=False, push=False)
    assert sent_at(EVE) == 0
    assert inbox.mails == []


def test_it_comes_once_a_day_at_six_where_one_will_be(person: int, trip: Trip, inbox: Inbox) -> None:
    actions.set_wish(person, trip.pk, "zh", mail=True, push=False)
    minutes = [EVE + timedelta(minutes=n) for n in range(-90, 4 * 24 * 60, 90)]
    sent = [minute for minute in minutes if sent_at(minute)]

    assert sent == [EVE, EVE + timedelta(days=1), EVE + timedelta(days=2)]
    assert [mail["Subject"].strip()[:2] for _, mail in inbox.mails] == ["明天"] * 3
    call_command("send_reminders")
    assert len(inbox.mails) == 3


def test_a_mail_server_that_is_down_is_tried_again_until_the_day_begins(person: int, trip: Trip, inbox: Inbox, settings: Any) -> None:  # fmt: skip  # noqa: E501
    actions.set_wish(person, trip.pk, "en", mail=True, push=False)
    there, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    assert sent_at(EVE) == 0
    assert "refused" in SentReminder.objects.get().error
    settings.EMAIL_PORT = there
    assert sent_at(EVE + timedelta(minutes=1)) == 0
    assert sent_at(EVE + timedelta(minutes=11)) == 1
    assert SentReminder.objects.get().attempts == 2
    assert sent_at(EVE + timedelta(hours=1)) == 0


def test_a_late_start_sends_before_midnight_and_not_after(person: int, trip: Trip, inbox: Inbox) -> None:
    actions.set_wish(person, trip.pk, "en", mail=True, push=False)
    assert sent_at(EVE + timedelta(hours=6, minutes=1)) == 0
    assert sent_at(EVE + timedelta(days=1, hours=5, minutes=59)) == 1


def test_a_notification_is_encrypted_for_the_browser_and_signed(person: int, trip: Trip, endpoint: Endpoint) -> None:
    actions.subscribe(person, endpoint.url, *endpoint.keys)
    actions.set_wish(person, trip.pk, "en", mail=False, push=True)
    assert sent_at(EVE) == 1
    assert sent_at(EVE) == 0

    (message,) = endpoint.opened()
    first = trip.itinerary["days"][0]["visits"][0]
    assert message["url"] == f"/trips/{trip.pk}"
    assert message["body"].splitlines()[0].startswith(f"{first['arrive']} {first['name']['en']}")
    headers = endpoint.requests[0][0]
    assert headers["Content-Encoding"] == "aes128gcm"
    assert first["name"]["en"].encode() not in endpoint.requests[0][1]
    token, key = (part.partition("=")[2] for part in headers["Authorization"].removeprefix("vapid ").split(", "))
    head, claims, signature = token.split(".")
    raw = push.decoded(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.decoded(key))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    claims_sent = json.loads(base64.urlsafe_b64decode(claims + "=="))
    assert claims_sent["aud"] == endpoint.url.removesuffix("/send/1")
    assert claims_sent["sub"].startswith("mailto:")
    assert key == push.public_vapid_key()


def test_a_long_notification_in_chinese_is_cut_to_what_push_services_take(
    person: int, trip: Trip, endpoint: Endpoint
) -> None:
    trips.update_trip(person, trip.pk, title="京" * 120)
    name = {"en": "A place", "zh": "塔" * 80}
    itinerary = copy.deepcopy(Trip.objects.get(pk=trip.pk).itinerary)
    for visit in itinerary["days"][0]["visits"]:
        visit["name"] = name
    Trip.objects.filter(pk=trip.pk).update(itinerary=itinerary)
    actions.subscribe(person, endpoint.url, *endpoint.keys)
    actions.set_wish(person, trip.pk, "zh", mail=False, push=True)
    assert sent_at(EVE) == 1

    (message,) = endpoint.opened()
    assert message["lang"] == "zh"
    assert message["title"].endswith("京")
    assert "塔" * 80 in message["body"]
    assert len(endpoint.requests[0][1]) <= push.RECORD_BYTES


def test_a_browser_that_is_gone_is_forgotten(
    person: int, trip: Trip, endpoint: Endpoint, subtests: pytest.Subtests
) -> None:
    actions.subscribe(person, endpoint.url, *endpoint.keys)
    actions.set_wish(person, trip.pk, "en", mail=False, push=True)
    for status, left in ((410, 0), (404, 0), (500, 1)):
        with subtests.test(status=status), undone():
            endpoint.status = status
            assert sent_at(EVE) == 0
            assert PushSubscription.objects.count() == left


def test_a_push_service_is_a_public_address_over_https(person: int, settings: Any, tmp_path: Path) -> None:
    settings.WEBHOOK_ALLOW_LOCAL, settings.DATA_DIR = False, tmp_path
    browser = ec.generate_private_key(ec.SECP256R1()).public_key()
    keys = push.encoded(browser.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), push.encoded(bytes(16))
    for url in ("http://127.0.0.1/", "https://127.0.0.1/", "https://169.254.169.254/", "https://10.0.0.1:8443/x"):
        with pytest.raises(trips.InvalidTrip):
            actions.subscribe(person, url, *keys)
        assert push.push(url, *keys, b"x").code is None
    assert (tmp_path / "vapid.pem").stat().st_mode & 0o077 == 0


def test_who_has_no_verified_address_gets_no_mail(person: int, trip: Trip) -> None:
    EmailAddress.objects.update(verified=False)
    with pytest.raises(trips.InvalidTrip):
        actions.set_wish(person, trip.pk, "en", mail=True, push=False)


def test_dates_that_are_only_assumed_remind_nobody(person: int, body: dict[str, Any], inbox: Inbox) -> None:
    assumed = {**body, "itinerary": {**body["itinerary"], "date_assumed": True}}
    trip = trips.create_trip(person, **assumed)
    actions.set_wish(person, trip.pk, "en", mail=True, push=False)
    assert sent_at(EVE) == 0


def test_a_trip_that_is_gone_takes_its_reminders_along(person: int, trip: Trip, inbox: Inbox) -> None:
    actions.set_wish(person, trip.pk, "en", mail=True, push=False)
    trips.delete_trip(person, trip.pk)
    assert sent_at(EVE) == 0
    assert not ReminderWish.objects.exists()
