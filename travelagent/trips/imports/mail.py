"""E-mail (RFC 5322): the reservations of schema.org in the scripts and the microdata of its parts; without any, the
calendars it carries.

Messages that are forwarded in it, attached or quoted, are read as parts of it; the dates of their headers are none of a
booking. Other layouts are not read: without a reservation nothing of the message is guessed.
"""

import binascii
import json
import re
from collections.abc import Sequence
from email import policy
from email.errors import MessageError
from email.message import EmailMessage, Message
from email.parser import BytesParser
from functools import lru_cache
from html import unescape
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from travelagent.trips.imports.calendar import calendar_trip
from travelagent.trips.imports.dates import day_first_in
from travelagent.trips.imports.decoding import decoded
from travelagent.trips.imports.json_text import mended, unwrapped
from travelagent.trips.imports.microdata import items_in
from travelagent.trips.imports.reservations import Reservations, reservations_in, written_dates
from travelagent.trips.imports.text import cleaned
from travelagent.trips.imports.values import (
    NAME_CHARS,
    FileTrip,
    Unread,
    UnreadableFile,
    checked_trip,
    doubtful_dates,
)

MOST_PARTS = 100
MOST_MARKS = 500
"""Lines that may end a part. The library makes a message of each part, whoever reads it."""
MOST_BOUNDARIES = 30
"""Parts that hold parts: each line is compared with the boundaries of all that it stands in."""
MOST_HEADER_CHARS = 1_000
"""Of one header, whose parsing takes the square of its length."""
MOST_SCRIPTS = 50
MOST_MENDED = 50_000
"""Characters of a broken script that is mended."""
MOST_FORWARDS = 5
"""How deep messages stand in one another."""
_BOUNDARY = re.compile(rb"boundary\*?0?\*?\s{0,9}=", re.IGNORECASE)
_QUOTED = re.compile(r"^(?:>[ \t]?)+", re.MULTILINE)
_MARKED_UP = re.compile(r"application/ld\+json|itemscope", re.IGNORECASE)
_SCRIPT = re.compile(
    r"""<script\s[^<>]{0,500}?type\s{0,9}=\s{0,9}["']?application/ld\+json[^<>]{0,500}>""", re.IGNORECASE
)
_END = re.compile(r"</script", re.IGNORECASE)


class _BoundedHeaders(policy.EmailPolicy):
    """The library's own policy, with headers of bounded length, each parsed once and not whenever its part is asked."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:MOST_HEADER_CHARS]

    def header_fetch_parse(self, name: str, value: str) -> Any:
        return _parsed_header(name, value)


_parsed_header = lru_cache(maxsize=64)(policy.default.header_fetch_parse)


def read_eml(content: bytes) -> FileTrip:
    """Read an e-mail message and its attachments. Raises UnreadableFile."""
    try:
        subject, parts = _read_message(content, MOST_FORWARDS)
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise UnreadableFile(_("This is not a readable e-mail.")) from error
    nodes = [node for part in parts for value in _values_in(part) for node in reservations_in(value)]
    found = Reservations(day_first=day_first_in(text for node in nodes for text in written_dates(node)))
    for node in nodes:
        found.add(node)
    if not found:
        _read_calendars(parts, found)
    if not found:
        raise UnreadableFile(_("This e-mail has no readable booking. Only bookings that the sender marked up"
                               " (schema.org) can be read."))  # fmt: skip
    if found.day_first is None:
        found.unread.append(doubtful_dates())
    for name in (_file_name(part) for part in parts if not _is_calendar(part)):
        if name:
            found.unread.append(Unread(name, _("Attachments of an e-mail are not read; import the file itself.")))
    return checked_trip(
        FileTrip(
            subject, tuple(found.places), tuple(found.remarks), tuple(found.transfers), tuple(found.lodgings),
            tuple(found.unread),
        )
    )  # fmt: skip


def _read_message(content: bytes, depth: int) -> tuple[str, list[EmailMessage]]:
    """Return the subject and the parts of a message, with those of messages in it. `depth`: of messages to be opened.

    Raises what the library raises for broken messages.
    """
    if content.count(b"\n--") > MOST_MARKS or len(_BOUNDARY.findall(content)) > MOST_BOUNDARIES:
        raise MessageError("too many parts")
    message = BytesParser(EmailMessage, policy=_BoundedHeaders()).parsebytes(content)
    parts: list[EmailMessage] = []
    for part in islice(message.walk(), MOST_PARTS):
        inner = _forwarded(part) if depth else b""
        if inner:
            parts += _read_message(inner, depth - 1)[1]
        elif isinstance(part, EmailMessage) and not part.is_multipart():
            parts.append(part)
    return str(message.get("subject", "")), parts[:MOST_PARTS]


def _forwarded(part: Message) -> bytes:
    """Return a message that is attached as a file, or encoded as none should be; empty for any other part."""
    if part.get_content_type() == "message/rfc822":
        if str(part.get("content-transfer-encoding", "")).strip().lower() not in ("base64", "quoted-printable"):
            return b""
        body = part.as_bytes().partition(b"\n\n")[2]
        is_base64 = str(part["content-transfer-encoding"]).strip().lower() == "base64"
        return binascii.a2b_base64(body) if is_base64 else binascii.a2b_qp(body)
    if part.is_multipart() or not _file_name(part).lower().endswith(".eml"):
        return b""
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _values_in(part: EmailMessage) -> list[Any]:
    """Return the values that are marked up in a part: a page, a page in a quotation, or JSON-LD itself."""
    match part.get_content_type():
        case "text/html":
            page = _text(part)
        case "text/plain":
            page = _text(part)
            page = _QUOTED.sub("", page) if _MARKED_UP.search(page) else ""
        case "application/ld+json":
            return _values_of(_text(part))
        case _:
            return []
    scripts = scripts_in(page)
    has_bookings = any(next(reservations_in(value), None) is not None for value in scripts)
    return scripts if has_bookings else items_in(page)


def _is_calendar(part: EmailMessage) -> bool:
    return part.get_content_type() == "text/calendar" or _file_name(part).lower().endswith(".ics")


def _read_calendars(parts: Sequence[EmailMessage], found: Reservations) -> None:
    """Take over the events of calendars that a message carries, each once."""
    seen: set[bytes] = set()
    for part in parts:
        payload = part.get_payload(decode=True) if _is_calendar(part) else None
        if not isinstance(payload, bytes) or payload.strip() in seen:
            continue
        seen.add(payload.strip())
        try:
            trip = calendar_trip(payload)
        except UnreadableFile as error:
            found.unread.append(Unread(_file_name(part) or _("The calendar"), str(error)))
            continue
        found.places += trip.places
        found.remarks += trip.remarks
        found.transfers += trip.transfers
        found.lodgings += trip.lodgings
        found.unread += trip.unread


def _text(part: EmailMessage) -> str:
    payload = part.get_payload(decode=True)
    try:
        return decoded(payload, part.get_content_charset() or "")[0] if isinstance(payload, bytes) else ""
    except ValueError:
        return ""


def _file_name(part: Message) -> str:
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
        found += _values_of(html[begin.end() : end.start() if end else len(html)])
    return found


def _values_of(text: str) -> list[Any]:
    """Return the value of a script, mended where that is needed; empty for none."""
    try:
        return [json.loads(unwrapped(text))]
    except ValueError:
        pass
    except RecursionError:
        return []
    try:
        return [value] if len(text) <= MOST_MENDED and (value := mended(unescape(text))) else []
    except (ValueError, RecursionError):
        return []
