"""What is to be done with saved trips: which calls it takes. Writes wait for their owner's confirmation."""

from collections.abc import Iterator, Sequence
from typing import Any

import cn2an

from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.results.trips import SavedTrip, SavedTrips
from travelagent.briefs.acts import TripCommand
from travelagent.catalog.names import place_name

Call = tuple[str, dict[str, Any]]


def trip_calls(command: TripCommand, turn: Turn) -> Iterator[Call]:
    """The calls of a command, the next one last."""
    if command.command == "save":
        yield from _save(command, turn)
    elif command.command in ("list", "rename", "delete"):
        yield "list_trips", {}
        if (meant := meant_trip(turn)) is None:
            return
        if command.command == "delete":
            yield "delete_trip", {"id": meant.id}
        elif command.command == "rename" and command.title:
            yield "update_trip", {"id": meant.id, "title": command.title}


def _save(command: TripCommand, turn: Turn) -> Iterator[Call]:
    """The plan as a trip: the one that it was saved as before where there is one, under its new length if its title
    told the old one."""
    if not turn.plan_id:
        return
    args: dict[str, Any] = {"itinerary": turn.plan_id}
    if (budget := turn.newest("calculate_budget")) is not None:
        args["budget"] = budget.artifact("budget")
    before = next((f for f in reversed(turn.earlier) if f.tool == "create_trip" and f.error is None), None)
    if before is None or command.title:
        yield "create_trip", {"title": command.title or title_of(turn), **args}
        return
    saved = before.result(SavedTrip)
    retitled = saved.title == _title(saved.cities, saved.days, turn.language)
    yield "update_trip", {"id": saved.id, **({"title": title_of(turn)} if retitled else {}), **args}


def saved_trip(turn: Turn) -> SavedTrip | None:
    """The trip as which this conversation's plan was saved."""
    found = turn.newest("create_trip")
    return found.result(SavedTrip) if found else None


def meant_trip(turn: Turn) -> SavedTrip | None:
    """The trip that a command means: the only one there is, that of this conversation, or the one in the plan's
    cities."""
    listed = turn.last("list_trips")
    trips = listed.result(SavedTrips).trips if listed else ()
    own = saved_trip(turn)
    named = {*turn.understood.asked, *turn.brief.places}
    for meant in (
        [trip for trip in trips if own is not None and trip.id == own.id],
        [trip for trip in trips if set(trip.cities) & set(turn.understood.asked)],
        [trip for trip in trips if set(trip.cities) & named],
        list(trips),
    ):
        if len(meant) == 1:
            return meant[0]
    return None


def title_of(turn: Turn) -> str:
    """The title of a new trip: its length and its cities."""
    plan, route = turn.trip.plan, turn.route
    if route is not None:
        return _title([city.id for city in route.cities], len(route.days), turn.language)
    return _title(plan.cities, len(plan.days), turn.language) if plan else ""


def _title(cities: Sequence[str], days: int, language: str) -> str:
    names = [place_name(city, "zh" if language == "zh" else "en") for city in cities]
    if language == "zh":
        return f"{'、'.join(names)}{cn2an.an2cn(days)}日游"
    return f"{days} {'day' if days == 1 else 'days'} in {', '.join(names)}"
