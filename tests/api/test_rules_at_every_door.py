"""The rules of travel act on every brief, whether a caller writes it or the embedded assistant reads it in words.

That every door plans a brief by this one way: test_same_plan_at_every_door.py.
"""

import asyncio
from typing import Any, NamedTuple

import pytest

from agent_core.messages import HumanMessage
from tests.assistant.asking import Memory, conversed
from tests.support.examples import sampled
from travelagent.assistant import clock
from travelagent.assistant.embedded.turn import read_message
from travelagent.assistant.trip_planner import PlannedTrip, plan_trip, resolved
from travelagent.assistant.trip_view import NO_TRIP
from travelagent.briefs.compile import RULES, Compiled, compile_request
from travelagent.briefs.notes import NOTES, notes_on
from travelagent.briefs.search_rules import LATE_EVENING, ON_THE_WAY, SECOND_BASE
from travelagent.briefs.values import TripBrief
from travelagent.briefs.wire import brief_from_wire
from travelagent.catalog.adapter import planning_sights
from travelagent.compute.pool import Terms
from travelagent.wire.request import request_to_wire

pytestmark = pytest.mark.django_db


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
    Case("unlocated_places", brief("xian", lodging={"near": "Pension Nobody"}), "规划西安两日游"),
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
COMPILED = {rule.name for rule in RULES}
"""The rules that act before there is a plan."""
READ_IN_STEPS = {"region_route", "low_cities_first", "layover"}
"""Rules whose brief the embedded assistant completes with the tools' answers."""
SEARCHED = {LATE_EVENING, SECOND_BASE, ON_THE_WAY}


def read(message: str) -> TripBrief:
    """Return the brief that the embedded assistant reads in a first message."""
    return read_message([HumanMessage(message)], NO_TRIP, clock.today(), "en").understood.brief


def compiled(wanted: TripBrief) -> Compiled:
    known = resolved(wanted, "en")
    return compile_request(known, planning_sights(known.places), clock.today())


def acting(wanted: TripBrief) -> set[str]:
    """Return the names of the rules that act on a brief before there is a plan."""
    return {rule.name for rule in compiled(wanted).applied}


def planned(wanted: dict[str, Any]) -> PlannedTrip:
    return plan_trip(brief_from_wire(wanted), "en", Terms("person:1"))


def acting_in(payload: Any) -> set[str]:
    return {each["rule"] for each in payload["assumptions"] if "rule" in each}


def test_the_rule_acts_before_there_is_a_plan(subtests: pytest.Subtests) -> None:
    for case in [case for case in CASES if case.rule in COMPILED]:
        with subtests.test(rule=case.rule, written="by a caller"):
            assert case.rule in acting(brief_from_wire(case.brief))
        if case.message and case.rule not in READ_IN_STEPS:
            with subtests.test(rule=case.rule, written="in words"):
                assert case.rule in acting(read(case.message))


def test_the_rule_acts_on_the_plan(subtests: pytest.Subtests) -> None:
    for case in sampled([case for case in CASES if case.rule not in COMPILED], 4):
        with subtests.test(rule=case.rule):
            trip = planned(case.brief)
            assert case.rule in acting_in(trip.payload)
            if case.rule not in SEARCHED:
                known = resolved(read(case.message), "zh")
                assert case.rule in {note.name for note in notes_on(known, trip.itinerary, clock.today())}


def test_the_rule_acts_in_a_conversation(subtests: pytest.Subtests) -> None:
    for case in sampled([case for case in CASES if case.rule in READ_IN_STEPS or case.rule in SEARCHED], 6):
        with subtests.test(rule=case.rule):
            memory = Memory()
            asyncio.run(conversed([case.message], memory=memory))
            shown = [event for sink in memory.sinks for event in sink.of("artifact") if event.kind == "itinerary"]
            assert case.rule in acting_in(shown[-1].payload)


def test_a_teenager_is_no_child(subtests: pytest.Subtests) -> None:
    for message, acts in (
        ("带15岁的儿子去西安两天", False),
        ("two days in Xi'an with my 15-year-old son", False),
        ("带5岁的儿子去西安两天", True),
        ("two days in Xi'an with our kids aged 5 and 15", True),
    ):
        with subtests.test(message=message):
            assert ("bedtime" in acting(read(message))) is acts


def test_every_rule_has_its_case() -> None:
    assert {case.rule for case in CASES} == {rule.name for rule in (*RULES, *NOTES)} | {
        LATE_EVENING,
        SECOND_BASE,
        ON_THE_WAY,
    }


LAYOVER = {"stays": [{"place": "singapore"}], "dates": {"layover": {"start": "06:00", "end": "14:00"}}}


def test_the_request_keeps_the_hours_of_the_rules(subtests: pytest.Subtests) -> None:
    for wanted, hours in (
        (brief("xian", 2, arrival=FLIGHT_IN, departure=FLIGHT_OUT), [("12:00", None), (None, "17:00")]),
        (brief("xian", 2, party={"adults": 2, "children": [15]}), []),
        (brief("xian", 2, party=CHILD_OF_5, rules_off=[LATE_EVENING]), [(None, "20:30"), (None, "20:30")]),
        (LAYOVER, [("08:00", "11:00")]),
    ):
        with subtests.test(wanted=wanted):
            request = request_to_wire(compiled(brief_from_wire(wanted)).request)
            assert [(window["start"], window["end"]) for window in request.get("day_windows", [])] == hours


def test_the_plan_keeps_the_hours_of_its_request() -> None:
    trip = planned(LAYOVER)
    (window,), (day,) = trip.payload["request"]["day_windows"], trip.payload["days"]
    assert (window["start"], window["end"]) == ("08:00", "11:00")
    assert day["start"] >= "08:00"
    assert day["end"] <= "11:00"
