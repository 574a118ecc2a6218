"""What is too much is refused at once with a clear word, and nothing is stored of it."""

import asyncio
from functools import partial
from typing import Any

import pytest
from pytest_django import Settings

from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from tests.api.caller import as_partner, problem
from tests.chat.sockets import browser, greeted, new_session, working
from tests.conftest import PartnerKey, Visitor, make_visitor
from travelagent.accounts.actors import Actor
from travelagent.catalog import planners
from travelagent.chat import actions
from travelagent.chat.models import Message, Run, RunStatus
from travelagent.chat.threads import in_db_thread
from travelagent.compute.pool import Terms


def begin(actor: Actor, **session: str) -> Run:
    return actions.start_run(actor, actions.create_session(actor, **session).pk, "Hello")


def refusal(actor: Actor, **session: str) -> str:
    with pytest.raises(actions.Refused) as refused:
        begin(actor, **session)
    assert str(refused.value)
    return refused.value.code


def test_a_person_has_so_many_runs_under_way(owner: Visitor, stranger: Visitor, settings: Settings) -> None:
    settings.RUNS_PER_PERSON = 2
    first = begin(owner.actor)
    begin(owner.actor)

    assert refusal(owner.actor) == "limit"
    assert Message.objects.count() == 2
    begin(stranger.actor)
    Run.objects.filter(pk=first.pk).update(status=RunStatus.AWAITING_CONFIRMATION)
    begin(owner.actor)


def test_a_partner_has_so_many_with_all_its_travellers(partner: PartnerKey, settings: Settings) -> None:
    settings.RUNS_PER_PERSON, settings.RUNS_PER_PARTNER = 1, 2
    begin(partner.actor, end_user="ann")
    begin(partner.actor, end_user="ben")

    assert refusal(partner.actor, end_user="cleo") == "limit"


def test_a_full_queue_takes_no_more(owner: Visitor, stranger: Visitor, settings: Settings) -> None:
    settings.RUNS_WAITING = 1
    run = begin(owner.actor)

    assert refusal(stranger.actor) == "busy"
    Run.objects.filter(pk=run.pk).update(status=RunStatus.RUNNING)
    begin(stranger.actor)


@pytest.mark.parametrize(
    ("limits", "status", "code"), [({"RUNS_PER_PARTNER": 1}, 429, "limit"), ({"RUNS_WAITING": 1}, 503, "busy")]
)
def test_the_api_says_when_to_come_again(
    partner: PartnerKey, settings: Settings, limits: dict[str, int], status: int, code: str
) -> None:
    for name, value in limits.items():
        setattr(settings, name, value)
    begin(partner.actor)
    session = actions.create_session(partner.actor).pk

    response = as_partner(partner).post(f"sessions/{session}/runs/", {"message": "Hello"})

    assert problem(response) == (status, code)
    assert int(response["Retry-After"]) > 0


@pytest.mark.django_db(transaction=True)
async def test_the_socket_rejects_and_is_kept(settings: Settings) -> None:
    settings.RUNS_PER_PERSON = 1
    visitor = await in_db_thread(make_visitor)
    await in_db_thread(partial(begin, visitor.actor))
    session = await new_session(visitor.actor)
    async with greeted(session, browser(visitor)) as socket:
        rejected = await socket.ask(type="run.start", message="Hello", ref="r-1")
        assert (rejected["type"], rejected["ref"], rejected["code"]) == ("rejected", "r-1", "limit")
        assert rejected["message"]
        async with working(ScriptedModel(text("Hi."), text("Hi."))):
            while await Run.objects.filter(status__in=["queued", "running"]).aexists():
                assert await socket.ask(type="ping") == {"type": "pong"}
                await asyncio.sleep(0.1)  # the pings themselves have a budget
            assert (await socket.ask(type="run.start", message="Hello"))["type"] == "accepted"
            await socket.until("run_finished")


@pytest.mark.django_db(transaction=True)
async def test_runs_of_one_network_share_the_planner(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three visitors, of whom two come from one address, which no run keeps."""
    settings.TRUSTED_PROXIES = 1
    owners: list[str] = []
    compute = planners.pool.run

    def note_owner(*args: Any, terms: Terms, **kwargs: Any) -> Any:
        owners.append(terms.owner)
        return compute(*args, terms=terms, **kwargs)

    monkeypatch.setattr(planners.pool, "run", note_owner)
    plan = calls(call("plan", "generate_route", city="Kyoto", days=1))
    async with working(ScriptedModel(*[plan, text("Done.")] * 3)):
        for address in ("203.0.113.5", "203.0.113.5", "203.0.113.6"):
            visitor = await in_db_thread(make_visitor)
            session = await new_session(visitor.actor)
            async with greeted(session, {**browser(visitor), "X-Forwarded-For": address}) as socket:
                await socket.ask(type="run.start", message="Plan a day in Kyoto")
                await socket.until("run_finished")

    shares = [run.share async for run in Run.objects.order_by("created_at")]
    assert owners == [share for share in shares for _call in range(len(owners) // len(shares))]
    assert shares[0] == shares[1] != shares[2]
    assert all(share.startswith("network:") and "203.0" not in share for share in shares)


def test_a_partner_shares_the_planner_with_all_its_travellers(partner: PartnerKey, owner: Visitor) -> None:
    shares = [begin(partner.actor, end_user=name).share for name in ("ann", "ben")]

    assert shares == [f"partner:{partner.actor.partner}"] * 2
    assert begin(owner.actor).share == f"person:{owner.actor.person}"
