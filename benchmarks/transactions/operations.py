"""Forty operations that people want, at every door in two languages: each has its effect, and nothing else changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from benchmarks.figures import Figure, goal_at_least
from benchmarks.served import served
from benchmarks.transactions.doors import Answer, Api, Door, Locale, Payload, by_tool, shape
from benchmarks.transactions.losses import cities_of, excess, people_of, stops_of
from travelagent.catalog import source
from travelagent.plans.fields import minutes_of

LOCALES: Final[tuple[Locale, ...]] = ("en", "zh")
Call: TypeAlias = Mapping[str, Any]
ITALY: Final[Payload] = {
    "stays": [{"place": "rome", "days": 3}, {"place": "florence", "days": 2}],
    "dates": {"start": "2027-05-10", "days": 5},
    "party": {"adults": 2, "children": [8]},
    "travel": {"between": "train"},
}
BRIEFS: Final[Mapping[str, Payload]] = {
    "italy": ITALY,
    "beijing": {
        "stays": [{"place": "beijing", "days": 3}],
        "dates": {"start": "2027-05-11", "days": 3},
        "party": {"adults": 2, "seniors": 1},
        "must_see": ["beijing/forbidden-city"],
    },
    "kyoto": {"stays": [{"place": "kyoto", "days": 3}], "dates": {"start": "2027-04-06", "days": 3}},
    "peru": {
        "stays": [{"place": "lima", "days": 2}, {"place": "cusco", "days": 2}],
        "dates": {"start": "2027-06-07", "days": 4},
        "party": {"adults": 2},
    },
}
OSAKA: Final = {"name": "Inn at Osaka", "lat": 34.7025, "lon": 135.4959}
RESORT: Final = {"name": "Gubei", "lat": 40.6508, "lon": 117.2610}
INN: Final = {"name": "Inn", "lat": 41.8902, "lon": 12.4708}
THEATRE: Final = {"name": "Theatre", "lat": 41.9010, "lon": 12.4960}
CENTRE: Final = "Kyoto city centre"
NEAR_KM: Final = 2.0
MOST: Final = 3
"""Maximum number of sights a day."""
SHORT: Final = 75
"""Maximum minutes of a short visit."""
ROME, FLORENCE, SIENA = (
    {"place": "Rome|罗马"},
    {"place": "Florence|佛罗伦萨"},
    {"place": "Siena|锡耶纳"},
)
LIMA, CUSCO = {"place": "Lima|利马"}, {"place": "Cusco|库斯科"}


@dataclass(frozen=True, slots=True)
class Row:
    """An operation and how it is called.

    `effect`: whether the plan after has it, given the plan before. `touches`: the days that it may change, `mentions`:
    the stops that it names. `cities`: of each day afterwards, None as before; `people`: afterwards, None as before.
    `numbers`: new numbers of days that stay by their old ones; `gone`: how many days are given up with their stops;
    `needs`: how many stops of a day the effect cannot do without.
    """

    name: str
    plan: str
    call: Callable[[Payload, Locale], Call]
    effect: Callable[[Payload, Payload], bool]
    touches: tuple[int, ...] = ()
    mentions: Callable[[Payload], Sequence[str]] = lambda before: ()
    cities: tuple[str, ...] | None = None
    people: int | None = None
    numbers: Mapping[int, int] = field(default_factory=dict)
    gone: int = 0
    needs: Callable[[Payload, int], int] = lambda before, day: 0


def edit(op: str, **fields: Any) -> Callable[[Payload, Locale], Call]:
    """Return the call of one edit; a field that is a function is given the plan before and the language."""

    def call(before: Payload, locale: Locale) -> Call:
        given = {name: value(before) if callable(value) else value for name, value in fields.items()}
        return {"edits": [{"op": op, **given}]}

    return call


def patch(**fields: Any) -> Callable[[Payload, Locale], Call]:
    """Return the call of one patch of the brief; a text with a bar has its English and its Chinese form."""

    def spoken(value: Any, locale: Locale) -> Any:
        if isinstance(value, str) and "|" in value:
            return value.split("|")[locale == "zh"]
        if isinstance(value, Mapping):
            return {name: spoken(inner, locale) for name, inner in value.items()}
        return [spoken(inner, locale) for inner in value] if isinstance(value, list) else value

    return lambda before, locale: {"brief": spoken(fields, locale)}


def visits(plan: Payload, day: int) -> list[Mapping[str, Any]]:
    """Return the visits to sights of a day; of one that the plan does not have, none."""
    return [visit for each in plan["days"] if each["day"] == day for visit in each["visits"] if visit["sight"]]


def first(plan: Payload) -> str:
    """Return the first sight of day 1."""
    return str(visits(plan, 1)[0]["sight"])


def last(plan: Payload) -> str:
    """Return the last sight of day 2."""
    return str(visits(plan, 2)[-1]["sight"])


def unvisited(plan: Payload) -> str:
    """Return the best of the short sights of the first city that the plan does not have."""
    stand = {stop for day in plan["days"] for stop in stops_of(day)}
    known = sorted(source.sights_of(cities_of(plan)[0]), key=lambda sight: (-sight.score, sight.id))
    return next(sight.id for sight in known if sight.id not in stand and sight.minutes <= SHORT)


def day_of(plan: Payload, stop: str) -> int | None:
    """Return the day on which a stop stands."""
    return next((day["day"] for day in plan["days"] if stop in stops_of(day)), None)


def arrival_at(plan: Payload, name: str) -> tuple[int, str] | None:
    """Return the day and the hour of a stop by the name of its place, or by its sight."""
    for day in plan["days"]:
        for visit in day["visits"]:
            if name in (visit["name"]["en"], visit["sight"]):
                return day["day"], _clock(visit["arrive"])
    return None


def _clock(value: Any) -> str:
    minutes = minutes_of(value) if isinstance(value, str) else int(value)
    return f"{minutes // 60:02}:{minutes % 60:02}"


def sights_on(plan: Payload, day: int) -> int:
    """Return the number of sights of a day."""
    return len(visits(plan, day))


def new_stops(before: Payload, after: Payload) -> set[str]:
    """Return the stops that only the plan after has."""
    stops = [{stop for day in plan["days"] for stop in stops_of(day)} for plan in (before, after)]
    return stops[1] - stops[0]


def is_replaced(before: Payload, after: Payload, suits: Callable[[Any, Any], bool]) -> bool:
    """Return whether another sight that suits stands on day 2 in the place of the last one of it."""
    gone, day = last(before), 2
    known = {sight.id: sight for sight in source.sights_of(cities_of(before)[0])}
    new = [known[stop] for stop in new_stops(before, after) if stop in known and day_of(after, stop) == day]
    return day_of(after, gone) is None and any(suits(known[gone], sight) for sight in new)


def is_near(place: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two places lie within a short walk."""
    return source.distance_km(place["lat"], place["lon"], other["lat"], other["lon"]) < NEAR_KM


def has_entry(plan: Payload, name: str, key: str) -> bool:
    """Return whether the ledger has understood a wish."""
    entries = [each for each in plan.get("ledger", ()) if each["field"] == name and key in each["key"]]
    return bool(entries) and all(each["verdict"] != "not_understood" for each in entries)


def stops_in(city: str) -> Callable[[Payload], Sequence[str]]:
    """Return a function that lists the stops of the days in a city."""
    return lambda plan: [stop for day in plan["days"] if day["city"] == city for stop in stops_of(day)]


def sleeps_in(plan: Payload, days: Sequence[int], name: str) -> bool:
    """Return whether each of these days begins or ends at a place of that name."""
    ends = [(day["origin"]["name"], day["destination"]["name"]) for day in plan["days"] if day["day"] in days]
    return all(any(name in text.values() for text in pair) for pair in ends) and bool(ends)


def until_noon(before: Payload, day: int) -> int:
    """Return how many sights of a day are begun in its morning."""
    return sum(visit["arrive"] < "12:00" for visit in visits(before, day))


def too_many(before: Payload, day: int) -> int:
    """Return how many sights of a day are more than the most that are wanted."""
    return max(sights_on(before, day) - MOST, 0)


ALL: Final = (1, 2, 3, 4, 5)
ROWS: Final[tuple[Row, ...]] = (
    Row(
        "add a city, its day taken from another", "italy",
        patch(stays=[{**ROME, "days": 2}, {**FLORENCE, "days": 2}, {**SIENA, "days": 1}]),
        lambda before, after: "siena" in cities_of(after),
        touches=ALL, cities=("rome", "rome", "florence", "florence", "siena"), gone=1,
    ),
    Row(
        "add a city, the trip a day longer", "italy",
        patch(stays=[{**ROME, "days": 3}, {**FLORENCE, "days": 2}, {**SIENA, "days": 1}], dates={"days": 6}),
        lambda before, after: "siena" in cities_of(after),
        touches=(5,), cities=("rome", "rome", "rome", "florence", "florence", "siena"),
    ),
    Row(
        "remove a city, its days for the other", "italy", patch(stays=[{**ROME, "days": 5}]),
        lambda before, after: "florence" not in cities_of(after),
        touches=(4, 5), mentions=stops_in("florence"), cities=("rome",) * 5,
    ),
    Row(
        "remove a city with its days", "italy", patch(stays=[{**ROME, "days": 3}], dates={"days": 3}),
        lambda before, after: "florence" not in cities_of(after),
        touches=(4, 5), mentions=stops_in("florence"), cities=("rome",) * 3,
    ),
    Row(
        "move a night from one city to the next", "italy",
        patch(stays=[{**ROME, "days": 2}, {**FLORENCE, "days": 3}]),
        lambda before, after: cities_of(after).count("florence") == 3,
        touches=ALL, cities=(*("rome",) * 2, *("florence",) * 3), gone=1,
    ),
    Row(
        "a day trip to another city and back", "kyoto", edit("day_trip", day=2, city="nara"),
        lambda before, after: any(v["city"] == "nara" for v in visits(after, 2)) and sleeps_in(after, (2,), CENTRE),
        touches=(2,), needs=sights_on,
    ),
    Row(
        "a day at a place outside of every city", "beijing",
        edit("add_place", **RESORT, day=2, start="10:30", minutes=300),
        lambda before, after: arrival_at(after, "Gubei") == (2, "10:30"), touches=(2,), needs=sights_on,
    ),
    Row(
        "the same city twice", "peru",
        patch(stays=[{**LIMA, "days": 1}, {**CUSCO, "days": 2}, {**LIMA, "days": 1}]),
        lambda before, after: cities_of(after)[0] == cities_of(after)[-1] == "lima",
        touches=(1, 2, 3, 4), cities=("lima", "cusco", "cusco", "lima"), numbers={1: 1, 2: 4, 3: 2, 4: 3},
        needs=lambda before, day: until_noon(before, day) if day == 2 else 0,  # that day now begins with the way back
    ),
    Row(
        "a night elsewhere", "kyoto",
        lambda before, locale: {"edits": [{"op": "end_by", "day": 1, "destination": OSAKA},
                                          {"op": "start_at", "day": 2, "origin": OSAKA}]},
        lambda before, after: all(
            is_near(place, OSAKA) for place in (after["days"][0]["destination"], after["days"][1]["origin"])
        ),
        touches=(1, 2),
    ),
    Row(
        "a lighter day", "beijing", edit("lighten", day=2),
        lambda before, after: sights_on(after, 2) < sights_on(before, 2) and not new_stops(before, after),
        touches=(2,),
    ),
    Row(
        "at most three sights a day", "italy", edit("constrain", constraint={"kind": "most_sights", "most": MOST}),
        lambda before, after: all(sights_on(after, day["day"]) <= MOST for day in after["days"]),
        touches=ALL, needs=too_many,
    ),
    Row(
        "at most three sights a day from a date on", "italy",
        edit("constrain", constraint={"kind": "most_sights", "most": MOST, "since": "2027-05-12"}),
        lambda before, after: all(sights_on(after, day) <= MOST for day in (3, 4, 5)),
        touches=(3, 4, 5), needs=too_many,
    ),
    Row(
        "replace a sight by something alike", "italy", edit("exchange", visit=last, like="alike"),
        lambda before, after: is_replaced(before, after, lambda old, new: old.category == new.category),
        touches=(2,), mentions=lambda before: [last(before)],
    ),
    Row(
        "replace a sight by something free", "italy", edit("exchange", visit=last, like="free"),
        lambda before, after: is_replaced(before, after, lambda old, new: new.price == 0),
        touches=(2,), mentions=lambda before: [last(before)],
    ),
    Row(
        "replace a sight by something near", "italy", edit("exchange", visit=last, like="near"),
        lambda before, after: is_replaced(before, after, lambda old, new: is_near(vars_of(old), vars_of(new))),
        touches=(2,), mentions=lambda before: [last(before)],
    ),
    Row(
        "a place of one's own by name and hour", "beijing",
        edit("add_place", name="Laoshe Teahouse", day=2, start="15:00", minutes=60),
        lambda before, after: arrival_at(after, "Laoshe Teahouse") == (2, "15:00"), touches=(2,),
    ),
    Row(
        "an appointment in the evening", "italy", edit("add_place", **THEATRE, day=1, start="19:30", minutes=150),
        lambda before, after: arrival_at(after, "Theatre") == (1, "19:30"), touches=(1,),
    ),
    Row(
        "a hotel by its area", "italy", patch(lodging={"near": "Trastevere|特拉斯提弗列"}),
        lambda before, after: after["days"][1]["origin"] != before["days"][1]["origin"], touches=(1, 2, 3, 4),
    ),
    Row(
        "a hotel by its name", "italy", patch(lodging={"near": "Hotel Artemide"}),
        lambda before, after: sleeps_in(after, (2, 3), "Hotel Artemide"), touches=(1, 2, 3, 4),
    ),
    Row(
        "another hotel from a night on", "italy", edit("hotel", hotel=INN, since=2),
        lambda before, after: (
            after["days"][0]["origin"] == before["days"][0]["origin"] and sleeps_in(after, (2, 3), "Inn")
        ),
        touches=(2, 3),
    ),
    Row(
        "a limit for the price of a night", "beijing", patch(lodging={"night": 450, "currency": "CNY"}),
        lambda before, after: has_entry(after, "lodging", "night"),
    ),
    Row(
        "a class for one line of the budget", "beijing", patch(tiers={"lodging": "luxury", "meals": "budget"}),
        lambda before, after: has_entry(after, "tiers", "lodging") and has_entry(after, "tiers", "meals"),
    ),
    Row(
        "a diet", "beijing", patch(diet=["vegetarian"]), lambda before, after: has_entry(after, "diet", "vegetarian"),
    ),
    Row(
        "an allergy of one person", "beijing",
        patch(diet=[{"diet": "no_nuts", "who": "my son|儿子", "allergy": True}]),
        lambda before, after: has_entry(after, "diet", "no_nuts:"),
    ),
    Row(
        "avoid crowds", "beijing", patch(needs=["few_crowds"]),
        lambda before, after: has_entry(after, "needs", "few_crowds"),
    ),
    Row(
        "already seen", "beijing", edit("drop", terms=lambda before: [last(before)]),
        lambda before, after: day_of(after, last(before)) is None, touches=(2,), mentions=lambda before: [last(before)],
    ),
    Row(
        "a note kept with the trip", "beijing", patch(notes=["Take the passports along"]),
        lambda before, after: "passports" in str(after["brief"]["notes"]),
    ),
    Row(
        "somebody joins from a day on", "beijing",
        patch(party={"changes": [{"since": 3, "adults": 1, "who": "my sister|姐姐"}]}),
        lambda before, after: has_entry(after, "party", "since:3"), people=4,
    ),
    Row(
        "show a change without making it", "beijing",
        lambda before, locale: {"edits": [{"op": "remove", "visit": last(before)}], "preview": True},
        lambda before, after: shape(before) == shape(after),
    ),
    Row(
        "move a sight to another day", "italy", edit("move", visit=first, day=2),
        lambda before, after: day_of(after, first(before)) == 2,
        touches=(1, 2), mentions=lambda before: [first(before)],
    ),
    Row(
        "move a sight to the afternoon", "italy", edit("move", visit=first, when="afternoon"),
        lambda before, after: (arrival_at(after, first(before)) or (0, ""))[1] >= "12:00", touches=(1,),
        mentions=lambda before: [first(before)],
    ),
    Row(
        "add a sight on a day", "italy", edit("add", sight=unvisited, day=2),
        lambda before, after: day_of(after, unvisited(before)) == 2, touches=(2,),
    ),
    Row(
        "take a sight out and leave the time free", "italy", edit("remove", visit=last),
        lambda before, after: day_of(after, last(before)) is None and not new_stops(before, after),
        touches=(2,), mentions=lambda before: [last(before)],
    ),
    Row(
        "another sight in the place of one", "italy", edit("swap", visit=last, sight=unvisited),
        lambda before, after: day_of(after, unvisited(before)) == 2 and day_of(after, last(before)) is None,
        touches=(2,), mentions=lambda before: [last(before)],
    ),
    Row(
        "a day more in a city", "italy", edit("city_days", city="florence", days=3),
        lambda before, after: len(after["days"]) == 6,
        cities=(*("rome",) * 3, *("florence",) * 3),
        touches=(5,),
    ),
    Row(
        "leave out a day", "italy", edit("remove_day", day=2), lambda before, after: len(after["days"]) == 4,
        touches=(2,), mentions=lambda before: stops_of(before["days"][1]),
        cities=("rome", "rome", "florence", "florence"), numbers={1: 1, 3: 2, 4: 3, 5: 4},
    ),
    Row(
        "begin on another date", "italy", edit("start_date", date="2027-05-17"),
        lambda before, after: after["days"][0]["date"] == "2027-05-17", touches=ALL,
    ),
    Row(
        "the cities in another order", "italy", edit("reorder_cities", cities=["florence", "rome"]),
        lambda before, after: cities_of(after)[0] == "florence", touches=ALL,
        cities=("florence", "florence", "rome", "rome", "rome"),
    ),
    Row(
        "another adult, the child stays", "italy", patch(party={"adults": 3}),
        lambda before, after: people_of(after) == 4 and after["brief"]["party"].get("children") == [8], people=4,
    ),
    Row(
        "begin a day later", "italy", edit("start_at", day=2, at="10:30"),
        lambda before, after: _clock(after["days"][1]["start"]) >= "10:30", touches=(2,),
    ),
)  # fmt: skip


def vars_of(sight: Any) -> Mapping[str, Any]:
    """Return where a sight lies."""
    return {"lat": sight.lat, "lon": sight.lon}


def others_changed(row: Row, before: Payload, after: Payload) -> Iterator[str]:
    """Yield what changed although the operation does not concern it."""
    wanted = list(row.cities or cities_of(before))
    if cities_of(after) != wanted:
        yield f"days in {cities_of(after)} instead of {wanted}"
    if people_of(after) != (row.people or people_of(before)):
        yield f"{people_of(after)} people"
    stand = {stop for day in after["days"] for stop in stops_of(day)}
    held = {day["day"]: stops_of(day) for day in after["days"]}
    mentioned, losses = set(row.mentions(before)), dict[int, list[str]]()
    for day in before["days"]:
        number, stops = day["day"], [stop for stop in stops_of(day) if stop not in mentioned]
        if number in row.touches:
            losses[number] = [stop for stop in stops if stop not in stand]
        elif gone := sorted(set(stops) - set(held.get(row.numbers.get(number, number), ()))):
            yield f"day {number} without {', '.join(gone)}"
    counts = {day["day"]: len(stops_of(day)) for day in before["days"] if day["day"] in row.touches}
    for number, lacking in excess(losses, counts, row.touches, row.gone, lambda day: row.needs(before, day)).items():
        yield f"day {number} lost {', '.join(lacking)}"


@dataclass(frozen=True, slots=True)
class Tried:
    """An operation at one door in one language: what it lacks, empty where it is as it should be."""

    row: Row
    door: Door
    locale: Locale
    effect: bool
    others: tuple[str, ...]
    same: bool
    why: str = ""


def tried(row: Row, before: Payload, api: Api) -> list[Tried]:
    """Return what became of an operation at each door in the language of the API's caller."""
    call = row.call(before, api.locale)
    answers: dict[Door, Answer] = {
        "tool": by_tool(before, api.locale, call),
        "session": api.by_session(before, call),
    }
    if "edits" in call and not call.get("preview"):
        answers["trip"] = api.by_trip(before, call["edits"])
    plans = [shape(answer.plan) for answer in answers.values() if answer.plan is not None]
    same = len(plans) == len(answers) and all(plan == plans[0] for plan in plans)
    return [_judged(row, door, api.locale, before, answer, same) for door, answer in answers.items()]


def _judged(row: Row, door: Door, locale: Locale, before: Payload, answer: Answer, same: bool) -> Tried:
    if answer.plan is None:
        return Tried(row, door, locale, False, (), same, answer.why)
    others = tuple(others_changed(row, before, answer.plan))
    return Tried(row, door, locale, row.effect(before, answer.plan), others, same)


def measure(word: str = "") -> list[Figure]:
    """Print the table of the operations whose names have that word; return how many are as they should be."""
    began, found = time.perf_counter(), list[Tried]()
    rows = [row for row in ROWS if word in row.name]
    with served(PROVIDERS="off") as server:
        apis = [Api(server, locale) for locale in LOCALES]
        plans = {name: apis[0].planned(BRIEFS[name])[1] for name in dict.fromkeys(row.plan for row in rows)}
        print(f"{'operation':<44}{'doors':>6}  {'effect':<7}{'nothing else':<13}{'same plan':<9}")
        for row in rows:
            each = [one for api in apis for one in tried(row, plans[row.plan], api)]
            found += each
            print(f"{row.name:<44}{len(each):>6}  {_share(one.effect for one in each):<7}", end="")
            print(
                f"{_share(one.effect and not one.others for one in each):<13}{'yes' if each[0].same else 'no'}",
                flush=True,
            )
            for text in dict.fromkeys(_faults(each)):
                print(f"    {text}", flush=True)
    good = [row for row in rows if all(one.effect and not one.others and one.same for one in found if one.row is row)]
    print(f"{len(good)} of {len(rows)} operations at every door in {time.perf_counter() - began:.0f} s")
    name = f"operations with their effect and nothing else, of {len(rows)}"
    return [Figure(name, len(good), "", goal_at_least(len(rows)))]


def _share(kept: Iterator[bool]) -> str:
    values = list(kept)
    return f"{sum(values)}/{len(values)}"


def _faults(each: Sequence[Tried]) -> Iterator[str]:
    for one in each:
        if one.why or not one.effect:
            yield f"{one.door} {one.locale}: {one.why or 'no effect'}"
        yield from (f"{one.door} {one.locale}: {text}" for text in one.others)
