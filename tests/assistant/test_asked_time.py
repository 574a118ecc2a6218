"""A time that a question asks about is that question's own: it answers it, and the trip keeps the time it has."""

import asyncio
from datetime import date

import pytest

from tests.assistant.asking import conversed
from travelagent.assistant.offline.understanding import understand_turns

pytestmark = pytest.mark.sampled(of=5)

TODAY = date(2026, 11, 21)
DATED = "Three days in Kyoto from 12 December"
UNDATED = "规划京都三日游"


@pytest.mark.parametrize("trip", [DATED, "Three days in Kyoto in May", UNDATED, "Three days in Kyoto this winter"])
@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Is it cold there in April?", "season_query"),
        ("那里四月冷吗", "season_query"),
        ("What should we eat there in April?", "food"),
    ],
)
def test_the_month_asked_about_is_the_answers_and_never_the_trips(trip: str, question: str, intent: str) -> None:
    planned = understand_turns([trip], TODAY).entities
    asked = understand_turns([trip, question], TODAY)
    after = understand_turns([trip, question, "Add one more day"], TODAY).entities

    assert (asked.intent, asked.entities.month, asked.entities.start_date) == (intent, 4, None)
    assert (after.month, after.start_date, after.season) == (planned.month, planned.start_date, planned.season)
    assert after.days == 4


def test_a_date_asked_about_changes_neither_the_first_day_nor_the_length() -> None:
    question = "What is the weather like there from 3 to 8 April?"
    asked = understand_turns([DATED, question], TODAY)
    after = understand_turns([DATED, question, "thanks"], TODAY).entities

    assert asked.entities.start_date == date(2027, 4, 3)
    assert (after.start_date, after.days) == (date(2026, 12, 12), 3)


def test_a_question_without_a_time_is_about_the_trips_time() -> None:
    assert understand_turns([DATED, "Is it cold there?"], TODAY).entities.start_date == date(2026, 12, 12)


def test_before_a_plan_the_month_of_a_question_is_that_of_the_trip() -> None:
    turns = ["How much is a week in Paris in May for two?", "OK, plan it"]
    assert understand_turns(turns, TODAY).entities.month == 5


def test_a_month_that_is_wished_for_still_moves_the_trip() -> None:
    assert understand_turns(["Three days in Kyoto in May", "Make it June"], TODAY).entities.month == 6


@pytest.mark.parametrize(
    ("question", "shown", "hidden"),
    [
        ("Is it cold there in April?", ("April",), ("December", "May")),
        ("那里四月冷吗", ("4月",), ("12月", "5月")),
        ("Is it hot there in summer?", ("June", "July", "August"), ("December", "May")),
    ],
)
def test_the_answer_shows_the_months_that_are_asked_about(
    question: str, shown: tuple[str, ...], hidden: tuple[str, ...]
) -> None:
    answer = asyncio.run(conversed([DATED, question]))[-1].messages[-1].text
    months = [line for line in answer.splitlines() if line.startswith("|")]

    assert all(any(month in line for line in months) for month in shown)
    assert not any(month in line for line in months for month in hidden)


@pytest.mark.parametrize(
    "wish", ["What about July instead?", "how about going in July instead?", "换成七月呢？", "改到七月可以吗"]
)
@pytest.mark.parametrize("trip", ["Three days in Kyoto in May", DATED, UNDATED])
def test_another_month_instead_moves_the_trip_although_it_is_said_as_a_question(trip: str, wish: str) -> None:
    moved = understand_turns([trip, wish], TODAY)
    assert (moved.intent, moved.entities.month) == ("travel_planning", 7)


def test_another_month_after_a_question_is_asked_about_too() -> None:
    turns = ["Three days in Kyoto in May", "Is it cold there in April?", "What about July?"]
    assert understand_turns(turns, TODAY).entities.month == 7
    assert understand_turns([*turns, "thanks"], TODAY).entities.month == 5


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("5 days in Florence in early June", "my wife wants the Uffizi on our anniversary, June 3"),
        ("6月初佛罗伦萨玩5天", "6月3日是结婚纪念日，想那天去乌菲兹美术馆"),
        ("5 days in Florence from 1 June", "we would love to see the Uffizi on 3 June"),
    ],
)
async def test_a_date_of_the_trip_beside_a_sight_is_the_day_of_its_visit(wish: str, said: str) -> None:
    planned, changed = await conversed((wish, said))
    before, after = (
        next(o.result for o in reversed(state.tool_result_history) if o.call.name == name)
        for state, name in ((planned, "generate_route"), (changed, "change_route"))
    )
    assert after["days"][0]["date"] == before["days"][0]["date"]
    on_the_day = next(day for day in after["days"] if day["date"].endswith("-06-03"))
    assert "florence/uffizi-gallery" in {visit["sight"] for visit in on_the_day["visits"]}
