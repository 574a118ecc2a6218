"""Reservations of schema.org as they stand in messages of airlines, railways, hotels and organisers: JSON-LD values to
bookings of a trip.

Times are those of the message: with the offset of the place, else local. Source: schema.org/Reservation and the
reference of its markup in e-mail.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from travelagent.plans.values import IntercityMode
from travelagent.trips.imports.cities import airport_at, sight_called, town_in
from travelagent.trips.imports.takeout import position_in
from travelagent.trips.imports.values import LodgingStay, Place, Transfer, Unread, text_of

MOST_NODES = 2000
EVENT_MINUTES, MEAL_MINUTES = 120, 90
"""So long is taken for what does not tell its end."""
_RIDES: Mapping[str, tuple[IntercityMode, str, str]] = {
    "FlightReservation": ("flight", "departureAirport", "arrivalAirport"),
    "TrainReservation": ("train", "departureStation", "arrivalStation"),
    "BusReservation": ("bus", "departureBusStop", "arrivalBusStop"),
}
_CANCELLED = re.compile(r"cancel", re.IGNORECASE)
_ZONE_WITHOUT_COLON = re.compile(r"([+-]\d{2})(\d{2})$")


@dataclass(slots=True)
class Reservations:
    """What was found, in its order."""

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
        if _CANCELLED.search(_status(node)):
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
        departs, arrives = moment_of(about.get("departureTime")), moment_of(about.get("arrivalTime"))
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
            _day_of(node.get(name) or node.get(other))
            for name, other in (("checkinTime", "checkinDate"), ("checkoutTime", "checkoutDate"))
        )
        if check_in is None or check_out is None or check_out < check_in:
            self._keep_as_note(node, about)
            return
        at, name, address = _geo(about), text_of(about, "name"), _address(about)
        stay = LodgingStay(name, check_in, check_out, at, at or town_in(address) or town_in(name))
        if stay not in self.lodgings:
            self.lodgings.append(stay)
            if stay.town is None:
                self.unread.append(Unread(name, _("Its town is not known; it stands in the notes.")))
            elif stay.at is None:
                self.unread.append(Unread(name, _("Its position is not known: days begin in the middle of town.")))
        self._note(f"{check_in} – {check_out} " + " · ".join(filter(None, (name, address))), node)

    def _add_visit(self, node: Mapping[str, Any], about: Mapping[str, Any], usual: int) -> None:
        begin = moment_of(node.get("startTime") or about.get("startDate"))
        ends = moment_of(node.get("endTime") or about.get("endDate"))
        where = _object(about, "location") or about
        name = text_of(about, "name") or text_of(where, "name")
        known = sight_called(text_of(where, "name")) or sight_called(name)
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
        begin = moment_of(
            node.get("startTime") or about.get("startDate") or about.get("departureTime") or node.get("checkinTime")
            or node.get("pickupTime")
        )  # fmt: skip
        where = _object(about, "location") or about
        name = _called(node, about)
        parts = (f"{begin:%Y-%m-%d %H:%M}" if begin else "", name, text_of(where, "name"), _address(where))
        self._note(" · ".join(dict.fromkeys(filter(None, parts))), node)
        self.unread.append(Unread(name, _("It has no position or no time that is known; it stands in the notes.")))

    def _note(self, line: str, node: Mapping[str, Any]) -> None:
        number = text_of(node, "reservationNumber") or text_of(node, "reservationId")
        booked = _("Booking number %(number)s") % {"number": number} if number else ""
        remark = " · ".join(filter(None, (line, booked)))
        if remark not in self.remarks:
            self.remarks.append(remark)


def reservations_in(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every reservation in a JSON-LD value: alone, in lists, in a graph, or within another thing."""
    waiting, seen = [value], 0
    while waiting and seen < MOST_NODES:
        node = waiting.pop(0)
        seen += 1
        if isinstance(node, list):
            waiting[:0] = node[:MOST_NODES]
        elif isinstance(node, Mapping):
            if _type(node).endswith("Reservation") and "reservationFor" in node:
                yield node
            else:
                waiting[:0] = [inner for inner in node.values() if isinstance(inner, list | Mapping)]


def moment_of(value: object) -> datetime | None:
    """Return an ISO time, aware where it has an offset; None for a date alone. `value` may be a typed value."""
    text = value.get("@value") if isinstance(value, Mapping) else value
    if not isinstance(text, str) or len(text.strip()) <= len("2026-12-06"):
        return None
    try:
        return datetime.fromisoformat(_ZONE_WITHOUT_COLON.sub(r"\1:\2", text.strip()))
    except ValueError:
        return None


def _day_of(value: object) -> date | None:
    moment = moment_of(value)
    if moment is not None:
        return (moment - timedelta(hours=6)).date() if moment.hour < 4 else moment.date()
    try:
        return date.fromisoformat(str(value).strip())
    except ValueError:
        return None


def _type(node: Mapping[str, Any]) -> str:
    """Return the name of the type, of several the first, without the vocabulary's address."""
    value = node.get("@type")
    first = value[0] if isinstance(value, Sequence) and not isinstance(value, str) and value else value
    return str(first or "").rsplit("/", 1)[-1].rsplit(":", 1)[-1]


def _object(node: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = node.get(name)
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, str):
        return {"name": value}
    return value if isinstance(value, Mapping) else {}


def _status(node: Mapping[str, Any]) -> str:
    """Return the status, which may be an address, a word or a thing."""
    value = node.get("reservationStatus")
    return str(value.get("@id") or value.get("name") or "") if isinstance(value, Mapping) else str(value or "")


def _called(node: Mapping[str, Any], about: Mapping[str, Any]) -> str:
    return text_of(about, "name") or _number(about) or text_of(node, "reservationNumber") or _type(node)


def _number(about: Mapping[str, Any]) -> str:
    """MU 525 of a flight, the number or name of a train or coach."""
    carrier = _object(about, "airline") or _object(about, "provider")
    number = text_of(about, "flightNumber") or text_of(about, "trainNumber") or text_of(about, "busNumber")
    code = text_of(carrier, "iataCode")
    if number and code and not number.upper().startswith(code.upper()):
        return f"{code} {number}"
    return number or text_of(about, "trainName") or text_of(about, "busName")


def _port(port: Mapping[str, Any]) -> str:
    name, code = text_of(port, "name"), text_of(port, "iataCode")
    return f"{name} ({code})" if name and code and code not in name else name or code


def _position(port: Mapping[str, Any], mode: IntercityMode) -> tuple[float, float] | None:
    """Return where a port is, or at least its town."""
    at = _geo(port) or (airport_at(text_of(port, "iataCode")) if mode == "flight" else None)
    return at or town_in(_address(port)) or town_in(text_of(port, "name"))


def _geo(thing: Mapping[str, Any]) -> tuple[float, float] | None:
    """(latitude, longitude) of a thing: its own, or that in the address of its map."""
    geo = _object(thing, "geo")
    try:
        lat, lon = float(str(geo.get("latitude"))), float(str(geo.get("longitude")))
    except ValueError:
        return position_in(text_of(thing, "hasMap") or text_of(thing, "map"))
    return (lat, lon) if -90 <= lat <= 90 and -180 <= lon <= 180 and (lat, lon) != (0, 0) else None


def _address(thing: Mapping[str, Any]) -> str:
    """Return an address on one line."""
    value = thing.get("address")
    if isinstance(value, str):
        return value
    parts = ("streetAddress", "postalCode", "addressLocality", "addressRegion")
    found = [text_of(_object(thing, "address"), part) for part in parts]
    country = _object(_object(thing, "address"), "addressCountry")
    return ", ".join(dict.fromkeys(filter(None, (*found, text_of(country, "name")))))


def _ride_line(ride: Transfer) -> str:
    """2026-12-06 09:05–14:20 MU 525 Beijing Capital (PEK) → Kansai (KIX)."""
    begin, end = ride.departs, ride.arrives
    first = begin or end
    span = f"{begin:%H:%M}" if begin else "…"
    same_day = begin is not None and end is not None and begin.date() == end.date()
    until = "" if end is None else f"–{end:%H:%M}" if same_day else f"–{end:%Y-%m-%d %H:%M}"
    hours = f"{first:%Y-%m-%d} {span}{until}" if first else ""
    return " ".join(filter(None, (hours, ride.label, f"{ride.origin} → {ride.destination}")))
