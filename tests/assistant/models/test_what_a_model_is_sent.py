"""What requests to a language model carry, counted on the wire: it is paid for, and takes room from the conversation.

Tokens are counted as a quarter of the bytes of the request's JSON.
"""

import json
from typing import Any

import pytest

from tests.assistant.asking import Memory, conversed
from tests.assistant.models.wired import Turn, conversed_with
from tests.support.wire import Endpoint, Reply, called, text_reply
from travelagent.assistant.tools import TOOLS
from travelagent.briefs.wire import brief_from_wire, without_sources

BYTES_PER_TOKEN = 4
FIRST_TURN = 4_500
FIFTH_TURN = 12_000
LONG_PLAN = 2_500
SHORT_PLAN = 900

ITALY: dict[str, Any] = {
    "stays": [{"place": "Rome", "days": 4}, {"place": "Florence", "days": 3}, {"place": "Venice", "days": 3}],
    "dates": {"start": "2027-04-05", "days": 10},
    "party": {"adults": 2, "children": [8]},
    "arrival": {"at": "10:00", "mode": "flight"},
    "diet": ["vegetarian"],
}
IN_CHINESE = {**ITALY, "must_see": ["罗马斗兽场"]}
ROUTE = {"city": "Rome", "cities": ["Florence", "Venice"], "days": 10, "days_each": [4, 3, 3]}
REPLY = "Your ten days are planned. " + " ".join(
    f"Day {day} has room for what you like and ends early enough for a quiet dinner near the hotel."
    for day in range(1, 11)
)


def tokens(request: dict[str, Any]) -> int:
    return len(json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode()) // BYTES_PER_TOKEN


def of_tools(requests: list[dict[str, Any]], name: str) -> list[str]:
    """What the newest request carries of the results of a tool."""
    messages = requests[-1]["messages"]
    ids = {call["id"] for m in messages for call in m.get("tool_calls", ()) if call["function"]["name"] == name}
    return [m["content"] for m in messages if m["role"] == "tool" and m["tool_call_id"] in ids]


LONG_WISH = {
    "en": (
        "Hi! My husband and I and our eight-year-old want to see Italy for ten days from 5 April 2027, Rome four days,"
        " then Florence and Venice three each. We land at 10:00, we are vegetarians, the Colosseum is a must and it"
        " should not be too packed. Could you plan that for us? Around 5000 euros all in."
    ),
    "zh": (
        "你好！我和爱人带八岁的孩子，想2027年4月5日起去意大利玩十天，罗马四天，佛罗伦萨和威尼斯各三天。"
        "上午10点落地，吃素，斗兽场一定要去，不要太赶，总预算5000欧元，帮我们规划一下。"
    ),
}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_first_request_is_small(language: str) -> None:
    async with Endpoint(text_reply("Where to?")).serving() as endpoint:
        await conversed_with(endpoint, [LONG_WISH[language]])

    print("SIZE", tokens(endpoint.requests[0]))
    assert tokens(endpoint.requests[0]) <= FIRST_TURN


@pytest.mark.parametrize(("days", "most"), [(3, SHORT_PLAN), (10, LONG_PLAN)])
@pytest.mark.parametrize("wish", ["Plan it for us please", "帮我们规划一下"])
async def test_a_plan_is_told_in_few_tokens(wish: str, days: int, most: int) -> None:
    route = {"city": "Rome", "days": 3, "start_date": "2027-04-05"} if days == 3 else ROUTE
    replies = [called(("c2", "generate_route", {**route, "fresh": True})), text_reply("Done.")]
    async with Endpoint(*replies).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, [wish])

    (sent,) = of_tools(endpoint.requests, "generate_route")
    assert len(sent.encode()) // BYTES_PER_TOKEN <= most
    for visit in (visit for day in turn.artifact("itinerary")["days"] for visit in day["visits"] if visit["sight"]):
        assert f"{visit['sight']} {visit['arrive']}-{visit['depart']}" in sent


@pytest.mark.parametrize(
    ("messages", "brief"),
    [
        (["Italy for ten days", "slower please", "what does it cost?", "why the Colosseum?", "without Murano"], ITALY),
        (["意大利十天", "慢一点", "要花多少钱？", "为什么去斗兽场？", "不去穆拉诺"], IN_CHINESE),
    ],
)
@pytest.mark.sampled
async def test_a_fifth_turn_stays_small(messages: list[str], brief: dict[str, Any]) -> None:
    replies: list[Reply] = [
        called(("c1", "set_brief", {"brief": brief})),
        called(("c2", "generate_route", ROUTE)),
        text_reply(REPLY),
        called(("c3", "change_route", {"edits": [{"op": "pace", "pace": "relaxed"}]})),
        text_reply(REPLY),
        called(("c4", "calculate_budget", {"city": "Rome", "days": 10, "currency": "EUR"})),
        text_reply(REPLY),
        called(("c5", "ask_plan", {"topic": "why", "about": ["rome/colosseum"]})),
        text_reply(REPLY),
        called(("c6", "change_route", {"edits": [{"op": "drop", "terms": ["venice/murano"]}]})),
        text_reply(REPLY),
    ]
    async with Endpoint(*replies).serving() as endpoint:
        turns = await conversed_with(endpoint, messages)

    assert [outcome.status for turn in turns for outcome in turn.state.tool_result_history] == ["success"] * 6
    print("SIZE", list(map(tokens, endpoint.requests)))
    assert max(map(tokens, endpoint.requests[-2:])) <= FIFTH_TURN
    folded = of_tools(endpoint.requests, "generate_route")
    assert folded[0].startswith("itinerary c2_a1: ")
    assert folded[0].endswith("(folded)")
    assert "\n" not in folded[0]


def _same_plan(mine: Turn, theirs: dict[str, Any]) -> None:
    own = mine.artifact("itinerary")
    assert own["days"] == theirs["days"]
    assert own["request"] == theirs["request"]


@pytest.mark.parametrize(
    "wish",
    [
        "规划北京三日游，两位老人同行，不吃辣，2027年4月5日上午10点飞机落地",
        "Plan 4 days in Rome and 2 in Florence from 5 April 2027 for two adults and a child of 6, relaxed, vegetarian",
    ],
)
async def test_the_same_brief_gives_the_same_plan_by_either_way(wish: str) -> None:
    embedded = Memory()
    await conversed([wish], memory=embedded)
    trip = embedded.trip()
    assert trip.itinerary is not None
    brief = {name: value for name, value in trip.itinerary["brief"].items() if name != "sources"}
    stays = trip.brief.stays
    route = {"city": stays[0].place, "cities": [stay.place for stay in stays[1:]], "days": trip.brief.days}
    replies = [
        called(("c1", "set_brief", {"brief": brief})),
        called(("c2", "generate_route", route)),
        text_reply("Done."),
    ]
    async with Endpoint(*replies).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, [wish])

    assert without_sources(brief_from_wire(turn.artifact("itinerary")["brief"])) == without_sources(trip.brief)
    _same_plan(turn, dict(trip.itinerary))


async def test_a_must_see_stays_where_the_city_is_named_again() -> None:
    wish = {"stays": [{"place": "Vienna", "days": 3}], "must_see": ["vienna/kunsthistorisches-museum"]}
    replies = [
        called(("c1", "set_brief", {"brief": {"stays": [{"place": "维也纳"}]}})),
        called(("c2", "set_brief", {"brief": wish})),
        called(("c3", "generate_route", {"city": "Wien", "days": 3})),
        text_reply("Done."),
    ]
    async with Endpoint(*replies).serving() as endpoint:
        (turn,) = await conversed_with(endpoint, ["Vienna for three days with the art museum"])

    itinerary = turn.artifact("itinerary")
    assert itinerary["brief"]["must_see"] == ["vienna/kunsthistorisches-museum"]
    sights = [visit["sight"] for day in itinerary["days"] for visit in day["visits"]]
    assert "vienna/kunsthistorisches-museum" in sights


def test_a_patch_is_offered_as_its_fields_are_marked() -> None:
    (tool,) = (tool for tool in TOOLS if tool.name == "set_brief")
    fields = tool.spec.parameters["properties"]["brief"]["properties"]
    assert not {"constraints", "currency", "unserved", "rules_off", "firm"} & fields.keys()
    assert fields["dates"]["properties"].keys().isdisjoint({"spectacle", "layover"})
    assert fields["lodging"]["properties"].keys() == {"near", "night", "currency"}
    assert fields["lodging"]["properties"]["night"] == {"type": "number"}
    travel = fields["travel"]["properties"]
    assert travel["within"]["enum"] == ["walk", "transit", "taxi", "car"]
    assert (travel["between"]["enum"], travel["fares"]["enum"]) == (
        ["train", "flight", "bus", "car"], ["paid", "left_out"],
    )  # fmt: skip


async def test_every_argument_that_a_model_is_told_of_is_taken() -> None:
    for tool in TOOLS:
        sent = set(tool.spec.parameters.get("properties", {}))
        assert sent <= set(tool.parameters["properties"]), tool.name
        assert set(tool.spec.parameters.get("required", ())) == set(tool.parameters.get("required", ())), tool.name
