"""Who gets what, of every endpoint there is and of the socket: one table.

Each row is an operation with a body that works for its owner. The operations come from the URL resolver, so one that
has no row fails the test. Foreign things are 404, no credentials 401, a missing scope 403; nothing foreign is read or
written.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import pytest
from django.db.models import Q
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.views import APIView

from tests.api.caller import Caller, Upload, as_nobody, as_partner, as_visitor, problem
from tests.api.world import MARK, PLAN, belongings, document
from tests.attachments.samples import picture
from tests.chat.sockets import HOST, SECONDS, Socket, browser, greeted, server
from tests.conftest import PartnerKey, Visitor, make_partner, make_visitor
from tests.support.tables import undone
from travelagent.accounts.actors import Actor
from travelagent.accounts.models import ApiKey, Memory, Person, Scope, User
from travelagent.api import urls
from travelagent.api.authentication import HasActor, KeyAuthentication, SiteAuthentication
from travelagent.api.models import Webhook, WebhookDelivery
from travelagent.api.views.base import ActorView
from travelagent.attachments.models import JournalEntry, TripFile
from travelagent.chat import actions
from travelagent.chat.models import ChatSession, Message, Proposal, Run, SessionVersion
from travelagent.chat.threads import in_db_thread
from travelagent.reminders.models import ReminderWish
from travelagent.trips.models import (
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


class Row(NamedTuple):
    """An operation: what its owner sends and gets. `owned`: its path or body names what belongs to somebody."""

    method: str
    path: str
    body: Any = None
    status: int = 200
    owned: bool = True
    query: str = ""


ENGINE = {"request": {"cities": ["kyoto"], "days": 1}}
SPENT = {"payer": "{payer}", "amount": "10.00", "currency": "EUR", "day": "2026-04-14", "kind": "tickets"}
BROWSER: dict[str, Any] = {
    "endpoint": "https://push.example/send/1",
    "keys": {
        "p256dh": "BPtQOI8pSY0Kk60l7Ew0A3udPMPMpHh-tv7aviswA-rIn3dlyp1iiOb_c09c0I86WSHPVLIbs5i1CsDSV3-gdHI",
        "auth": "AAAAAAAAAAAAAAAAAAAAAA",
    },
}
SHARED = [
    Row("GET", "tools/", owned=False),
    Row("POST", "tools/{tool}/", {"arguments": {"city": "kyoto"}}, owned=False),
    Row("GET", "models/", owned=False),
    Row("GET", "cities/", owned=False),
    Row("GET", "cities/{city}/", owned=False),
    Row("GET", "cities/{city}/sights/", owned=False),
    Row("GET", "cities/{city}/weather/", owned=False, query="?start=2026-04-10&days=2"),
    Row("GET", "venues/", owned=False, query="?lat=46.37&lon=14.1&at=2026-11-03T19:00"),
    Row("POST", "itineraries/", ENGINE, owned=False),
    Row("POST", "itineraries/verify/", {"itinerary": PLAN}, owned=False),
    Row("GET", "sessions/", owned=False),
    Row("GET", "sessions/", query=f"?q={MARK}", owned=False),
    Row("POST", "sessions/", {}, 201, owned=False),
    Row("GET", "memories/", owned=False),
    Row("GET", "trips/", owned=False),
    Row("POST", "trips/", {"title": "New", "itinerary": PLAN}, 201, owned=False),
    Row("POST", "trips/import/", None, 201, owned=False),
    Row("POST", "trips/import/preview/", None, 200, owned=False),
    Row("POST", "trips/join/", {"token": "Yp3s6v9yYp3s6v9yYp3s6v"}, 404, owned=False),
    Row("POST", "feedback/", {"kind": "wrong_fact", "sight": "kyoto/kinkaku-ji", "text": "Closed"}, 201, owned=False),
    Row("POST", "push/", BROWSER, 201, owned=False),
    Row("GET", "webhooks/", owned=False),
    Row("POST", "webhooks/", {"url": "https://partner.example/"}, 201, owned=False),
]
OWNED = [
    Row("GET", "sessions/{session}/"),
    Row("PATCH", "sessions/{session}/", {"title": "Changed"}),
    Row("DELETE", "sessions/{session}/", None, 204),
    Row("POST", "sessions/{session}/clear/", None, 204),
    Row("GET", "sessions/{session}/messages/"),
    Row("GET", "sessions/{session}/runs/"),
    Row("POST", "sessions/{session}/runs/", {"message": "Hello"}, 202),
    Row("GET", "sessions/{session}/brief/"),
    Row("PATCH", "sessions/{session}/brief/", {"tier": "mid"}),
    Row("POST", "sessions/{session}/plan/", {"brief": {"stays": [{"place": "kyoto"}], "dates": {"days": 1}}}),
    Row("POST", "sessions/{session}/undo/"),
    Row("POST", "sessions/{session}/redo/"),
    Row("GET", "runs/{run}/"),
    Row("GET", "runs/{run}/history/"),
    Row("GET", "runs/{run}/events/"),
    Row("POST", "runs/{run}/cancel/", {}, 202),
    Row("POST", "runs/{run}/proposals/{proposal}/", {"decision": "approve"}),
    Row("PATCH", "memories/{memory}/", {"text": "Changed"}),
    Row("DELETE", "memories/{memory}/", None, 204),
    Row("POST", "trips/", {"title": "New", "itinerary": PLAN, "session": "{session}"}, 201),
    Row("POST", "feedback/", {"kind": "up", "run": "{run}"}, 201),
    Row("GET", "trips/{trip}/"),
    Row("PATCH", "trips/{trip}/", {"title": "Changed"}),
    Row("DELETE", "trips/{trip}/", None, 204),
    Row("POST", "trips/{trip}/edits/", {"edits": [{"op": "hours", "day": 1, "start": "10:00"}]}),
    Row("POST", "trips/{trip}/undo/"),
    Row("POST", "trips/{trip}/verify/", {}),
    Row("POST", "trips/{trip}/replan/", {}),
    Row("POST", "trips/{trip}/alternatives/"),
    Row("GET", "trips/{trip}/versions/"),
    Row("GET", "trips/{trip}/diff/", query="?from=1&to=2"),
    Row("GET", "trips/{trip}/export/", query="?format=json"),
    Row("GET", "trips/{trip}/share/"),
    Row("POST", "trips/{trip}/share/", {}, 201),
    Row("DELETE", "trips/{trip}/share/{share}/", None, 204),
    Row("GET", "trips/{trip}/calendars/"),
    Row("POST", "trips/{trip}/calendars/", {}, 201),
    Row("DELETE", "trips/{trip}/calendars/{feed}/", None, 204),
    Row("GET", "trips/{trip}/reminders/"),
    Row("PATCH", "trips/{trip}/reminders/", {"push": True}),
    Row("GET", "trips/{trip}/travellers/"),
    Row("POST", "trips/{trip}/travellers/", {"name": "Ben"}, 201),
    Row("PATCH", "trips/{trip}/travellers/{traveller}/", {"name": "Changed"}),
    Row("DELETE", "trips/{trip}/travellers/{traveller}/", None, 204),
    Row("GET", "trips/{trip}/expenses/"),
    Row("POST", "trips/{trip}/expenses/", SPENT, 201),
    Row("GET", "trips/{trip}/expenses/{expense}/"),
    Row("PATCH", "trips/{trip}/expenses/{expense}/", {"amount": "20.50"}),
    Row("DELETE", "trips/{trip}/expenses/{expense}/", None, 204),
    Row("GET", "trips/{trip}/ledger/"),
    Row("PATCH", "trips/{trip}/ledger/", {"currency": "USD"}),
    Row("GET", "trips/{trip}/ledger/table/"),
    Row("GET", "trips/{trip}/lists/"),
    Row("POST", "trips/{trip}/lists/", {"list": "packing", "text": "Passport"}, 201),
    Row("POST", "trips/{trip}/lists/propose/"),
    Row("PATCH", "trips/{trip}/lists/{item}/", {"done": True}),
    Row("DELETE", "trips/{trip}/lists/{item}/", None, 204),
    Row("GET", "trips/{trip}/files/"),
    Row("POST", "trips/{trip}/files/", Upload(picture()), 201),
    Row("GET", "trips/{trip}/files/{file}/"),
    Row("PATCH", "trips/{trip}/files/{file}/", {"name": "Changed"}),
    Row("DELETE", "trips/{trip}/files/{file}/", None, 204),
    Row("GET", "trips/{trip}/files/{file}/preview/"),
    Row("GET", "trips/{trip}/journal/"),
    Row("GET", "trips/{trip}/journal/book/"),
    Row("GET", "trips/{trip}/journal/{day}/"),
    Row("PUT", "trips/{trip}/journal/{day}/", {"text": "Changed"}),
    Row("DELETE", "trips/{trip}/journal/{day}/", None, 204),
    Row("GET", "trips/{trip}/members/"),
    Row("DELETE", "trips/{trip}/members/me/", None, 400),
    Row("PATCH", "trips/{trip}/members/{member}/", {"role": "editor"}),
    Row("DELETE", "trips/{trip}/members/{member}/", None, 204),
    Row("GET", "trips/{trip}/invites/"),
    Row("POST", "trips/{trip}/invites/", {"role": "editor", "days": 7, "uses": 2}, 201),
    Row("POST", "trips/{trip}/invites/mail/", {"address": "ben@example.org", "locale": "en"}, 400),
    Row("DELETE", "trips/{trip}/invites/{invite}/", None, 204),
    Row("GET", "trips/{trip}/comments/"),
    Row("POST", "trips/{trip}/comments/", {"visit": "{visit}", "text": "Early!"}, 201),
    Row("DELETE", "trips/{trip}/comments/{comment}/", None, 204),
    Row("GET", "trips/{trip}/votes/"),
    Row("POST", "trips/{trip}/votes/", {"visit": "{visit}", "value": 1}),
    Row("GET", "trips/{trip}/activity/"),
    Row("DELETE", "webhooks/{webhook}/", None, 204),
    Row("POST", "webhooks/{webhook}/rotate/"),
    Row("GET", "webhooks/{webhook}/deliveries/"),
]
MATRIX = [*SHARED, *OWNED]


def path_of(pattern: Any) -> str:
    return re.sub(r"<name:(\w+)>", r"{\1}", str(pattern.pattern)).replace("tools/{name}", "tools/{tool}")


def views() -> Iterator[tuple[str, type[APIView]]]:
    """Every path of the API with its view."""
    for pattern in urls.urlpatterns:
        yield path_of(pattern), pattern.callback.cls  # type: ignore[attr-defined]  # as_view sets it


pytestmark = pytest.mark.usefixtures("public_names", "planned")
VIEWS = {path: view for path, view in views() if issubclass(view, ActorView)}


def test_every_operation_has_a_row() -> None:
    methods = ("GET", "POST", "PUT", "PATCH", "DELETE")
    there = {(method, path) for path, view in VIEWS.items() for method in methods if hasattr(view, method.lower())}
    assert there == {(row.method, row.path) for row in MATRIX}
    assert {view.__name__ for _, view in views()} - {view.__name__ for view in VIEWS.values()} == {
        "NoSuchPath",
        "Schema",
    }


@dataclass(frozen=True)
class Cast:
    """An owner with its things, and those who are not the owner."""

    actor: Actor
    owner: Caller
    ids: dict[str, str]
    strangers: dict[str, Caller]

    def things(self) -> str:
        """All that the owner has, as it is stored."""
        persons = Person.objects.filter(
            Q(partner=self.actor.partner) if self.actor.partner else Q(pk=self.actor.person)
        )
        own = (
            ChatSession.objects.filter(person__in=persons),
            Message.objects.filter(session__person__in=persons),
            Run.objects.filter(session__person__in=persons),
            SessionVersion.objects.filter(session__person__in=persons),
            Proposal.objects.filter(person__in=persons),
            Memory.objects.filter(person__in=persons),
            Trip.objects.filter(person__in=persons),
            TripVersion.objects.filter(trip__person__in=persons),
            TripShare.objects.filter(trip__person__in=persons),
            CalendarFeed.objects.filter(person__in=persons),
            ReminderWish.objects.filter(person__in=persons),
            Traveller.objects.filter(trip__person__in=persons),
            TripExpense.objects.filter(trip__person__in=persons),
            ListItem.objects.filter(trip__person__in=persons),
            TripFile.objects.filter(trip__person__in=persons),
            JournalEntry.objects.filter(trip__person__in=persons),
            TripMember.objects.filter(trip__person__in=persons),
            TripInvite.objects.filter(trip__person__in=persons),
            StopComment.objects.filter(trip__person__in=persons),
            StopVote.objects.filter(trip__person__in=persons),
            ExpensePart.objects.filter(expense__trip__person__in=persons),
            Webhook.objects.filter(partner=self.actor.partner or 0),
            WebhookDelivery.objects.filter(webhook__partner=self.actor.partner or 0),
        )
        return repr([list(rows.order_by("pk").values_list()) for rows in own])


def make_user(name: str) -> Visitor:
    """A person with an account, logged in at the site."""
    visitor = make_visitor()
    person = Person.objects.create(user=User.objects.create(username=name))
    visitor.client.force_login(person.user)
    return Visitor(Actor(person=person.pk), visitor.client)


def worn_out(partner: str, **changes: Any) -> Caller:
    """A key of the partner's for everything, with these columns changed."""
    key = make_partner(partner)
    ApiKey.objects.filter(pk=key.actor.key).update(**changes)
    return as_partner(key)


NO_SECRETS = ("city", "tool", "day", "visit")
"""What is no one's by its id: others see the same in the catalogue and in plans."""


def cast(kind: str) -> Cast:
    """An owner of this kind, and others: of its own kind, and for a partner of the other kind too."""
    if kind == "partner":
        key = make_partner("owning")
        strangers = {"another partner": as_partner(make_partner("other")), "a visitor": as_visitor(make_visitor())}
        return Cast(key.actor, as_partner(key), belongings(key.actor), strangers)
    person, other = make_user("ada"), make_user("eve")
    return Cast(person.actor, as_visitor(person), belongings(person.actor), {"another user": as_visitor(other)})


def filled(value: Any, ids: dict[str, str]) -> Any:
    """A path or body with the owner's ids in it."""
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda found: ids[found[1]], value)
    if isinstance(value, list):
        return [filled(item, ids) for item in value]
    return {name: filled(item, ids) for name, item in value.items()} if isinstance(value, dict) else value


def name_of(row: Row) -> str:
    return f"{row.method} {row.path}{row.query}"


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["user", "partner"])
def test_the_matrix(kind: str, subtests: pytest.Subtests) -> None:
    """Walk the operations with an owner's things: others first, then the owner."""
    found = cast(kind)
    ids = {"webhook": "wh_0000000000000000000000", **found.ids}
    unknown = {name: re.sub("[0-9A-Za-z]{22}$", "0" * 22, thing) for name, thing in ids.items()}
    before = found.things()
    for row in MATRIX if kind == "partner" else [row for row in MATRIX if row.owned or row.method == "GET"]:
        reads = row.method == "GET"
        with subtests.test(row=name_of(row)), undone():
            for_partners = row.path.startswith("webhooks/")
            path = filled(row.path, ids) + row.query
            body = document() if row.path.startswith("trips/import/") else filled(row.body, ids)
            for who, caller in found.strangers.items():
                if who == "a visitor" and not reads and not for_partners:
                    continue  # writes by callers of the site are tried on the user's things
                response = caller(row.method, path, body)
                if for_partners and who != "another partner":
                    assert problem(response) == (403, "partners_only"), who
                elif row.owned:
                    assert problem(response) == (404, "not_found"), who
                    if who == "another partner":
                        nowhere, nothing = filled(row.path, unknown) + row.query, filled(row.body, unknown)
                        assert response.content == caller(row.method, nowhere, nothing).content, who
                else:
                    assert response.status_code == row.status, (who, response.content)
                assert MARK.encode() not in response.content, who
                for name, thing in found.ids.items():
                    assert name in NO_SECRETS or thing in path or thing.encode() not in response.content, who
            assert found.things() == before

            if kind == "user" and row.path.startswith("trips/{trip}/") and not reads:
                continue  # test_member_roles.py
            response = found.owner(row.method, path, body)
            if for_partners and kind != "partner":
                assert problem(response) == (403, "partners_only")
            elif row.status >= 400:
                assert problem(response) == (row.status, "invalid" if row.status == 400 else "not_found")
                assert found.things() == before
            else:
                assert response.status_code == row.status, response.content


def test_every_view_asks_for_the_same_credentials_and_for_its_scope(subtests: pytest.Subtests) -> None:
    """What one operation refuses for its credentials (test_csrf.py, and below) all of them refuse."""
    for path, view in VIEWS.items():
        with subtests.test(path=path):
            assert view.authentication_classes == [KeyAuthentication, SiteAuthentication]
            assert view.permission_classes == [HasActor]
            for name in ("get_authenticators", "perform_authentication", "get_permissions", "check_permissions"):
                assert getattr(view, name) is getattr(APIView, name), name
            if view.scope:
                others = frozenset(Scope.values) - {view.scope}
                assert HasActor().has_permission(request_with(others | {view.scope}), view())
                with pytest.raises(PermissionDenied) as refused:
                    HasActor().has_permission(request_with(others), view())
                assert refused.value.get_codes() == "missing_scope"


def request_with(scopes: frozenset[str]) -> Request:
    """A request by a key with these scopes."""
    request = Request(HttpRequest())
    request.auth = Actor(partner=1, key="key", scopes=scopes)
    return request


@pytest.mark.django_db
def test_who_shows_no_credentials_or_worn_out_ones_is_refused(subtests: pytest.Subtests) -> None:
    found = cast("partner")
    hour_ago, before = timezone.now() - timedelta(hours=1), found.things()
    others = [scope for scope in Scope.values if scope != Scope.TRIPS]
    refused = {
        "nobody": (as_nobody(), (401, "not_authenticated")),
        "a revoked key": (worn_out("owning", revoked_at=hour_ago), (401, "invalid_key")),
        "an expired key": (worn_out("owning", expires_at=hour_ago), (401, "invalid_key")),
        "an unknown key": (Caller(Client(), {"Authorization": "Bearer tk_unheard-of"}), (401, "invalid_key")),
        "a key without the scope": (as_partner(make_partner("owning", *others)), (403, "missing_scope")),
    }
    for who, (caller, expected) in refused.items():
        with subtests.test(who=who):
            assert problem(caller.get(f"trips/{found.ids['trip']}/")) == expected
            assert problem(caller.patch(f"trips/{found.ids['trip']}/", {"title": "Changed"})) == expected
            assert found.things() == before


@pytest.mark.django_db
def test_a_cookie_alone_writes_nothing(subtests: pytest.Subtests) -> None:
    found = cast("user")
    before, forged = found.things(), Caller(found.owner.client)
    trip = f"trips/{found.ids['trip']}/"
    for method, path, body in (
        ("POST", f"{trip}edits/", {"edits": [{"op": "hours", "day": 1, "start": "10:00"}]}),
        ("PUT", f"{trip}journal/{found.ids['day']}/", {"text": "Changed"}),
        ("PATCH", trip, {"title": "Changed"}),
        ("DELETE", trip, None),
    ):
        with subtests.test(method=method):
            assert problem(forged(method, path, body)) == (403, "csrf_failed")
            assert found.things() == before


Headers = Callable[[], dict[str, str]]


def keyed(partner: str, *scopes: str, **changes: Any) -> dict[str, str]:
    key: PartnerKey = make_partner(partner, *scopes)
    ApiKey.objects.filter(pk=key.actor.key).update(**changes)
    return server(key)


SOCKETS: dict[str, Headers] = {
    "another visitor": lambda: browser(make_visitor()),
    "another user": lambda: browser(make_user("mallory")),
    "another partner": lambda: keyed("other"),
    "nobody": lambda: {"Host": HOST, "Origin": f"http://{HOST}"},
    "a key without the scope": lambda: keyed("owning", "trips", "tools"),
    "a revoked key": lambda: keyed("owning", revoked_at=timezone.now()),
    "an expired key": lambda: keyed("owning", expires_at=timezone.now() - timedelta(seconds=1)),
    "an unknown key": lambda: {"Host": HOST, "Authorization": "Bearer tk_unheard-of"},
}


@pytest.mark.django_db(transaction=True)
async def test_the_socket_is_its_owners(subtests: pytest.Subtests) -> None:
    """Others are turned away from a session's socket, and their own socket does not reach a foreign run."""
    found = await in_db_thread(partial(cast, "partner"))
    before = await in_db_thread(found.things)
    for who, headers_of in SOCKETS.items():
        with subtests.test(who=who):
            socket = Socket(found.ids["session"], await in_db_thread(headers_of))
            assert (await socket.connect(timeout=SECONDS))[0]
            assert await socket.receive_output(timeout=SECONDS) == {"type": "websocket.close", "code": 4404}
            await socket.send_json_to({"type": "run.start", "message": "Hello"})
            assert await socket.receive_nothing()
            await socket.disconnect(timeout=SECONDS)
            assert await in_db_thread(found.things) == before

    other = await in_db_thread(partial(make_partner, "other"))
    session = await in_db_thread(partial(actions.create_session, other.actor))
    run, proposal = found.ids["run"], found.ids["proposal"]
    async with greeted(session.pk, server(other)) as socket:
        for command in (
            {"type": "run.attach", "run": run, "after_seq": 0},
            {"type": "run.cancel", "run": run, "when": "immediate"},
            {"type": "run.decide", "run": run, "proposal": proposal, "decision": "approve"},
        ):
            answer = await socket.ask(**command)
            assert (answer["type"], answer["code"]) == ("rejected", "not_found")
    assert await in_db_thread(found.things) == before
