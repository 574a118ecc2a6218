"""What test runs leave to later ones: prepared folders by their sources, plans by their arguments and the day."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import time_machine

from tests.support import kept, plan_cache
from travelagent.plans.values import PlanRequest


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(kept, "ROOT", tmp_path)
    monkeypatch.setattr(kept, "KEPT", tmp_path / "kept")
    (tmp_path / "source.py").write_text("1")
    return tmp_path


def test_what_was_kept_is_found_until_its_sources_change(root: Path) -> None:
    (root / "made").mkdir()
    (root / "made" / "file").write_text("made")
    folder = kept.kept_folder("made", ["*.py"])
    assert folder is not None
    assert not folder.exists()

    kept.keep(root / "made", folder)
    kept.keep(root / "made", folder)

    assert (folder / "file").read_text() == "made"
    assert [*(root / "kept").iterdir()] == [folder]
    assert kept.kept_folder("made", ["*.py"]) == folder
    (root / "source.py").write_text("2")
    assert kept.kept_folder("made", ["*.py"]) != folder


def test_in_ci_nothing_is_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")

    assert kept.kept_folder("made", ["*.py"]) is None


@pytest.fixture
def planner(tmp_path: Path) -> tuple[Callable[..., Any], list[PlanRequest]]:
    calls: list[PlanRequest] = []

    def plan(request: PlanRequest) -> date:
        calls.append(request)
        return date.today()

    return plan_cache._kept("plan", plan, tmp_path), calls


def test_a_plan_is_made_once_a_day(planner: tuple[Callable[..., Any], list[PlanRequest]]) -> None:
    plan, calls = planner
    for day in (date(2026, 3, 1), date(2026, 3, 1), date(2026, 3, 2)):
        with time_machine.travel(day, tick=False):
            assert plan(PlanRequest((), 2)) == day

    assert len(calls) == 2


def test_a_plan_that_its_deadline_may_have_cut_short_is_not_kept(
    planner: tuple[Callable[..., Any], list[PlanRequest]],
) -> None:
    plan, calls = planner
    for _ in range(2):
        plan(PlanRequest((), 2, deadline_seconds=0.0))

    assert len(calls) == 2
