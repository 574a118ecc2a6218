"""Writes the frozen trips: `python -m benchmarks.frozen.generate [FOLDER]`, seeded by each trip's name.

A trip takes the catalogue's sights of its city and fills them up to 60 with invented ones: each borrows category, tags,
minutes, opening hours and last entry from some sight of the catalogue, has a score one to three points lower, and lies
near some real sight of the city. The numbers of the model are then what planning makes of it, without meals.

The catalogue changes and the trips must not: a written trip is never written again, unless its file is removed.
"""

from __future__ import annotations

import dataclasses
import json
import random
import re
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.frame import frame
from travelagent.planning.problem import Problem, build
from travelagent.planning.search.objective import MINUTE_PRICE
from travelagent.plans.values import CityStay, DayWindow, LocalizedText, PlanRequest, Point, Sight
from travelagent.travel.legs import EstimatedLegs

CITIES = (
    "amsterdam", "athens", "auckland", "bangkok", "barcelona", "beijing", "berlin", "buenos-aires", "cairo",
    "cape-town", "chengdu", "delhi", "edinburgh", "hanoi", "hong-kong", "istanbul", "kyoto", "london", "mexico-city",
    "new-york", "paris", "prague", "quito", "rio-de-janeiro", "rome", "san-francisco", "singapore", "sydney",
    "toronto", "xian",
)  # fmt: skip
DAYS, SIGHTS = 5, 60
INTERESTS = (
    "history",
    "food",
    "nature",
    "art",
    "architecture",
    "family",
    "photography",
    "shopping",
    "museum",
    "hiking",
)
PACES = ("normal", "packed", "relaxed")
LONGEST_BORROWED = 240
"""Minutes: day trips are not invented."""
SPLIT_HOURS, SPLIT_SHARE = re.compile(r"\d-\d\d:\d\d,\d\d:"), 0.15
"""Sights that close around noon are rare in the catalogue; so many of the invented ones borrow their hours."""
SPREAD_DEGREES = 0.012
HOTEL_DEGREES = 0.01
FIRST_DATE = date(2026, 1, 5)


def invented_sights(rng: random.Random, real: tuple[Sight, ...], lenders: list[Sight], count: int) -> list[Sight]:
    """Plausible sights among the real ones of the city."""
    split = [lender for lender in lenders if lender.hours and SPLIT_HOURS.search(lender.hours)]
    found = []
    for number in range(1, count + 1):
        lender = rng.choice(split if rng.random() < SPLIT_SHARE else lenders)
        neighbour = rng.choice(real)
        name = f"{lender.category.replace('_', ' ').capitalize()} {number}"
        found.append(
            dataclasses.replace(
                lender,
                id=f"{neighbour.city}/invented-{number:02}",
                city=neighbour.city,
                name=LocalizedText(name, name),
                lat=round(neighbour.lat + rng.gauss(0, SPREAD_DEGREES), 4),
                lon=round(neighbour.lon + rng.gauss(0, SPREAD_DEGREES), 4),
                score=max(lender.score - rng.randint(1, 3), 2.0),
                price=None,
                currency=None,
                booking="none",
            )
        )
    return found


def request_for(rng: random.Random, number: int, stay: CityStay) -> PlanRequest:
    """Five days: the pace goes round, every fifth trip arrives late on its first day and leaves early on its last."""
    hotel = Point(
        LocalizedText("Hotel", "酒店"),
        round(stay.lat + rng.uniform(-HOTEL_DEGREES, HOTEL_DEGREES), 4),
        round(stay.lon + rng.uniform(-HOTEL_DEGREES, HOTEL_DEGREES), 4),
    )
    arrival, departure = rng.randrange(12, 17) * 60, rng.randrange(13, 19) * 60
    short = (DayWindow(1, start=arrival), DayWindow(DAYS, end=departure)) if number % 5 == 4 else ()
    return PlanRequest(
        cities=(dataclasses.replace(stay, hotel=hotel),),
        days=DAYS,
        start_date=FIRST_DATE + timedelta(days=12 * number + rng.randrange(7)),
        interests=tuple(sorted(rng.sample(INTERESTS, rng.randrange(4)))),
        pace=PACES[number % len(PACES)],
        day_windows=short,
    )


def model_of(problem: Problem) -> dict[str, Any]:
    """The numbers of the problem: row 0 of the matrices is the hotel, row i + 1 sight i."""
    inst, count = problem.instance, len(problem.sights)
    places = [int(inst.origin[0]), *(int(place) for place in inst.place[:count])]
    return {
        "minute_price": MINUTE_PRICE,
        "days": [
            {"start": int(inst.day_start[day]), "end": int(inst.day_end[day]), "cap": int(inst.cap[day])}
            for day in range(len(problem.frames))
        ],
        "profit": inst.profit[:count].tolist(),
        "minutes": inst.duration[:count].tolist(),
        "starts": [
            [
                [
                    [int(inst.opens[day, node, k]), int(inst.closes[day, node, k])]
                    for k in range(inst.windows[day, node])
                ]
                for node in range(count)
            ]
            for day in range(len(problem.frames))
        ],
        "travel": inst.travel[places][:, places].tolist(),
        "priced_minutes": (inst.price[places][:, places] // MINUTE_PRICE).tolist(),
    }


def trip_for(number: int, city: str) -> dict[str, Any]:
    """One trip: what is asked, the sights, and the model."""
    rng = random.Random(f"frozen-{city}")
    catalogue = source.packaged_catalogue()
    real = planning_sights([city])
    every = planning_sights(sorted(catalogue.cities))
    lenders = [sight for sight in every if sight.minutes <= LONGEST_BORROWED and sight.city != city]
    sights = [*real, *invented_sights(rng, real, lenders, SIGHTS - len(real))]
    request = request_for(rng, number, city_stay(catalogue.cities[city]))
    legs = EstimatedLegs()
    problem = build(request, frame(request, sights, legs), sights, legs)
    return {
        "name": city,
        "request": _plain(request),
        "sights": [_plain(sight) for sight in sights],
        "model": model_of(problem),
    }


def _plain(value: Any) -> dict[str, Any]:
    """A value's fields that are not at their defaults, as JSON."""
    fields = [field for field in dataclasses.fields(value) if getattr(value, field.name) != field.default]
    whole = dataclasses.asdict(value)
    return {field.name: whole[field.name] for field in fields}


def _line_by_line(trip: dict[str, Any]) -> str:
    """JSON with one line a sight, a matrix row and a day's windows."""

    def short(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)

    def rows(values: list[Any]) -> str:
        return "[\n" + ",\n".join(short(value) for value in values) + "\n]"

    model = trip["model"]
    tables = ("days", "starts", "travel", "priced_minutes")
    lines = [f'"{key}":{rows(value) if key in tables else short(value)}' for key, value in model.items()]
    return (
        "{"
        + f'"name":{short(trip["name"])},\n"request":{short(trip["request"])},\n"sights":{rows(trip["sights"])},\n'
        + '"model":{\n'
        + ",\n".join(lines)
        + "\n}}\n"
    )


def main(folder: Path) -> None:
    """Write the trips that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, city in enumerate(CITIES):
        path = folder / f"{city}.json"
        if not path.exists():
            path.write_text(_line_by_line(trip_for(number, city)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "trips")
