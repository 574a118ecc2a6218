"""Tickets and bookings: what a sight costs, whether and by when it is booked, which stops of the plan need it."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from travelagent.assistant.asks.subjects import (
    cities_of,
    days_of,
    is_on_plan,
    named_sights,
    visits_by_sight,
    visits_of_kinds,
)
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, joined, listed, money, name_of, note_of, say, short_date
from travelagent.assistant.results.route import Day, Visit
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sight
from travelagent.catalog.concessions import concessions_of
from travelagent.catalog.values import Sight
from travelagent.plans.booking import LEAD_DAYS, Booking
from travelagent.plans.concessions import NO_END, Concession

MOST_SIGHTS = 3


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the tickets of the sights that are named, else the bookings of the plan, else those of the cities."""
    if sights := named_sights(question):
        parts = [_of_sight(sight, trip) for sight in sights[:MOST_SIGHTS]]
        notes = [note_of(trip, sight) for sight in sights[:MOST_SIGHTS]]
        return compose_answer(trip, [*(text for text, _ in parts), *notes], {"sights": [facts for _, facts in parts]})
    if is_on_plan(question, trip):
        return bookings(trip, visits_of_kinds(question, days_of(question, trip)))
    cities = cities_of(question, trip)
    found = [s for city in cities for s in source.sights_of(city.id) if s.booking == "required"]
    found.sort(key=lambda sight: -sight.score)
    facts = {"required": [sight.id for sight in found]}
    names = {"city": listed(trip, (name_of(trip, city) for city in cities))}
    if not found:
        return compose_answer(trip, [say(trip, "tickets.city_none", **names)], facts)
    return compose_answer(
        trip,
        [say(trip, "tickets.city", sights=listed(trip, (name_of(trip, s) for s in found)), **names)],
        facts,
    )


def bookings(trip: TripContext, visits: Sequence[tuple[Day, Visit]]) -> TopicAnswer:
    """Return what of these visits must be booked, by when, and for what booking ahead is wise."""
    due = [(day, visit, book_by(trip, day.date, _booking(visit))) for day, visit in visits if _booking(visit) != "none"]
    due.sort(key=lambda each: each[2])
    needed = {kind: [each for each in due if _booking(each[1]) == kind] for kind in ("required", "recommended")}
    facts = {
        kind: [{"sight": v.sight, "day": day.day, "date": day.date, "book_by": by} for day, v, by in rows]
        for kind, rows in needed.items()
    }
    if not due:
        return compose_answer(trip, [say(trip, "tickets.plan_none")], facts)
    lines = {
        kind: [say(trip, "tickets.by", name=visit.name, date=short_date(trip, by)) for _, visit, by in rows]
        for kind, rows in needed.items()
    }
    texts = [say(trip, f"tickets.{kind}", visits=listed(trip, rows)) for kind, rows in lines.items() if rows]
    return compose_answer(trip, texts, facts)


def book_by(trip: TripContext, on: date, booking: Booking) -> date:
    """Return the day by which a visit on a date is booked, today at the earliest."""
    return max(on - timedelta(days=LEAD_DAYS[booking]), trip.today)


def _booking(visit: Visit) -> Booking:
    sight = source.sights().get(visit.sight or "")
    return sight.booking if sight else "none"


def price_of(sight: Sight, trip: TripContext) -> tuple[str, dict[str, Any]]:
    """Return what an adult's ticket costs, on the plan's day where it has one, and who pays less, in words and as
    figures."""
    currency, held = source.cities()[sight.city].currency, visits_by_sight(trip).get(sight.id)
    on = held[0].date if held else None
    price = planning_sight(sight, currency).price_on(on) if on else sight.price
    shared = source.sights().get(sight.ticket)
    facts: dict[str, Any] = {"sight": sight.id, "price": price, "currency": currency}
    facts["shared_with"] = sight.ticket or None
    if not price:
        return say(trip, "tickets.free", name=name_of(trip, sight)), facts
    cost = money(trip, price, currency)
    reduced = [(each, each.ticket(price)) for each in concessions_of(sight)]
    facts["by_age"] = [{"from": c.from_age, "below": c.until_age, "price": paid} for c, paid in reduced]
    by_age = _by_age(trip, reduced, currency)
    if shared is not None:
        text = say(trip, "tickets.shared", name=name_of(trip, sight), other=name_of(trip, shared), price=cost)
        return joined(trip, text, by_age), facts
    return joined(trip, say(trip, "tickets.price", name=name_of(trip, sight), price=cost), by_age), facts


def _by_age(trip: TripContext, reduced: Sequence[tuple[Concession, Decimal]], currency: str) -> str:
    """Who pays less than an adult, and what; empty where that is not known."""
    rows = [
        say(trip, "tickets.age_price", ages=_ages(trip, each), price=money(trip, paid, currency))
        if paid
        else say(trip, "tickets.age_free", ages=_ages(trip, each))
        for each, paid in reduced
    ]
    return say(trip, "tickets.by_age", rows=say(trip, "list.comma").join(rows)) if rows else ""


def _ages(trip: TripContext, concession: Concession) -> str:
    first, last = concession.from_age, concession.until_age - 1
    if concession.until_age == NO_END:
        return say(trip, "tickets.ages_from", first=first)
    return say(trip, "tickets.ages_between" if first else "tickets.ages_until", first=first, last=last)


def _of_sight(sight: Sight, trip: TripContext) -> tuple[str, dict[str, Any]]:
    """Whether a sight is booked, by when for the plan's day, and its price."""
    price, facts = price_of(sight, trip)
    held, name = visits_by_sight(trip).get(sight.id), name_of(trip, sight)
    facts |= {"booking": sight.booking, "days_ahead": LEAD_DAYS[sight.booking]}
    if sight.booking == "none":
        return joined(trip, say(trip, "tickets.no_booking", name=name), price), facts
    if held is None:
        book = say(trip, f"tickets.book_{sight.booking}", name=name, days=LEAD_DAYS[sight.booking])
        return joined(trip, book, price), facts
    by = book_by(trip, held[0].date, sight.booking)
    facts |= {"day": held[0].day, "date": held[0].date, "book_by": by}
    words = {"name": name, "date": short_date(trip, by), "day": held[0].day}
    return joined(trip, say(trip, f"tickets.book_{sight.booking}_by", **words), price), facts
