"""A trip through one city from the catalogue, verified, with its budget. Needs no database and no network.

An unknown city or sight and a demand that cannot be kept end with exit code 1, what makes no sense with 2.
"""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable
from datetime import date
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError

from agent_core.tools import ToolError
from travelagent.assistant import clock
from travelagent.assistant.places import covered_city, localize
from travelagent.assistant.printed import budget_lines, itinerary_lines
from travelagent.assistant.trip_planner import resolved
from travelagent.assistant.wording import problem
from travelagent.briefs.compile import compile_request
from travelagent.briefs.plan import DirectEngine, plan_brief
from travelagent.briefs.values import Dates, Lodging, Party, Stay, TripBrief
from travelagent.catalog.adapter import city_costs, planning_sights
from travelagent.catalog.values import CATEGORIES, TAGS, City
from travelagent.costs.budget import budget, coach_fares, drives, taxi_rides, train_rides, visited_sights
from travelagent.costs.values import Budget, BudgetRequest
from travelagent.plans.errors import Infeasible, InvalidRequest, PlanningError
from travelagent.plans.values import Itinerary, LocalizedText, Pace, Point, Sight, Tier
from travelagent.wire.itinerary import itinerary_to_wire

HOTEL = LocalizedText("your hotel", "你的酒店")
REFUSED, SENSELESS = 1, 2


class Command(BaseCommand):
    """Plan a trip through one city and print it with its budget."""

    help = "Plan a trip through one city of the catalogue."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("city", help="the city, by any name in English or Chinese")
        parser.add_argument("--days", type=int, required=True, help="1 to 30")
        parser.add_argument("--start", type=date.fromisoformat, metavar="YYYY-MM-DD", help="the first day")
        parser.add_argument("--pace", choices=get_args(Pace), default="normal")
        parser.add_argument("--interests", type=_interests, default=(), metavar="A,B", help="what the trip is for")
        parser.add_argument("--must-see", type=_listed, default=(), metavar="A,B", help="sights, by id or by name")
        parser.add_argument("--hotel", type=_position, metavar="LAT,LON", help="where every day begins and ends")
        parser.add_argument("--travellers", type=int, default=1)
        parser.add_argument("--tier", choices=get_args(Tier), default="mid", help="how comfortable")
        parser.add_argument("--lang", choices=["en", "zh"], default="en")
        parser.add_argument("--json", action="store_true", help="print the itinerary as one JSON document")

    def handle(self, *args: Any, city: str, lang: str, **options: Any) -> None:
        try:
            found = covered_city(city, lang)
            sights = planning_sights([found.id])
            brief = resolved(_brief(found, options), lang)
            itinerary = plan_brief(
                brief, compile_request(brief, sights, clock.today()), sights, DirectEngine()
            ).itinerary
            if options["json"]:
                self.stdout.write(json.dumps(itinerary_to_wire(itinerary), ensure_ascii=False))
                return
            self._write(itinerary_lines(itinerary, lang))
            self._write(["", *budget_lines(_budget(found, itinerary, sights, options), lang)])
        except ToolError as error:
            raise CommandError(problem(error.as_dict(), lang), returncode=REFUSED) from error
        except PlanningError as error:
            text, senseless = localize(error.text, lang), isinstance(error, InvalidRequest)
            if isinstance(error, Infeasible):
                text = f"{text} {localize(error.relaxation, lang)}"
            raise CommandError(text, returncode=SENSELESS if senseless else REFUSED) from error

    def _write(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.stdout.write(line)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _interests(text: str) -> tuple[str, ...]:
    """Tags or categories of the catalogue."""
    names = _listed(text)
    known = {*TAGS, *CATEGORIES}
    if unknown := [name for name in names if name not in known]:
        raise ArgumentTypeError(f"unknown interest {', '.join(unknown)}; known: {', '.join(sorted(known))}")
    return names


def _position(text: str) -> Point:
    """`39.91,116.41` as the hotel's place."""
    try:
        lat, lon = (float(part) for part in text.split(","))
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is not a position LAT,LON") from error
    if not (-90 <= lat <= 90 and -180 <= lon <= 180):
        raise ArgumentTypeError(f"{text!r} lies nowhere on the globe")
    return Point(HOTEL, lat, lon)


def _brief(city: City, options: dict[str, Any]) -> TripBrief:
    return TripBrief(
        stays=(Stay(city.id),),
        dates=Dates(start=options["start"], days=options["days"]),
        interests=options["interests"],
        pace=options["pace"],
        must_see=options["must_see"],
        lodging=Lodging(place=options["hotel"]),
        party=Party(adults=options["travellers"]),
    )


def _budget(city: City, itinerary: Itinerary, sights: Iterable[Sight], options: dict[str, Any]) -> Budget:
    return budget(
        BudgetRequest(
            cities=((city_costs(city), options["days"]),),
            travellers=options["travellers"],
            tier=options["tier"],
            visited=visited_sights(itinerary, sights),
            taxi_rides=taxi_rides(itinerary),
            train_rides=train_rides(itinerary),
            drives=drives(itinerary),
            coach_fares=coach_fares(itinerary, sights),
        )
    )
