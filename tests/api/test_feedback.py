"""Thumbs and wrong facts: about one's own runs and about sights, one thumb a run, worked off in the admin."""

from typing import Any

import pytest
from django.test import Client

from tests.conftest import PartnerKey, Visitor
from travelagent.accounts.models import User
from travelagent.chat.models import ChatSession, Feedback, Run

pytestmark = pytest.mark.django_db
SIGHT = "kyoto/kinkaku-ji"


def run_of(person: Any) -> Run:
    session = ChatSession.objects.create(person=person)
    return Run.objects.create(session=session, message="x", locale="en", status="succeeded")


def give(partner: PartnerKey, **body: Any) -> Any:
    return Client().post("/api/v1/feedback/", body, content_type="application/json", headers=partner.headers)


@pytest.fixture
def run(partner: PartnerKey) -> Run:
    return run_of(partner.actor.person_for("ann"))


def test_it_works(partner: PartnerKey, run: Run) -> None:
    answer = give(partner, kind="wrong_fact", run=run.pk, sight=SIGHT, text="It opens at nine.")
    assert answer.status_code == 201
    row = Feedback.objects.get()
    assert (row.person, row.run, row.sight, row.text, row.status) == (
        run.session.person,
        run,
        SIGHT,
        "It opens at nine.",
        "open",
    )


def test_a_second_thumb_replaces_the_first(partner: PartnerKey, run: Run) -> None:
    for kind in ("up", "down", "down"):
        assert give(partner, kind=kind, run=run.pk).status_code == 201
    assert Feedback.objects.get().kind == "down"


def test_a_strangers_run_is_not_found(partner: PartnerKey, owner: Visitor) -> None:
    run = run_of(owner.actor.person_for())
    assert give(partner, kind="up", run=run.pk).status_code == 404
    assert not Feedback.objects.exists()


def test_what_says_too_little_or_too_much_is_refused(partner: PartnerKey, subtests: pytest.Subtests) -> None:
    for body in (
        {"kind": "up"},
        {"kind": "wrong_fact", "text": "x"},
        {"kind": "meh", "sight": SIGHT},
        {"kind": "wrong_fact", "sight": "atlantis/palace"},
        {"kind": "wrong_fact", "sight": SIGHT, "text": "x" * 1001},
    ):
        with subtests.test(body=body):
            answer = give(partner, **body)
            assert answer.status_code == 400
            assert answer["Content-Type"].startswith("application/problem+json")
            assert not Feedback.objects.exists()


def test_the_queue_leads_to_a_correction_and_is_worked_off(partner: PartnerKey) -> None:
    give(partner, kind="wrong_fact", sight=SIGHT, text="It opens at nine.")
    staff = Client()
    staff.force_login(User.objects.create_superuser("ada", password="x"))
    page = staff.get("/admin/chat/feedback/?status__exact=open").content.decode()
    assert "/admin/catalog/correction/add/?place=kyoto%2Fkinkaku-ji" in page

    row = Feedback.objects.get()
    staff.post("/admin/chat/feedback/", {"action": "resolve", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert (row.status, str(row.handled_by)) == ("resolved", "ada")
    assert row.handled_at is not None
