"""Five changes one after the other, by the page and in words: what was stated before holds, or is reported as lost."""

import pytest

from benchmarks.preservation.chains import run
from benchmarks.preservation.command import CHAINS, LENGTH
from benchmarks.preservation.scenes import TODAY
from travelagent.assistant import clock

HARD = (98, 103, 119, 140, 171, 226, 228, 250)
"""An ordinary word in a sight's name, a name in three cities, wishes that clash, lunches by pinned visits, brackets."""


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "today", lambda: TODAY)


@pytest.mark.sampled(of=60)
@pytest.mark.parametrize("seed", range(CHAINS))
def test_requirements_survive_edit_chains_or_are_reported(seed: int) -> None:
    ran = run(seed, LENGTH)
    assert len(ran.made) == LENGTH
    assert ran.losses == ()


@pytest.mark.sampled(of=3)
@pytest.mark.parametrize("seed", HARD)
def test_requirements_survive_regression_chains(seed: int) -> None:
    ran = run(seed, LENGTH)
    assert len(ran.made) == LENGTH
    assert ran.losses == ()
