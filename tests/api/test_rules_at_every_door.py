"""The rules of travel act whoever asks: a model's tools, a partner's call, the page's form, the embedded assistant."""

from functools import partial
from typing import Any, NamedTuple

import pytest
from asgiref.sync import sync_to_async

from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from tests.api.caller import Caller, as_partner, as_visitor
from tests.api.test_same_plan_at_every_door import run_of
from tests.conftest import make_partner, make_visitor
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.briefs.compile import RULES
from travelagent.briefs.notes import NOTES
from travelagent.briefs.plan import LATE_EVENING, ON_THE_WAY, SECOND_BASE
from travelagent.chat.threads import in_db_thread

pytestmark = pytest.mark.django_db(transaction=True)


class Case(NamedTuple):
    """A brief on which a rule acts, and the words for it; empty where the embedded assistant does not read them."""

    rule: str
    brief: dict[str, Any]
    message: str = ""


def brief(city: str, days: int = 2, **more: Any) -> dict[str, Any]:
    return {"stays": [{"place": city}], "dates": {"days": days, **more.pop("dates", {})}, **more}


FLIGHT_IN, FLIGHT_OUT = {"at": "10:00", "mode": "flight"}, {"at": "20:00", "mode": "flight"}
PARENTS, CHILD_OF_5 = {"adults": 2, "seniors": 2}, {"adults": 2, "children": [5]}
CASES = [
    Case("region_route", brief("Western Hunan", 4), "规划湘西四日游"),
    Case("usual_length", {"stays": [{"place": "xian"}]}),
    Case("trip_dates", brief("xian", dates={"month": 4}), "四月去西安两天"),
    Case(
        "open_season",
        {"stays": [{"place": "xuexiang"}, {"place": "geiranger"}], "dates": {"days": 6}},
        "雪乡和盖朗厄尔六日游",
    ),
    Case("counted_party", brief("xian"), "西安两日游"),
    Case("gentle_pace", brief("xian", party=PARENTS), "带爸妈去西安两天，他们都七十多岁了"),
    Case("short_trips", brief("xian", party=PARENTS), "带爸妈去西安两天，他们都七十多岁了"),
    Case("family_sights", brief("xian", party=CHILD_OF_5), "带5岁的孩子去西安两天"),
    Case("spared_strains", brief("xian", needs=["little_walking"]), "去西安两天，膝盖不好走不了太多路"),
    Case("needs", brief("xian", needs=["regular_meals"]), "西安两天，我有糖尿病"),
    Case("not_for_children", brief("nanjing", party=CHILD_OF_5), "带5岁的孩子去南京两天"),
    Case("refused_by_name", brief("xiamen", avoid=["museum"]), "厦门两天，不要博物馆"),
    Case("watched_money", brief("xian", budget={"amount": "2000", "currency": "CNY"}), "西安两天，预算2000元"),
    Case("hotel", brief("xian", lodging={"near": "钟楼"}), "西安两天，住在钟楼附近"),
    Case(
        "low_cities_first",
        {"stays": [{"place": "lhasa"}, {"place": "chengdu"}], "dates": {"days": 5}, "needs": ["no_altitude"]},
        "拉萨和成都五天，怕高反",
    ),
    Case("refused_modes", brief("xian", travel={"refuse": ["taxi"]})),
    Case("bedtime", brief("xian", party=CHILD_OF_5), "带5岁的孩子去西安两天"),
    Case("arrival", brief("xian", arrival=FLIGHT_IN), "西安两天，第一天10点飞机到西安"),
    Case("departure", brief("xian", departure=FLIGHT_OUT), "西安两天，最后一天晚上8点的飞机回"),
    Case("journey_there", brief("xian", 3, origin="chengdu", arrival={"mode": "train"}), "从成都坐高铁去西安玩三天"),
    Case(
        "journey_home",
        brief("xian", 3, origin="chengdu", arrival={"mode": "train"}, departure={"mode": "train"}),
        "从成都坐高铁去西安玩三天",
    ),
    Case(
        "layover",
        {"stays": [{"place": "singapore"}], "dates": {"layover": {"start": "06:00", "end": "14:00"}}},
        "新加坡一天，早上6点飞机到，下午2点的飞机走",
    ),
    Case(
        "daily_hours",
        brief("xian", day_wishes=[{"day": "every", "kind": "hours", "end": "20:00"}]),
        "西安两天，每天晚上8点前回酒店",
    ),
    Case(
        LATE_EVENING,
        brief("shanghai", 3, party={"adults": 1, "children": [3]}, must_see=["shanghai/shanghai-disneyland"]),
        "带3岁孩子去上海玩三天，想去迪士尼",
    ),
    Case(SECOND_BASE, brief("huangshan", 5), "规划黄山五日游"),
    Case(
        ON_THE_WAY,
        {
            "stays": [{"place": "reykjavik", "days": 1}, {"place": "vik", "days": 2}],
            "dates": {"start": "2027-07-05", "days": 3},
            "travel": {"between": "car"},
        },
        "2027年7月5日起自驾，雷克雅未克一天，维克两天",
    ),
    Case("ramadan", brief("cairo", 3, dates={"start": "2027-02-20"}), "2027年2月20日去开罗三天"),
    Case("public_holidays", brief("xian", 3, dates={"start": "2027-10-01"}), "2027年10月1日去西安三天"),
    Case("booking_horizon", brief("beijing"), "规划北京两日游"),
    Case("shared_tickets", brief("grand-canyon", 2), "2 days at the Grand Canyon"),
    Case(
        "night_elsewhere",
        brief("beihai", 3, must_see=["beihai/weizhou-crocodile-hill"], lodging={"near": "北海老街"}),
        "规划北海三日游，住在北海老街附近，涠洲岛鳄鱼山一定要去",
    ),
    Case("more_than_the_city_fills", brief("prague", 8), "8 days in Prague"),
    Case("diet", brief("xian", diet=["vegetarian"]), "西安两天，我吃素"),
]
DOORS = ("tool", "api", "page", "embedded")
LENGTH_IS_DEMANDED = ("usual_length", "tool")
ENTRIES = [
    (case, door)
    for case in CASES
    for door in DOORS
    if (door != "embedded" or case.message) and (case.rule, door) != LENGTH_IS_DEMANDED
]


def acting(payload: dict[str, Any]) -> set[str]:
    return {each["rule"] for each in payload["assumptions"] if "rule" in each}


async def planned_by(caller: Caller, wanted: dict[str, Any]) -> dict[str, Any]:
    session = (await sync_to_async(caller.post)("sessions/", {})).json()["id"]
    answer = await sync_to_async(caller.post)(f"sessions/{session}/plan/", {"brief": wanted})
    assert answer.status_code == 200, answer.content
    payload: dict[str, Any] = answer.json()["itinerary"]
    return payload


async def planned(case: Case, door: str) -> dict[str, Any]:
    """The plan of a case at a door."""
    if door == "api":
        return await planned_by(as_partner(await in_db_thread(partial(make_partner, "partner"))), case.brief)
    visitor = await in_db_thread(make_visitor)
    if door == "page":
        return await planned_by(as_visitor(visitor), case.brief)
    if door == "embedded":
        listener = await run_of(visitor.actor, case.message, EmbeddedModel())
    else:
        days = case.brief.get("dates", {}).get("days", 1 if case.rule == "layover" else 3)
        places = [stay["place"] for stay in case.brief["stays"]]
        route = call("route", "generate_route", city=places[0], cities=places[1:], days=days, brief=case.brief)
        listener = await run_of(visitor.actor, "Plan it", ScriptedModel(calls(route), text("Done.")))
    shown = [event.data["payload"] for event in listener.of("artifact") if event.data["kind"] == "itinerary"]
    return dict(shown[-1])


@pytest.mark.sampled(of=4)
@pytest.mark.parametrize(("case", "door"), ENTRIES, ids=[f"{case.rule}-{door}" for case, door in ENTRIES])
async def test_the_rule_acts(case: Case, door: str) -> None:
    assert case.rule in acting(await planned(case, door))


@pytest.mark.parametrize(
    ("message", "acts"),
    [
        ("带15岁的儿子去西安两天", False),
        ("two days in Xi'an with my 15-year-old son", False),
        ("带5岁的儿子去西安两天", True),
        ("two days in Xi'an with our kids aged 5 and 15", True),
    ],
)
async def test_a_teenager_is_no_child(message: str, acts: bool) -> None:
    listener = await run_of((await in_db_thread(make_visitor)).actor, message, EmbeddedModel())
    (shown,) = (event.data["payload"] for event in listener.of("artifact") if event.data["kind"] == "itinerary")
    assert ("bedtime" in acting(shown)) is acts


def test_every_rule_has_its_case() -> None:
    assert {case.rule for case in CASES} == {rule.name for rule in (*RULES, *NOTES)} | {
        LATE_EVENING,
        SECOND_BASE,
        ON_THE_WAY,
    }


@pytest.mark.parametrize(
    ("wanted", "hours"),
    [
        (brief("xian", 2, arrival=FLIGHT_IN, departure=FLIGHT_OUT), [("12:00", None), (None, "17:00")]),
        (brief("xian", 2, party={"adults": 2, "children": [15]}), []),
        (brief("xian", 2, party=CHILD_OF_5, rules_off=[LATE_EVENING]), [(None, "20:30"), (None, "20:30")]),
        (
            {"stays": [{"place": "singapore"}], "dates": {"layover": {"start": "06:00", "end": "14:00"}}},
            [("08:00", "11:00")],
        ),
    ],
)
async def test_the_plan_keeps_the_hours_of_the_rules(
    wanted: dict[str, Any], hours: list[tuple[str | None, str | None]]
) -> None:
    payload = await planned_by(as_partner(await in_db_thread(partial(make_partner, "partner"))), wanted)
    windows = [(window["start"], window["end"]) for window in payload["request"].get("day_windows", [])]
    assert windows == hours
    for day, (start, end) in zip(payload["days"], hours, strict=False):
        assert start is None or day["start"] >= start
        assert end is None or day["end"] <= end
