"""Conversations in travellers' words, one a line of conversations/*.jsonl: what is understood, which tools are called,
what becomes of the plan, and which facts the answer states.

A turn holds the message, `say`, and any of the expectations below; sentences are never compared:

| key | what must hold after the turn |
|---|---|
| `acts` | these names are among the acts of the understanding |
| `brief` | the brief's wire form holds this |
| `calls` | exactly these tools were called; none with `no_calls` |
| `plan` | `days`, `cities`, `has` and `without` sights, sights `on` a day, `start`, or the `same` days as before |
| `answer` | `has` and `lacks` these names or figures, is of `most` so many characters |
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import Memory, conversed
from tests.support.examples import sampled
from travelagent.assistant.language import language_of
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.wire import brief_to_wire

FLOOR: Final = 0.97
"""The smallest share of conversations in which every expectation holds."""
FILES: Final = sorted((Path(__file__).parent / "conversations").glob("*.jsonl"))

BESIDE = frozenset({"get_city_info"})
"""What the page shows beside an answer, whatever is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedPlan:
    days: int | None = None
    start: str | None = None
    cities: list[str] | None = None
    has: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    on: Mapping[str, list[str]] | None = None
    same: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedAnswer:
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedTurn:
    say: str
    acts: tuple[str, ...] = ()
    brief: Mapping[str, Any] | None = None
    calls: tuple[str, ...] | None = None
    no_calls: bool = False
    plan: Mapping[str, Any] | None = None
    answer: Mapping[str, Any] | None = None


def _conversations() -> Iterator[tuple[str, tuple[ExpectedTurn, ...]]]:
    """The id of each conversation, which names its file, and its turns; an unknown key is an error."""
    for file in FILES:
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield f"{file.stem}: {row['id']}", tuple(ExpectedTurn(**turn) for turn in row["turns"])


CONVERSATIONS: Final = tuple(_conversations())


def test_there_are_enough_of_them_in_each_language() -> None:
    languages = [language_of(turns[0].say) for _, turns in CONVERSATIONS]
    assert len({name for name, _ in CONVERSATIONS}) == len(CONVERSATIONS) >= 100
    assert min(languages.count("en"), languages.count("zh")) >= 40


@pytest.mark.django_db(transaction=True)
async def test_conversations_go_as_travellers_expect() -> None:
    """One measure over all of them with a floor: a single wording is no contract."""
    conversations = sampled(CONVERSATIONS, of=4)
    faults = {name: found for name, turns in conversations if (found := await _faults(turns))}
    right = 1 - len(faults) / len(conversations)
    assert right >= FLOOR, "\n".join(f"{name}: {found}" for name, found in faults.items())


async def _faults(turns: tuple[ExpectedTurn, ...]) -> list[str]:
    """Return what differs from the expectations in the first turn in which anything does."""
    memory = Memory()
    states = await conversed([turn.say for turn in turns], memory=memory)
    trip = TripAtHand()
    for number, (turn, state) in enumerate(zip(turns, states, strict=True)):
        before, trip = trip, memory.trip_after(number)
        found = [*_of_understanding(turn, state), *_of_brief(turn, trip), *_of_plan(turn, before, trip)]
        if found := [*found, *_of_answer(turn, state)]:
            return [f"turn {number + 1}: {turn.say}", *found]
    return []


def _of_understanding(turn: ExpectedTurn, state: AgentState) -> Iterator[str]:
    """What differs in the acts and the tools that were called."""
    acts = state.understanding["acts"]
    called = {o.call.name for o in state.tool_result_history} - BESIDE
    yield from (f"act {act} is not among {acts}" for act in turn.acts if act not in acts)
    if turn.no_calls and called:
        yield f"called {sorted(called)}"
    if turn.calls is not None and called != set(turn.calls):
        yield f"called {sorted(called)}"


def _of_brief(turn: ExpectedTurn, trip: TripAtHand) -> Iterator[str]:
    if turn.brief is not None:
        yield from _missing(turn.brief, brief_to_wire(trip.brief), "brief")


def _missing(wanted: Mapping[str, Any], found: Mapping[str, Any], path: str) -> Iterator[str]:
    """What of a nested value is not in another: keys by keys, anything else as a whole."""
    for key, value in wanted.items():
        other = found.get(key)
        if isinstance(value, Mapping) and isinstance(other, Mapping):
            yield from _missing(value, other, f"{path}.{key}")
        elif value != other:
            yield f"{path}.{key} is {other!r}"


def _of_plan(turn: ExpectedTurn, before: TripAtHand, trip: TripAtHand) -> Iterator[str]:
    if turn.plan is None:
        return
    wanted, plan = ExpectedPlan(**turn.plan), trip.itinerary
    if plan is None:
        yield "there is no plan"
        return
    days = {str(day["day"]): [visit["sight"] for visit in day["visits"]] for day in plan["days"]}
    sights = {sight for day in days.values() for sight in day}
    if wanted.same and (before.itinerary is None or plan["days"] != before.itinerary["days"]):
        yield "the days are not the same"
    if wanted.days not in (None, len(days)):
        yield f"{len(days)} days"
    if wanted.start not in (None, plan["days"][0]["date"]):
        yield f"starts on {plan['days'][0]['date']}"
    if wanted.cities is not None and wanted.cities != plan["cities"]:
        yield f"cities are {plan['cities']}"
    yield from (f"{sight} is not in the plan" for sight in wanted.has if sight not in sights)
    yield from (f"{sight} is in the plan" for sight in wanted.without if sight in sights)
    for day, those in (wanted.on or {}).items():
        yield from (f"{sight} is not on day {day}" for sight in those if sight not in days.get(day, ()))


def _of_answer(turn: ExpectedTurn, state: AgentState) -> Iterator[str]:
    wanted, text = ExpectedAnswer(**(turn.answer or {})), state.reply
    if wanted.most is not None and len(text) > wanted.most:
        yield f"the answer has {len(text)} characters"
    missing = [part for part in wanted.has if part not in text]
    unwanted = [part for part in wanted.lacks if part in text]
    if missing or unwanted:
        yield f"the answer lacks {missing}, has {unwanted}: {text}"
