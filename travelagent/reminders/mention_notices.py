"""Notifies members whom a comment names, where they asked for it: by e-mail, as a notification, never twice.

A notice is a row that is written with the comment and taken by one process at a time, as reminders are.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from travelagent.plans.values import LocalizedText
from travelagent.reminders.channels import Message, send
from travelagent.reminders.models import Channel, MentionNotice, ReminderWish
from travelagent.trips.errors import TripNotFound
from travelagent.trips.membership import find_trip, untranslated_names_of
from travelagent.trips.models import CommentMention, StopComment, Trip
from travelagent.trips.signals import members_mentioned

WAIT = timedelta(minutes=10)
HOUR = timedelta(hours=1)
KEPT_FOR = timedelta(hours=24)
"""A notice that could not be sent so long is given up."""
AT_ONCE = 200
MOST_AN_HOUR = 20
"""So many notices of one trip and channel a person gets within an hour; the activity feed has all."""
HEADING = LocalizedText("{name} mentioned you: {title}", "{name} 提到了你：{title}")
ABOUT = LocalizedText("On {stop}:", "关于{stop}：")
OWNER = LocalizedText("The owner of the trip", "行程主人")

log = logging.getLogger(__name__)


def connect() -> None:
    """Listen to the trips; again is once."""
    members_mentioned.connect(_mentioned, dispatch_uid="mention-notices")


def _mentioned(sender: Any, trip: Trip, comment: StopComment, **_: Any) -> None:
    """Write the notices of a new comment, one a person and channel."""
    now, notified = timezone.now(), {comment.person_id}
    for mention in comment.mentions.all():
        if mention.person_id in notified:
            continue
        notified.add(mention.person_id)
        wish = ReminderWish.objects.filter(trip=trip, person=mention.person_id).first()
        channels = [
            channel
            for channel, wanted in (
                (Channel.MAIL, wish and wish.mentions_by_mail),
                (Channel.PUSH, wish and wish.mentions_by_push),
            )
            if wanted
        ]
        lately = MentionNotice.objects.filter(
            mention__person=mention.person_id, mention__comment__trip=trip, mention__comment__created_at__gt=now - HOUR
        )
        for channel in channels:
            if lately.filter(channel=channel).count() >= MOST_AN_HOUR:
                continue
            MentionNotice.objects.create(mention=mention, channel=channel, next_attempt_at=now)


def send_mention_notices() -> int:
    """Send the notices that are due; how many were sent."""
    now = timezone.now()
    due = MentionNotice.objects.filter(sent_at=None, next_attempt_at__lte=now).order_by("next_attempt_at")
    rows = due.select_related("mention__comment__trip__person__user")[:AT_ONCE]
    return sum(_send_once(row, now) for row in rows)


def _send_once(notice: MentionNotice, now: datetime) -> int:
    """Send a notice unless another process is about to; 1 if it was sent."""
    with transaction.atomic():
        due = MentionNotice.objects.filter(pk=notice.pk, sent_at=None, next_attempt_at__lte=now)
        if not due.update(next_attempt_at=now + WAIT, attempts=notice.attempts + 1):
            return 0
    message = _message(notice.mention)
    if message is None or now - notice.mention.comment.created_at > KEPT_FOR:
        MentionNotice.objects.filter(pk=notice.pk).update(next_attempt_at=None)
        return 0
    error = send(notice.mention.person_id, Channel(notice.channel), message)
    done = {"error": error[:200]} if error else {"sent_at": timezone.now(), "next_attempt_at": None, "error": ""}
    MentionNotice.objects.filter(pk=notice.pk).update(**done)
    if error:
        log.warning("a notice was not sent", extra={"trip": notice.mention.comment.trip_id, "reason": error})
    return 0 if error else 1


def _message(mention: CommentMention) -> Message | None:
    """Return the message of a notice, in the person's language; None where they left the trip or ask for nothing."""
    comment = mention.comment
    wish = ReminderWish.objects.filter(trip=comment.trip_id, person=mention.person_id).first()
    try:
        trip = find_trip(mention.person_id, comment.trip_id)
    except TripNotFound:
        return None
    if wish is None:
        return None
    zh = wish.locale == "zh"

    def say(text: LocalizedText, **values: str) -> str:
        return (text.zh if zh else text.en).format(**values)

    name = untranslated_names_of(trip).get(comment.person_id, "") or say(OWNER)
    heading = say(HEADING, name=name, title=trip.title)
    stop = comment.stop_name.get(wish.locale) or comment.stop_name.get("en") or ""
    return Message(heading, (say(ABOUT, stop=stop), comment.text), f"/trips/{trip.pk}", wish.locale)
