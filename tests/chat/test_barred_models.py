"""A model that is switched off, or has cost its share, gets no request: its stand-in answers, with a notice."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from agent_core.messages import Usage
from agent_core.testing import ScriptedModel, text
from tests.chat.scripted import Listener, listening
from tests.conftest import make_visitor
from travelagent.api.serializers.conversations import NewSession
from travelagent.assistant import model_registry
from travelagent.assistant.model_registry import NamedModel, register
from travelagent.assistant.model_settings import Price
from travelagent.chat import actions
from travelagent.chat.hub import Hub
from travelagent.chat.models import ModelSetting, ModelUse, Run
from travelagent.chat.modelset import sync_models
from travelagent.chat.supervisor import Supervisor
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def costly() -> Iterator[ScriptedModel]:
    """A model at ten dollars for a million tokens, with the embedded assistant to stand in."""
    model = ScriptedModel([*text("Where do you start from?"), Usage(1_000, 500)], name="costly")
    before = dict(model_registry._MODELS)
    price = Price(input=Decimal(10), output=Decimal(10))
    register(NamedModel("costly", "Costly", "test", lambda: model, fallback="offline", price=price))
    yield model
    model_registry._MODELS.clear()
    model_registry._MODELS.update(before)


def begin(model: str = "costly") -> Run:
    sync_models()
    actor = make_visitor().actor
    session = actions.create_session(actor, choice=actions.Choice(model=model))
    return actions.start_run(actor, session.pk, "Where is it warm in January?")


async def worked(run: Run) -> Listener:
    hub = Hub()
    supervisor = Supervisor(hub)
    await supervisor.start()
    async with listening(hub, run.session_id, run.pk) as seen:
        await seen.wait_for("run_finished")
    await supervisor.stop()
    return seen


def spend(run: Run, usd: str) -> None:
    ModelUse.objects.create(
        run=run,
        model="costly",
        latency_ms=1,
        prompt_tokens=1,
        completion_tokens=1,
        cost_usd=Decimal(usd),
        at=timezone.now(),
    )


async def test_it_works(costly: ScriptedModel) -> None:
    run = await in_db_thread(begin)
    seen = await worked(run)
    assert not seen.of("notice")
    assert len(costly.requests) == 1


async def test_a_switched_off_model_gives_way(costly: ScriptedModel) -> None:
    run = await in_db_thread(begin)
    await ModelSetting.objects.filter(name="costly").aupdate(enabled=False)
    seen = await worked(run)

    assert not costly.requests
    assert seen.of("notice")[0].data["message"] == "Costly is switched off at the moment; Embedded assistant goes on."
    assert seen.of("run_finished")[0].data["status"] == "succeeded"


async def test_a_person_who_has_spent_the_share_is_answered_by_the_stand_in(
    costly: ScriptedModel, settings: Any
) -> None:
    settings.SPEND_CAP_USD = Decimal("0.50")
    run = await in_db_thread(begin)
    await in_db_thread(lambda: spend(run, "0.50"))
    seen = await worked(run)

    assert not costly.requests
    assert seen.of("notice")[0].data["message"] == "Costly has cost its share for today; Embedded assistant goes on."


async def test_others_are_not_stopped_by_it(costly: ScriptedModel, settings: Any) -> None:
    settings.SPEND_CAP_USD = Decimal("0.50")
    other, run = await in_db_thread(begin), await in_db_thread(begin)
    await in_db_thread(lambda: spend(other, "7"))
    await Run.objects.filter(pk=other.pk).aupdate(status="succeeded")
    assert not (await worked(run)).of("notice")


async def test_a_switched_off_model_cannot_be_chosen(costly: ScriptedModel) -> None:
    await in_db_thread(begin)
    await ModelSetting.objects.filter(name="costly").aupdate(enabled=False)
    with pytest.raises(actions.Invalid):
        await in_db_thread(begin)
    body = NewSession(data={"model": "costly"})
    assert not await in_db_thread(body.is_valid)
    assert list(body.errors) == ["model"]


async def test_what_a_call_costs_is_kept_in_dollars(costly: ScriptedModel) -> None:
    run = await in_db_thread(begin)
    await worked(run)
    use = await ModelUse.objects.aget(run=run.pk)
    assert (use.prompt_tokens, use.completion_tokens, use.cost_usd) == (1_000, 500, Decimal("0.015"))
