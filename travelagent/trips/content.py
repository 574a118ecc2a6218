"""What a trip holds, brought into the form in which it is kept."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from travelagent.catalog.spoken import spoken
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.fields import MAX_DAYS
from travelagent.trips.errors import InvalidTrip
from travelagent.trips.exports.document import FORMAT, FORMAT_VERSION
from travelagent.trips.models import CONTENT
from travelagent.trips.plans import verified
from travelagent.wire.budget import budget_from_wire, budget_to_wire
from travelagent.wire.itinerary import itinerary_from_wire

TITLE_CHARS = 120
NOTES_CHARS = 10_000
MOST_VISITS = 600


def checked_document(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document as it would be stored, its itinerary verified. Raises InvalidTrip."""
    content = content_of_document(document)
    kept = {"title": checked_title(content["title"]), "itinerary": checked_itinerary(content["itinerary"])}
    head = {"format": FORMAT, "format_version": FORMAT_VERSION}
    return {**head, **kept, "budget": checked_budget(content["budget"]), "notes": checked_notes(content["notes"])}


def content_of_document(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contents of a trip from an exported JSON document. Raises InvalidTrip."""
    if document.get("format") != FORMAT or document.get("format_version") != FORMAT_VERSION:
        message = _("This is not a trip exported as JSON, or its version is not supported.")
        raise InvalidTrip("format", message)
    for field, kind in (("title", str), ("itinerary", Mapping), ("notes", str)):
        if not isinstance(document.get(field), kind):
            raise InvalidTrip(field, _("This field is missing or of another type."))
    if not isinstance(document.get("budget"), Mapping | None):
        raise InvalidTrip("budget", _("This field is missing or of another type."))
    return {name: document.get(name) for name in CONTENT}


def checked_title(title: str) -> str:
    """Return the title with single spaces, cut to TITLE_CHARS. Raises InvalidTrip for an empty one."""
    cleaned = " ".join(title.split())
    if not cleaned:
        raise InvalidTrip("title", _("A trip needs a title."))
    return cleaned[:TITLE_CHARS]


def checked_notes(notes: str) -> str:
    """Return the notes, trimmed. Raises InvalidTrip for notes over NOTES_CHARS."""
    if len(notes) > NOTES_CHARS:
        raise InvalidTrip("notes", _("At most %(limit)s characters.") % {"limit": NOTES_CHARS})
    return notes.strip()


def checked_itinerary(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return the itinerary with a new certificate. Raises InvalidTrip for an invalid one, or one with too many days or
    visits.
    """
    days = payload.get("days")
    if isinstance(days, list) and not 1 <= len(days) <= MAX_DAYS:
        raise InvalidTrip("itinerary", _("A trip has 1 to %(most)s days.") % {"most": MAX_DAYS})
    try:
        itinerary = itinerary_from_wire(payload)
        if len(itinerary.visits) > MOST_VISITS:
            raise InvalidTrip("itinerary", _("A trip has at most %(most)s visits.") % {"most": MOST_VISITS})
        return verified(payload)
    except InvalidRequest as error:
        raise InvalidTrip("itinerary", spoken(error.text)) from error


def checked_budget(payload: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the budget as it is stored, None for None. Raises InvalidTrip."""
    if payload is None:
        return None
    try:
        return budget_to_wire(budget_from_wire(payload))
    except InvalidRequest as error:
        raise InvalidTrip("budget", spoken(error.text)) from error
