"""Decisions over REST: 200, the same again 200, the other 409, expired 410, foreign 404."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.conftest import PartnerKey, make_partner
from travelagent.chat import actions
from travelagent.chat.models import Proposal, Run, RunStatus

pytestmark = pytest.mark.django_db

CALLS = [{"id": "save", "tool": "create_trip", "args": {"title": "Kyoto"}, "summary": "Save a new trip “Kyoto”"}]


@pytest.fixture
def waiting(partner: PartnerKey) -> Proposal:
    """A run of the partner's that waits for one decision."""
    session = actions.create_session(partner.actor)
    run = actions.start_run(partner.actor, session.pk, "Save it")
    Run.objects.filter(pk=run.pk).update(status=RunStatus.AWAITING_CONFIRMATION)
    return Proposal.objects.create(
        pk="prop_test",
        run=run,
        person=session.person,
        calls=CALLS,
        digest="0" * 64,
        expires_at=timezone.now() + timedelta(hours=1),
    )


def decide(caller: PartnerKey, proposal: Proposal, decision: Any) -> Any:
    return Client().post(
        f"/api/v1/runs/{proposal.run_id}/proposals/{proposal.pk}/",
        data=json.dumps({"decision": decision}),
        content_type="application/json",
        headers=caller.headers,
    )


def test_it_works(partner: PartnerKey, waiting: Proposal) -> None:
    shown = Client().get(f"/api/v1/runs/{waiting.run_id}/", headers=partner.headers).json()
    assert shown["needs_confirmation"] is True
    assert shown["proposals"] == [waiting.as_wire()]

    answer = decide(partner, waiting, "approve")

    assert (answer.status_code, answer.json()["status"]) == (200, "approve")
    assert Client().get(f"/api/v1/runs/{waiting.run_id}/", headers=partner.headers).json()["proposals"] == []


def test_the_same_again_is_no_error_and_the_other_is_a_conflict(partner: PartnerKey, waiting: Proposal) -> None:
    assert decide(partner, waiting, "reject").status_code == 200
    assert decide(partner, waiting, "reject").status_code == 200
    other = decide(partner, waiting, "approve")

    assert (other.status_code, other.json()["code"]) == (409, "already_decided")


def test_an_expired_proposal_is_gone(partner: PartnerKey, waiting: Proposal) -> None:
    Proposal.objects.update(expires_at=timezone.now())

    answer = decide(partner, waiting, "approve")

    assert (answer.status_code, answer.json()["code"]) == (410, "expired")
    waiting.refresh_from_db()
    assert waiting.status == "expired"


def test_another_word_is_invalid(partner: PartnerKey, waiting: Proposal, subtests: pytest.Subtests) -> None:
    for decision in ("maybe", "", None, 1):
        with subtests.test(decision=decision):
            answer = decide(partner, waiting, decision)

            assert answer.status_code == 400
            assert "decision" in answer.json()["errors"]


def test_a_strangers_decision_is_not_found(waiting: Proposal) -> None:
    answer = decide(make_partner("mallory"), waiting, "approve")

    assert answer.status_code == 404
    waiting.refresh_from_db()
    assert waiting.status == "open"
