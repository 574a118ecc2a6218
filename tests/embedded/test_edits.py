"""Changes of a plan in the words of travellers, and the edits that are read in them."""

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from travelagent.assistant.embedded.reading.edit_words import lexicon
from travelagent.assistant.embedded.reading.edits import Editing, edits_of
from travelagent.assistant.embedded.reading.reading import Segment, read
from travelagent.assistant.trip_view import PlanAtHand, PlannedDay
from travelagent.catalog import source
from travelagent.planning.edits.registry import edits_from_wire

TODAY, MONDAY = dt.date(2026, 4, 1), dt.date(2026, 5, 4)
CASES = [json.loads(line) for line in (Path(__file__).parent / "edits.jsonl").read_text(encoding="utf-8").splitlines()]
BRINGS = frozenset({"add", "move", "visit", "swap"})


def plan_of(*days: tuple[str, str]) -> PlanAtHand:
    """A plan from Monday on; each day with its city and the keys of its sights."""
    planned = tuple(
        PlannedDay(n + 1, MONDAY + dt.timedelta(days=n), city, tuple(f"{city}/{key}" for key in keys.split()))
        for n, (city, keys) in enumerate(days)
    )
    return PlanAtHand(tuple(dict.fromkeys(day.city for day in planned)), planned)


PLANS: Mapping[str, PlanAtHand] = {
    "italy": plan_of(
        ("rome", "colosseum roman-forum-and-palatine-hill"),
        ("rome", "vatican-museums-and-sistine-chapel st-peters-basilica"),
        ("rome", "pantheon trevi-fountain"),
        ("florence", "uffizi-gallery florence-cathedral-and-brunelleschis-dome"),
        ("florence", "ponte-vecchio pitti-palace"),
    ),
    "china": plan_of(
        ("beijing", "forbidden-city jingshan-park"),
        ("beijing", "temple-of-heaven summer-palace"),
        ("beijing", "badaling-great-wall"),
        ("suzhou", "humble-administrators-garden pingjiang-road"),
        ("suzhou", "suzhou-museum tiger-hill"),
        ("hangzhou", "west-lake leifeng-pagoda"),
        ("hangzhou", "lingyin-temple"),
    ),
}
REFUSED = [
    ("italy", "Don't add the Borghese Gallery", "rome/borghese-gallery"),
    ("italy", "please don't put the Pantheon on day 1", "rome/pantheon"),
    ("italy", "Don't move the Colosseum to day 3", "rome/colosseum"),
    ("italy", "We never wanted to go to Castel Sant'Angelo", "rome/castel-santangelo"),
    ("italy", "no need to visit Piazza Navona", "rome/piazza-navona"),
    ("italy", "I'd rather not see the Borghese Gallery on day 2", "rome/borghese-gallery"),
    ("italy", "Is the Pantheon open on day 2?", "rome/pantheon"),
    ("italy", "Why is the Colosseum on day 1?", "rome/colosseum"),
    ("italy", "How long do we need at the Uffizi?", "florence/uffizi-gallery"),
    ("italy", "Do we have to book the Borghese Gallery?", "rome/borghese-gallery"),
    ("italy", "Skip the Pantheon, day 2 in the afternoon is enough walking", "rome/pantheon"),
    ("italy", "without the Borghese Gallery please, day 3 is full", "rome/borghese-gallery"),
    ("italy", "forget about Castel Sant'Angelo on day 3", "rome/castel-santangelo"),
    ("italy", "We don't want to go up Castel Sant'Angelo in the evening", "rome/castel-santangelo"),
    ("italy", "The Colosseum isn't to be on the last day", "rome/colosseum"),
    ("china", "不要去雍和宫", "beijing/lama-temple"),
    ("china", "别把故宫放第三天", "beijing/forbidden-city"),
    ("china", "不要动天坛", "beijing/temple-of-heaven"),
    ("china", "没必要去恭王府", "beijing/prince-gong-mansion"),
    ("china", "雍和宫就不去了，第二天下午", "beijing/lama-temple"),
    ("china", "第二天不去恭王府", "beijing/prince-gong-mansion"),
    ("china", "不想第三天去南锣鼓巷", "beijing/nanluoguxiang"),
    ("china", "天坛别安排在中午，太晒", "beijing/temple-of-heaven"),
    ("china", "故宫第二天开门吗", "beijing/forbidden-city"),
    ("china", "为什么天坛在第二天", "beijing/temple-of-heaven"),
    ("china", "雍和宫要门票吗", "beijing/lama-temple"),
    ("china", "恭王府不用加，第三天已经满了", "beijing/prince-gong-mansion"),
    ("china", "别加雍和宫了", "beijing/lama-temple"),
    ("china", "不需要安排恭王府", "beijing/prince-gong-mansion"),
]
UNREAD = [
    ("italy", "add a cooking class on day 2"),
    ("italy", "Move the Colosseum to day 9"),
    ("italy", "put a beer hall on Saturday night"),
    ("italy", "Swap the Pantheon for something less crowded"),
    ("italy", "no Colosseum underground tickets"),
    ("italy", "add a night at Castel Sant'Angelo"),
    ("italy", "too many churches, cut it to one a day"),
    ("china", "第三天取消，挪到第四天"),
    ("china", "加个做菜体验课在第二天"),
    ("china", "把故宫挪到第九天"),
    ("china", "天坛别安排在中午，太晒"),
]


def editing(text: str, plan: str) -> Editing:
    """The edits of a message every clause of which is one: which act a clause is, the corpus teaches."""
    known = PLANS[plan]
    reading = read(text, TODAY, planned=True, cities=known.cities)
    whole = Segment("edit", 0, len(reading.tokens), 1.0)
    return edits_of(replace(reading, segments=(whole,)), known, TODAY)


def test_the_plans_hold_sights_of_the_catalogue() -> None:
    assert all(sight in source.sights() for plan in PLANS.values() for sight in plan.sights)


def test_half_of_the_cases_are_chinese() -> None:
    assert len(CASES) >= 120
    assert 0.4 < sum(not case["text"].isascii() for case in CASES) / len(CASES) < 0.6


@pytest.mark.parametrize("case", CASES, ids=[case["text"] for case in CASES])
def test_an_edit_is_read(case: Mapping[str, Any]) -> None:
    found = editing(case["text"], case["plan"])
    assert list(found.edits) == case["edits"]
    assert len(edits_from_wire(found.edits)) == len(case["edits"])


@pytest.mark.parametrize(("plan", "text", "sight"), REFUSED)
def test_what_is_refused_or_asked_about_is_never_brought_in(plan: str, text: str, sight: str) -> None:
    for edit in editing(text, plan).edits:
        assert edit["op"] not in BRINGS or sight not in (edit.get("sight"), edit.get("visit"))


@pytest.mark.parametrize(("plan", "text"), UNREAD)
def test_what_no_edit_can_say_is_reported(plan: str, text: str) -> None:
    found = editing(text, plan)
    assert not found.edits
    assert found.unread


def test_each_clause_of_a_message_is_read_by_itself() -> None:
    found = editing("Drop the Pantheon, and put a cooking class on day 2.", "italy")
    assert found.edits == ({"op": "drop", "terms": ["rome/pantheon"]},)
    assert found.unread == ("and put a cooking class on day 2",)


def test_a_reason_moves_nothing() -> None:
    found = editing("Move the Colosseum to day 2, we'll be wrecked on the first day", "italy")
    assert found.edits == ({"op": "move", "visit": "rome/colosseum", "day": 2},)


def test_what_comes_in_for_another_sight_is_not_refused_with_it() -> None:
    assert not any(edit["op"] == "drop" for edit in editing("约不上就换成雍和宫", "china").edits)


def test_words_are_written_as_the_lexer_leaves_them() -> None:
    assert all(word == word.lower() and "’" not in word for word in lexicon())


def test_an_hour_of_a_journey_moves_no_sight_that_was_spoken_of() -> None:
    reading = read("第一天下午2点才到双流机场", TODAY, planned=True)

    assert edits_of(reading, PLANS["china"], TODAY, "beijing/summer-palace").edits == ()
