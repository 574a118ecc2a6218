"""Checks of the plan as it stands after a turn, against the catalogue and the plan before."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Literal, TypeAlias

from benchmarks.model_eval.checks.values import Check, named
from benchmarks.model_eval.conversation import Moment, days_of, sight_of, sights_by_day, visits_by_day
from benchmarks.model_eval.costs import plan_cost
from benchmarks.model_eval.reading import minutes_of
from benchmarks.model_eval.sights import is_named, is_outdoors
from travelagent.catalog import source
from travelagent.catalog.search import opening_windows
from travelagent.catalog.values import Sight

Payload: TypeAlias = Mapping[str, Any]
Which: TypeAlias = int | Literal["every", "last"]
"""A day of the plan, from 1."""


def is_absent() -> Check:
    """Demand that there is no plan: none was asked for, or none can be made."""
    return Check("plan.is_absent", lambda moment: "" if moment.itinerary is None else "a plan was made")


def days_are(days: int) -> Check:
    return _of_plan(named("plan.days_are", days), lambda plan: _unless(len(plan["days"]), days, "days"))


def starts_on(day: date) -> Check:
    return _of_plan(
        named("plan.starts_on", day), lambda plan: _unless(plan["days"][0]["date"], day.isoformat(), "first day")
    )


def cities_are(*cities: str) -> Check:
    """Demand that the days are spent in these cities, in this order, each in one go."""

    def fault(plan: Payload) -> str:
        order: list[str] = []
        for day in plan["days"]:
            if order[-1:] != [day["city"]]:
                order.append(day["city"])
        return _unless(tuple(order), cities, "cities")

    return _of_plan(named("plan.cities_are", *cities), fault)


def has_sight(*sights: str) -> Check:
    def fault(plan: Payload) -> str:
        missing = set(sights) - {sight_of(visit) for visit in _visits(plan)}
        return f"without {', '.join(sorted(missing))}" if missing else ""

    return _of_plan(named("plan.has_sight", *sights), fault)


def lacks_sight(*sights: str) -> Check:
    def fault(plan: Payload) -> str:
        there = set(sights) & {sight_of(visit) for visit in _visits(plan)}
        return f"visits {', '.join(sorted(there))}" if there else ""

    return _of_plan(named("plan.lacks_sight", *sights), fault)


def has_kind(kind: str) -> Check:
    """Demand that some sight is of this category or tag."""
    return _of_plan(named("plan.has_kind", kind), lambda plan: "" if _of_kind(plan, kind) else "it visits none")


def lacks_kind(kind: str) -> Check:
    """Demand that no sight is of this category or tag."""

    def fault(plan: Payload) -> str:
        found = _of_kind(plan, kind)
        return f"visits {', '.join(found)}" if found else ""

    return _of_plan(named("plan.lacks_kind", kind), fault)


def is_feasible() -> Check:
    """Demand that the verifier's certificate has no failure."""

    def fault(plan: Payload) -> str:
        failed = [check["constraint"] for check in plan["certificate"]["checks"] if check["status"] == "fail"]
        return "" if plan["certificate"]["feasible"] else f"fails {', '.join(failed) or 'without a check'}"

    return _of_plan("plan.is_feasible", fault)


def keeps_opening_hours() -> Check:
    """Demand that every sight is open from arrival to departure on its day, by the catalogue."""

    def fault(plan: Payload) -> str:
        closed = [
            f"{sight.id} on {day['date']} {visit['arrive']}"
            for day in plan["days"]
            for visit in day["visits"]
            if (sight := source.sights().get(sight_of(visit)))
            and not _is_open(sight, date.fromisoformat(day["date"]), visit["arrive"], visit["depart"])
        ]
        return f"closed: {'; '.join(closed)}" if closed else ""

    return _of_plan("plan.keeps_opening_hours", fault)


def begins_after(clock: str, minutes: int) -> Check:
    """Demand that the first visit begins at least so many minutes after the arrival at this time."""

    def fault(plan: Payload) -> str:
        first = plan["days"][0]["visits"]
        if not first or minutes_of(first[0]["arrive"]) >= minutes_of(clock) + minutes:
            return ""
        return f"the first visit is at {first[0]['arrive']}"

    return _of_plan(named("plan.begins_after", clock, f"+{minutes}"), fault)


def ends_before(clock: str, minutes: int) -> Check:
    """Demand that the last visit ends at least so many minutes before the departure at this time."""

    def fault(plan: Payload) -> str:
        last = plan["days"][-1]["visits"]
        if not last or minutes_of(last[-1]["depart"]) <= minutes_of(clock) - minutes:
            return ""
        return f"the last visit ends at {last[-1]['depart']}"

    return _of_plan(named("plan.ends_before", clock, f"-{minutes}"), fault)


def starts_from(clock: str, which: Which) -> Check:
    """Demand that no visit of these days begins before that time."""

    def fault(plan: Payload) -> str:
        early = [
            f"day {day['day']} {visit['arrive']}"
            for day in _chosen(plan, which)
            for visit in day["visits"][:1]
            if minutes_of(visit["arrive"]) < minutes_of(clock)
        ]
        return ", ".join(early)

    return _of_plan(named("plan.starts_from", clock, which), fault)


def ends_by(clock: str, which: Which) -> Check:
    """Demand that no visit of these days ends after that time."""

    def fault(plan: Payload) -> str:
        late = [
            f"day {day['day']} {visit['depart']}"
            for day in _chosen(plan, which)
            for visit in day["visits"][-1:]
            if minutes_of(visit["depart"]) > minutes_of(clock)
        ]
        return ", ".join(late)

    return _of_plan(named("plan.ends_by", clock, which), fault)


def visits_a_day_are_at_most(most: int) -> Check:
    def fault(plan: Payload) -> str:
        full = [f"day {day['day']}: {len(day['visits'])}" for day in plan["days"] if len(day["visits"]) > most]
        return ", ".join(full)

    return _of_plan(named("plan.visits_a_day_are_at_most", most), fault)


def has_visit_every_day() -> Check:
    """Demand that no day is empty."""

    def fault(plan: Payload) -> str:
        empty = [str(day["day"]) for day in plan["days"] if not day["visits"]]
        return f"nothing on day {', '.join(empty)}" if empty else ""

    return _of_plan("plan.has_visit_every_day", fault)


def visit_is(
    sight: str,
    *,
    day: Which | None = None,
    not_before: str = "00:00",
    not_after: str = "24:00",
    first: bool = False,
    weekday_not: str = "",
) -> Check:
    """Demand that the sight is visited, on this day, arriving within these times, on no such day of the week."""

    def fault(plan: Payload) -> str:
        found = [(row, visit) for row in plan["days"] for visit in row["visits"] if sight_of(visit) == sight]
        if not found:
            return "it is not visited"
        row, visit = found[0]
        if day is not None and row not in _chosen(plan, day):
            return f"it is on day {row['day']}"
        if not minutes_of(not_before) <= minutes_of(visit["arrive"]) <= minutes_of(not_after):
            return f"it is at {visit['arrive']}"
        if first and row["visits"][0] is not visit:
            return "it is not the first of its day"
        return f"it is on a {weekday_not}" if row["weekday"] == weekday_not else ""

    wanted = [day, not_before, not_after, "first" * first, weekday_not]
    return _of_plan(named("plan.visit_is", sight, *(each for each in wanted if each)), fault)


def names_rule(*rules: str) -> Check:
    """Demand that the plan's assumptions name these rules of travel: it was made with them, and lists them."""

    def fault(plan: Payload) -> str:
        missing = set(rules) - {assumption.get("rule") for assumption in plan["assumptions"]}
        return f"does not tell {', '.join(sorted(missing))}" if missing else ""

    return _of_plan(named("plan.names_rule", *rules), fault)


def is_changed() -> Check:
    """Demand that this turn changed the plan's visits."""
    return Check("plan.is_changed", lambda moment: "" if _visits_differ(moment) else "the plan is as before")


def is_unchanged() -> Check:
    """Demand that this turn left the plan's visits as they were."""
    return Check("plan.is_unchanged", lambda moment: "the plan changed" if _visits_differ(moment) else "")


def is_as_after_turn(turn: int) -> Check:
    """Demand that the plan is again that of this turn, counted from 1, and was another one in between."""

    def fault(moment: Moment) -> str:
        wanted = visits_by_day(moment.turns[turn - 1].itinerary)
        if visits_by_day(moment.before.trip.itinerary) == wanted:
            return "there was no other plan to come back from"
        return "" if wanted and visits_by_day(moment.itinerary) == wanted else "it is another plan"

    return Check(named("plan.is_as_after_turn", turn), fault)


def keeps_other_days(*changed: int) -> Check:
    """Demand that all days but these have the sights that they had before the turn."""

    def fault(before: Payload, after: Payload) -> str:
        old, new = sights_by_day(before), sights_by_day(after)
        if len(old) != len(new):
            return f"{len(old)} days became {len(new)}"
        touched = [n for n, (one, other) in enumerate(zip(old, new, strict=True), 1) if one != other]
        others = [str(n) for n in touched if n not in changed]
        return f"day {', '.join(others)} changed, too" if others else ""

    return _of_change(named("plan.keeps_other_days", *changed), fault)


def drops_what_was_named(day: int) -> Check:
    """Demand that what left that day was named in the answer before, and something did."""

    def fault(moment: Moment) -> str:
        before, after = days_of(moment.before.trip.itinerary), days_of(moment.itinerary)
        if len(before) < day or len(after) < day or not moment.earlier:
            return "there is no such day before and after"
        kept = {sight_of(visit) for visit in after[day - 1]["visits"]}
        gone = [visit for visit in before[day - 1]["visits"] if sight_of(visit) not in kept]
        unnamed = [sight_of(visit) for visit in gone if not is_named(visit, moment.earlier[-1].answer)]
        if not gone:
            return "nothing was dropped"
        return f"{', '.join(unnamed)} was not named" if unnamed else ""

    return Check(named("plan.drops_what_was_named", day), fault)


def has_fewer_visits_on(day: int) -> Check:
    def fault(before: Payload, after: Payload) -> str:
        old, new = len(_row(before, day)["visits"]), len(_row(after, day)["visits"])
        return "" if new < old else f"{old} visits became {new}"

    return _of_change(named("plan.has_fewer_visits_on", day), fault)


def is_drier_on(day: int, *, at_most: int) -> Check:
    """Demand that the day has fewer outdoor visits than before, and at most so many; some visit is left."""

    def fault(before: Payload, after: Payload) -> str:
        old, new = _outdoors(_row(before, day)), _outdoors(_row(after, day))
        if not _row(after, day)["visits"]:
            return "nothing is left of the day"
        if len(new) > at_most:
            return f"outdoors: {', '.join(new)}"
        return "" if len(new) < len(old) or not old else "no fewer outdoor visits"

    return _of_change(named("plan.is_drier_on", day), fault)


def swaps_days(one: int, other: int) -> Check:
    """Demand that the sights of these two days changed places."""

    def fault(before: Payload, after: Payload) -> str:
        old, new = sights_by_day(before), sights_by_day(after)
        is_swapped = (old[one - 1], old[other - 1]) == (new[other - 1], new[one - 1])
        return "" if is_swapped and old[one - 1] != old[other - 1] else "the days did not change places"

    return _of_change(named("plan.swaps_days", one, other), fault)


def is_cheaper() -> Check:
    """Demand that the trip at hand, its plan and its brief, costs less than before the turn, by the budget tool."""

    def fault(moment: Moment) -> str:
        before, after = plan_cost(moment.before.trip), plan_cost(moment.after.trip)
        if before is None or after is None:
            return "there is no cost to compare"
        return "" if after.total < before.total else f"{before.total} became {after.total}"

    return Check("plan.is_cheaper", fault)


def _unless(value: object, expected: object, what: str) -> str:
    return "" if value == expected else f"{what}: {value!r}"


def _visits(plan: Payload) -> Iterator[Payload]:
    return (visit for day in plan["days"] for visit in day["visits"])


def _visits_differ(moment: Moment) -> bool:
    return visits_by_day(moment.before.trip.itinerary) != visits_by_day(moment.itinerary)


def _chosen(plan: Payload, which: Which) -> Sequence[Payload]:
    if which == "every":
        return days_of(plan)
    return [plan["days"][-1]] if which == "last" else [row for row in plan["days"] if row["day"] == which]


def _row(plan: Payload, day: int) -> Payload:
    """Return the day of this number. Raises LookupError, which the runner counts as a fault."""
    row: Payload = plan["days"][day - 1]
    return row


def _outdoors(day: Payload) -> list[str]:
    return [sight_of(visit) for visit in day["visits"] if is_outdoors(visit)]


def _of_kind(plan: Payload, kind: str) -> list[str]:
    """Return the ids of the plan's sights of a category or tag."""
    rows = (source.sights().get(sight_of(visit)) for visit in _visits(plan))
    return [sight.id for sight in rows if sight and kind in (sight.category, *sight.tags)]


def _is_open(sight: Sight, day: date, arrive: str, depart: str) -> bool:
    windows = opening_windows(sight, day)
    return any(
        minutes_of(opens) <= minutes_of(arrive) and minutes_of(depart) <= minutes_of(closes)
        for opens, closes in windows
    )


def _of_plan(name: str, fault: Callable[[Payload], str]) -> Check:
    return Check(name, lambda moment: "there is no plan" if moment.itinerary is None else fault(moment.itinerary))


def _of_change(name: str, fault: Callable[[Payload, Payload], str]) -> Check:
    def between(moment: Moment) -> str:
        before, after = moment.before.trip.itinerary, moment.itinerary
        return "there is no plan before and after" if before is None or after is None else fault(before, after)

    return Check(name, between)
