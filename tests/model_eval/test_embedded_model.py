"""The embedded assistant over some of the tasks: a report of the right form, and no worse a score than recorded."""

from dataclasses import dataclass

import pytest

from benchmarks.model_eval.report import as_json, show, summary
from benchmarks.model_eval.runner import Outcome, Runner
from benchmarks.model_eval.tasks import TASKS
from benchmarks.model_eval.tasks.values import GROUPS

SAMPLE = (
    "zh-terse-nanjing",
    "zh-rain-nanjing",
    "zh-hours-mogao",
    "en-undo-prague",
    "en-cost-lisbon",
    "en-save-bruges",
)


@dataclass(frozen=True)
class Floor:
    """The score that is kept: tasks passed, and the share of checks."""

    tasks: int
    checks: float


FLOOR = Floor(tasks=5, checks=0.98)


@pytest.mark.django_db(transaction=True)
async def test_the_report_is_complete_and_the_score_is_kept() -> None:
    tasks = [task for task in TASKS if task.id in SAMPLE]
    outcomes: list[Outcome] = []
    await Runner("offline", turn_s=60.0).run(tasks, outcomes.append)

    report, lines = as_json("offline", outcomes, len(tasks), None), list[str]()
    show("offline", outcomes, len(tasks), None, write=lines.append)

    assert report["complete"] is True
    assert [result["id"] for result in report["results"]] == [task.id for task in tasks]
    for column in ("tasks", "passed", "checks", "checks_passed", "model_calls"):
        assert sum(row[column] for row in report["rows"]) == report["all"][column]
    assert {row["group"] for row in report["rows"]} <= set(GROUPS)
    assert all(turn["answer"] for result in report["results"] for turn in result["turns"])
    assert lines[-1].startswith(f"offline: {report['all']['passed']} of {len(SAMPLE)} tasks")
    assert report["all"]["passed"] >= FLOOR.tasks, "\n".join(lines)
    assert report["all"]["checks_share"] >= FLOOR.checks, "\n".join(lines)


def test_what_was_not_run_is_told() -> None:
    lines: list[str] = []
    show("offline", [], 40, None, write=lines.append)

    assert lines[-1].endswith("; stopped after 0 of 40 tasks")
    assert as_json("offline", [], 40, None)["complete"] is False
    assert summary([], None)["cost"] is None
