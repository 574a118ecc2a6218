"""Sends what is due: at 18:00 by the clocks of the next day's city, each reminder once a channel.

A reminder is a row before it is sent, unique by trip, day and channel, and whoever takes it puts its next attempt off;
so no two processes send the same one. One that fails is tried again until the day begins.
"""

import logging
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from travelagent.catalog import source
from travelagent.reminders.channels import Message, send
from travelagent.reminders.models import Channel, ReminderWish, SentReminder
from travelagent.reminders.text import reminder_of
from travelagent.trips.actions import TripNotFound, find_trip
from travelagent.trips.models import Trip

EVENING = time(18)
WAIT = timedelta(minutes=10)

log = logging.getLogger(__name__)


def send_reminders() -> int:
    """Send what is due now; how many reminders were sent."""
    now = timezone.now()
    sent = 0
    for wish in ReminderWish.objects.filter(by_mail=True) | ReminderWish.objects.filter(by_push=True):
        trip = _trip(wish)
        for day in _due_days(trip, now) if trip is not None else ():
            for channel in _channels(wish):
                sent += _send_once(wish, trip, day, channel, now) if trip is not None else 0
    return sent


def _trip(wish: ReminderWish) -> Trip | None:
    """Return the trip, if the person may still read it."""
    try:
        return find_trip(wish.person_id, wish.trip_id)
    except TripNotFound:
        return None


def _channels(wish: ReminderWish) -> Iterator[Channel]:
    if wish.by_mail:
        yield Channel.MAIL
    if wish.by_push:
        yield Channel.PUSH


def _due_days(trip: Trip, now: datetime) -> Iterator[date]:
    """Yield the days whose eve has come and that have not begun yet, by the clocks of their cities."""
    if trip.itinerary.get("date_assumed"):
        return
    zones = {stay["id"]: stay.get("timezone") for stay in trip.itinerary["request"].get("cities", ())}
    for day in trip.itinerary["days"]:
        known = source.cities().get(day["city"])
        zone = ZoneInfo((known.timezone if known else zones.get(day["city"])) or "UTC")
        on = date.fromisoformat(day["date"])
        eve = datetime.combine(on - timedelta(days=1), EVENING, zone)
        if eve <= now < datetime.combine(on, time(), zone):
            yield on


def _send_once(wish: ReminderWish, trip: Trip, day: date, channel: Channel, now: datetime) -> int:
    """Send a reminder unless it was sent, or another process is about to; 1 if it was sent."""
    row, _ = SentReminder.objects.get_or_create(wish=wish, day=day, channel=channel, defaults={"next_attempt_at": now})
    with transaction.atomic():
        due = SentReminder.objects.filter(pk=row.pk, sent_at=None, next_attempt_at__lte=now)
        if not due.update(next_attempt_at=now + WAIT, attempts=row.attempts + 1):
            return 0
    found = reminder_of(trip, day, wish.locale)
    if found is None:
        return 0
    message = Message(found.heading, found.lines, f"/trips/{trip.pk}", wish.locale)
    error = send(wish.person_id, channel, message)
    done = {"error": error[:200]} if error else {"sent_at": timezone.now(), "next_attempt_at": None, "error": ""}
    SentReminder.objects.filter(pk=row.pk).update(**done)
    if error:
        log.warning("a reminder was not sent", extra={"trip": trip.pk, "channel": channel.value, "reason": error})
    return 0 if error else 1
