"""Questions that the catalogue cannot answer are answered with where to ask, and with what it does know beside them."""

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import conversed
from travelagent.assistant.offline.base import central_stop, hotel_of
from travelagent.assistant.offline.policy import beyond
from travelagent.assistant.offline.understanding import understand_turns


def said(state: AgentState) -> str:
    return str(state.messages[-1].text)


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("do I need a visa?", "visa"),
        ("去日本要签证吗", "visa"),
        ("do I need any vaccinations?", "health"),
        ("要买保险吗", "insurance"),
        ("is it safe there?", "safety"),
        ("那里治安怎么样", "safety"),
        ("有不用签证的海岛推荐吗", None),
        ("plan 3 days in Tokyo, my visa is ready", None),
        ("what to eat there?", None),
    ],
)
def test_what_no_catalogue_tells_is_recognised(question: str, topic: str | None) -> None:
    assert beyond(understand_turns(("3 days in Tokyo", question)), question) == topic


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("3 days in Tokyo", "do I need a visa?"), "I know no visa or entry rules"),
        (("去东京三天", "要签证吗"), "我没有签证和入境政策的资料"),
        (("3 days in Tokyo", "will it rain tomorrow?"), "I have no weather forecast"),
        (("去成都三天", "明天会下雨吗"), "我没有天气预报"),
        (("3 days in Tokyo", "which area should I stay in?"), "I know no districts or single hotels. Around"),
        (("我该住成都哪个区",), "我没有街区和具体酒店的资料"),
        (("去成都三天", "酒店订在天府广场附近"), "我的资料里找不到“天府广场”的位置"),
        (("Plan 3 days on Mars",), "No city called Mars is known."),
        (("Plan 3 days in Leeds and York",), "York is a known city, but the catalogue has no sights for it."),
    ],
)
async def test_what_is_not_known_is_said(turns: tuple[str, ...], told: str) -> None:
    *_, state = await conversed(turns)
    assert told in said(state)


async def test_a_question_on_the_season_tells_of_no_forecast() -> None:
    *_, state = await conversed(["3 days in Tokyo", "what is the weather like in June?"])
    assert "forecast" not in said(state)


async def test_the_days_begin_and_end_at_the_hotel_that_was_said() -> None:
    before, after = await conversed(["去成都三天", "酒店在春熙路"])
    call = next(o.call for o in after.tool_result_history if o.call.name == "change_route")
    assert call.args["hotel"]["name"] == "春熙路"
    assert "每天从春熙路的酒店出发" in said(after)
    assert "成都：住宿按市中心计算" in said(before)
    assert "成都：住宿按市中心计算" not in said(after)


def test_a_hotel_is_placed_at_the_sight_of_its_area() -> None:
    placed = hotel_of(understand_turns(("3 days in Rome, staying near the Pantheon",)), ("rome",))
    assert placed is not None
    assert (round(placed["lat"], 2), round(placed["lon"], 2)) == (41.90, 12.48)
    assert hotel_of(understand_turns(("3 days in Rome",)), ("rome",)) is None


def test_the_central_stop_is_the_one_nearest_to_the_others() -> None:
    assert central_stop(["rome/ostia-antica", "rome/pantheon", "rome/trevi-fountain"]) == "rome/pantheon"


async def test_with_a_child_the_plan_has_something_for_families() -> None:
    *_, state = await conversed(["我一家三口暑假去成都玩四天"])
    call = next(o.call for o in state.tool_result_history if o.call.name == "generate_route")
    assert call.args["interests"] == ["family"]
    assert "有孩子同行，适合亲子的景点优先" in said(state)
