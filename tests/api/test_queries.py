"""A list costs the same number of queries however long it is."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from drf_spectacular.generators import SchemaGenerator

from tests.api.caller import Caller
from tests.conftest import PartnerKey
from travelagent.accounts import memories
from travelagent.accounts.models import Memory
from travelagent.api.models import Webhook, WebhookDelivery
from travelagent.attachments.models import JournalEntry, TripFile
from travelagent.chat import actions
from travelagent.chat.models import Run, RunEvent, RunStatus
from travelagent.trips.models import (
    Author,
    CalendarFeed,
    ExpensePart,
    ListItem,
    StopComment,
    StopVote,
    Traveller,
    Trip,
    TripExpense,
    TripInvite,
    TripMember,
    TripShare,
    TripVersion,
)

pytestmark = pytest.mark.django_db
DAY = date(2026, 4, 13)


def queries(api: Caller, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert api.get(path).status_code == 200
    return len(captured)


def fill(partner: PartnerKey, session: str, times: int) -> str:
    """Another few sessions, runs, messages and events; the newest run."""
    for number in range(times):
        actions.create_session(partner.actor, end_user=f"u{number}")
        run = actions.start_run(partner.actor, session, "Hello")
        Run.objects.filter(pk=run.pk).update(status=RunStatus.SUCCEEDED)
        RunEvent.objects.create(run=run, seq=1, type="phase", at=run.created_at, data={})
    return run.pk


def test_conversations(api: Caller, session: str, partner: PartnerKey, subtests: pytest.Subtests) -> None:
    paths = [
        path.format(session=session)
        for path in ("sessions/", "sessions/?q=Hello", "sessions/{session}/messages/", "sessions/{session}/runs/")
    ]
    fill(partner, session, 1)
    few = {path: queries(api, path) for path in paths}
    fill(partner, session, 5)
    for path in paths:
        with subtests.test(path=path):
            assert queries(api, path) == few[path] <= 4


def test_events(api: Caller, session: str, partner: PartnerKey) -> None:
    run = Run.objects.get(pk=fill(partner, session, 1))
    few = queries(api, f"runs/{run.pk}/events/")
    RunEvent.objects.bulk_create(
        RunEvent(run=run, seq=n, type="phase", at=run.created_at, data={}) for n in range(2, 50)
    )
    assert queries(api, f"runs/{run.pk}/events/") == few <= 3


def test_the_catalogue(api: Caller, subtests: pytest.Subtests) -> None:
    for path in ("cities/?", "cities/beijing/sights/?"):
        with subtests.test(path=path):
            assert queries(api, f"{path}limit=2") == queries(api, f"{path}limit=50") <= 3


def fill_more(partner: PartnerKey, webhook: Webhook, times: int) -> None:
    """Another few trips with versions and links, memories, webhooks and deliveries."""
    person = partner.actor.person_for("ann")
    for _ in range(times):
        number = Memory.objects.count()
        trip = Trip.objects.create(person=person, title="Kyoto", itinerary={"days": []}, pk=f"trip_{number}")
        whole = Trip.objects.get(pk="trip_0")
        TripVersion.objects.create(
            trip=whole, number=number + 1, content_of=1, title="Kyoto", itinerary={}, author=Author.OWNER
        )
        payer = Traveller.objects.create(trip=whole, name=f"Ann {number}")
        spent = {"amount": 10, "currency": "EUR", "rate": 1, "rate_day": DAY, "day": DAY, "kind": "food"}
        expense = TripExpense.objects.create(trip=whole, payer=payer, method="equal", **spent)
        ExpensePart.objects.create(expense=expense, traveller=payer, weight=1)
        ListItem.objects.create(trip=whole, list="packing", text={"en": "Camera", "zh": "相机"})
        TripShare.objects.create(trip=whole, digest=str(number), expires_at=trip.created_at)
        CalendarFeed.objects.create(person=person, trip=whole, digest=str(number), locale="en")
        invited = {"digest": str(number), "role": "viewer", "most_uses": 1, "expires_at": trip.created_at}
        TripInvite.objects.create(trip=whole, **invited)
        stop = {"trip": whole, "person": person, "visit": f"1:{number}"}
        StopComment.objects.create(**stop, stop_name={"en": "Temple", "zh": "寺"}, text="Early!")
        StopVote.objects.create(**stop, value=1)
        held = {"media_type": "application/pdf", "bytes": 1, "sha256": "0" * 64, "content": f"{number}.pdf"}
        friend = partner.actor.person_for(f"friend {number}")
        TripMember.objects.create(trip=whole, person=friend, role="viewer", name=f"Friend {number}")
        JournalEntry.objects.create(trip=whole, day=DAY + timedelta(days=number), text="Rain")
        TripFile.objects.create(trip=whole, name=f"{number}.pdf", **held)
        memories.remember(person.pk, f"thing {number}")
        Webhook.objects.create(partner_id=partner.actor.partner, url="https://partner.example/", events=[], secret="x")
        WebhookDelivery.objects.create(webhook=webhook, event="trip.changed", data={})


MOST_QUERIES = 6
"""Whose it is, the names of those who did it, the rows; of the activity those of two tables."""
LISTS = [
    "trips/",
    "trips/?end_user=ann",
    "trips/trip_0/versions/",
    "trips/trip_0/share/",
    "trips/trip_0/calendars/",
    "trips/trip_0/travellers/",
    "trips/trip_0/expenses/",
    "trips/trip_0/lists/",
    "trips/trip_0/invites/",
    "trips/trip_0/comments/",
    "trips/trip_0/votes/",
    "trips/trip_0/activity/",
    "trips/trip_0/files/",
    "trips/trip_0/members/",
    "trips/trip_0/journal/",
    "memories/",
    "webhooks/",
    "webhooks/{webhook}/deliveries/",
]


def test_what_belongs_to_somebody(api: Caller, partner: PartnerKey, subtests: pytest.Subtests) -> None:
    webhook = Webhook.objects.create(partner_id=partner.actor.partner, url="https://a.example/", events=[], secret="x")
    paths = [path.format(webhook=webhook.pk) for path in LISTS]
    fill_more(partner, webhook, 1)
    few = {path: queries(api, path) for path in paths}
    fill_more(partner, webhook, 20)
    for path in paths:
        with subtests.test(path=path):
            with CaptureQueriesContext(connection) as captured:
                rows = api.get(path).json()["results"]
            assert len(rows) >= 20
            assert len(captured) == few[path] <= MOST_QUERIES


def test_a_runs_history_and_the_short_lists(api: Caller, session: str, partner: PartnerKey) -> None:
    run = fill(partner, session, 1)
    assert max(queries(api, path) for path in (f"runs/{run}/history/", "tools/", "models/")) <= 3


def test_every_list_is_counted() -> None:
    """A new list has to come into one of the tests above."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    lists = {path.removeprefix("/api/v1/") for path, methods in schema["paths"].items() if is_list(methods.get("get"))}
    assert lists == {
        *("sessions/", "sessions/{session}/messages/", "sessions/{session}/runs/", "runs/{run}/events/"),
        *("runs/{run}/history/", "tools/", "models/", "cities/", "cities/{city}/sights/", "memories/", "trips/"),
        *(
            "trips/{trip}/versions/",
            "trips/{trip}/share/",
            "trips/{trip}/calendars/",
            "webhooks/",
            "webhooks/{webhook}/deliveries/",
        ),
        *("trips/{trip}/travellers/", "trips/{trip}/expenses/", "trips/{trip}/lists/", "trips/{trip}/files/"),
        *("trips/{trip}/invites/", "trips/{trip}/comments/", "trips/{trip}/votes/", "trips/{trip}/activity/"),
        *("trips/{trip}/members/", "trips/{trip}/journal/"),
    }


def is_list(operation: dict[str, Any] | None) -> bool:
    content = (operation or {}).get("responses", {}).get("200", {}).get("content", {}).get("application/json", {})
    return "Paginated" in content.get("schema", {}).get("$ref", "")


def test_a_city_with_its_climate(api: Caller) -> None:
    assert queries(api, "cities/kyoto/") == 3
