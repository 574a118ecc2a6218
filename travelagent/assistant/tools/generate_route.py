"""generate_route: the optimised, verified itinerary."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.legs import leg_provider
from travelagent.assistant.tools.places import called, cited, covered_cities, name_of, said, sight_in
from travelagent.assistant.warm import planner
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.catalog.values import City
from travelagent.planning.engine import plan
from travelagent.planning.errors import Infeasible, PlanningError
from travelagent.planning.values import (
    CityStay,
    DayWindow,
    FixedVisit,
    Itinerary,
    LocalizedText,
    PlanRequest,
    Point,
)
from travelagent.planning.wire import itinerary_to_wire, minutes_of

SECONDS = 2.0
Clock = Annotated[str, Field(pattern=r"^([01]?\d|2[0-3]):[0-5]\d$", examples=["09:30"])]


class Place(BaseModel):
    """A place on the map."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=200)
    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)

    def point(self) -> Point:
        return Point(LocalizedText(self.name, self.name), self.lat, self.lon)


class DayWindowArgument(BaseModel):
    """When and where one day starts and ends."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    day: int = Field(ge=1, le=30)
    start: Clock | None = None
    end: Clock | None = None
    origin: Place | None = Field(None, alias="from")
    destination: Place | None = Field(None, alias="to")


class FixedArgument(Place):
    """A booking of the traveller's own."""

    start: Clock
    minutes: int = Field(ge=5, le=720)
    day: int | None = Field(None, ge=1, le=30)


def _label(args: Mapping[str, Any], locale: str) -> str:
    city, days = called(args.get("city", ""), locale), args.get("days", "")
    return f"正在为{city}安排 {days} 天行程…" if locale == "zh" else f"Arranging {days} days in {city}…"


@tool(category="planning", tags=("itinerary",), timeout_s=30, label=_label)
def generate_route(
    city: Annotated[str, Field(description="The (first) city, by any name in Chinese or English.")],
    days: Annotated[int, Field(ge=1, le=30, description="Whole days of the trip.")],
    cities: Annotated[list[str], Field(description="Further cities, in the order of the visit.", max_length=8)] = [],  # noqa: B006
    start_date: Annotated[date | None, Field(description="The first day, ISO.")] = None,
    interests: Annotated[list[str], Field(description="What the trip is for: history, food, nature …")] = [],  # noqa: B006
    pace: Annotated[Literal["relaxed", "normal", "packed"], Field(description="How full a day is.")] = "normal",
    must_see: Annotated[list[str], Field(description="Sights that must be in: ids city/sight, or names.")] = [],  # noqa: B006
    avoid: Annotated[list[str], Field(description="What to leave out: sight ids, categories or tags.")] = [],  # noqa: B006
    day_windows: Annotated[list[DayWindowArgument], Field(description="Days that start or end differently.")] = [],  # noqa: B006
    hotel: Annotated[Place | None, Field(description="Where every day begins and ends.")] = None,
    travellers: Annotated[int, Field(ge=1, le=50)] = 1,
    fixed: Annotated[list[FixedArgument], Field(description="The traveller's own bookings.")] = [],  # noqa: B006
    *,
    context: ToolContext,
) -> ToolResult:
    """Arrange sights into days that work: opening hours, travel times, meals and pace are kept and verified."""
    chosen = covered_cities([city, *cities], context.locale)
    ids = [c.id for c in chosen]
    request = PlanRequest(
        cities=tuple(_stay(c, hotel) for c in chosen),
        days=days,
        start_date=start_date,
        today=date.today(),
        interests=tuple(interests),
        pace=pace,
        must_see=tuple(sight_in(text, ids, context.locale) for text in must_see),
        avoid=tuple(avoid),
        day_windows=tuple(_window(w) for w in day_windows),
        fixed=tuple(_fixed(f) for f in fixed),
        travellers=travellers,
        deadline_seconds=SECONDS,
    )
    planner.wait(context.cancelled)
    try:
        itinerary = plan(
            request,
            planning_sights(ids),
            leg_provider(),
            progress=lambda fraction: context.progress(fraction, ""),
            cancelled=context.cancelled,
        )
    except Infeasible as error:
        raise _infeasible(error, context.locale) from error
    except PlanningError as error:
        raise ToolError(error.code, said(error.text, context.locale)) from error
    payload = itinerary_to_wire(itinerary)
    return ToolResult(
        compact(payload, itinerary, chosen, context.locale),
        shown=(Shown("itinerary", payload),),
        sources=cited(context.locale, "curated"),
    )


def compact(payload: Mapping[str, Any], itinerary: Itinerary, cities: tuple[City, ...], locale: str) -> dict[str, Any]:
    """The itinerary as a model reads it: one language, the certificate as its verdict and count of checks."""
    facts = source.sights()
    days = []
    for day in payload["days"]:
        visits = []
        for visit in day["visits"]:
            sight = facts.get(visit["sight"] or "")
            visits.append(
                {
                    **{
                        k: visit[k] for k in ("id", "sight", "arrive", "depart", "minutes", "ticket", "opens", "closes")
                    },
                    "name": visit["name"][locale],
                    "why": visit["why"][locale],
                    "slack_minutes": visit["slack_minutes"],
                    "booking": sight.booking if sight else "none",
                    "note": (sight.note_zh if locale == "zh" else sight.note_en) if sight else "",
                }
            )
        days.append({**{k: day[k] for k in ("day", "city", "date", "weekday", "start", "end", "meals")}})
        days[-1]["visits"] = visits
        days[-1]["legs"] = day["legs"]
    left = [
        {
            "sight": x["sight"],
            "reason": x["reason"][locale],
            "relaxation": x["relaxation"][locale],
            "name": (facts[x["sight"]].name_zh if locale == "zh" else facts[x["sight"]].name_en),
        }
        for x in payload["left_out"]
    ]
    return {
        "cities": [{"id": c.id, "name": name_of(c, locale)} for c in cities],
        "days": days,
        "left_out": left,
        "assumptions": [_in(a, locale) for a in payload["assumptions"]],
        "feasible": itinerary.certificate.feasible,
        "checks": len(itinerary.certificate.checks),
    }


def _in(text: Any, locale: str) -> str:
    return str(text[locale]) if isinstance(text, Mapping) else str(text)


def _stay(city: City, hotel: Place | None) -> CityStay:
    return city_stay(city, hotel=hotel.point() if hotel else None)


def _window(window: DayWindowArgument) -> DayWindow:
    return DayWindow(
        window.day,
        None if window.start is None else minutes_of(window.start),
        None if window.end is None else minutes_of(window.end),
        window.origin.point() if window.origin else None,
        window.destination.point() if window.destination else None,
    )


def _fixed(booking: FixedArgument) -> FixedVisit:
    name = LocalizedText(booking.name, booking.name)
    return FixedVisit(name, booking.lat, booking.lon, minutes_of(booking.start), booking.minutes, booking.day)


def _infeasible(error: Infeasible, locale: str) -> ToolError:
    return ToolError(
        "infeasible",
        said(error.text, locale),
        clash=list(error.clash),
        relaxation=said(error.relaxation, locale),
    )
