"""The account of the route: cities, dates, the journey there and home, modes of transport, the hotel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from travelagent.briefs.hours import arrives_at, leaves_at
from travelagent.briefs.ledger.costs import night
from travelagent.briefs.ledger.entries import Entry, Scope, Verdict
from travelagent.briefs.ledger.facts import Facts, counted, day_list, is_same_place, named, share, text
from travelagent.briefs.values import DayWish, LaterLodging, Ride
from travelagent.catalog.labels import SEASON_MONTHS
from travelagent.plans.fields import MIDNIGHT, clock
from travelagent.plans.rides import SHORTEST_DAY
from travelagent.plans.sessions import WEEKDAYS
from travelagent.plans.stretches import stretches
from travelagent.plans.values import DayPlan, Leg, LocalizedText, Point
from travelagent.plans.values import Ride as PlannedRide
from travelagent.plans.words import WEEKDAY_NAMES, calendar_day, duration, listed, span

PARTS_OF_MONTH: Final = {"beginning": (1, 10), "middle": (11, 20), "end": (21, 31)}
SATURDAY: Final = 5
LATEST_BEGIN: Final = MIDNIGHT - 1 - SHORTEST_DAY
"""No day of a plan begins later, however late one arrives."""


def stays(facts: Facts) -> Iterator[Entry]:
    """Account for each place with its days, and for their order."""
    counts = Counter(day.city for day in facts.itinerary.days)
    places = facts.brief.places
    for place in dict.fromkeys(places):
        each = [stay.days for stay in facts.brief.stays if stay.place == place]
        wanted = None if None in each else sum(days or 0 for days in each)
        yield _stay(facts, place, wanted, counts[place])
    if len(places) > 1 and not facts.brief.order_free:
        real = tuple(stretch.id for stretch in stretches(facts.itinerary.days) if stretch.id in places)
        kept = real == tuple(place for place in places if place in real)
        names = [listed((facts.city_name(place) for place in each), "–", "—") for each in (places, real)]
        words = text("words.order", cities=names[0])
        yield Entry("stays", "order", words, False, "kept" if kept else "given_up", names[1])


def _stay(facts: Facts, place: str, wanted: int | None, planned: int) -> Entry:
    city = facts.city_name(place)
    words = city if wanted is None else text("words.city_days", days=_days(wanted), city=city)
    if not planned:
        verdict: Verdict = "given_up"
        evidence = text("plan.missing")
    elif wanted in (None, planned):
        verdict, evidence = "kept", _days(planned)
    else:
        verdict, evidence = "kept_in_part", text("plan.instead_of", real=_days(planned), wanted=_days(wanted or 0))
    return Entry("stays", place, words, True, verdict, evidence, Scope(city=place))


def origin(facts: Facts) -> Iterator[Entry]:
    """Account for the way from home: whether the plan reckons with it."""
    home, place = facts.request.home, facts.brief.origin
    if not place:
        return
    name = home.name if home else facts.city_name(place)
    kept = home is not None or place in facts.itinerary.cities
    evidence = text("plan.way_counted" if kept else "plan.way_not_counted")
    yield Entry("origin", place, text("words.origin", place=name), True, "kept" if kept else "given_up", evidence)


def ends_at(facts: Facts) -> Iterator[Entry]:
    """Account for the place that one goes home from: the last city, or the way there counted on the last day."""
    place, days = facts.brief.ends_at, facts.itinerary.days
    if not place:
        return
    words = text("words.ends_at", place=facts.city_name(place))
    last = days[-1].city if days else ""
    bounded = facts.request.departure is not None or facts.trip.windows.get(facts.request.days) is not None
    if last == place:
        verdict: Verdict = "kept"
        evidence = text("plan.last_city", city=facts.city_name(last))
    elif bounded:
        verdict, evidence = "kept", text("plan.way_counted")
    else:
        verdict, evidence = "kept_in_part", text("plan.way_not_counted")
    yield Entry("ends_at", place, words, True, verdict, evidence)


def dates(facts: Facts) -> Iterator[Entry]:
    """Account for the first and the last day, the length, and the time of the year."""
    wanted, days = facts.brief.dates, facts.itinerary.days
    length = len(days)
    if wanted.days is not None:
        real = _days(length)
        evidence = text("plan.instead_of", real=real, wanted=_days(wanted.days)) if length != wanted.days else real
        yield _dated("days", _days(wanted.days), length == wanted.days, evidence)
    if not days:
        return
    first, last = days[0].date, days[-1].date
    begins = text("plan.begins", day=calendar_day(first))
    if wanted.start is not None:
        yield _dated("start", text("words.start", day=calendar_day(wanted.start)), first == wanted.start, begins)
    if wanted.end is not None:
        ends = text("plan.ends", day=calendar_day(last))
        yield _dated("end", text("words.end", day=calendar_day(wanted.end)), last == wanted.end, ends)
    if wanted.start is not None:
        return
    if wanted.month is not None:
        yield _dated("month", text(f"month.{wanted.month}"), wanted.month in (first.month, last.month), begins)
    if wanted.season is not None:
        in_season = first.month in SEASON_MONTHS[wanted.season]
        yield _dated("season", text(f"season.{wanted.season}"), in_season, begins)
    if wanted.part is not None and wanted.month is not None:
        earliest, latest = PARTS_OF_MONTH[wanted.part]
        near = any(earliest <= day.date.day <= latest for day in days)
        yield _dated("part", text(f"words.part_{wanted.part}"), near, begins, hard=False)
    if wanted.weekday is not None:
        name = WEEKDAY_NAMES[WEEKDAYS[wanted.weekday]]
        yield _dated("weekday", text("words.weekday", day=name), first.weekday() == wanted.weekday, _weekday(first))
    elif wanted.weekend:
        on_weekend = any(day.date.weekday() >= SATURDAY for day in days)
        yield _dated("weekend", text("words.weekend"), on_weekend, _weekday(first))
    if wanted.layover is not None:
        hours, day = wanted.layover, days[0]
        inside = not day.visits or (hours.start <= day.start and day.end <= hours.end)
        words = text("words.layover", hours=span(hours.start, hours.end))
        yield _dated("layover", words, inside, text("plan.day_runs", day=1, hours=span(day.start, day.end)))


def _dated(key: str, words: LocalizedText, kept: bool, evidence: LocalizedText, *, hard: bool = True) -> Entry:
    return Entry("dates", key, words, hard, "kept" if kept else "given_up", evidence)


def _weekday(day: date) -> LocalizedText:
    return text("plan.begins_weekday", day=WEEKDAY_NAMES[WEEKDAYS[day.weekday()]])


def arrival(facts: Facts) -> Iterator[Entry]:
    """Account for the ride there: the first day begins after it, and after the way into town."""
    ride, days = facts.brief.arrival, facts.itinerary.days
    if ride == Ride():
        return
    first = next((day for day in days if day.day == 1 and day.visits), None)
    begins = None if first is None else min(first.start, first.visits[0].arrive)
    reaches = arrives_at(ride)
    if reaches is None:
        yield _without_hour("arrival", ride, facts.request.arrival, begins)
        return
    minutes = _minutes(facts, ride, facts.request.arrival, 1)
    verdict: Verdict = "kept"
    if begins is not None:
        earliest = min(reaches + minutes, max(LATEST_BEGIN, reaches))
        verdict = "kept" if begins >= earliest else "kept_in_part" if begins >= reaches else "given_up"
    evidence = _gap("begins", 1, begins, None if begins is None else begins - reaches, minutes, verdict)
    words = _ride_words("arrival", ride, reaches)
    yield Entry("arrival", "at", words, ride.at is not None, verdict, evidence, Scope(days=(1,)))


def departure(facts: Facts) -> Iterator[Entry]:
    """Account for the ride home: the last day is over in time for the way out and the checks."""
    ride, days = facts.brief.departure, facts.itinerary.days
    if ride == Ride() or not days:
        return
    last = days[-1]
    ends = max(last.end, last.visits[-1].depart) if last.visits else None
    leaves = leaves_at(ride)
    if leaves is None:
        yield _without_hour("departure", ride, facts.request.departure, None)
        return
    minutes = _minutes(facts, ride, facts.request.departure, last.day)
    verdict: Verdict = "kept"
    if ends is not None:
        latest = max(leaves - minutes, min(SHORTEST_DAY, leaves))
        verdict = "kept" if ends <= latest else "kept_in_part" if ends <= leaves else "given_up"
    evidence = _gap("ends", last.day, ends, None if ends is None else leaves - ends, minutes, verdict)
    words = _ride_words("departure", ride, leaves)
    yield Entry("departure", "at", words, ride.at is not None, verdict, evidence, Scope(days=(last.day,)))


def _minutes(facts: Facts, ride: Ride, planned: PlannedRide | None, day: int) -> int:
    """Return the minutes between the ride and the town, 0 where the brief states the hours of that day itself."""
    if facts.brief.dates.layover is not None or any(_states_hours(wish, day, facts) for wish in facts.brief.day_wishes):
        return 0
    if planned is not None:
        return planned.minutes
    return ride.minutes or 0


def _states_hours(wish: DayWish, day: int, facts: Facts) -> bool:
    """Return whether a wish sets when that day of the ride begins, or ends."""
    number = len(facts.itinerary.days) if wish.day == "last" else wish.day
    stated = wish.start if day == 1 else wish.end
    return wish.kind == "hours" and number == day and stated is not None


def _gap(id: str, day: int, hour: int | None, gap: int | None, needed: int, verdict: Verdict) -> LocalizedText:
    """Return when the day begins or ends, and the minutes between that and the ride."""
    if hour is None or gap is None:
        return text("plan.nothing_on", day=day)
    values = {"day": day, "time": clock(hour), "gap": duration(abs(gap)), "needed": duration(needed)}
    return text(f"plan.day_{id}_{verdict}", **values)


def _ride_words(id: str, ride: Ride, hour: int) -> LocalizedText:
    mode = text(f"mode.{ride.mode}") if ride.mode else LocalizedText("", "")
    if ride.at is None and ride.part_of_day is not None:
        return text(f"words.{id}_part", mode=mode, part=text(f"part.{ride.part_of_day}"))
    return text(f"words.{id}", mode=mode, time=clock(hour))


def _without_hour(field: str, ride: Ride, planned: PlannedRide | None, begins: int | None) -> Entry:
    """Return the entry of a ride whose hour was not stated: its mode, or when one sets out."""
    if ride.sets_out is not None:
        words = text("words.sets_out", time=clock(ride.sets_out))
        kept = begins is None or begins > ride.sets_out
        evidence = text("plan.nothing_on", day=1) if begins is None else text("plan.day_begins", time=clock(begins))
        return Entry(field, "sets_out", words, True, "kept" if kept else "given_up", evidence, Scope(days=(1,)))
    mode = text(f"mode.{ride.mode}") if ride.mode else LocalizedText(ride.port, ride.port)
    kept = planned is None or planned.way in (None, ride.mode) or ride.mode is None
    evidence = text("plan.no_hour" if kept else "plan.another_mode")
    return Entry(field, "mode", text(f"words.{field}_mode", mode=mode), False, "kept" if kept else "given_up", evidence)


def travel(facts: Facts) -> Iterator[Entry]:
    """Account for the modes of transport: between the cities, within them, and refused ones."""
    wanted, days = facts.brief.travel, facts.itinerary.days
    moves = [(day, leg) for day in days for leg in day.legs if leg.is_move]
    within = [(day, leg) for day in days for leg in day.legs if not leg.is_move]
    if wanted.between is not None:
        others = [(day, leg) for day, leg in moves if leg.mode != wanted.between]
        words = text("words.between", mode=text(f"mode.{wanted.between}"))
        evidence = _modes(others) if others else text("plan.no_other_mode" if moves else "plan.no_move")
        yield Entry("travel", "between", words, False, share(len(moves) - len(others), len(moves)), evidence)
    if wanted.within is not None:
        rides = [(day, leg) for day, leg in within if leg.mode != "walk" or wanted.within == "walk"]
        others = [(day, leg) for day, leg in within if leg.mode not in ("walk", wanted.within)]
        words = text("words.within", mode=text(f"mode.{wanted.within}"))
        evidence = _modes(others) if others else text("plan.no_other_mode")
        verdict = share(len(rides) - len(others), len(rides)) if others else "kept"
        yield Entry("travel", "within", words, False, verdict, evidence)
    for mode in wanted.refuse:
        found = [(day, leg) for day, leg in (*moves, *within) if leg.mode == mode]
        words = text("words.refuse_mode", mode=text(f"mode.{mode}"))
        evidence = _modes(found) if found else text("plan.nothing_of_it")
        yield Entry("travel", f"refuse:{mode}", words, True, "given_up" if found else "kept", evidence)
    if wanted.fares is not None:
        words = text(f"words.fares_{wanted.fares}")
        yield Entry("travel", "fares", words, False, "kept", text("plan.budget_so"))


def _modes(legs: Sequence[tuple[DayPlan, Leg]]) -> LocalizedText:
    return named(text("plan.mode_on", mode=text(f"mode.{leg.mode}"), day=day.day) for day, leg in legs)


def lodging(facts: Facts) -> Iterator[Entry]:
    """Account for the hotel and for what a night may cost."""
    yield from _hotel(facts)
    yield from night(facts)


def _hotel(facts: Facts) -> Iterator[Entry]:
    """Account for the hotel: where the days in its city begin and end, but for a journey or a night elsewhere."""
    wanted = facts.brief.lodging
    yield from (_later_hotel(facts, later) for later in wanted.later)
    if wanted.place is None and not wanted.near:
        return
    name = wanted.place.name if wanted.place else LocalizedText(wanted.near, wanted.near)
    words = text("words.lodging" if wanted.place else "words.lodging_near", place=name)
    stay = next((stay for stay in facts.request.cities if _is_hotel(stay.hotel, wanted.place, wanted.near)), None)
    nights = [day for day in facts.itinerary.days if stay is not None and day.city == stay.id]
    if stay is None or stay.hotel is None or not nights:
        verdict: Verdict = "given_up" if wanted.place or stay else "not_possible"
        evidence = text("plan.missing" if stay else "plan.no_hotel")
        yield Entry("lodging", "place", words, wanted.place is not None, verdict, evidence)
        return
    away = [day.day for day in nights if not _is_based(facts, day, stay.hotel)]
    evidence = text("plan.days_elsewhere", days=day_list(away)) if away else _from_hotel(stay.hotel)
    verdict = "kept_in_part" if stay.hotel.unlocated else share(len(nights) - len(away), len(nights))
    yield Entry("lodging", "place", words, wanted.place is not None, verdict, evidence, Scope(city=stay.id))


def _later_hotel(facts: Facts, wanted: LaterLodging) -> Entry:
    """Account for another hotel from a night on: where that night is spent, and all further ones of the stay."""
    place = wanted.place
    name = place.name if place else LocalizedText(wanted.near, wanted.near)
    words = text("words.lodging_since", place=name, day=wanted.since)
    there = (stay for stay in stretches(facts.itinerary.days) if stay.first <= wanted.since <= stay.last)
    stay = next(there, None)
    own = [day for day in stay.days if day.day >= wanted.since] if stay else []
    following = {later.since for later in facts.brief.lodging.later if later.since > wanted.since}
    own = [day for day in own if not following or day.day < min(following)]
    away = [
        day.day
        for day in own
        if facts.trip.window(day).destination is None and not _is_hotel(day.destination, place, wanted.near)
    ]
    unlocated = any(day.destination.unlocated for day in own if day.day not in away)
    verdict: Verdict = "kept_in_part" if unlocated else share(len(own) - len(away), len(own)) if own else "given_up"
    ends = own[0].destination if own else None
    evidence = text("plan.days_elsewhere", days=day_list(away)) if away or ends is None else _from_hotel(ends)
    return Entry(
        "lodging",
        f"later:{wanted.since}",
        words,
        place is not None,
        verdict,
        evidence,
        Scope(city=stay.id if stay else ""),
    )


def _from_hotel(hotel: Point) -> LocalizedText:
    return text("plan.hotel_unlocated" if hotel.unlocated else "plan.days_from_hotel")


def _is_hotel(hotel: Point | None, place: Point | None, near: str) -> bool:
    if hotel is None:
        return False
    return is_same_place(hotel, place) if place else near in (hotel.name.en, hotel.name.zh)


def _is_based(facts: Facts, day: DayPlan, hotel: Point) -> bool:
    """Return whether a day begins and ends at the hotel, or where its hours, a night or a drive have it."""
    trip, window = facts.trip, facts.trip.window(day)
    begins_elsewhere = window.origin or trip.slept_before(day) or trip.drives_from(day)
    ends_elsewhere = window.destination or trip.sleeps_after(day)
    from_hotel = begins_elsewhere is not None or is_same_place(day.origin, hotel)
    return from_hotel and (ends_elsewhere is not None or is_same_place(day.destination, hotel))


def _days(count: int) -> LocalizedText:
    return counted("plan.count", count)
