"""Whose a list is, and what keys and cookies do to each other. Who gets what: test_access_matrix.py."""

import pytest
from django.utils import timezone

from tests.api.caller import Caller, as_nobody, as_partner, as_visitor, problem
from tests.conftest import Visitor, make_partner
from travelagent.accounts.models import ApiKey
from travelagent.chat import actions
from travelagent.chat.models import Run, RunStatus

pytestmark = pytest.mark.django_db


def unknown_key() -> Caller:
    return Caller(as_nobody().client, {"Authorization": "Bearer tk_unheard-of"})


def finished_run(visitor: Visitor) -> dict[str, str]:
    session = actions.create_session(visitor.actor)
    run = actions.start_run(visitor.actor, session.pk, "Hello")
    Run.objects.filter(pk=run.pk).update(status=RunStatus.SUCCEEDED)
    return {"session": session.pk, "run": run.pk}


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
