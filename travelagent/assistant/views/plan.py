"""An itinerary as models read it: a line a day, and one for each stop with its times, hours, ticket and way onward."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from travelagent.assistant.results.parsing import parsed
from travelagent.assistant.results.route import Day, Leg, Route, Visit
from travelagent.assistant.views.lines import amount, artifact_ids, joined, section

MOST_LEFT_OUT: Final = 4
MOST_CHANGES: Final = 12
WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def plan_view(value: Mapping[str, Any]) -> str:
    """Return the view of an itinerary as a planning tool returns it."""
    route = parsed(Route, value)
    return "\n".join(
        [
            artifact_ids(value) + headline(route),
            *section("changed by this call", (route.changed or ("nothing",))[:MOST_CHANGES] if _is_edit(route) else ()),
            *plan_lines(route),
            *section("what was asked for", _wishes(route)),
            *section("assumed", route.assumptions),
            *section("rules of travel that acted", (rule.text for rule in route.rules)),
            *section("left out", (f"{each.name}: {each.reason}" for each in route.left_out[:MOST_LEFT_OUT])),
            *section("alternatives, by kind", (f"{a.kind}: {'; '.join(a.told[:2])}" for a in route.alternatives)),
        ]
    )


def _wishes(route: Route) -> Iterator[str]:
    """Yield a line for every wish that the plan does not keep, and how many it keeps."""
    if route.kept_wishes or route.unkept:
        yield f"{route.kept_wishes} kept"
    yield from (f"{each.words} ({each.verdict.replace('_', ' ')}): {each.evidence}" for each in route.unkept)


def headline(route: Route) -> str:
    """Return the plan in a line: cities, days, dates, whether it was proven."""
    cities = "–".join(city.name for city in route.cities)
    proof = f"verified by {route.checks} checks" if route.feasible else "NOT feasible"
    span = f"{route.days[0].date} to {route.days[-1].date}" if route.days else ""
    return joined(f"{cities}, {len(route.days)} days", span, proof, by=", ")


def plan_lines(route: Route) -> list[str]:
    """Return the days, each with a line of its own before those of its stops."""
    return [line for day in route.days for line in (day_line(day), *stop_lines(day))]


def day_line(day: Day) -> str:
    """Return what a day is: its number, date, city and hours, and how far one walks."""
    walked = f"walk {day.walked.km} km" if day.walked and day.walked.km else ""
    return joined(f"day {day.day}", f"{day.date} {_weekday(day.date)}", day.city, f"{day.start}-{day.end}", walked)


def stop_lines(day: Day) -> Iterator[str]:
    """Yield a day's visits and free-standing meals in the order of their times, each with the way to the next."""
    legs_by_origin = {leg.origin: leg for leg in day.legs}
    on_site = {meal.visit: meal.kind for meal in day.meals if meal.visit is not None}
    rows = [
        (visit.arrive, visit_line(visit, legs_by_origin.get(visit.id), on_site.get(visit.id, "")))
        for visit in day.visits
    ]
    rows += [(meal.start, f"{meal.start}-{meal.end} {meal.kind}") for meal in day.meals if meal.visit is None]
    rows += [(leg.depart, _journey(leg)) for leg in day.legs if leg.origin.startswith("city:")]
    yield from (line for _, line in sorted(rows, key=lambda row: row[0]))


def visit_line(visit: Visit, onward: Leg | None = None, meal: str = "") -> str:
    """Return a visit: its id, times and name, then its hours, ticket and booking where they matter, and the meal that
    is had there.
    """
    ticket = "same ticket" if visit.shared_ticket else _ticket(visit)
    is_open = visit.sight is None or (visit.opens, visit.closes) == ("00:00", "24:00")  # one's own place has no hours
    hours = "" if is_open else f"open {visit.opens}-{visit.closes}"
    onward_text = f"then {onward.mode} {onward.minutes} min" if onward and onward.minutes else ""
    booking = "" if visit.booking == "none" else f"booking {visit.booking}"
    return joined(
        f"{visit.id} {visit.arrive}-{visit.depart} {visit.name}",
        hours,
        ticket,
        booking,
        f"{meal} there" if meal else "",
        onward_text,
    )


def _ticket(visit: Visit) -> str:
    if visit.ticket is None:
        return ""
    return amount(visit.ticket.amount, visit.ticket.currency) if visit.ticket.amount else "free"


def _journey(leg: Leg) -> str:
    ends = f"{leg.origin.removeprefix('city:')} to {leg.destination.removeprefix('city:')}"
    return f"{leg.depart} {leg.mode} {ends}, {leg.minutes} min, {leg.km:.0f} km"


def _weekday(day: date) -> str:
    return WEEKDAYS[day.weekday()]


def _is_edit(route: Route) -> bool:
    return route.changed is not None
