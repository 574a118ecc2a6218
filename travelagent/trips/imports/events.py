"""The events of iCalendar files as they take place: of all calendars of a file, repetitions laid out, changes applied.

Of several states of one event the newest counts (RFC 5545, 3.8.7.4). Rules, exceptions and changes of single
repetitions are worked out by recurring-ical-events.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Any, Final

import recurring_ical_events
from django.utils.translation import gettext as _
from icalendar import Calendar, Component, vBroken, vDDDTypes, vRecur

from travelagent.plans.fields import MAX_DAYS
from travelagent.trips.imports.values import NAME_CHARS, Unread

MOST_REPEATS: Final = 60
"""Of one event: a rule may go on for ever."""
MOST_SERIES: Final = 200
"""How many events are repeated: each takes some ten milliseconds to lay out."""
REPEATED: Final = ("rrule", "rdate", "recurrence-id")


@dataclass(frozen=True, slots=True)
class Events:
    """What takes place, in the order of the file, and what does not."""

    events: tuple[Component, ...]
    unread: tuple[Unread, ...]


def events_of(calendars: Sequence[Calendar]) -> Events:
    """Return the events of calendars. Raises whatever the libraries raise for broken ones."""
    events: list[Component] = []
    unread: list[Unread] = []
    series_left = MOST_SERIES
    for calendar in calendars:
        is_cancelled = str(calendar.get("method", "")).upper() == "CANCEL"
        for series in _series(calendar):
            kept = [] if is_cancelled else [event for event in series if not _is_cancelled(event)]
            if is_cancelled or all("recurrence-id" not in event for event in series):
                unread += [Unread(name_of(event), _("It is cancelled.")) for event in series if event not in kept]
            rules = _rules(kept[0]) if kept else []
            if len(series) == len(kept) == 1 and not rules:
                events += kept
            elif kept and any(_is_broken(rule) for event in series for rule in _rules(event)):
                events += kept
                unread.append(Unread(name_of(kept[0]), _("How it repeats cannot be read; it is read once.")))
            elif kept and not series_left:
                events += kept
                unread.append(Unread(name_of(kept[0]), _("Too many events repeat; it is read once.")))
            elif kept:
                series_left -= 1
                repeated, cut = _repeated(calendar, series)
                events += repeated
                if not repeated and len(series) == len(kept) == 1 and "exdate" not in kept[0]:
                    events += kept
                    unread.append(Unread(name_of(kept[0]), _("How it repeats cannot be read; it is read once.")))
                if cut:
                    why = _("It repeats without end; %(count)s times are read.") % {"count": len(repeated)}
                    unread.append(Unread(name_of(kept[0]), why))
    return Events(tuple(events), tuple(unread))


def moment(event: Component, name: str) -> Any:
    """Return the date, moment or duration of a property; None where it is missing or broken."""
    value = event.get(name)
    return value.dt if isinstance(value, vDDDTypes) else None


def _series(calendar: Calendar) -> Iterator[list[Component]]:
    """Yield the events that belong together, by their UID, each in its newest state."""
    by_uid: dict[str, dict[str, Component]] = {}
    for number, event in enumerate(calendar.walk("VEVENT")):
        states = by_uid.setdefault(str(event.get("uid", "")) or f"#{number}", {})
        repetition = str(moment(event, "recurrence-id") or "")
        if repetition not in states or _age(event) >= _age(states[repetition]):
            states[repetition] = event
    yield from (list(states.values()) for states in by_uid.values())


def _age(event: Component) -> tuple[int, datetime]:
    """Return what the states of an event are ordered by: its number, then when it was written."""
    sequence, written = event.get("sequence", 0), moment(event, "dtstamp")
    if not isinstance(written, datetime):
        written = datetime.min
    return int(sequence), written if written.tzinfo else written.replace(tzinfo=UTC)


def _repeated(calendar: Calendar, series: Sequence[Component]) -> tuple[list[Component], bool]:
    """Return the repetitions of an event within the longest trip, and whether there are more."""
    alone = Calendar()
    for zone in calendar.walk("VTIMEZONE"):
        alone.add_component(zone)
    for event in series:
        alone.add_component(event)
    starts = [start for event in series if isinstance(start := moment(event, "dtstart"), date)]
    if not starts:
        return [], False
    first = min(_day(start) for start in starts)
    found = recurring_ical_events.of(alone, skip_bad_series=True).after(datetime.combine(first, datetime.min.time()))
    last = first + timedelta(days=MAX_DAYS)
    taken = list(islice(found, MOST_REPEATS + 1))
    within = [event for event in taken[:MOST_REPEATS] if _day(moment(event, "dtstart")) < last]
    kept = [event for event in within if not _is_cancelled(event)]
    return kept, len(within) < len(taken)


def _rules(event: Component) -> list[Any]:
    """Return the properties by which an event repeats."""
    found = (event[name] for name in REPEATED if name in event)
    return [rule for each in found for rule in (each if isinstance(each, list) else [each])]


def _is_broken(rule: object) -> bool:
    """Return whether a rule cannot be read, or never comes to its next repetition."""
    return isinstance(rule, vBroken) or (
        isinstance(rule, vRecur) and any(step < 1 for step in rule.get("INTERVAL", []))
    )


def _is_cancelled(event: Component) -> bool:
    return str(event.get("status", "")).upper() in ("CANCELLED", "CANCELED")


def _day(at: date) -> date:
    return at.date() if isinstance(at, datetime) else at


def name_of(event: Component) -> str:
    """Return what an event is called, else its UID."""
    return str(event.get("summary", ""))[:NAME_CHARS] or str(event.get("uid", ""))[:NAME_CHARS]
