"""The duties: what has expired is recorded, what is old goes, what nobody works on is hinted at."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as project
from django.contrib.sessions.models import Session
from django.utils import timezone
from pytest_django import Settings

from tests.conftest import Visitor, make_visitor
from travelagent.accounts.models import Person, User
from travelagent.chat import actions, runtime, trip_state
from travelagent.chat.models import Message, Proposal, Run, RunEvent, RunStatus
from travelagent.ops import duties


def ended(owner: Visitor, session: str, days_ago: int) -> Run:
    run = actions.start_run(owner.actor, session, "Hello")
    RunEvent.objects.create(run=run, seq=1, type="run_finished", at=timezone.now(), data={})
    at = timezone.now() - timedelta(days=days_ago)
    Run.objects.filter(pk=run.pk).update(status=RunStatus.SUCCEEDED, finished_at=at, created_at=at)
    return run


def test_every_duty_of_the_schedule_is_there() -> None:
    assert set(project.DUTIES) == set(duties.DUTIES)
    assert {entry["args"][0] for entry in project.CELERY_BEAT_SCHEDULE.values()} == set(duties.DUTIES)


def test_a_proposal_whose_time_has_passed_expires(owner: Visitor) -> None:
    run = actions.start_run(owner.actor, actions.create_session(owner.actor).pk, "Hello")
    now = timezone.now()
    for id, expires in (("old", now - timedelta(seconds=1)), ("new", now + timedelta(hours=1))):
        Proposal.objects.create(id=id, run=run, person_id=owner.actor.person, calls=[], digest="", expires_at=expires)

    duties.do("expire_proposals")

    assert dict(Proposal.objects.values_list("id", "status")) == {"old": "expired", "new": "open"}


def test_old_runs_go_with_all_that_belongs_to_them(owner: Visitor, settings: Settings) -> None:
    settings.RUN_RETENTION_DAYS = 30
    session = actions.create_session(owner.actor).pk
    old, young, newest = (ended(owner, session, days) for days in (40, 20, 10))

    duties.do("delete_old_runs")

    assert set(Run.objects.values_list("pk", flat=True)) == {young.pk, newest.pk}
    assert not RunEvent.objects.filter(run=old.pk).exists()
    assert not Message.objects.filter(run=old.pk).exists()


def test_the_newest_run_of_a_session_and_one_under_way_stay(owner: Visitor, settings: Settings) -> None:
    settings.RUN_RETENTION_DAYS = 30
    last = ended(owner, actions.create_session(owner.actor).pk, 400)
    session = actions.create_session(owner.actor).pk
    waiting = ended(owner, session, 50)
    Run.objects.filter(pk=waiting.pk).update(status=RunStatus.AWAITING_CONFIRMATION)
    newest = ended(owner, session, 40)

    duties.do("delete_old_runs")

    assert set(Run.objects.values_list("pk", flat=True)) == {last.pk, waiting.pk, newest.pk}


def edited(owner: Visitor, session: str, days_ago: int, **patch: Any) -> Run:
    """The run of a change of the trip at hand, as old as that."""
    trip_state.change_brief(owner.actor, session, patch, None, "form", "en")
    run = Run.objects.filter(session=session, kind="edit").latest("created_at")
    at = timezone.now() - timedelta(days=days_ago)
    Run.objects.filter(pk=run.pk).update(finished_at=at, created_at=at)
    return run


def test_old_edits_go_but_for_those_that_the_trip_at_hand_comes_from(owner: Visitor, settings: Settings) -> None:
    settings.RUN_RETENTION_DAYS = 30
    session = actions.create_session(owner.actor).pk
    last_message = ended(owner, session, 90)
    edited(owner, session, 80, pace="relaxed")
    trip_state.plan_trip(
        owner.actor, session, {"stays": [{"place": "kyoto"}], "dates": {"days": 1}}, None, "form", "en"
    )
    planned = Run.objects.latest("created_at")
    Run.objects.filter(pk=planned.pk).update(
        finished_at=timezone.now() - timedelta(days=70), created_at=timezone.now() - timedelta(days=70)
    )
    edited(owner, session, 60, tier="mid")
    newest = edited(owner, session, 50, tier="luxury")
    before = trip_state.read_trip(owner.actor, session)

    duties.do("delete_old_runs")

    assert set(Run.objects.values_list("pk", flat=True)) == {last_message.pk, planned.pk, newest.pk}
    after = trip_state.read_trip(owner.actor, session)
    assert after.at_hand == before.at_hand
    assert not after.can_undo


def test_without_a_limit_nothing_is_deleted(owner: Visitor, settings: Settings) -> None:
    settings.RUN_RETENTION_DAYS = 0
    session = actions.create_session(owner.actor).pk
    for days in (4000, 3000):
        ended(owner, session, days)

    duties.do("delete_old_runs")

    assert Run.objects.count() == 2


def test_runs_that_nobody_works_on_are_hinted_at(owner: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    hinted: list[str] = []
    monkeypatch.setattr(runtime, "hint", hinted.append)
    queued, left, held = (
        actions.start_run(owner.actor, actions.create_session(owner.actor).pk, "Hello") for _ in range(3)
    )
    for run, seconds in ((left, -1), (held, 60)):
        until = timezone.now() + timedelta(seconds=seconds)
        Run.objects.filter(pk=run.pk).update(status=RunStatus.RUNNING, lease_until=until)

    duties.do("hint_at_unattended_runs")

    assert hinted == [queued.pk, left.pk]


def test_visitors_who_have_nothing_go_after_a_day(owner: Visitor, stranger: Visitor) -> None:
    actions.create_session(owner.actor)
    young, user = make_visitor(), Person.objects.create(user=User.objects.create(username="ada"))
    known = Person.objects.exclude(pk=young.actor.person)
    known.update(created_at=timezone.now() - timedelta(days=2))

    duties.do("delete_empty_visitors")

    assert set(Person.objects.values_list("pk", flat=True)) == {owner.actor.person, young.actor.person, user.pk}


def test_sessions_whose_cookie_has_expired_go(owner: Visitor, stranger: Visitor) -> None:
    kept, expired = owner.client.session.session_key, stranger.client.session.session_key
    Session.objects.filter(pk=expired).update(expire_date=timezone.now() - timedelta(seconds=1))

    duties.do("clear_expired_sessions")

    assert set(Session.objects.values_list("pk", flat=True)) == {kept}
