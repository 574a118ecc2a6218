"""One edit, one plan: by words, by a tool, on the trip page, on the way, and over both of the API's doors."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from agent_core.tools import ToolContext
from tests.api.caller import Caller
from tests.assistant.asking import Memory, conversed
from tests.support.examples import sampled
from tests.support.tables import undone
from travelagent.assistant.tools.change_route import change_route
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.wire import brief_from_wire
from travelagent.planning.edits.registry import KINDS

Payload = Mapping[str, Any]
Ops = list[dict[str, Any]]
PLANS = {
    "one": ("规划北京三日游", "Plan 3 days in Beijing"),
    "two": ("北京和西安，一共五天", "Beijing and Xi'an, 5 days"),
    "rides": (
        "我第一天中午12点到西安，第三天晚上8点的飞机回，西安三天",
        "Xi'an, 3 days, we land at 12:00 on day 1 and fly home at 20:00 on day 3",
    ),
    "few": ("北京三日游，每天最多三个景点", "3 days in Beijing, at most 3 sights a day"),
}
PLANNED: dict[tuple[str, str], Payload] = {}


@dataclass(frozen=True)
class Row:
    """An edit of one of the plans, and how it is requested at each door: `{a}` the first visit of day 1, `{b}` the last
    one of day 2, `{x}` a sight that is left out.
    """

    name: str
    plan: str
    ops: Callable[[Payload], Ops]
    zh: str = ""
    en: str = ""


def visit(plan: Payload, day: int, number: int) -> dict[str, Any]:
    found: dict[str, Any] = [v for v in plan["days"][day - 1]["visits"] if v["sight"]][number]
    return found


def a(plan: Payload) -> str:
    return str(visit(plan, 1, 0)["id"])


def b(plan: Payload) -> str:
    return str(visit(plan, 2, -1)["id"])


def x(plan: Payload) -> str:
    return str(plan["left_out"][0]["sight"])


def of(op: str, **fields: Any) -> Callable[[Payload], Ops]:
    """One edit; a field that is a function is given the plan."""

    def made(plan: Payload) -> Ops:
        return [{"op": op, **{name: value(plan) if callable(value) else value for name, value in fields.items()}}]

    return made


HOTEL = {"name": "Inn", "lat": 39.93, "lon": 116.38}
ROWS = [
    Row("move to a day", "one", of("move", visit=a, day=2), "把{a}挪到第二天", "Move {a} to day 2"),
    Row("move to the last day", "one", of("move", visit=b, day=3), "{b}放到第三天", "Put {b} on day 3"),
    Row(
        "move to a part of its day",
        "one",
        of("move", visit=a, when="afternoon"),
        "{a}改到下午去",
        "Visit {a} in the afternoon",
    ),
    Row("move to an hour", "one", of("move", visit=a, day=1, start="09:30")),
    Row("move to be the first", "one", of("move", visit=b, day=2, when="first")),
    Row("move to be the last", "one", of("move", visit=a, when="last")),
    Row("move to a place in a day", "one", of("move", visit=a, day=1, position=1)),
    Row("move to the head of another day", "one", of("move", visit=b, day=3, position=0)),
    Row("move what is left out into the plan", "one", of("move", visit=x, day=2)),
    Row("add a sight", "one", of("add", sight=x), "加上{x}", "Add {x}"),
    Row("add a sight to a day", "one", of("add", sight=x, day=2)),
    Row("add a sight at a place in a day", "one", of("add", sight=x, day=3, position=0)),
    Row("drop a sight", "one", lambda plan: [{"op": "drop", "terms": [a(plan)]}], "不去{a}了", "Drop {a}"),
    Row("drop a kind", "one", of("drop", terms=["museum"]), "不要博物馆", "No museums please"),
    Row("drop two sights", "one", lambda plan: [{"op": "drop", "terms": [a(plan), b(plan)]}]),
    Row("remove a visit and leave the time", "one", of("remove", visit=a)),
    Row("remove the last visit of a day", "one", of("remove", visit=b)),
    Row("exchange a visit for something alike", "one", of("exchange", visit=b, like="alike")),
    Row("exchange a visit for something free", "one", of("exchange", visit=a, like="free")),
    Row("swap a visit for another sight", "one", of("swap", visit=b, sight=x)),
    Row(
        "add a place of one's own",
        "one",
        of("add_place", name="Teahouse", lat=39.93, lon=116.39, day=2, start="15:00", minutes=45),
    ),
    Row("add a place that nobody knows", "one", of("add_place", name="Old Wu's", day=2, start="15:00", minutes=45)),
    Row(
        "add a dinner of one's own",
        "one",
        of("add_place", name="Dinner at Li's", lat=39.92, lon=116.41, day=1, start="19:00", minutes=90),
    ),
    Row("pin a visit", "one", of("pin", visit=a)),
    Row("unpin a visit", "one", of("pin", visit=a, pinned=False)),
    Row(
        "stay longer",
        "one",
        lambda plan: [{"op": "minutes", "visit": b(plan), "minutes": visit(plan, 2, -1)["minutes"] + 30}],
    ),
    Row(
        "stay shorter",
        "one",
        lambda plan: [{"op": "minutes", "visit": a(plan), "minutes": visit(plan, 1, 0)["minutes"] - 30}],
    ),
    Row("visit exactly so", "one", of("visit", sight=b, day=2, when="afternoon")),
    Row("swap two days", "one", of("swap_days", first=1, second=2)),
    Row("swap the last days", "one", of("swap_days", first=2, second=3)),
    Row("add a day", "one", of("add_days"), "多加一天", "One more day please"),
    Row("take a day away", "one", of("add_days", count=-1), "少一天", "One day less"),
    Row("leave out a day", "one", of("remove_day", day=2)),
    Row("leave out the first day", "one", of("remove_day", day=1)),
    Row("begin a day later", "one", of("start_at", day=2, at="10:30"), "第二天10点半再出发", "Start day 2 at 10:30"),
    Row(
        "end a day earlier", "one", of("end_by", day=1, at="17:00"), "第一天下午5点前结束", "Be back by 17:00 on day 1"
    ),
    Row("set a day's hours", "one", of("hours", day=2, start="10:00", end="18:00")),
    Row("begin at a place", "one", of("start_at", day=3, at="10:00", origin=HOTEL)),
    Row("leave a day free", "one", of("free", day=2)),
    Row("leave an evening free", "one", of("free", day=1, part="evening")),
    Row("leave a morning free", "one", of("free", day=3, part="morning")),
    Row(
        "begin on another date",
        "one",
        of("start_date", date="2027-05-11"),
        "出发日期改为2027年5月11日",
        "Start on 11 May 2027",
    ),
    Row("stay indoors in the rain", "one", of("indoors", day=2), "第二天下雨怎么办", "It will rain on day 2"),
    Row("no museum on a day", "one", of("without", day=1, term="museum"), "第一天不要博物馆", "No museums on day 1"),
    Row("only one kind on a day", "one", of("only", day=2, kinds=["temple", "history"])),
    Row("an easier pace", "one", of("pace", pace="relaxed"), "节奏轻松一点", "Make it more relaxed"),
    Row("a fuller pace", "one", of("pace", pace="packed"), "安排得紧凑一些", "Make it packed"),
    Row("other interests", "one", of("interests", interests=["food", "art"])),
    Row("another number of people", "one", of("travellers", count=4)),
    Row("cheaper", "one", of("cheaper"), "便宜一点", "Make it cheaper"),
    Row("a thrift", "one", of("thrift", thrift=3.0)),
    Row("another hotel", "one", of("hotel", city="beijing", hotel=HOTEL)),
    Row("another hotel from a night on", "one", of("hotel", hotel=HOTEL, since=2)),
    Row("a lighter day", "one", of("lighten", day=2)),
    Row("a day in another city and back", "one", of("day_trip", day=2, city="tianjin")),
    Row("a rest every day", "one", of("rest", start="13:30", minutes=60)),
    Row("a rest on one day", "one", of("rest", days=[2])),
    Row("late on the way", "one", of("go_on", kind="late", day=1, now="13:00", minutes=30)),
    Row("rain on the way", "one", of("go_on", kind="rain", day=2, now="12:00")),
    Row("skip on the way", "one", of("go_on", kind="skip", day=2, now="10:00", visit=b)),
    Row("another day in a city", "two", of("add_days", count=1, city="xian"), "西安多待一天", "One more day in Xi'an"),
    Row(
        "a day less in a city", "two", of("add_days", count=-1, city="beijing"), "北京少一天", "One day less in Beijing"
    ),
    Row("so many days in a city", "two", of("city_days", city="xian", days=3)),
    Row(
        "the cities the other way round", "two", lambda plan: [{"op": "reorder_cities", "cities": plan["cities"][::-1]}]
    ),
    Row("fly between the cities", "two", of("between", way="flight"), "城市之间坐飞机", "Fly between the cities"),
    Row("another arrival", "rides", of("arrival", at="15:00", minutes=90, way="flight")),
    Row("another departure", "rides", of("departure", at="17:00", minutes=120, way="flight")),
    Row(
        "at most so many sights a day",
        "one",
        of("constrain", constraint={"kind": "most_sights", "most": 3}),
        "每天最多三个景点",
        "At most 3 sights a day",
    ),
    Row(
        "no museum on a day of the week",
        "one",
        of("constrain", constraint={"kind": "without", "term": "museum", "weekday": "Th"}),
    ),
    Row("any number of sights again", "few", of("lift", kind="most_sights")),
    Row("a later begin after the landing", "rides", of("start_at", day=1, at="16:00")),
]


def plans_of(*turns: str) -> list[Payload]:
    """The plans that a conversation shows, as the API would tell them."""
    memory = Memory()
    asyncio.run(conversed(turns, memory=memory))
    shown = [event.payload for sink in memory.sinks for event in sink.of("artifact") if event.kind == "itinerary"]
    return [json.loads(json.dumps(payload)) for payload in shown]


def planned(plan: str, language: str) -> Payload:
    """The plan of a first message."""
    key = (plan, language)
    if key not in PLANNED:
        PLANNED[key] = plans_of(PLANS[plan][language == "en"])[0]
    return PLANNED[key]


def days_of(payload: Payload) -> Any:
    return [
        {name: value for name, value in day.items() if name != "visits"} | {"visits": visits_of(day)}
        for day in payload["days"]
    ]


def visits_of(day: Payload) -> list[dict[str, Any]]:
    """Return the visits without the fields that only describe them."""
    return [
        {name: value for name, value in each.items() if name not in ("why", "alternates")} for each in day["visits"]
    ]


def by_tool(plan: Payload, ops: Ops) -> Payload:
    def silent(fraction: float, note: str = "") -> None:
        """Nobody listens."""

    at_hand = TripAtHand(1, brief_from_wire(plan["brief"]), "run_1_a1", plan)
    injected = {"artifacts": lambda id, kind: plan, "trip": lambda: at_hand, "person": 0, "session": ""}
    values = change_route.validated({"edits": ops}, injected)
    return dict(change_route.bind(values, ToolContext("run_2", "call", "en", silent))().shown[0].payload)


@pytest.mark.django_db
def test_the_same_edit_gives_the_same_plan(api: Caller, subtests: pytest.Subtests) -> None:
    for row in sampled(ROWS, 80):
        with subtests.test(row=row.name), undone():
            plan = planned(row.plan, "en")
            ops = row.ops(plan)
            expected = days_of(by_tool(plan, ops))

            trip = f"trips/{api.post('trips/', {'title': row.name, 'itinerary': plan}).json()['id']}/"
            shown = api.post(f"{trip}replan/", {"edits": ops})
            assert days_of(shown.json()["itinerary"]) == expected
            edited = api.post(f"{trip}edits/", {"edits": ops}).json()
            if not edited["certificate"]["feasible"]:
                edited = api.post(f"{trip}replan/", {}).json()
            assert days_of(edited["itinerary"]) == expected

            session = f"sessions/{api.post('sessions/', {}).json()['id']}/"
            first = api.post(f"{session}plan/", {"brief": plan["brief"]}).json()
            assert days_of(first["itinerary"]) == days_of(plan)
            assert days_of(api.post(f"{session}plan/", {"edits": ops}).json()["itinerary"]) == expected


@pytest.mark.django_db
def test_a_situation_on_the_way_is_the_same_as_its_edit(api: Caller, subtests: pytest.Subtests) -> None:
    for row in sampled([row for row in ROWS if row.name.endswith("on the way")], 3):
        with subtests.test(row=row.name), undone():
            plan = planned(row.plan, "en")
            (situation,) = ({**op} for op in row.ops(plan))
            del situation["op"]
            trip = f"trips/{api.post('trips/', {'title': row.name, 'itinerary': plan}).json()['id']}/"
            answer = api.post(f"{trip}replan/", {"situation": situation})
            assert days_of(answer.json()["itinerary"]) == days_of(by_tool(plan, row.ops(plan)))


SPOKEN = [(row, language) for row in ROWS for language in ("zh", "en") if getattr(row, language)]


@pytest.mark.django_db
def test_the_same_edit_in_words_gives_the_same_plan(subtests: pytest.Subtests) -> None:
    for row, language in sampled(SPOKEN, 80):
        with subtests.test(row=row.name, language=language):
            plan = planned(row.plan, language)
            names = {"a": visit(plan, 1, 0)["name"], "b": visit(plan, 2, -1)["name"], "x": plan["left_out"][0]["name"]}
            words = getattr(row, language).format(**{key: name[language] for key, name in names.items()})

            *_, changed = plans_of(PLANS[row.plan][language == "en"], words)

            assert days_of(changed) == days_of(by_tool(plan, row.ops(plan)))


def test_there_are_sixty_edits_of_every_kind() -> None:
    """Made of a plan that has what the rows ask for: two visits, a sight left out, two cities."""
    stop = {"id": "beijing/a", "sight": "beijing/a", "minutes": 60}
    plan = {"days": [{"visits": [stop]}] * 3, "left_out": [{"sight": "beijing/x"}], "cities": ["beijing", "xian"]}
    assert len(ROWS) >= 60
    assert {row.ops(plan)[0]["op"] for row in ROWS} == set(KINDS)
