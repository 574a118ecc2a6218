"""What follows from facts by arithmetic is traced; what stands beside a name is held against that sight alone."""

import json

import pytest

from agent_core.messages import AssistantMessage, HumanMessage, Message, ToolCall, ToolMessage
from travelagent.assistant.grounding.arithmetic import evaluated
from travelagent.assistant.grounding.evidence import Evidence, evidence_of
from travelagent.assistant.grounding.tracing import untraced

SIGHTS = [
    {"id": "rome/colosseum", "price": 18, "currency": "EUR", "minutes": 90, "hours": "08:30-19:15"},
    {"id": "rome/pantheon", "price": 5, "currency": "EUR", "minutes": 45, "hours": "09:00-19:00"},
    {"id": "rome/borghese-gallery", "price": 20, "currency": "EUR", "minutes": 120, "hours": "09:00-19:00"},
]
TABLE = {"columns": [{"key": "city"}, {"key": "average", "currency": "EUR"}], "rows": [["Berlin", 6.0]]}


def result(value: object) -> Evidence:
    call = ToolCall("c1", "any_tool", {})
    messages: tuple[Message, ...] = (
        HumanMessage("Rome for 2 people"),
        AssistantMessage("", (call,)),
        ToolMessage("c1", "any_tool", json.dumps(value), "success"),
    )
    return evidence_of(messages)


def marked(text: str, value: object = SIGHTS) -> list[str]:
    return [text[claim.start : claim.end] for claim in untraced(text, result(value))]


@pytest.mark.parametrize(
    "text",
    [
        "The Colosseum is €18 and the Pantheon €5, together €23.",
        "The Colosseum is €18, the Pantheon €5: a gap of €13.",
        "The Colosseum is €18. For the two of you that makes €36.",
        "All visits together: 90 + 120 = 210 minutes.",
        "The Pantheon takes three quarters of an hour.",
        "Rain or shine, leave early and carry some water.",
    ],
)
def test_what_follows_is_left_alone(text: str) -> None:
    assert marked(text) == []


@pytest.mark.parametrize(
    ("text", "false"),
    [
        ("The Colosseum (€20) and the Borghese Gallery (€20).", "€20"),
        ("The Pantheon opens at 8:30.", "8:30"),
        ("The Colosseum is €18 and the Pantheon €5, together €27.", "€27"),
        ("The Pantheon takes two hours.", "two hours"),
        ("See the Colosseum, then visit Moonlight Pavilion.", "Moonlight Pavilion"),
    ],
)
def test_another_sights_fact_makes_no_truth(text: str, false: str) -> None:
    assert marked(text) == [false]


def test_a_tables_cells_are_facts() -> None:
    assert marked("Museums in Berlin cost €6 on average.", TABLE) == []
    assert marked("Museums in Berlin cost €9 on average.", TABLE) == ["€9"]


@pytest.mark.parametrize(
    ("before", "value"), [("90 + 100 + 45 =", 235), ("55×3=", 165), ("€18 + 2 × €5 = €", 28), ("it costs ", None)]
)
def test_an_equation_is_worked_out(before: str, value: float | None) -> None:
    assert evaluated(before) == value
