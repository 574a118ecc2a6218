"""Messages as questions: what is asked, about what, when; none of these messages stands in the corpus."""

import json
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from travelagent.assistant.embedded.reading.questions import questions_of
from travelagent.assistant.embedded.reading.reading import read
from travelagent.assistant.trip_view import PlanAtHand, PlannedDay
from travelagent.briefs.acts import Ask

TODAY = date(2026, 11, 21)
MESSAGES = [
    json.loads(line) for line in (Path(__file__).parent / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]
LEAST_RIGHT = 0.85
"""Of all messages; which act a clause is, a trained model says."""


def plan_of(first: date, *cities: str) -> PlanAtHand:
    days = (PlannedDay(n + 1, first + timedelta(days=n), city, ()) for n, city in enumerate(cities))
    return PlanAtHand(tuple(dict.fromkeys(cities)), tuple(days))


PLANS = {
    "xian": plan_of(date(2026, 12, 7), "xian", "xian", "xian"),
    "italy": plan_of(date(2027, 5, 1), "rome", "rome", "rome", "florence", "florence"),
    None: None,
}


def questions(text: str, plan: PlanAtHand | None = None) -> tuple[Ask, ...]:
    reading = read(text, TODAY, planned=plan is not None, cities=plan.cities if plan else ())
    return questions_of(reading, plan, TODAY)


def expected(row: dict[str, Any]) -> Ask:
    """The question of a row: its fields, the others empty."""
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    if "dates" in fields:
        fields["dates"] = tuple(date.fromisoformat(on) for on in fields["dates"])
    if "amount" in fields:
        fields["amount"] = Decimal(fields["amount"])
    return Ask(**fields)


def test_most_messages_are_read_as_they_are_meant() -> None:
    assert len(MESSAGES) >= 60
    wrong = []
    for message in MESSAGES:
        found, meant = questions(message["text"], PLANS[message["plan"]]), tuple(map(expected, message["questions"]))
        if found != meant:
            wrong.append((message["text"], found, meant))
    assert len(wrong) <= (1 - LEAST_RIGHT) * len(MESSAGES), wrong


def test_a_second_question_is_about_the_place_of_the_first() -> None:
    first, second = questions("Is the Uffizi open on Monday? Do we have to book?", PLANS["italy"])
    assert (first.topic, second.topic) == ("hours", "tickets")
    assert second.about == ("florence/uffizi-gallery",)


def test_a_weekday_is_that_of_the_plan() -> None:
    (question,) = questions("Is the Uffizi open on Monday?", PLANS["italy"])
    assert question.dates == (date(2027, 5, 3),)
    (alone,) = questions("Is the Uffizi open on Monday?")
    assert alone.dates == (date(2026, 11, 23),)


def test_a_place_that_is_only_mentioned_is_not_asked_about() -> None:
    (question,) = questions("We did Paris last year and loved it. What should I pack?", PLANS["italy"])
    assert (question.topic, question.about) == ("packing", ())


def test_a_ride_from_home_leads_to_the_plan() -> None:
    (question,) = questions("从郑州出发坐高铁要多久", PLANS["xian"])
    assert (question.topic, question.ends) == ("ride", ("zhengzhou", "xian"))


@pytest.mark.parametrize("text", ["", "？？？", "去西安玩三天", "a" * 3000, "几点开门？" * 300])
def test_any_text_is_read(text: str) -> None:
    assert all(question.topic for question in questions(text))


@pytest.mark.parametrize("text", ["How much is it without the hotel?", "不算住宿的话总共多少钱？", "住宿除外要多少钱"])
def test_what_is_left_out_of_a_price(text: str) -> None:
    assert [question.without for question in questions(text, PLANS["xian"])] == [("lodging",)]
