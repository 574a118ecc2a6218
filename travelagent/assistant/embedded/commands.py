"""What is to be done with saved trips: which calls it takes. Writes wait for their owner's confirmation."""

from collections.abc import Sequence
from typing import Any

import cn2an

from travelagent.assistant.embedded.script import Call, Script
from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.results.trips import SavedTrip, SavedTrips
from travelagent.briefs.acts import TripCommand
from travelagent.catalog.names import place_name


def trip_calls(command: TripCommand, turn: Turn) -> Script:
    """Make the calls of a command."""
    if command.command == "save":
        turn = yield _save(command, turn)
    elif command.command in ("list", "rename", "delete"):
        turn = yield (("list_trips", {}),)
        meant = meant_trip(turn)
        if meant is not None and command.command == "delete":
            turn = yield (("delete_trip", {"id": meant.id}),)
        elif meant is not None and command.command == "rename" and command.title:
            turn = yield (("update_trip", {"id": meant.id, "title": command.title}),)
    return turn


def _save(command: TripCommand, turn: Turn) -> tuple[Call, ...]:
    """The call that saves the plan as a trip; none without a plan.

    A plan that was saved before updates that trip, under its new length if its title stated the old one.
    """
    if not turn.plan_id:
        return ()
    args: dict[str, Any] = {"itinerary": turn.plan_id}
    if (budget := turn.newest("calculate_budget")) is not None:
        args["budget"] = budget.artifact("budget")
    before = next((f for f in reversed(turn.earlier) if f.tool == "create_trip" and f.error is None), None)
    if before is None or command.title:
        return (("create_trip", {"title": command.title or title_of(turn), **args}),)
    saved = before.result(SavedTrip)
    retitled = saved.title == _title(saved.cities, saved.days, turn.language)
    return (("update_trip", {"id": saved.id, **({"title": title_of(turn)} if retitled else {}), **args}),)


def saved_trip(turn: Turn) -> SavedTrip | None:
    """Return the trip as which this conversation's plan was saved; None if it was not."""
    found = turn.newest("create_trip")
    return found.result(SavedTrip) if found else None


def meant_trip(turn: Turn) -> SavedTrip | None:
    """Return the trip that a command means: that of this conversation, the one in the mentioned or the plan's cities,
    or the only one there is; None where this is not clear.
    """
    listed = turn.last("list_trips")
    trips = listed.result(SavedTrips).trips if listed else ()
    own = saved_trip(turn)
    named = {*turn.understood.mentioned, *turn.brief.places}
    for meant in (
        [trip for trip in trips if own is not None and trip.id == own.id],
        [trip for trip in trips if set(trip.cities) & set(turn.understood.mentioned)],
        [trip for trip in trips if set(trip.cities) & named],
        list(trips),
    ):
        if len(meant) == 1:
            return meant[0]
    return None


def title_of(turn: Turn) -> str:
    """Return the title of a new trip: its length and its cities."""
    plan, route = turn.trip.plan, turn.route
    if route is not None:
        return _title([city.id for city in route.cities], len(route.days), turn.language)
    return _title(plan.cities, len(plan.days), turn.language) if plan else ""


def _title(cities: Sequence[str], days: int, language: str) -> str:
    names = [place_name(city, "zh" if language == "zh" else "en") for city in cities]
    if language == "zh":
        return f"{'、'.join(names)}{cn2an.an2cn(days)}日游"
    return f"{days} {'day' if days == 1 else 'days'} in {', '.join(names)}"
