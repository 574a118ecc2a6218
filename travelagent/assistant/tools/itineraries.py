"""What the tools that make itineraries share: arguments for places and times, the artifact, and its short reading."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from agent_core.events import CustomEvent
from agent_core.tools import Shown, ToolContext, ToolResult
from travelagent.assistant.ledgers import plan_ledger
from travelagent.assistant.places import cited
from travelagent.assistant.results.parsing import dumped
from travelagent.assistant.results.reading import read_route
from travelagent.briefs.values import DayReference, DayWish, Ride, TripBrief
from travelagent.briefs.wire import brief_to_wire, without_sources
from travelagent.compute.pool import Terms
from travelagent.plans.fields import minutes_of
from travelagent.plans.outcomes import Alternative
from travelagent.plans.values import (
    DayWindow,
    FixedVisit,
    Itinerary,
    LocalizedText,
    PartOfDay,
    PlaceInDay,
    PlanRequest,
    Point,
)
from travelagent.wire.itinerary import itinerary_to_wire
from travelagent.wire.outcomes import alternative_to_wire
from travelagent.wire.request import request_to_wire

SECONDS = 2.0
"""So long a plan may be searched for."""
Clock = Annotated[str, Field(pattern=r"^([01]?\d|2[0-3]):[0-5]\d$", examples=["09:30"])]


class Place(BaseModel):
    """A place on the map."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=200)
    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)

    def point(self) -> Point:
        """Return the place as a point of a plan."""
        return Point(LocalizedText(self.name, self.name), self.lat, self.lon)


class DayWindowArgument(BaseModel):
    """When and where one day starts and ends."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    day: int = Field(ge=1, le=30)
    start: Clock | None = None
    end: Clock | None = None
    origin: Place | None = Field(None, alias="from")
    destination: Place | None = Field(None, alias="to")


class VisitArgument(BaseModel):
    """A sight and in which part of its day, or at which hour, it is to be visited."""

    model_config = ConfigDict(extra="forbid")
    sight: str = Field(description="Id city/sight, or name.")
    when: PartOfDay | PlaceInDay | None = Field(None, description="Part of the day, or first or last of its day.")
    start: Clock | None = Field(None, description="The hour at which the visit begins, HH:MM.")


class PinArgument(VisitArgument):
    """A sight and the day on which it is to be visited."""

    day: int = Field(ge=1, le=30)


class FixedArgument(Place):
    """A booking of the traveller's own."""

    start: Clock
    minutes: int = Field(ge=5, le=720)
    day: int | None = Field(None, ge=1, le=30)


def _by_mode(given: object) -> object:
    """Return a ride whose mode has its name of before 0.3, `way`, under today's."""
    return (
        {"mode" if name == "way" else name: value for name, value in given.items()}
        if isinstance(given, dict)
        else given
    )


RideArgument = Annotated[Ride, BeforeValidator(_by_mode)]
"""The ride there or home, as the brief has it."""


class RestArgument(BaseModel):
    """Hours of every day that are spent at the hotel."""

    model_config = ConfigDict(extra="forbid")
    start: Clock | None = Field(None, description="HH:MM; without one after lunch.")
    minutes: int = Field(90, ge=15, le=300)
    days: list[int] = Field([], description="The days with a rest; empty: all.")


def terms_of(context: ToolContext, share: float) -> Terms:
    """Return the terms on which a tool has plans computed; `share` is the search's part of its work (0 to 1)."""

    def queued(position: int) -> None:
        note = (
            f"前面还有规划任务，排在第 {position} 位" if context.locale == "zh" else f"Number {position} in the queue"
        )
        context.progress(0.0, note)

    return Terms(
        context.injected.get("share", ""),
        progress=lambda done: context.progress(done * share, ""),
        cancelled=context.cancelled,
        queued=queued,
    )


def result_of(
    itinerary: Itinerary,
    request: PlanRequest,
    brief: TripBrief,
    alternatives: tuple[Alternative, ...],
    locale: str,
    *,
    events: tuple[CustomEvent, ...] = (),
    **more: Any,
) -> ToolResult:
    """Return the result of a tool that plans: the itinerary as an artifact, with its request, its brief, the ledger of
    that and its alternatives, and as a model reads it.
    """
    made = itinerary_to_wire(itinerary)
    payload = {
        **made,
        "ledger": plan_ledger(brief, request, itinerary, made),
        "request": request_to_wire(request),
        "brief": brief_to_wire(without_sources(brief)),
        "alternatives": [alternative_to_wire(other) for other in alternatives],
        **more,
    }
    return ToolResult(
        compact(payload, itinerary, locale),
        shown=(Shown("itinerary", payload),),
        sources=cited(locale, "curated", places=itinerary.cities),
        events=events,
    )


def compact(payload: Mapping[str, Any], itinerary: Itinerary, locale: str) -> dict[str, Any]:
    """Return the itinerary as a model reads it: in one language, the certificate as its verdict and count of checks."""
    return dumped(read_route(payload, itinerary, locale))


def window_of(window: DayWindowArgument) -> DayWindow:
    """Return the day window of an argument, its hours in minutes since midnight."""
    return DayWindow(
        window.day,
        None if window.start is None else minutes_of(window.start),
        None if window.end is None else minutes_of(window.end),
        window.origin.point() if window.origin else None,
        window.destination.point() if window.destination else None,
    )


def booking_of(booking: FixedArgument) -> FixedVisit:
    """Return the fixed visit of an argument, its start in minutes since midnight."""
    name = LocalizedText(booking.name, booking.name)
    return FixedVisit(name, booking.lat, booking.lon, minutes_of(booking.start), booking.minutes, booking.day)


def rest_wishes(rest: RestArgument) -> tuple[DayWish, ...]:
    """Return the rest as wishes for its days."""
    start = None if rest.start is None else minutes_of(rest.start)
    days: Sequence[DayReference] = rest.days or ("every",)
    return tuple(DayWish(day, "rest", start=start, minutes=rest.minutes) for day in days)
