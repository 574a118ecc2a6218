"""Long messages and the facts that are read in them; none of these stands in the corpus."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from travelagent.assistant.embedded.reading.reading import read
from travelagent.assistant.embedded.reading.trip import wishes_of
from travelagent.assistant.embedded.understanding import understand_turns as understand
from travelagent.assistant.embedded.wishes import Stop
from travelagent.briefs.values import DayWish, Ride

TODAY = date(2026, 11, 21)
LEAST_RIGHT = 0.85
MESSAGES = [
    json.loads(line) for line in (Path(__file__).parent / "messages.jsonl").read_text(encoding="utf-8").splitlines()
]


def facts(text: str) -> dict[str, Any]:
    wishes = wishes_of(read(text, TODAY), TODAY)
    return {
        "cities": [stop.place for stop in wishes.stops],
        "origin": wishes.origin,
        "days": wishes.days,
        "people": wishes.people.count,
        "budget": wishes.budget and float(wishes.budget.amount),
        "near": wishes.near,
    }


def test_most_facts_of_long_messages_are_read() -> None:
    wrong = []
    total = 0
    for message in MESSAGES:
        found, gold = facts(message["text"]), message["facts"]
        total += len(gold)
        wrong += [(message["text"], name, found[name], value) for name, value in gold.items() if found[name] != value]
    assert len(wrong) <= (1 - LEAST_RIGHT) * total, wrong


@pytest.mark.parametrize(
    ("text", "city", "origin"),
    [
        ("在苏州过个周末", "suzhou", ""),
        ("在杭州过周末", "hangzhou", ""),
        ("我在苏州，周末去杭州", "hangzhou", "suzhou"),
        ("人在上海，想去苏州过周末", "suzhou", "shanghai"),
    ],
)
def test_where_one_spends_a_weekend_is_no_home(text: str, city: str, origin: str) -> None:
    found = facts(text)
    assert (found["cities"], found["origin"]) == ([city], origin)


def test_what_is_refused_is_never_wished_for() -> None:
    wishes = wishes_of(read("去杭州三天，想逛博物馆，不去西湖，人太多了，也不要安排寺庙", TODAY), TODAY)
    assert "hangzhou/west-lake" not in wishes.must_see
    assert "religion" not in wishes.interests


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("去重庆玩三天，住的地方我的预算是每晚240到290元之间", 290),
        ("Three days in Suzhou; my hotel budget is between 270 and 320 yuan per night", 320),
    ],
)
def test_the_price_of_a_night_is_no_budget_of_the_trip(text: str, most: int) -> None:
    wishes = wishes_of(read(text, TODAY), TODAY)
    assert (wishes.budget, wishes.night) == (None, (most, "CNY"))


@pytest.mark.parametrize(
    "text", ["Plan 3 days in Rome, never leave before 10", "3 days in Rome, start at 10 every day"]
)
def test_an_hour_before_which_no_day_begins_is_one_of_every_day(text: str) -> None:
    wishes = wishes_of(read(text, TODAY), TODAY)
    assert (wishes.day_wishes, wishes.arrival) == ((DayWish("every", "hours", start=600),), Ride())


def test_a_day_each_is_no_length_of_a_stay() -> None:
    text = "Two days in Istanbul, we don't want to cross the Bosphorus both days. One day each side?"
    wishes = wishes_of(read(text, TODAY), TODAY)
    assert (wishes.stops, wishes.days, wishes.must_see) == ((Stop("istanbul"),), 2, ())


def test_what_is_wanted_is_not_refused() -> None:
    wishes = wishes_of(read("北京4天，故宫放第二天上午，长城第三天，孩子6岁，还想去环球影城，行不", TODAY), TODAY)
    assert "beijing/universal-beijing" in wishes.must_see
    assert not wishes.avoid


@pytest.mark.parametrize(
    ("text", "compares"),
    [
        ("蜜月！想去马尔代夫或者巴厘岛，12月中，7天，哪个好", True),
        ("丽江5天 vs 大理5天 vs 西双版纳5天，1月份带一个2岁娃", True),
        ("A long weekend in Portugal in May. Not Lisbon or Porto.", False),
    ],
)
def test_places_that_are_set_against_each_other_are_no_route(text: str, compares: bool) -> None:
    reading = read(text, TODAY)
    assert ("compare" in [segment.act for segment in reading.segments]) is compares
    assert not (compares and wishes_of(reading, TODAY).stops)


def test_a_message_does_several_things() -> None:
    reading = read("把西湖改到第二天上午。灵隐寺的门票要提前买吗？", TODAY, planned=True, cities=("hangzhou",))
    assert [segment.act for segment in reading.segments] == ["edit", "ask.tickets"]


@pytest.mark.parametrize("text", ["", "？？？", "🙂", "a" * 3000, "5 " * 900, "北京" * 900, "到上海从北京" * 300])
def test_any_text_is_read(text: str) -> None:
    assert understand([text], TODAY).as_wire()["language"] in ("zh", "en")


def test_a_conversation_is_folded_into_one_brief() -> None:
    understood = understand(["带爸妈去西安玩四天，从郑州出发", "爸妈腿脚不好，改成五天吧"], TODAY)
    assert understood.brief.places == ("xian",)
    assert understood.brief.days == 5
    assert understood.brief.party.seniors == 2
