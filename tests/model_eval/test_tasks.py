"""The forty tasks: their mix, and that none of their checks holds of a turn in which nothing happened."""

from collections import Counter

from benchmarks.model_eval.conversation import Moment
from benchmarks.model_eval.scripted import strong
from benchmarks.model_eval.tasks import TASKS

HOLD_OF_SILENCE = (
    "plan.is_absent",
    "plan.is_unchanged",
    "brief.is_unchanged",
    "brief.has_no_places",
    "brief.wants_none_of",
    "writes.",
    "answer.totals_are_true",
    "answer.visit_times_are_true",
    "answer.has_no_",
    "answer.shows_nothing",
)
"""Checks that something was not done or said."""


def test_there_are_twenty_tasks_a_language_and_about_half_have_several_turns() -> None:
    assert Counter(task.language for task in TASKS) == {"zh": 20, "en": 20}
    assert len({task.id for task in TASKS}) == len(TASKS)
    assert 16 <= sum(len(task.turns) > 1 for task in TASKS) <= 26
    assert max(len(task.turns) for task in TASKS) == 4
    assert strong.SCRIPTS.keys() == {task.id for task in TASKS}


def test_no_turn_is_content_with_silence() -> None:
    """Every turn has a check that a turn without an answer, plan or write fails."""
    for task in TASKS:
        for turn in task.turns:
            silent = Moment(turn.message, "", "succeeded", task.language)
            failing = [check.name for check in turn.checks if _fails(check.fault, silent)]
            quiet = [check.name for check in turn.checks if check.name not in failing]
            assert failing, (task.id, turn.message)
            assert all(name.startswith(HOLD_OF_SILENCE) for name in quiet), (task.id, quiet)


def _fails(fault: object, moment: Moment) -> bool:
    assert callable(fault)
    try:
        return bool(fault(moment))
    except LookupError:
        return True
