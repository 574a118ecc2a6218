"""The lists of a trip: what to pack, what to book by when; proposed from the plan, then changed and ticked off.

A proposal is renewed when the trip has changed: entries keep their ticks and what their owner wrote, new ones come, and
those that no longer apply go unless they are done or were changed.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from travelagent.catalog import source
from travelagent.catalog.weather import usual_weather
from travelagent.checklists.booking import booking_list
from travelagent.checklists.packing import packing_list
from travelagent.checklists.values import Journey, Stop, Suggestion, TripDay, TripFacts, Weather
from travelagent.plans.values import DayPlan, Itinerary, LocalizedText, Visit
from travelagent.travel.legs import MODE_NAMES
from travelagent.trips.errors import InvalidTrip, TripNotFound
from travelagent.trips.membership import lock_trip
from travelagent.trips.models import List, ListItem, Trip
from travelagent.trips.signals import trip_part_changed
from travelagent.wire.itinerary import itinerary_from_wire

TEXT_CHARS = 200
MOST_ITEMS = 400
MOST_OF_ONE = 999
KEY_CHARS = 200
NEW_FIELDS = ("quantity", "due", "done")


def items_of(trip: Trip, which: str = "") -> list[ListItem]:
    """Return the entries of a trip's lists, or of one of them, without those that are not wanted."""
    rows = trip.list_items.filter(dismissed=False)
    return list(rows.filter(list=which) if which else rows)


@transaction.atomic
def propose_items(person: int, trip: str) -> Trip:
    """Propose the items of both lists from the trip as it is now. Raises TripNotFound."""
    row = lock_trip(person, trip)
    facts = facts_of(row)
    for which, found in ((List.PACKING, packing_list(facts)), (List.BOOKING, booking_list(facts))):
        _renew(row, which, {each.key[:KEY_CHARS]: each for each in found})
    _tell(row, person)
    return row


@transaction.atomic
def add_item(person: int, trip: str, given: Mapping[str, Any]) -> ListItem:
    """Add an entry of one's own. `given`: `list`, `text`, and optionally `quantity`, `due`, `done`.

    Raises TripNotFound, InvalidTrip.
    """
    row = lock_trip(person, trip)
    if row.list_items.count() >= MOST_ITEMS:
        raise InvalidTrip("text", _("The lists of a trip have at most %(most)s entries.") % {"most": MOST_ITEMS})
    _tell(row, person)
    more = {name: given[name] for name in NEW_FIELDS if name in given}
    return ListItem.objects.create(
        trip=row, list=given["list"], text=_own(given["text"]), edited=True, position=MOST_ITEMS, **more
    )


@transaction.atomic
def update_item(person: int, trip: str, item: str, given: Mapping[str, Any]) -> ListItem:
    """Change what is named of an entry: `text`, `quantity`, `due`, `done`. Raises TripNotFound, InvalidTrip."""
    row = lock_trip(person, trip)
    found = _item(row, item)
    for name in NEW_FIELDS:
        setattr(found, name, given.get(name, getattr(found, name)))
    if "text" in given:
        found.text = _own(given["text"])
    found.edited = found.edited or bool({"text", "quantity", "due"} & set(given))
    found.save()
    _tell(row, person)
    return found


@transaction.atomic
def remove_item(person: int, trip: str, item: str) -> None:
    """Take an entry out; one that was proposed is not proposed again. Raises TripNotFound."""
    row = lock_trip(person, trip)
    found = _item(row, item)
    _tell(row, person)
    if not found.key:
        found.delete()
        return
    found.dismissed = True
    found.save(update_fields=["dismissed"])


def facts_of(trip: Trip) -> TripFacts:
    """Return what lists are proposed from."""
    plan = itinerary_from_wire(trip.itinerary)
    stops = (_stop(day, visit) for day in plan.days for visit in day.visits if visit.sight is not None)
    return TripFacts(
        days=tuple(_day(plan, day) for day in plan.days),
        stops=tuple(stop for stop in stops if stop is not None),
        journeys=tuple(_journeys(plan)),
        children=_children(trip),
        is_dated=not plan.date_assumed,
    )


def _day(plan: Itinerary, day: DayPlan) -> TripDay:
    city = source.cities().get(day.city)
    known = LocalizedText(city.name_en, city.name_zh) if city else LocalizedText(day.city, day.city)
    return TripDay(day.date, day.city, plan.city_names.get(day.city, known), _weather(day) if city else None)


def _weather(day: DayPlan) -> Weather:
    usual = usual_weather(day.city, day.date)
    return Weather(usual.t_min, usual.t_max, (usual.rain_percent or 0) / 100)


def _stop(day: DayPlan, visit: Visit) -> Stop | None:
    sight = source.sights().get(visit.sight or "")
    if sight is None:
        return None
    return Stop(sight.id, visit.name, day.date, frozenset({sight.category, *sight.tags}), sight.booking)


def _journeys(plan: Itinerary) -> list[Journey]:
    moves = ((day, leg) for day in plan.days for leg in day.legs if leg.is_move)
    return [
        Journey(leg.origin_name, leg.destination_name, leg.mode, MODE_NAMES[leg.mode], day.date) for day, leg in moves
    ]


def _children(trip: Trip) -> tuple[int | None, ...]:
    """Return the children's ages as far as they were stated, else None for each child that the budget counts."""
    party = (trip.itinerary.get("brief") or {}).get("party") or {}
    if ages := party.get("children"):
        return tuple(ages)
    return (None,) * int((trip.budget or {}).get("children", 0))


def _renew(trip: Trip, which: str, wanted: Mapping[str, Suggestion]) -> None:
    kept = {row.key: row for row in trip.list_items.filter(list=which).exclude(key="")}
    for row in kept.values():
        if row.key not in wanted and not (row.done or row.edited or row.dismissed):
            row.delete()
    for position, (key, found) in enumerate(wanted.items()):
        row = kept.get(key) or ListItem(trip=trip, list=which, key=key)
        row.reason, row.position, row.proposed_for = _both(found.reason), position, trip.version
        if not row.edited:
            row.text, row.quantity, row.due = _both(found.text), found.quantity, found.due
        row.save()


def _item(trip: Trip, item: str) -> ListItem:
    found = trip.list_items.filter(pk=item, dismissed=False).first()
    if found is None:
        raise TripNotFound
    return found


def _own(text: str) -> dict[str, str]:
    cleaned = " ".join(text.split())
    if not cleaned:
        raise InvalidTrip("text", _("An entry needs a text."))
    return {"en": cleaned[:TEXT_CHARS], "zh": cleaned[:TEXT_CHARS]}


def _both(text: LocalizedText) -> dict[str, str]:
    return {"en": text.en, "zh": text.zh}


def _tell(trip: Trip, person: int) -> None:
    trip_part_changed.send(sender=Trip, trip=trip, part="lists", person=person)
