"""What is to be done with saved trips: which calls it takes. Writes wait for their owner's confirmation."""

from collections.abc import Iterator
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
    """The plan as a trip: the one that it was saved as before where there is one."""
    if not turn.plan_id:
        return
    args: dict[str, Any] = {"itinerary": turn.plan_id}
    if (budget := turn.newest("calculate_budget")) is not None:
        args["budget"] = budget.artifact("budget")
    if (saved := saved_trip(turn)) is not None and not command.title:
        yield "update_trip", {"id": saved.id, **args}
    else:
        yield "create_trip", {"title": command.title or title_of(turn), **args}


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
    plan = turn.trip.plan
    cities = (
        [city.name for city in turn.route.cities]
        if turn.route
        else [place_name(city, "zh" if turn.language == "zh" else "en") for city in (plan.cities if plan else ())]
    )
    days = len(turn.route.days) if turn.route else len(plan.days) if plan else 0
    if turn.language == "zh":
        return f"{'、'.join(cities)}{cn2an.an2cn(days)}日游"
    return f"{days} {'day' if days == 1 else 'days'} in {', '.join(cities)}"
