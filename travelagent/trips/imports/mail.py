"""E-mail (RFC 5322): the reservations of schema.org in the scripts of its HTML parts; without
any, the calendars it carries.

Other layouts are not read: without a reservation nothing of the message is guessed.
"""

import json
import re
from collections.abc import Iterator, Sequence
from email import policy
from email.errors import MessageError
from email.message import EmailMessage, Message
from email.parser import BytesParser
from itertools import islice
from typing import Any

import json_repair
from django.utils.translation import gettext as _

from travelagent.trips.imports.calendar import read_ics
from travelagent.trips.imports.reservations import Reservations, reservations_in
from travelagent.trips.imports.text import cleaned
from travelagent.trips.imports.values import NAME_CHARS, FileTrip, Unread, UnreadableFile, checked_trip

MOST_PARTS = 100
MOST_SCRIPTS = 50
MOST_MENDED = 50_000
"""Characters of a broken script that is mended: commas behind the last value, line breaks in texts."""
_SCRIPT = re.compile(
    r"""<script\s[^<>]{0,500}?type\s{0,9}=\s{0,9}["']?application/ld\+json[^<>]{0,500}>""", re.IGNORECASE
)
_END = re.compile(r"</script", re.IGNORECASE)


def read_eml(content: bytes) -> FileTrip:
    """Read an e-mail message and its attachments. Raises UnreadableFile."""
    try:
        message = BytesParser(EmailMessage, policy=policy.default).parsebytes(content)
        parts = list(_parts(message))
        subject = str(message.get("subject", ""))
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise UnreadableFile(_("This is not a readable e-mail.")) from error
    found = Reservations()
    for part in parts:
        _read_part(part, found)
    if not found:
        _read_calendars(parts, found)
    if not found:
        raise UnreadableFile(_("This e-mail has no readable booking. Only bookings that the sender marked up"
                               " (schema.org) can be read."))  # fmt: skip
    for name in (_file_name(part) for part in parts if part.get_content_type() != "text/calendar"):
        if not name:
            continue
        found.unread.append(Unread(name, _("Attachments of an e-mail are not read; import the file itself.")))
    if not (found.places or found.lodgings or found.transfers or found.remarks):
        names = "; ".join(each.what for each in found.unread)[:500]
        raise UnreadableFile(_("All bookings of this e-mail were cancelled: %(names)s.") % {"names": names})
    if not (found.places or found.lodgings or found.transfers):
        raise UnreadableFile(_("The bookings of this e-mail have no place and time that are known: %(names)s.")
                             % {"names": "; ".join(found.remarks)[:500]})  # fmt: skip
    return checked_trip(
        FileTrip(
            subject, tuple(found.places), tuple(found.remarks), tuple(found.transfers), tuple(found.lodgings),
            tuple(found.unread),
        )
    )  # fmt: skip


def _parts(message: Message) -> Iterator[EmailMessage]:
    for count, part in enumerate(message.walk()):
        if count >= MOST_PARTS:
            return
        if isinstance(part, EmailMessage) and not part.is_multipart():
            yield part


def _read_part(part: EmailMessage, found: Reservations) -> None:
    if part.get_content_type() == "text/html":
        for value in scripts_in(_text(part)):
            for node in reservations_in(value):
                found.add(node)


def _read_calendars(parts: Sequence[EmailMessage], found: Reservations) -> None:
    """Take over the events of calendars that a message carries."""
    for part in parts:
        payload = part.get_payload(decode=True) if part.get_content_type() == "text/calendar" else None
        if isinstance(payload, bytes):
            try:
                trip = read_ics(payload)
            except UnreadableFile:
                continue
            found.places += trip.places
            found.remarks += trip.remarks


def _text(part: EmailMessage) -> str:
    try:
        text = part.get_content(errors="replace")
    except (LookupError, ValueError, TypeError):
        payload = part.get_payload(decode=True)
        return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
    return text if isinstance(text, str) else ""


def _file_name(part: EmailMessage) -> str:
    try:
        return cleaned(part.get_filename() or "", NAME_CHARS)
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""


def scripts_in(html: str) -> list[Any]:
    """Return the values of the JSON-LD scripts of a page; one that is broken is mended, or left out.

    Takes time in proportion to the page's length, which parsers of whole pages do not.
    """
    found: list[Any] = []
    for begin in islice(_SCRIPT.finditer(html), MOST_SCRIPTS):
        end = _END.search(html, begin.end())
        text = html[begin.end() : end.start() if end else len(html)]
        try:
            found.append(json.loads(text))
        except (ValueError, RecursionError):
            if len(text) <= MOST_MENDED and (mended := _mended(text)):
                found.append(mended)
    return found


def _mended(text: str) -> Any:
    """Return the value of JSON with the faults that senders make; None where there is none."""
    try:
        return json_repair.loads(text.strip().removeprefix("<!--").removesuffix("-->"))
    except (ValueError, RecursionError, IndexError):
        return None
