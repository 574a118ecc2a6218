"""An unknown name is reported as such, in both languages, and no random cities are offered for it."""

import datetime as dt

import pytest

from tests.assistant.asking import TODAY, conversed
from tests.assistant.plan_states import last_text
from travelagent.assistant.embedded.reading.reading import read
from travelagent.assistant.embedded.reading.unserved import unknown_names


@pytest.mark.parametrize(
    ("wish", "names"),
    [
        ("规划蒂瓦特五日游", ["蒂瓦特"]),
        ("雾岭镇三日游", ["雾岭镇"]),
        ("想去特尔玛玩三天", ["特尔玛"]),
        ("我们打算去克拉尼玩3天，带孩子", ["克拉尼"]),
        ("plan 3 days in Zorblatt", ["Zorblatt"]),
        ("a week around Nova Zembla", ["Nova Zembla"]),
        ("去一个暖和的海边玩三天", []),
        ("毕业旅行五日游", []),
        ("帮我规划一个三天的行程", []),
        ("不去穆拉诺，威尼斯三日游", []),
        ("推荐几个适合冬天去的城市", []),
        ("我不想去热门的，冷门小众一点的城市有吗", []),
        ("周末亲子两日游", []),
    ],
)
def test_names_that_nobody_knows_are_found(wish: str, names: list[str]) -> None:
    assert list(unknown_names(read(wish, dt.date(2026, 11, 27)), "stop", "daytrip")) == names


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ("雾岭镇三日游", "没做到的：雾岭镇暂时没有资料。\n\n说个附近大一点的城市，或者在哪个省、哪个国家，我就排。"),
        (
            "plan 3 days in Zorblatt",
            "Not done: I have no data for Zorblatt yet.\n\n"
            "Name a larger town nearby, or the region or country, and I plan that.",
        ),
    ],
)
async def test_unknown_place_is_reported_without_suggestions(wish: str, answer: str) -> None:
    (state,) = await conversed([wish])
    assert last_text(state) == answer
    assert [o.call.name for o in state.tool_result_history] == ["set_brief"]


@pytest.mark.parametrize("wish", ["采列两日游", "规划采列三日游", "莱什三日游"])
def test_a_small_foreign_town_of_two_characters_is_read_where_a_trip_is_named_after_it(wish: str) -> None:
    (place,) = (token for token in read(wish, TODAY).tokens if token.type == "place")
    assert place.form == "town"
