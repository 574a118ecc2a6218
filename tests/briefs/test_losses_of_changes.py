"""What a change may cost a plan without mentioning it, and what counts as held back."""

from dataclasses import replace

from agent_core.tools import NeedsConsent, Shown, ToolError, ToolResult
from benchmarks.transactions.doors import was_held_back
from benchmarks.transactions.losses import Lost, Mentioned, unmentioned


def test_a_change_costs_no_more_than_it_mentions_and_a_stop_for_each_day_that_it_touches() -> None:
    gone = Lost(1, frozenset({"rome"}), 1, {1: frozenset("abc"), 2: frozenset("d")}, {1: 3, 2: 3})
    named = Mentioned(fewer_days=1, fewer_people=1, cities=frozenset({"rome"}), stops=frozenset("ab"), named_days=1)
    assert list(unmentioned(gone, Mentioned())) == ["1 days", "city rome", "1 people", "day 1: a, b, c", "day 2: d"]
    assert list(unmentioned(gone, replace(named, days=frozenset({1, 2})))) == []
    assert list(unmentioned(gone, replace(named, days=frozenset({1})))) == ["day 1: c", "day 2: d"]
    assert list(unmentioned(gone, replace(named, stops=frozenset(), days=frozenset({1, 2})))) == [
        "day 1: a, b, c",
        "day 2: d",
    ]
    assert list(unmentioned(gone, replace(named, stops=frozenset(), named_days=0, days=frozenset({1})))) == []


def test_a_proposal_and_a_reason_hold_a_change_back() -> None:
    assert was_held_back(ToolError("infeasible", "It lies outside of its day."))
    assert was_held_back(NeedsConsent("5 → 3 days."))
    assert not was_held_back(ToolResult({}, (Shown("itinerary", {"days": []}),)))
