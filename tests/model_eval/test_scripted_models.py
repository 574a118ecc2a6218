"""The evaluation separates, over a real endpoint, a model that acts and one that only claims."""

import asyncio
from collections.abc import Sequence

import pytest

from benchmarks.model_eval.conversation import TIMEOUT
from benchmarks.model_eval.runner import Outcome, Runner
from benchmarks.model_eval.scripted import sloppy
from benchmarks.model_eval.scripted.endpoint import serving
from benchmarks.model_eval.scripted.play import scripted
from benchmarks.model_eval.scripted.stage import Act
from benchmarks.model_eval.tasks import TASKS
from benchmarks.model_eval.tasks.values import Task
from travelagent.assistant.model_registry import configure
from travelagent.assistant.model_settings import ModelSettings

pytestmark = pytest.mark.django_db(transaction=True)

TURN_S = 60.0
SHARED = [task for task in TASKS if task.id in sloppy.SCRIPTS]
"""The tasks that both scripted models have a script for."""


async def played(name: str, tasks: Sequence[Task]) -> Sequence[Outcome]:
    """What comes of these tasks, all of which the scripted model has a script for."""
    outcomes: list[Outcome] = []
    known, work = scripted(name, tasks, turn_s=TURN_S, report=outcomes.append)
    assert known == list(tasks)
    await work
    assert [outcome.task.id for outcome in outcomes] == [task.id for task in tasks]
    return outcomes


@pytest.mark.parametrize(
    "tasks", [pytest.param(SHARED[::3], id="some"), pytest.param(TASKS, id="all", marks=pytest.mark.full)]
)
async def test_a_model_that_acts_passes_every_task(tasks: Sequence[Task]) -> None:
    outcomes = await played("scripted-strong", tasks)

    assert {outcome.task.id: outcome.faults for outcome in outcomes} == {task.id: [] for task in tasks}
    usage = [turn.usage for outcome in outcomes for turn in outcome.turns if turn.usage.model_calls]
    assert all(each.prompt and each.completion for each in usage)


async def test_a_model_that_only_claims_fails_every_task_by_the_checks_that_are_meant_to_catch_it() -> None:
    outcomes = await played("scripted-sloppy", SHARED)

    assert sloppy.EXPECTED.keys() == sloppy.SCRIPTS.keys()
    failed = {outcome.task.id: {fault.check for fault in outcome.faults} for outcome in outcomes}
    missed = {id: expected - failed[id] for id, expected in sloppy.EXPECTED.items() if expected - failed[id]}
    assert missed == {}


async def test_a_turn_that_hangs_is_a_failure_and_no_hang() -> None:
    never = asyncio.Event()

    async def hang() -> Act:
        await never.wait()
        return Act("too late")

    task = known("zh-save-suzhou")
    outcomes: list[Outcome] = []
    async with serving(hang) as url:
        configure({"hanging": ModelSettings(model="hanging", base_url=url, fallback="", retries=0)})
        await Runner("hanging", turn_s=0.5).run([task], outcomes.append)
        never.set()

    (outcome,) = outcomes
    assert [turn.status for turn in outcome.turns] == [TIMEOUT] * len(task.turns)
    assert len(outcome.faults) == len(outcome.verdicts)


async def test_an_endpoint_that_fails_is_no_clean_answer_and_nobody_stands_in() -> None:
    async def fail() -> Act:
        raise LookupError("out of order")

    outcomes: list[Outcome] = []
    async with serving(fail) as url:
        configure({"broken": ModelSettings(model="broken", base_url=url, retries=0)})
        await Runner("broken", turn_s=TURN_S).run([known("zh-terse-nanjing")], outcomes.append)

    (outcome,) = outcomes
    assert outcome.turns[0].status == "failed"
    assert outcome.turns[0].itinerary is None
    assert {"clean_answer", "plan.days_are(2)"} <= {fault.check for fault in outcome.faults}


def known(id: str) -> Task:
    return next(task for task in TASKS if task.id == id)
