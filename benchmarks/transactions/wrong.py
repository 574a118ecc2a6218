"""Random wrong operations, each upon the same unchanged plan: whether one takes away what it does not mention."""

from __future__ import annotations

import dataclasses
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from agent_core.tools import NeedsConsent, ToolError
from benchmarks.figures import Figure, goal, limit
from benchmarks.preservation.scenes import LEAST_SIGHTS
from benchmarks.transactions.doors import Locale, Payload, Result, change_by_tool, was_held_back
from benchmarks.transactions.losses import cities_of, lost, people_of, unmentioned
from benchmarks.transactions.mentions import mentioned_by
from benchmarks.transactions.plans import trip
from travelagent.briefs.wire import brief_from_wire
from travelagent.catalog import source
from travelagent.wire.itinerary import itinerary_from_wire
from travelagent.wire.request import request_from_wire

OPERATIONS: Final = 10
"""Number of wrong operations a plan."""
LOCALES: Final[tuple[Locale, ...]] = ("en", "zh")
FAR: Final = {"name": "Null Island", "lat": 0.0, "lon": 0.0}
Call: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """A plan, and what wrong operations are drawn by."""

    pick: random.Random
    plan: Payload

    @property
    def days(self) -> int:
        """Number of days of the plan."""
        return len(self.plan["days"])

    @property
    def cities(self) -> list[str]:
        """The cities of the plan, in their order."""
        return list(dict.fromkeys(cities_of(self.plan)))

    def day(self) -> int:
        """Draw a day of the plan."""
        return self.pick.randrange(1, self.days + 1)

    def wrong_day(self) -> int:
        """Draw a day that the plan does not have."""
        return self.pick.choice((0, -1, self.days + 1, self.days + 4, 31, 99))

    def sight(self) -> str:
        """Draw a sight of the plan."""
        visits = [visit["sight"] for day in self.plan["days"] for visit in day["visits"] if visit["sight"]]
        return str(self.pick.choice(visits))

    def other_city(self) -> str:
        """Draw a city that the plan does not have."""
        known = [id for id in sorted(source.cities()) if len(list(source.sights_of(id))) >= LEAST_SIGHTS]
        return self.pick.choice([id for id in known if id not in self.cities])

    def other_sight(self) -> str:
        """Draw a sight of a city that the plan does not have."""
        return self.pick.choice([sight.id for sight in source.sights_of(self.other_city())])


def edit(op: str, **fields: Any) -> Call:
    """Return the call that makes one edit."""
    return {"edits": [{"op": op, **fields}]}


def brief(**fields: Any) -> Call:
    """Return the call that patches the brief."""
    return {"brief": fields}


def wrong_day(scene: Scene) -> Call:
    """An edit of a day that the plan does not have."""
    day, sight = scene.wrong_day(), scene.sight()
    return scene.pick.choice(
        (
            edit("move", visit=sight, day=day), edit("remove_day", day=day), edit("free", day=day),
            edit("start_at", day=day, at="11:00"), edit("end_by", day=day, at="16:00"),
            edit("hours", day=day, start="10:00", end="17:00"), edit("without", day=day, term="museum"),
            edit("indoors", day=day), edit("swap_days", first=scene.day(), second=day),
            edit("only", day=day, kinds=["museum"]), edit("rest", days=[day]),
            edit("add_place", name="Teahouse", lat=35.0, lon=110.0, day=day, start="15:00", minutes=60),
            {"move": [{"sight": sight, "day": day}]}, {"rainy_days": [day]},
            brief(day_wishes=[{"day": day, "kind": "free"}]),
        )
    )  # fmt: skip


def wrong_city(scene: Scene) -> Call:
    """A change of a city that the plan does not have."""
    other, cities = scene.other_city(), scene.cities
    return scene.pick.choice(
        (
            edit("add_days", count=-1, city=other), edit("add_days", count=1, city=other),
            edit("city_days", city=other, days=2), edit("hotel", city=other, hotel=None),
            edit("reorder_cities", cities=[other, *cities[1:]]), {"days": max(scene.days - 1, 1), "city": other},
            brief(stays=[{"place": other}]), brief(stays=[{"place": other, "days": 2}]),
        )
    )  # fmt: skip


def missing_city(scene: Scene) -> Call:
    """A list of cities that leaves out one of the plan, or has one twice."""
    cities = scene.cities
    kept = [city for city in cities if city != scene.pick.choice(cities)] or cities
    counts = cities_of(scene.plan)
    return scene.pick.choice(
        (
            edit("reorder_cities", cities=kept[:-1]), edit("reorder_cities", cities=[*cities, cities[0]]),
            brief(stays=[{"place": city} for city in kept]),
            brief(stays=[{"place": city, "days": counts.count(city)} for city in kept]),
            brief(stays=[]), brief(stays=None), brief(stays=[{"place": "Atlantis"}]),
            brief(stays=[{"place": kept[0], "days": 1}, {"place": kept[0], "days": 1}]),
        )
    )  # fmt: skip


def wrong_length(scene: Scene) -> Call:
    """A number of days that the trip or a city cannot have, or that leaves hardly any."""
    city = scene.pick.choice(scene.cities)
    return scene.pick.choice(
        (
            edit("add_days", count=-scene.days), edit("add_days", count=1 - scene.days), edit("add_days", count=40),
            edit("city_days", city=city, days=0), edit("city_days", city=city, days=31),
            edit("add_days", count=-scene.days, city=city), {"days": 0}, {"days": 1}, {"days": 31}, {"days": -3},
            brief(dates={"days": 1}), brief(dates={"days": 0}), brief(dates={"days": -2}),
            brief(stays=[{"place": each, "days": 1} for each in scene.cities]),
        )
    )  # fmt: skip


def wrong_people(scene: Scene) -> Call:
    """A number of people that nobody travels with, or a party of which a part is lost."""
    people = people_of(scene.plan)
    return scene.pick.choice(
        (
            edit("travellers", count=0), edit("travellers", count=-people), edit("travellers", count=99),
            {"travellers": 0}, {"travellers": -1}, {"travellers": 1000}, brief(party=None), brief(party={}),
            brief(party={"adults": 0}), brief(party={"adults": -people}), brief(party={"adults": 60}),
            brief(party={"children": [-4]}), brief(party={"children": [200]}), brief(party={"seniors": -1}),
            brief(party={"children": "two"}), brief(party={"adults": "many", "seniors": 1}),
            brief(party={"group": True}), brief(party={"adults": None}),
        )
    )  # fmt: skip


def wrong_amount(scene: Scene) -> Call:
    """Minutes, limits and prices that are negative, nothing, or far too much."""
    sight, day = scene.sight(), scene.day()
    return scene.pick.choice(
        (
            edit("minutes", visit=sight, minutes=-30), edit("minutes", visit=sight, minutes=0),
            edit("minutes", visit=sight, minutes=1400), edit("minutes", visit=sight, minutes=700),
            edit("rest", minutes=-5), edit("rest", minutes=1000), edit("rest", start="10:00", minutes=300),
            edit("thrift", thrift=-1), edit("thrift", thrift=1e9),
            edit("constrain", constraint={"kind": "most_sights", "most": 0}),
            edit("constrain", constraint={"kind": "most_sights", "most": -2}),
            edit("constrain", constraint={"kind": "least_sights", "least": 3}),
            edit("move", visit=sight, day=day, position=-1), edit("move", visit=sight, day=day, position=99),
            brief(budget={"amount": -300}), brief(budget={"amount": 0}), brief(budget={"amount": 1, "currency": "CNY"}),
        )
    )  # fmt: skip


def wrong_sight(scene: Scene) -> Call:
    """A sight of another city, or of none."""
    name, sight, day = (
        scene.pick.choice((scene.other_sight(), "atlantis/palace", "The Palace of Nowhere")),
        scene.sight(),
        scene.day(),
    )
    return scene.pick.choice(
        (
            edit("add", sight=name), edit("add", sight=name, day=day), edit("swap", visit=sight, sight=name),
            edit("move", visit=name, day=day), edit("visit", sight=name, day=day), edit("pin", visit=name),
            edit("remove", visit=name), edit("drop", terms=[name]), edit("without", day=day, term=name),
            {"add": [name]}, {"drop": [name]}, {"move": [{"sight": name, "day": day}]},
            brief(must_see=[name]), brief(avoid=[name]),
            brief(day_wishes=[{"day": day, "kind": "visit", "value": name}]),
        )
    )  # fmt: skip


def sight_in_other_city(scene: Scene) -> Call:
    """A sight on a day that is in another city of the trip; without one, on its own day twice."""
    sight = scene.sight()
    days = [day["day"] for day in scene.plan["days"] if day["city"] != sight.split("/")[0]] or [scene.day()]
    day = scene.pick.choice(days)
    return scene.pick.choice(
        (
            edit("move", visit=sight, day=day), edit("visit", sight=sight, day=day),
            edit("move", visit=sight, day=day, position=0), edit("add", sight=sight, day=day),
            edit("swap_days", first=day, second=scene.day()), edit("swap", visit=sight, sight=sight),
            brief(day_wishes=[{"day": day, "kind": "visit", "value": sight}]),
        )
    )  # fmt: skip


def no_time_left(scene: Scene) -> Call:
    """Hours that leave no day, or hardly any."""
    day = scene.day()
    return scene.pick.choice(
        (
            edit("hours", day=day, start="20:00", end="09:00"), edit("hours", day=day, start="09:00", end="09:10"),
            edit("end_by", day=day, at="06:00"), edit("start_at", day=day, at="23:30"),
            edit("end_by", day=day, at="10:00"), edit("hours", day=day, start="25:00"),
            edit("arrival", at="23:55", minutes=60), edit("arrival", at="18:00", minutes=600),
            edit("departure", at="00:10", minutes=30), edit("departure", at="09:00", minutes=120),
            {"day_windows": [{"day": day, "start": "22:00", "end": "08:00"}]},
            brief(day_wishes=[{"day": "every", "kind": "hours", "start": "22:30"}]),
            brief(day_wishes=[{"day": "every", "kind": "hours", "end": "07:30"}]),
            brief(arrival={"at": "23:50"}), brief(departure={"at": "04:00"}), brief(arrival={"at": "noon"}),
        )
    )  # fmt: skip


def day_taken(scene: Scene) -> Call:
    """A place of one's own that takes a whole day, or lies on another continent."""
    city, day = source.cities()[scene.plan["days"][0]["city"]], scene.day()
    there = {"name": "Workshop", "lat": city.lat, "lon": city.lon}
    return scene.pick.choice(
        (
            edit("add_place", **there, day=day, start="08:00", minutes=720),
            edit("add_place", **there, day=day, start="09:00", minutes=600),
            edit("add_place", **there, day=day, start="23:00", minutes=300),
            edit("add_place", **FAR, day=day, start="12:00", minutes=60),
            edit("add_place", name="", lat=95.0, lon=200.0, day=day, start="12:00", minutes=60),
            brief(bookings=[{**FAR, "name": {"en": "Far", "zh": "远"}, "start": "12:00", "minutes": 60, "day": day}]),
            brief(bookings=[{**there, "name": {"en": "Course", "zh": "课"}, "start": "08:30", "minutes": 700}]),
        )
    )  # fmt: skip


def wrong_hotel(scene: Scene) -> Call:
    """A hotel that is nowhere near, or not known."""
    return scene.pick.choice(
        (
            edit("hotel", hotel=FAR), edit("hotel", city=scene.pick.choice(scene.cities), hotel=FAR),
            edit("hotel", hotel={"name": "Inn", "lat": 1000, "lon": 0}), edit("hotel", city="atlantis", hotel=FAR),
            {"hotel": "Atlantis Resort"}, {"hotel": ""}, brief(lodging={"near": "Atlantis Resort"}),
            brief(lodging={"near": scene.other_sight()}), brief(lodging={"place": FAR}), brief(lodging=7),
        )
    )  # fmt: skip


def wrong_mode(scene: Scene) -> Call:
    """A mode of transport that does not exist, or not there."""
    return scene.pick.choice(
        (
            edit("between", way="teleport"), edit("between", way="flight"), edit("between", way="ferry"),
            {"way": "rocket"}, {"way": "flight"}, edit("arrival", at="11:00", way="camel"),
            edit("departure", at="18:00", minutes=60, way="ferry"), brief(travel={"between": "teleport"}),
            brief(travel={"between": "flight", "within": "rickshaw"}), brief(travel={"within": "walk"}),
            brief(travel={"refuse": ["walk", "transit", "taxi", "car", "train", "flight"]}),
            brief(travel={"refuse": ["magic"]}), brief(ends_at="Atlantis"), brief(origin="Atlantis"),
        )
    )  # fmt: skip


def wrong_dates(scene: Scene) -> Call:
    """Dates that are over, that do not exist, or that cut the trip short."""
    first = scene.plan["days"][0]["date"]
    return scene.pick.choice(
        (
            edit("start_date", date="2020-01-01"), edit("start_date", date="2027-02-30"), {"start_date": "soon"},
            edit("start_date", date="9999-12-31"), brief(dates={"end": first}),
            brief(dates={"start": first, "end": first}),
            brief(dates={"start": "2027-05-10", "end": "2027-05-01"}), brief(dates={"month": 13}),
            brief(dates={"weekday": 9}), brief(dates=None), brief(dates={"season": "monsoon"}),
            brief(dates={"layover": {"start": "18:00", "end": "09:00"}}),
            brief(dates={"layover": {"start": "10:00", "end": "16:00"}}),
        )
    )  # fmt: skip


def nonsense_parts(scene: Scene) -> Call:
    """A patch of which a part has no meaning."""
    return scene.pick.choice(
        (
            brief(pace="sprint"), brief(needs=["wings"]), brief(needs=["wheelchair", "wings"]), brief(diet=["stones"]),
            brief(tier="imperial"), brief(thrift=5), brief(interests=["xyzzy"]), brief(interests="art"),
            brief(must_see=7, party={"adults": 2}), brief(day_wishes=[{"day": 1, "kind": "nap"}]),
            brief(day_wishes="none"), brief(bookings=[{"name": "x"}]), brief(avoid=[None]), brief(title="My trip"),
            brief(pace="sprint", party={"adults": 1}), brief(constraints=[{"kind": "nothing"}]),
            brief(order_free="perhaps"), brief(unserved=[{"text": "x"}]), {"brief": "none"}, {"brief": [1]},
            brief(must_see=[]), brief(day_wishes=[]), brief(avoid=[], bookings=[]),
        )
    )  # fmt: skip


def wrong_form(scene: Scene) -> Call:
    """An edit that does not exist, or fields of the wrong type."""
    sight = scene.sight()
    return scene.pick.choice(
        (
            edit("teleport", day=1), edit(""), {"edits": [{}]}, {"edits": [7]}, {"edits": "none"},
            edit("move", visit=sight, day="two"), edit("move", visit=None, day=1), edit("remove"),
            edit("add_days", count=1.5), edit("pace", pace="sprint"), edit("interests", interests="art"),
            edit("drop", terms=[]), edit("drop", terms=["spaceport"]), edit("only", day=1, kinds=["spaceport"]),
            edit("only", day=1, kinds=[]), edit("free", day=1, part="noon"), edit("swap", visit=sight),
            edit("lift", kind="gravity"), {"alternative": "luxury"}, {"pace": "sprint"},
            {"interests": ["spaceport"]}, {"edits": [{"op": "cheaper"}] * 51},
            edit("go_on", kind="eclipse", day=1, now="12:00"),
        )
    )  # fmt: skip


KINDS: Final[tuple[Callable[[Scene], Call], ...]] = (
    wrong_day, wrong_city, missing_city, wrong_length, wrong_people, wrong_amount, wrong_sight, sight_in_other_city,
    no_time_left, day_taken, wrong_hotel, wrong_mode, wrong_dates, nonsense_parts, wrong_form,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Judged:
    """A wrong operation with what became of it, and what was lost.

    `verdict`: `held`, `harmless`, `harmful`, or `crashed`: an error that is no refusal, or a plan that cannot be read
    again.
    """

    seed: int
    number: int
    kind: str
    call: Call
    verdict: str
    lost: tuple[str, ...] = ()

    def __str__(self) -> str:
        call = json.dumps(self.call, ensure_ascii=False)
        return f"{self.verdict} seed {self.seed}.{self.number} {self.kind}: {call} | {'; '.join(self.lost)}"


def judge(seed: int, plan: Payload, number: int) -> Judged:
    """Make one wrong operation upon the plan and judge it."""
    pick = random.Random(f"wrong {seed} {number}")
    kind = KINDS[(seed * OPERATIONS + number) % len(KINDS)]
    call = kind(Scene(pick, plan))
    judged = Judged(seed, number, kind.__name__, call, "held")
    try:
        result = change_by_tool(plan, pick.choice(LOCALES), call)
        after = None if was_held_back(result) else _read_again(result)
    except Exception as error:
        return dataclasses.replace(judged, verdict="crashed", lost=(f"{type(error).__name__}: {error}"[:200],))
    if after is None:
        return judged
    gone = tuple(unmentioned(lost(plan, after), mentioned_by(call, plan)))
    return dataclasses.replace(judged, verdict="harmful" if gone else "harmless", lost=gone)


def _read_again(result: Result) -> Payload | None:
    """Return the plan of a result as the next turn reads it; None of an error. Raises InvalidRequest if it cannot."""
    if isinstance(result, ToolError | NeedsConsent):
        return None
    payload: Payload = json.loads(json.dumps(result.shown[0].payload))
    itinerary_from_wire(payload)
    request_from_wire(payload["request"])
    brief_from_wire(payload["brief"])
    return payload


def measure(seeds: Sequence[int]) -> list[Figure]:
    """Print the harmful operations and the counts by kind."""
    began, judged = time.perf_counter(), list[Judged]()
    for seed in seeds:
        plan = json.loads(json.dumps(trip(seed).payload))
        for number in range(OPERATIONS):
            judged.append(judge(seed, plan, number))
            if judged[-1].verdict in ("harmful", "crashed"):
                print(judged[-1], flush=True)
    verdicts = ("harmful", "crashed", "held", "harmless")
    print(f"\n{'kind of operation':<22}" + "".join(f"{verdict:>10}" for verdict in verdicts))
    for kind in KINDS:
        counts = Counter(each.verdict for each in judged if each.kind == kind.__name__)
        print(f"{kind.__name__:<22}" + "".join(f"{counts[verdict]:>10}" for verdict in verdicts))
    counts = Counter(each.verdict for each in judged)
    print(f"{'all':<22}" + "".join(f"{counts[verdict]:>10}" for verdict in verdicts))
    print(f"{len(judged)} wrong operations upon {len(seeds)} plans in {time.perf_counter() - began:.0f} s")
    return [
        Figure(f"wrong operations that did harm, of {len(judged)}", counts["harmful"], "", goal(0)),
        Figure(f"wrong operations that ended in a crash, of {len(judged)}", counts["crashed"], "", limit(0)),
    ]
