"""How a message reaches a person: by e-mail to their verified address, or as a notification of their browsers."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from smtplib import SMTPException

from django.core.mail import EmailMessage

from travelagent.accounts.verified import verified_address
from travelagent.reminders.models import Channel, PushSubscription
from travelagent.reminders.push import MOST_BYTES, push

BODY_CHARS = 900
HEADING_CHARS = 200


@dataclass(frozen=True, slots=True)
class Message:
    """A heading, and lines of which the first ones fit into a notification. `url`: the path that a notification opens;
    `lang`: "en" or "zh"."""

    heading: str
    lines: Sequence[str]
    url: str
    lang: str


def send(person: int, channel: Channel, message: Message) -> str:
    """Send a message; why it was not sent, empty for success."""
    return _mailed(person, message) if channel == Channel.MAIL else _pushed(person, message)


def _mailed(person: int, message: Message) -> str:
    address = verified_address(person)
    if not address:
        return "no verified address"
    try:
        EmailMessage(" ".join(message.heading.split()), "\n".join(message.lines), to=[address]).send()
    except (SMTPException, OSError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _pushed(person: int, message: Message) -> str:
    """Push it to every browser of the person; why none took it, empty for success."""
    payload = _payload(message)
    errors = ["no browser takes notifications"]
    for browser in PushSubscription.objects.filter(person=person):
        answer = push(browser.endpoint, browser.public_key, browser.secret, payload)
        if answer.is_gone:
            browser.delete()
        errors.append("" if answer.is_taken else answer.error)
    return "" if "" in errors else errors[-1]


def _payload(message: Message) -> bytes:
    """Return what the service worker shows, as JSON of at most MOST_BYTES: as many of the lines as have room."""
    body = "\n".join(message.lines)[:BODY_CHARS]
    while True:
        shown = {"title": message.heading[:HEADING_CHARS], "body": body, "url": message.url, "lang": message.lang}
        payload = json.dumps(shown, ensure_ascii=False).encode()
        if len(payload) <= MOST_BYTES:
            return payload
        body = body[: len(body) * 3 // 4]
