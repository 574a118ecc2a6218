"""Time zones for iCalendar (RFC 5545, 3.6.5): every change of the clock around a calendar's events, one by one.

A change is stated in the local time that it ends, to the second. Several programs misread rules that go back decades,
and those of the years of the events are all that is needed: a feed is fetched again.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Component, Timezone, TimezoneDaylight, TimezoneStandard

STEP = timedelta(days=7)
"""No zone changes its clock twice within so long, but for one that takes the change back at once."""
SECOND = timedelta(seconds=1)


def add_zones(calendar: Calendar) -> None:
    """Define the zones that the events of the calendar name, from the year before the first event to its last year."""
    moments = [moment for event in calendar.walk("VEVENT") for moment in _moments(event)]
    zones = {moment.tzinfo for moment in moments if isinstance(moment.tzinfo, ZoneInfo)}
    for zone in sorted(zones, key=lambda zone: zone.key):
        years = [moment.year for moment in moments if moment.tzinfo is zone]
        calendar.add_component(zone_definition(zone, min(years) - 1, max(years)))


def zone_definition(zone: ZoneInfo, first_year: int, last_year: int) -> Timezone:
    """Return the definition of a zone that holds from the first year to the end of the last."""
    found = Timezone()
    found.add("tzid", zone.key)
    begin = datetime(first_year, 1, 1, tzinfo=UTC)
    _add(found, begin, zone, begin.astimezone(zone).utcoffset() or timedelta())
    for change in _changes(zone, begin, datetime(last_year + 1, 1, 1, tzinfo=UTC)):
        _add(found, change, zone, (change - SECOND).astimezone(zone).utcoffset() or timedelta())
    return found


def _add(found: Timezone, change: datetime, zone: ZoneInfo, before: timedelta) -> None:
    """Add what holds from a moment on. `before`: the offset until then."""
    local = change.astimezone(zone)
    part = TimezoneDaylight() if (local.dst() or timedelta()) > timedelta() else TimezoneStandard()
    part.add("dtstart", (change + before).replace(tzinfo=None))
    part.add("tzoffsetfrom", before)
    part.add("tzoffsetto", local.utcoffset())
    part.add("tzname", local.tzname())
    found.add_component(part)


def _changes(zone: ZoneInfo, begin: datetime, end: datetime) -> Iterator[datetime]:
    """Yield the moments in UTC at which the offset or the name of the time becomes another."""
    low = begin
    while low < end:
        high = low + STEP
        if _state(zone, low) != _state(zone, high):
            yield _first_of_another(zone, low, high)
        low = high


def _first_of_another(zone: ZoneInfo, low: datetime, high: datetime) -> datetime:
    """Return the second from which on, until `high`, offset and name are as at `high`."""
    while high - low > SECOND:
        middle = low + timedelta(seconds=int((high - low).total_seconds()) // 2)
        if _state(zone, middle) == _state(zone, low):
            low = middle
        else:
            high = middle
    return high


def _state(zone: ZoneInfo, moment: datetime) -> tuple[timedelta | None, str | None]:
    local = moment.astimezone(zone)
    return local.utcoffset(), local.tzname()


def _moments(event: Component) -> Iterable[datetime]:
    times = (event.get(name) for name in ("dtstart", "dtend"))
    return [time.dt for time in times if time is not None and isinstance(time.dt, datetime)]
