"""Webhooks: events are stored in the transaction of the change, and delivered signed until they arrive."""

import json
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from tests.api.caller import Caller, as_partner, problem
from tests.chat.scripted import listening, supervised
from tests.conftest import PartnerKey, Visitor, make_partner
from tests.support.receiver import Receiver, receiving
from travelagent.api.models import IdempotentAnswer, Webhook, WebhookDelivery
from travelagent.api.webhooks import delivery
from travelagent.api.webhooks.delivery import deliver_webhooks, forget_old_deliveries
from travelagent.chat import actions
from travelagent.chat.hub import Hub
from travelagent.chat.threads import in_db_thread
from travelagent.trips import actions as trips
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db

PLAN = {"cities": ["kyoto"], "days": [{"day": 1, "city": "kyoto", "start": "09:00", "visits": [], "legs": []}]}


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """The partner's endpoint, on this machine."""
    settings.WEBHOOK_ALLOW_LOCAL = True
    with receiving() as found:
        yield found


@pytest.fixture
def made(api: Caller, receiver: Receiver) -> dict[str, Any]:
    """A webhook of the partner's for every event, with its secret."""
    body: dict[str, Any] = api.post("webhooks/", {"url": receiver.url}).json()
    return body


def change_a_trip(partner: PartnerKey, title: str = "Kyoto") -> Trip:
    """Make a change that webhooks deliver."""
    trip = Trip.objects.create(person=partner.actor.person_for("ann"), title=title, itinerary={"days": []})
    trips.trip_changed.send(sender=Trip, trip=trip, change="created", person=trip.person_id)
    return trip


def due_again() -> None:
    WebhookDelivery.objects.update(next_attempt_at=timezone.now() - timedelta(seconds=1))


def test_it_works(api: Caller, partner: PartnerKey, made: dict[str, Any], receiver: Receiver) -> None:
    trip = change_a_trip(partner)
    assert deliver_webhooks() == 1

    headers, body = receiver.received[0]
    delivered = Verifier(made["secret"]).verify(body, headers)
    assert delivered == json.loads(body)
    assert delivered["type"] == "trip.changed"
    assert delivered["data"] == {"id": trip.pk, "end_user": "ann", "version": 1, "change": "created"}
    (shown,) = api.get(f"webhooks/{made['id']}/deliveries/").json()["results"]
    assert shown["id"] == headers["webhook-id"]
    assert (shown["status"], shown["response_code"], shown["attempts"]) == ("delivered", 204, 1)
    assert (shown["type"], shown["next_attempt_at"]) == ("trip.changed", None)
    assert deliver_webhooks() == 0


def test_a_secret_is_shown_once_and_kept_encrypted(api: Caller, made: dict[str, Any]) -> None:
    row = Webhook.objects.get()
    assert made["secret"].startswith("whsec_")
    assert made["secret"] not in row.secret
    assert made["secret"].removeprefix("whsec_") not in row.secret
    (listed,) = api.get("webhooks/").json()["results"]
    assert listed == {name: value for name, value in made.items() if name != "secret"}


def test_a_secret_in_a_kept_answer_is_encrypted_too(api: Caller, receiver: Receiver) -> None:
    made = api.post("webhooks/", {"url": receiver.url}, Idempotency_Key="k").json()
    assert api.post("webhooks/", {"url": receiver.url}, Idempotency_Key="k").json() == made
    assert made["secret"].encode() not in bytes(IdempotentAnswer.objects.get().body)
    assert Webhook.objects.count() == 1


def test_a_signature_holds_for_that_body_and_that_secret_alone(
    partner: PartnerKey, made: dict[str, Any], receiver: Receiver
) -> None:
    change_a_trip(partner)
    deliver_webhooks()
    headers, body = receiver.received[0]
    with pytest.raises(WebhookVerificationError):
        Verifier(made["secret"]).verify(body.replace(b"ann", b"bob"), headers)
    with pytest.raises(WebhookVerificationError):
        Verifier("whsec_" + "A" * 43 + "=").verify(body, headers)


def test_after_a_rotation_both_secrets_verify_for_a_time(
    api: Caller, partner: PartnerKey, made: dict[str, Any], receiver: Receiver
) -> None:
    new = api.post(f"webhooks/{made['id']}/rotate/").json()["secret"]
    assert new != made["secret"]
    change_a_trip(partner)
    deliver_webhooks()
    headers, body = receiver.received[0]
    assert len(headers["webhook-signature"].split()) == 2
    assert Verifier(new).verify(body, headers) == Verifier(made["secret"]).verify(body, headers)

    Webhook.objects.update(old_until=timezone.now())
    change_a_trip(partner)
    deliver_webhooks()
    headers, body = receiver.received[1]
    Verifier(new).verify(body, headers)
    with pytest.raises(WebhookVerificationError):
        Verifier(made["secret"]).verify(body, headers)


def test_only_the_events_that_were_asked_for_are_told(api: Caller, partner: PartnerKey, receiver: Receiver) -> None:
    api.post("webhooks/", {"url": receiver.url, "events": ["run.finished", "run.finished"]})
    change_a_trip(partner)
    assert not WebhookDelivery.objects.exists()
    assert Webhook.objects.get().events == ["run.finished"]


def test_nothing_is_told_of_others(partner: PartnerKey, made: dict[str, Any], owner: Visitor) -> None:
    change_a_trip(make_partner("other"))
    trip = Trip.objects.create(person_id=owner.actor.person, title="Mine", itinerary={"days": []})
    trips.delete_trip(trip.person_id, trip.pk)
    assert not WebhookDelivery.objects.exists()


def test_what_is_rolled_back_is_not_told(partner: PartnerKey, made: dict[str, Any]) -> None:
    with transaction.atomic():
        change_a_trip(partner)
        transaction.set_rollback(True)
    assert not WebhookDelivery.objects.exists()


def test_every_change_of_a_trip_is_told(api: Caller, partner: PartnerKey, made: dict[str, Any]) -> None:
    trip = change_a_trip(partner)
    api.patch(f"trips/{trip.pk}/", {"title": "Kyoto in autumn"})
    api("DELETE", f"trips/{trip.pk}/")
    delivered = WebhookDelivery.objects.order_by("created_at").values_list("data__change", "data__version")
    assert list(delivered) == [("created", 1), ("changed", 2), ("deleted", 2)]


@pytest.mark.django_db(transaction=True)
async def test_a_run_that_pauses_and_ends_is_told(receiver: Receiver) -> None:
    key = await in_db_thread(partial(make_partner, "acme"))
    await in_db_thread(partial(as_partner(key).post, "webhooks/", {"url": receiver.url}))
    session = await in_db_thread(partial(actions.create_session, key.actor, end_user="ann"))
    run = await in_db_thread(partial(actions.start_run, key.actor, session.pk, "Delete it"))
    hub, model = Hub(), ScriptedModel(calls(call("w", "delete_trip", id="trip_1")), text("Done."))
    async with supervised(hub, model) as supervisor, listening(hub, session.pk, run.pk) as listener:
        proposal = (await listener.wait_for("confirmation_required")).data["proposal"]
        await listener.wait_for("run_paused")
        await in_db_thread(partial(actions.decide_proposal, key.actor, run.pk, proposal, "reject"))
        supervisor.hint(run.pk)
        await listener.wait_for("run_finished")

    await in_db_thread(deliver_webhooks)
    delivered = [json.loads(body) for _, body in receiver.received]
    common = {"id": run.pk, "session": session.pk, "end_user": "ann"}
    assert sorted((t["type"], t["data"]["status"]) for t in delivered) == [
        ("run.finished", "succeeded"),
        ("run.paused", "awaiting_confirmation"),
    ]
    assert all(common.items() <= t["data"].items() for t in delivered)


def test_a_delivery_that_fails_is_tried_again_later_with_the_same_id(
    api: Caller, partner: PartnerKey, made: dict[str, Any], receiver: Receiver, settings: Any
) -> None:
    settings.WEBHOOK_BACKOFF_S = [5, 300]
    receiver.answers = [500, 503, 200]
    change_a_trip(partner)
    for wait, code in ((5, 500), (300, 503)):
        before = timezone.now()
        assert deliver_webhooks() == 1
        row = WebhookDelivery.objects.get()
        assert (row.status, row.response_code) == ("pending", code)
        assert timedelta(0) <= row.next_attempt_at - before - timedelta(seconds=wait) < timedelta(seconds=60)
        assert deliver_webhooks() == 0
        due_again()
    assert api.get("webhooks/").json()["results"][0]["failing_since"] is not None

    assert deliver_webhooks() == 1
    assert (WebhookDelivery.objects.get().status, Webhook.objects.get().failing_since) == ("delivered", None)
    assert len({headers["webhook-id"] for headers, _ in receiver.received}) == 1
    assert len({body for _, body in receiver.received}) == 1
    for headers, body in receiver.received:
        Verifier(made["secret"]).verify(body, headers)


def test_after_the_last_attempt_it_is_dead(
    partner: PartnerKey, made: dict[str, Any], receiver: Receiver, settings: Any
) -> None:
    settings.WEBHOOK_BACKOFF_S = [5]
    receiver.answers = [500]
    change_a_trip(partner)
    for _ in range(2):
        deliver_webhooks()
        due_again()
    row = WebhookDelivery.objects.get()
    assert (row.status, row.attempts) == ("dead", 2)
    assert deliver_webhooks() == 0


def test_what_has_failed_for_days_is_disabled_and_told_nothing_more(
    api: Caller, partner: PartnerKey, made: dict[str, Any], receiver: Receiver
) -> None:
    receiver.answers = [500]
    change_a_trip(partner)
    deliver_webhooks()
    Webhook.objects.update(failing_since=timezone.now() - timedelta(days=5))
    due_again()
    deliver_webhooks()
    assert api.get("webhooks/").json()["results"][0]["disabled_at"] is not None
    change_a_trip(partner)
    assert [row.status for row in WebhookDelivery.objects.all()] == ["dead"]


def test_an_endpoint_that_says_it_is_gone_is_disabled(
    partner: PartnerKey, made: dict[str, Any], receiver: Receiver
) -> None:
    receiver.answers = [410]
    change_a_trip(partner)
    deliver_webhooks()
    assert Webhook.objects.get().disabled_at is not None


def test_a_redirect_is_not_followed(partner: PartnerKey, made: dict[str, Any], receiver: Receiver) -> None:
    receiver.answers, receiver.headers = [302], {"Location": receiver.url + "/elsewhere"}
    change_a_trip(partner)
    deliver_webhooks()
    row = WebhookDelivery.objects.get()
    assert (row.status, row.response_code, len(receiver.received)) == ("pending", 302, 1)


def test_an_endpoint_that_sleeps_is_given_up_on(
    partner: PartnerKey, made: dict[str, Any], receiver: Receiver, settings: Any
) -> None:
    settings.WEBHOOK_TIMEOUT_S = 0.2
    receiver.slow_s = 1.0
    change_a_trip(partner)
    deliver_webhooks()
    row = WebhookDelivery.objects.get()
    assert (row.status, row.response_code, row.error) == ("pending", None, "timeout")


def test_an_endless_answer_is_not_read(partner: PartnerKey, made: dict[str, Any], receiver: Receiver) -> None:
    receiver.answers, receiver.headers = [200], {"Content-Length": str(10**12)}
    change_a_trip(partner)
    deliver_webhooks()
    assert WebhookDelivery.objects.get().status == "delivered"


def test_nobody_listens(partner: PartnerKey, made: dict[str, Any]) -> None:
    Webhook.objects.update(url="http://127.0.0.1:1/")
    change_a_trip(partner)
    deliver_webhooks()
    assert WebhookDelivery.objects.get().error.startswith("ConnectError")


def test_a_slow_webhook_leaves_room_for_others(
    api: Caller, partner: PartnerKey, made: dict[str, Any], receiver: Receiver
) -> None:
    for n in range(30):
        change_a_trip(partner, str(n))
    other = make_partner("other")
    as_partner(other).post("webhooks/", {"url": receiver.url})
    change_a_trip(other)
    deliver_webhooks()
    states = WebhookDelivery.objects.values_list("webhook__partner__name", "status")
    assert list(states).count(("acme", "delivered")) == 10
    assert list(states).count(("other", "delivered")) == 1


def test_what_a_dead_process_had_taken_is_sent_later(
    partner: PartnerKey, made: dict[str, Any], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(attempts: Any) -> None:
        raise SystemExit

    change_a_trip(partner)
    with monkeypatch.context() as patched:
        patched.setattr(delivery, "_sent", die)
        with pytest.raises(SystemExit):
            deliver_webhooks()
    assert deliver_webhooks() == 0
    due_again()
    assert deliver_webhooks() == 1
    assert len(receiver.received) == 1


def test_under_another_secret_key_nothing_unsigned_is_sent(
    partner: PartnerKey, made: dict[str, Any], receiver: Receiver, settings: Any
) -> None:
    change_a_trip(partner)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    deliver_webhooks()
    assert receiver.received == []
    due_again()
    settings.SECRET_KEY_FALLBACKS = [old]
    deliver_webhooks()
    headers, body = receiver.received[0]
    Verifier(made["secret"]).verify(body, headers)


def test_a_deleted_webhook_is_told_nothing(
    api: Caller, partner: PartnerKey, made: dict[str, Any], receiver: Receiver
) -> None:
    change_a_trip(partner)
    assert api("DELETE", f"webhooks/{made['id']}/").status_code == 204
    assert deliver_webhooks() == 0
    assert receiver.received == []


def test_old_deliveries_are_forgotten_unless_they_wait(partner: PartnerKey, made: dict[str, Any]) -> None:
    for status in ("delivered", "dead", "pending"):
        change_a_trip(partner)
        WebhookDelivery.objects.filter(status="pending").order_by("-created_at").update(status=status)
    WebhookDelivery.objects.update(created_at=timezone.now() - timedelta(days=31))
    change_a_trip(partner)
    WebhookDelivery.objects.filter(created_at__gt=timezone.now() - timedelta(days=1)).update(status="delivered")
    kept = WebhookDelivery.objects.filter(status="pending").count() + 1
    forget_old_deliveries()
    assert WebhookDelivery.objects.count() == kept


def test_a_wrong_body_is_refused(api: Caller, receiver: Receiver, subtests: pytest.Subtests) -> None:
    for body in (
        {},
        {"url": 5},
        {"url": ""},
        {"events": ["run.finished"]},
        {"url": "https://example.com/", "events": []},
        {"url": "https://example.com/", "events": ["run.started"]},
        {"url": "https://example.com/", "secret": "x"},
    ):
        with subtests.test(body=body):
            assert problem(api.post("webhooks/", body)) == (400, "invalid")


def test_a_partner_has_so_many_and_no_more(api: Caller, receiver: Receiver, settings: Any) -> None:
    settings.WEBHOOKS_PER_PARTNER = 1
    assert api.post("webhooks/", {"url": receiver.url}).status_code == 201
    assert problem(api.post("webhooks/", {"url": receiver.url})) == (409, "too_many_webhooks")
