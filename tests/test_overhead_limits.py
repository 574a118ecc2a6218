"""The benchmark of the core's overhead says which of its ratios is past its limit."""

import pytest

from benchmarks.agent_overhead import BARE, BARE_LIMITS, CORE, LANGGRAPH, LOGGING, PEER_LIMIT, Row, faults_of

GOOD = {BARE: 1.0, CORE: BARE_LIMITS[CORE], LOGGING: BARE_LIMITS[LOGGING], LANGGRAPH: BARE_LIMITS[CORE] * PEER_LIMIT}


@pytest.mark.parametrize(
    ("changed", "sentences"),
    [
        ({}, []),
        ({CORE: BARE_LIMITS[CORE] * 0.5}, []),
        ({CORE: 7.0, LANGGRAPH: 1000.0}, ["agent_core costs 7.00 times the bare loop, and may cost 5.5 times."]),
        ({LOGGING: 8.5}, ["agent_core, log lines on costs 8.50 times the bare loop, and may cost 6.5 times."]),
        ({LANGGRAPH: 110.0}, ["LangGraph costs 20.0 times agent_core, and should cost at least 28 times."]),
    ],
)
def test_a_ratio_past_its_limit_is_named(changed: dict[Row, float], sentences: list[str]) -> None:
    best = GOOD | changed

    assert list(faults_of({row: [took, took * 2] for row, took in best.items()})) == sentences


def test_without_the_peer_its_ratio_is_not_judged() -> None:
    assert list(faults_of({row: [took] for row, took in GOOD.items() if row != LANGGRAPH})) == []
