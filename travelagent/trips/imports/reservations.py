"""Reservations of schema.org as they stand in messages of airlines, railways, hotels and organisers: values in the
shape of JSON-LD to bookings of a trip.

Times are those of the message: with the offset of the place, else local. Source: schema.org/Reservation and the
reference of its markup in e-mail.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from travelagent.plans.values import IntercityMode
from travelagent.trips.imports.cities import airport_at, sight_called, town_in
from travelagent.trips.imports.coordinates import Position, position_in_address, position_of
from travelagent.trips.imports.dates import date_in, moment_in
from travelagent.trips.imports.values import LodgingStay, Place, Transfer, Unread

MOST_NODES = 2000
EVENT_MINUTES, MEAL_MINUTES = 120, 90
"""So long is taken for what does not tell its end."""
_RIDES: Mapping[str, tuple[IntercityMode, str, str]] = {
    "FlightReservation": ("flight", "departureAirport", "arrivalAirport"),
    "TrainReservation": ("train", "departureStation", "arrivalStation"),
    "BusReservation": ("bus", "departureBusStop", "arrivalBusStop"),
}
_CANCELLED = re.compile(r"cancel", re.IGNORECASE)
_VOCABULARY = re.compile(r"^(?:https?://(?:www\.)?schema\.org/|schema:)")
MOST_VALUES = 50_000
MOST_DEPTH = 8
"""How deep the properties of a reservation are followed, also by reference."""


@dataclass(slots=True)
class Reservations:
    """What was found, in its order. `day_first`: the order of dates in numbers, see `dates.day_first_in`."""

    day_first: bool | None = True

    places: list[Place] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    lodgings: list[LodgingStay] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.places) + len(self.remarks) + len(self.transfers) + len(self.lodgings) + len(self.unread)

    def add(self, node: Mapping[str, Any]) -> None:
        """Take over a reservation."""
        kind, about = _type(node), _object(node, "reservationFor")
        if _CANCELLED.search(_status(node)) or _CANCELLED.search(_status(about)):
            self.unread.append(Unread(_called(node, about), _("The booking was cancelled.")))
        elif kind in _RIDES:
            self._add_ride(node, about, *_RIDES[kind])
        elif kind == "LodgingReservation":
            self._add_lodging(node, about)
        elif kind in ("EventReservation", "FoodEstablishmentReservation"):
            self._add_visit(node, about, MEAL_MINUTES if kind.startswith("Food") else EVENT_MINUTES)
        else:
            self._keep_as_note(node, about)

    def _add_ride(
        self, node: Mapping[str, Any], about: Mapping[str, Any], mode: IntercityMode, begin: str, end: str
    ) -> None:
        origin, destination = _object(about, begin), _object(about, end)
        departs, arrives = self._moment(about, "departureTime"), self._moment(about, "arrivalTime")
        if departs is None and arrives is None:
            self._keep_as_note(node, about)
            return
        ride = Transfer(
            mode, _number(about), _port(origin), _port(destination), departs, arrives,
            _position(origin, mode), _position(destination, mode),
        )  # fmt: skip
        if ride not in self.transfers:  # one reservation a passenger
            self.transfers.append(ride)
        self._note(_ride_line(ride), node)

    def _add_lodging(self, node: Mapping[str, Any], about: Mapping[str, Any]) -> None:
        check_in, check_out = (
            self._day(node, name, other)
            for name, other in (("checkinTime", "checkinDate"), ("checkoutTime", "checkoutDate"))
        )
        if check_in is None or check_out is None or check_out < check_in:
            self._keep_as_note(node, about)
            return
        at, name, address = _geo(about), _text(about, "name"), _address(about)
        stay = LodgingStay(name, check_in, check_out, at, at or town_in(address) or town_in(name))
        if stay not in self.lodgings:
            self.lodgings.append(stay)
            if stay.town is None:
                self.unread.append(Unread(name, _("Its town is not known."), is_noted=True))
            elif stay.at is None:
                self.unread.append(Unread(name, _("Its position is not known: days begin in the middle of town.")))
        self._note(f"{check_in} – {check_out} " + " · ".join(filter(None, (name, address))), node)

    def _add_visit(self, node: Mapping[str, Any], about: Mapping[str, Any], usual: int) -> None:
        begin = self._moment(node, "startTime") or self._moment(about, "startDate")
        ends = self._moment(node, "endTime") or self._moment(about, "endDate")
        where = _object(about, "location") or about
        name = _text(about, "name") or _text(where, "name")
        known = sight_called(_text(where, "name")) or sight_called(name)
        position = _geo(where) or ((known.lat, known.lon) if known else None)
        if begin is None or position is None:
            self._keep_as_note(node, about)
            return
        both = ends is not None and (ends.tzinfo is None) == (begin.tzinfo is None)
        lasts = int((ends - begin).total_seconds() // 60) if ends is not None and both else usual
        place = Place(name, *position, begin, minutes=lasts if 0 < lasts <= 720 else usual, booked=True)
        if place not in self.places:
            self.places.append(place)
        self._note(" · ".join(filter(None, (f"{begin:%Y-%m-%d %H:%M} {name}", _address(where)))), node)

    def _keep_as_note(self, node: Mapping[str, Any], about: Mapping[str, Any]) -> None:
        """Keep what has no position or no time in the notes alone."""
        times = ((node, "startTime"), (about, "startDate"), (about, "departureTime"), (node, "checkinTime"),
                 (node, "pickupTime"))  # fmt: skip
        begin = next(filter(None, (self._moment(each, name) for each, name in times)), None)
        where = _object(about, "location") or about
        name = _called(node, about)
        parts = (f"{begin:%Y-%m-%d %H:%M}" if begin else "", name, _text(where, "name"), _address(where))
        self._note(" · ".join(dict.fromkeys(filter(None, parts))), node)
        self.unread.append(Unread(name, _("It has no position or no time that is known."), is_noted=True))

    def _moment(self, node: Mapping[str, Any], name: str) -> datetime | None:
        """Return a date with its time of day, aware where it has an offset; None for a date alone."""
        return moment_in(_text(node, name), self.day_first)

    def _day(self, node: Mapping[str, Any], *names: str) -> date | None:
        """Return the day of a night, of the first property with a value; small hours are of the day before."""
        written = next(filter(None, (_text(node, name) for name in names)), "")
        moment = moment_in(written, self.day_first)
        if moment is None:
            return date_in(written, self.day_first)
        return (moment - timedelta(hours=6)).date() if moment.hour < 4 else moment.date()

    def _note(self, line: str, node: Mapping[str, Any]) -> None:
        number = _text(node, "reservationNumber") or _text(node, "reservationId")
        booked = _("Booking number %(number)s") % {"number": number} if number else ""
        remark = " · ".join(filter(None, (line, booked)))
        if remark not in self.remarks:
            self.remarks.append(remark)


def reservations_in(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every reservation in a JSON-LD value: alone, in lists, in a graph, or within another thing.

    Each has plain properties: without the vocabulary's address, with the nodes that it refers to, and about one thing.
    """
    nodes = list(_nodes(value))
    by_id = {node["@id"]: node for node in nodes if len(node) > 1 and isinstance(node.get("@id"), str)}
    within: set[int] = set()
    plainly = _Plain(by_id)
    for node in nodes:
        if id(node) in within or not _type(node).endswith("Reservation"):
            continue
        plain = plainly.written(node, MOST_DEPTH)
        if isinstance(plain, dict) and "reservationFor" in plain:
            within.update(id(inner) for inner in _nodes(list(node.values())))
            about = plain["reservationFor"]
            for each in about if isinstance(about, list) else [about]:
                yield {**plain, "reservationFor": each}


def written_dates(node: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts of all dates and times of a reservation."""
    for each in _nodes(dict(node)):
        for name in each:
            if name.lower().endswith(("time", "date")):
                yield _text(each, name)


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects in a value, those around others first."""
    waiting, seen = [value], 0
    while waiting and seen < MOST_NODES:
        node = waiting.pop(0)
        seen += 1
        if isinstance(node, list):
            waiting[:0] = node[:MOST_NODES]
        elif isinstance(node, dict):
            yield node
            waiting[:0] = [inner for inner in node.values() if isinstance(inner, list | dict)]


class _Plain:
    """Writes values with plain names, one instead of a list of one, and nodes instead of references to them."""

    def __init__(self, by_id: Mapping[str, Any]) -> None:
        self._by_id = by_id
        self._room = MOST_VALUES

    def written(self, value: Any, depth: int) -> Any:
        """Return a value so; None where it is too deep, or where references have made too much of it."""
        self._room -= 1
        if depth == 0 or self._room < 0:
            return None
        if isinstance(value, list):
            found = [self.written(each, depth - 1) for each in value[:MOST_NODES]]
            return found[0] if len(found) == 1 else found
        if not isinstance(value, dict):
            return value
        if "@value" in value:
            return value["@value"]
        node = self._by_id.get(value["@id"], value) if len(value) == 1 and isinstance(value.get("@id"), str) else value
        return {_VOCABULARY.sub("", name): self.written(inner, depth - 1) for name, inner in node.items()}


def _type(node: Mapping[str, Any]) -> str:
    """Return the name of the type, of several the first, without the vocabulary's address."""
    value = node.get("@type") or node.get("type")
    first = value[0] if isinstance(value, list) and value else value
    return str(first or "").rsplit("/", 1)[-1].rsplit(":", 1)[-1]


def _object(node: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = node.get(name)
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, str):
        return {"name": value}
    return value if isinstance(value, Mapping) else {}


def _text(node: Mapping[str, Any], name: str) -> str:
    """Return a property as text, of several values the first, of a thing its name."""
    value = node.get(name)
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, Mapping):
        value = value.get("name")
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _status(node: Mapping[str, Any]) -> str:
    """Return the status of a reservation, or of an event, which may be an address, a word or a thing."""
    value = node.get("reservationStatus") or node.get("eventStatus")
    return str(value.get("@id") or value.get("name") or "") if isinstance(value, Mapping) else str(value or "")


def _called(node: Mapping[str, Any], about: Mapping[str, Any]) -> str:
    return _text(about, "name") or _number(about) or _text(node, "reservationNumber") or _type(node)


def _number(about: Mapping[str, Any]) -> str:
    """MU 525 of a flight, the number or name of a train or coach."""
    carrier = _object(about, "airline") or _object(about, "provider")
    number = _text(about, "flightNumber") or _text(about, "trainNumber") or _text(about, "busNumber")
    code = _text(carrier, "iataCode")
    if number and code and not number.upper().startswith(code.upper()):
        return f"{code} {number}"
    return number or _text(about, "trainName") or _text(about, "busName")


def _port(port: Mapping[str, Any]) -> str:
    name, code = _text(port, "name"), _text(port, "iataCode")
    return f"{name} ({code})" if name and code and code not in name else name or code


def _position(port: Mapping[str, Any], mode: IntercityMode) -> Position | None:
    """Return where a port is, or at least its town."""
    code = _text(port, "iataCode") or _text(port, "name")
    at = _geo(port) or (airport_at(code) if mode == "flight" else None)
    return at or town_in(_address(port)) or town_in(_text(port, "name"))


def _geo(thing: Mapping[str, Any]) -> Position | None:
    """Return the position of a thing: its own, or that in the address of its map."""
    geo = _object(thing, "geo") or thing
    at = position_of(geo.get("latitude"), geo.get("longitude"))
    if at is None:
        return position_in_address(_text(thing, "hasMap") or _text(thing, "map"))
    return at if at != (0, 0) else None


def _address(thing: Mapping[str, Any]) -> str:
    """Return an address on one line."""
    address = _object(thing, "address")
    parts = ("name", "streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry")
    return ", ".join(dict.fromkeys(filter(None, (_text(address, part) for part in parts))))


def _ride_line(ride: Transfer) -> str:
    """2026-12-06 09:05–14:20 MU 525 Beijing Capital (PEK) → Kansai (KIX)."""
    begin, end = ride.departs, ride.arrives
    first = begin or end
    span = f"{begin:%H:%M}" if begin else "…"
    same_day = begin is not None and end is not None and begin.date() == end.date()
    until = "" if end is None else f"–{end:%H:%M}" if same_day else f"–{end:%Y-%m-%d %H:%M}"
    hours = f"{first:%Y-%m-%d} {span}{until}" if first else ""
    return " ".join(filter(None, (hours, ride.label, f"{ride.origin} → {ride.destination}")))
