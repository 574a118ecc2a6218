"""The journal of a trip: a note and pictures a day, and the book of it.

The note of a day takes `If-Match` with the version of its entry, as returned in `ETag`; pictures are files of the trip
that belong to the journal of a day.
"""

from urllib.parse import quote

from django.http import HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.rate_limits import Cost
from travelagent.api.pagination import Whole
from travelagent.api.parsers import BoundedJson
from travelagent.api.preconditions import ETAG, IF_MATCH, etag
from travelagent.api.problems import wrong_field
from travelagent.api.serializers.files import JournalBody, JournalDaySerializer
from travelagent.api.views.trips import AnyForm, TripView
from travelagent.attachments import journal
from travelagent.compute.pool import Terms
from travelagent.trips.membership import Role


class JournalList(TripView):
    """The journal of a trip."""

    pagination_class = Whole

    @extend_schema(responses=JournalDaySerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List the days of a journal that have a note or a picture, in their order."""
        rows = JournalDaySerializer(journal.journal_of(self.trip(trip)), many=True).data
        return Whole().get_paginated_response(rows)


class JournalDay(TripView):
    """One day of a journal."""

    parser_classes = [BoundedJson]

    @extend_schema(responses=JournalDaySerializer, parameters=[ETAG])
    def get(self, request: Request, trip: str, day: str) -> Response:
        """Get a day of a journal; 404 where nothing was written."""
        row = self.trip(trip)
        return self.shown_day(journal.find_entry(self.person(row), row.pk, day))

    @extend_schema(request=JournalBody, responses=JournalDaySerializer, parameters=[IF_MATCH, ETAG])
    def put(self, request: Request, trip: str, day: str) -> Response:
        """Write the note of a day of the trip; 412 `version_conflict` when it was changed meanwhile."""
        row, text = self.trip(trip, Role.EDITOR), self.body(JournalBody)["text"]
        return self.shown_day(journal.write_entry(self.person(row), row.pk, day, text, self.base))

    @extend_schema(responses={204: None}, parameters=[IF_MATCH])
    def delete(self, request: Request, trip: str, day: str) -> Response:
        """Delete the note of a day; its pictures stay among the files of that day."""
        row = self.trip(trip, Role.EDITOR)
        journal.delete_entry(self.person(row), row.pk, day, self.base)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def shown_day(self, day: journal.Day) -> Response:
        """Return the response with the day and its version as `ETag`."""
        return Response(JournalDaySerializer(day).data, headers={"ETag": etag(day.entry.version)})


class JournalBook(TripView):
    """The journal as a book."""

    content_negotiation_class = AnyForm
    get_cost = Cost.RUN

    @extend_schema(
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
        parameters=[OpenApiParameter("lang", enum=["en", "zh"], description="The caller's by default.")],
    )
    def get(self, request: Request, trip: str) -> HttpResponse:
        """Download the journal as a book to print: a title page, then each day with its places, note and pictures."""
        from travelagent.attachments.book import to_pdf  # fonts and pictures: most processes never print

        row, lang = self.trip(trip), self.query_text("lang") or self.locale
        if lang not in ("en", "zh"):
            raise wrong_field("lang", _("One of %(formats)s.") % {"formats": "en, zh"})
        name = quote(f"{slugify(row.title, allow_unicode=True) or 'trip'}-journal.pdf")
        headers = {"Content-Disposition": f"attachment; filename=\"journal.pdf\"; filename*=UTF-8''{name}"}
        book = to_pdf(row, lang, Terms(self.actor.owner))
        return HttpResponse(book, content_type="application/pdf", headers=headers)
