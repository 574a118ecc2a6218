"""What the embedded assistant hands over as the brief of a trip, and who filled its fields."""

from typing import Any

import pytest

from agent_core.agent import Task
from tests.agent_core.cast import Recorder
from tests.assistant.asking import Memory, embedded_agent
from travelagent.assistant.language import language_of


async def brief_of(message: str) -> dict[str, Any]:
    """The brief of the first plan of a conversation."""
    sink = Recorder()
    task = Task(message, mode="auto", locale=language_of(message), injected=Memory().injected(sink))
    await embedded_agent().run(task, sink=sink)
    return dict(sink.of("brief_changed")[0].data["brief"])


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        (
            "四月带5岁的孩子去京都玩三天，吃素",
            {"dates": {"days": 3, "month": 4}, "party": {"adults": 1, "children": [5]}, "diet": ["vegetarian"]},
        ),
        (
            "我们周五10点飞机到罗马，玩三天，20点飞机回，住在万神殿附近",
            {
                "arrival": {"at": "10:00", "mode": "flight"},
                "departure": {"at": "20:00", "mode": "flight"},
                "lodging": {"near": "万神殿"},
            },
        ),
        (
            "5 days in Rome, nothing planned on day 3",
            {"day_wishes": [{"day": 3, "kind": "free"}]},
        ),
        (
            "one day in Singapore, our flight lands at 06:00 and we fly out at 14:00",
            {"dates": {"days": 1, "layover": {"start": "06:00", "end": "14:00"}}},
        ),
    ],
)
async def test_it_works(message: str, fields: dict[str, Any]) -> None:
    brief = await brief_of(message)
    assert {name: brief.get(name) for name in fields} == fields
    assert {each["source"] for each in brief["sources"].values()} == {"said"}


@pytest.mark.parametrize(
    ("message", "source"), [("去京都玩", "assumed"), ("去京都玩两天", "said"), ("四月去京都", "said")]
)
async def test_a_default_length_is_assumed(message: str, source: str) -> None:
    assert (await brief_of(message))["sources"]["dates"] == {"source": source}
