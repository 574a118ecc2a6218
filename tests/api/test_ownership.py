"""Who gets what: foreign things are 404, no credentials 401, a missing scope 403."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.api.caller import Caller, as_nobody, as_partner, as_visitor, problem
from tests.conftest import Visitor, make_partner, make_visitor
from travelagent.accounts.models import ApiKey, Scope
from travelagent.chat import actions
from travelagent.chat.models import Run, RunStatus

pytestmark = pytest.mark.django_db

OWNED: list[tuple[str, str, Any, int]] = [
    ("GET", "sessions/{session}/", None, 200),
    ("PATCH", "sessions/{session}/", {"title": "Mine"}, 200),
    ("DELETE", "sessions/{session}/", None, 204),
    ("POST", "sessions/{session}/clear/", None, 204),
    ("GET", "sessions/{session}/messages/", None, 200),
    ("GET", "sessions/{session}/runs/", None, 200),
    ("POST", "sessions/{session}/runs/", {"message": "Hello"}, 202),
    ("GET", "runs/{run}/", None, 200),
    ("GET", "runs/{run}/history/", None, 200),
    ("GET", "runs/{run}/events/", None, 200),
    ("POST", "runs/{run}/cancel/", {}, 202),
]
SHARED: list[tuple[str, str, Any, int, str]] = [
    ("GET", "sessions/", None, 200, "runs"),
    ("POST", "sessions/", {}, 201, "runs"),
    ("GET", "tools/", None, 200, "tools"),
    ("POST", "tools/get_city_info/", {"arguments": {"city": "Kyoto"}}, 200, "tools"),
    ("GET", "cities/", None, 200, "catalog"),
    ("GET", "cities/kyoto/", None, 200, "catalog"),
    ("GET", "cities/kyoto/sights/", None, 200, "catalog"),
    ("GET", "models/", None, 200, ""),
]


def _key(**changes: Any) -> Caller:
    """A key of everything with these columns changed."""
    partner = make_partner("worn out")
    ApiKey.objects.filter(pk=partner.actor.key).update(**changes)
    return as_partner(partner)


def revoked() -> Caller:
    return _key(revoked_at=timezone.now())


def expired() -> Caller:
    return _key(expires_at=timezone.now() - timedelta(seconds=1))


def unknown_key() -> Caller:
    return Caller(as_nobody().client, {"Authorization": "Bearer tk_unheard-of"})


def without(scope: str) -> Caller:
    return as_partner(make_partner("narrow", *(s for s in Scope.values if s != scope)))


def finished_run(visitor: Visitor) -> dict[str, str]:
    session = actions.create_session(visitor.actor)
    run = actions.start_run(visitor.actor, session.pk, "Hello")
    Run.objects.filter(pk=run.pk).update(status=RunStatus.SUCCEEDED)
    return {"session": session.pk, "run": run.pk}


@pytest.mark.parametrize(("method", "path", "body", "status"), OWNED)
def test_the_owner_gets_it(owner: Visitor, method: str, path: str, body: Any, status: int) -> None:
    assert as_visitor(owner)(method, path.format(**finished_run(owner)), body).status_code == status


@pytest.mark.parametrize(("method", "path", "body", "status"), OWNED)
@pytest.mark.parametrize(
    ("who", "expected"),
    [
        (lambda: as_visitor(make_visitor()), (404, "not_found")),
        (lambda: as_partner(make_partner("other")), (404, "not_found")),
        (lambda: without("runs"), (403, "missing_scope")),
        (as_nobody, (401, "not_authenticated")),
        (revoked, (401, "invalid_key")),
        (expired, (401, "invalid_key")),
        (unknown_key, (401, "invalid_key")),
    ],
    ids=["stranger", "other partner", "no scope", "nobody", "revoked", "expired", "unknown key"],
)
def test_nobody_else_does(
    owner: Visitor, who: Callable[[], Caller], expected: tuple[int, str], method: str, path: str, body: Any, status: int
) -> None:
    ids = finished_run(owner)
    assert problem(who()(method, path.format(**ids), body)) == expected
    assert as_visitor(owner).get(f"sessions/{ids['session']}/").json()["title"] == "Hello"
    assert Run.objects.get(pk=ids["run"]).cancel_when == ""


@pytest.mark.parametrize(("method", "path", "body", "status"), OWNED)
def test_an_unknown_id_looks_like_a_foreign_one(owner: Visitor, method: str, path: str, body: Any, status: int) -> None:
    nowhere = {"session": "ses_0000000000000000000000", "run": "run_0000000000000000000000"}
    foreign = as_visitor(make_visitor())(method, path.format(**finished_run(owner)), body)
    unknown = as_visitor(owner)(method, path.format(**nowhere), body)
    assert problem(foreign) == problem(unknown)
    assert foreign.content == unknown.content


@pytest.mark.parametrize(("method", "path", "body", "status", "scope"), SHARED)
def test_what_belongs_to_nobody(method: str, path: str, body: Any, status: int, scope: str) -> None:
    assert as_visitor(make_visitor())(method, path, body).status_code == status
    assert as_partner(make_partner("exact", scope or "webhooks"))(method, path, body).status_code == status
    assert problem(as_nobody()(method, path, body)) == (401, "not_authenticated")
    assert problem(revoked()(method, path, body)) == (401, "invalid_key")
    if scope:
        assert problem(without(scope)(method, path, body)) == (403, "missing_scope")


def test_lists_hold_ones_own_alone(owner: Visitor, stranger: Visitor) -> None:
    mine = finished_run(owner)["session"]
    finished_run(stranger)
    actions.create_session(make_partner("acme").actor)
    assert [row["id"] for row in as_visitor(owner).get("sessions/").json()["results"]] == [mine]


def test_a_401_says_how_to_authenticate() -> None:
    response = as_nobody().get("sessions/")
    assert response["WWW-Authenticate"] == 'Bearer realm="api"'
    assert "Bearer tk_" in response.json()["detail"]


def test_a_bad_key_is_not_mended_by_a_good_cookie(owner: Visitor) -> None:
    caller = Caller(owner.client, {**unknown_key().headers})
    assert problem(caller.get("sessions/")) == (401, "invalid_key")


def test_a_rotated_key_keeps_the_partners_data() -> None:
    first = as_partner(make_partner("acme"))
    session = first.post("sessions/", {}).json()["id"]
    ApiKey.objects.update(revoked_at=timezone.now())
    assert as_partner(make_partner("acme")).get(f"sessions/{session}/").status_code == 200
