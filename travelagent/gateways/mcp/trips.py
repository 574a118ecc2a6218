"""The saved trips as resources: `travelagent://trips/{id}` in Markdown, with `.json` behind it as a document."""

import re

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from mcp_types import Resource, ResourceTemplate, TextResourceContents

from travelagent.gateways.mcp.callers import Caller
from travelagent.trips.errors import TripNotFound
from travelagent.trips.exports import EXPORTS
from travelagent.trips.membership import find_trip
from travelagent.trips.membership import trips_of as trips_of_person
from travelagent.trips.models import Trip

MOST_LISTED = 100
URI = "travelagent://trips/"
_NAMED = re.compile(r"travelagent://trips/(?P<id>trip_[0-9A-Za-z]{1,40})(?:\.(?P<form>md|json))?", re.ASCII)


def trips_of(caller: Caller) -> QuerySet[Trip]:
    """Return the trips that the caller may read, the one changed last first."""
    if caller.actor.person is not None:
        return trips_of_person(caller.actor.person)
    rows = Trip.objects.filter(caller.actor.owned())
    return rows.filter(person__end_user=caller.end_user) if caller.end_user else rows


def trip_of(caller: Caller, trip: str) -> Trip:
    """Return the trip. Raises TripNotFound for one that is not the caller's."""
    if caller.actor.person is not None:
        return find_trip(caller.actor.person, trip)
    row = trips_of(caller).select_related("person").filter(pk=trip).first()
    if row is None:
        raise TripNotFound
    return row


def listed(caller: Caller) -> list[Resource]:
    """Return the trips that were changed last, as resources."""
    return [
        Resource(
            uri=f"{URI}{trip.pk}",
            name=trip.pk,
            title=trip.title,
            description=_("A saved trip, day by day."),
            mime_type=_media_type("md"),
        )
        for trip in trips_of(caller)[:MOST_LISTED]
    ]


def templates() -> list[ResourceTemplate]:
    """Return the templates of the trips' addresses."""
    return [
        ResourceTemplate(
            uri_template=f"{URI}{{id}}",
            name="trip",
            title=_("A saved trip"),
            description=_("A saved trip, day by day."),
            mime_type=_media_type("md"),
        ),
        ResourceTemplate(
            uri_template=f"{URI}{{id}}.json",
            name="trip-document",
            title=_("A saved trip as JSON"),
            description=_("All of a saved trip, as it is imported again."),
            mime_type=_media_type("json"),
        ),
    ]


def read(caller: Caller, uri: str) -> TextResourceContents:
    """Return a trip's text. Raises TripNotFound for an address of none of the caller's trips."""
    named = _NAMED.fullmatch(uri)
    if named is None:
        raise TripNotFound
    form = named["form"] or "md"
    text = EXPORTS[form].write(trip_of(caller, named["id"]), caller.locale).decode()
    return TextResourceContents(uri=uri, mime_type=_media_type(form), text=text)


def _media_type(form: str) -> str:
    return EXPORTS[form].media_type.partition(";")[0]
