"""Saved trips: kept, changed, checked, shared, exported.

What changes a trip takes `If-Match` with the version that the change was made upon, as `ETag` told it. When the trip
has another one by now, nothing is written and the answer is 412 `version_conflict` with that version.
"""

import re
from dataclasses import asdict
from typing import Any
from urllib.parse import quote

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.accounts.rate_limits import Cost
from travelagent.api.pagination import ByNumber, NewestChanged, Whole
from travelagent.api.parsers import TRIP_FILES, LargeJson
from travelagent.api.preconditions import ETAG, IF_MATCH, base_version, etag
from travelagent.api.problems import Problem, wrong_field
from travelagent.api.serializers.trips import (
    AlternativesSerializer,
    CertificateSerializer,
    DifferenceSerializer,
    ImportPreviewSerializer,
    NewShareSerializer,
    NewTrip,
    ReplanBody,
    ReplannedSerializer,
    ShareBody,
    ShareSerializer,
    TripChanges,
    TripDocument,
    TripEdits,
    TripSerializer,
    UndoBody,
    VerifyBody,
    VersionSerializer,
)
from travelagent.api.views.base import ActorView
from travelagent.catalog.spoken import spoken
from travelagent.chat import actions as chat
from travelagent.chat.actions import NotFound
from travelagent.plans.errors import InvalidRequest
from travelagent.trips import actions, proposals
from travelagent.trips.exports import EXPORTS
from travelagent.trips.imports import TripFile
from travelagent.trips.imports.preview import Preview, preview_of
from travelagent.trips.imports.reading import read_file
from travelagent.trips.imports.values import UnreadableFile
from travelagent.trips.models import Author, Trip, TripVersion

LOCATION = OpenApiParameter("Location", str, OpenApiParameter.HEADER, response=[201], description="What was made.")
END_USER = OpenApiParameter("end_user", str, description="The trips of one of the partner's travellers.")
ONCE = OpenApiParameter(
    "once",
    bool,
    description="Make no second trip of the same title, notes and days: answer with the one that is there.",
)


class TripView(ActorView):
    scope = Scope.TRIPS
    parser_classes = [LargeJson]

    def trips(self) -> QuerySet[Trip]:
        return Trip.objects.filter(self.actor.owned())

    def trip(self, trip: str) -> Trip:
        """The caller's trip. Raises NotFound."""
        row = self.trips().filter(pk=trip).first()
        if row is None:
            raise NotFound
        return row

    @property
    def author(self) -> Author:
        return Author.OWNER if self.actor.partner is None else Author.PARTNER

    @property
    def base(self) -> int | None:
        """The version that `If-Match` names. Raises Problem."""
        return base_version(self.request)

    def shown(self, trip: Trip, code: int = status.HTTP_200_OK) -> Response:
        """The trip with its version as ETag, and where it is when it is new."""
        headers = {"ETag": etag(trip.version)}
        if code == status.HTTP_201_CREATED:
            headers["Location"] = reverse("api-trip", args=[trip.pk])
        return Response(TripSerializer(trip).data, code, headers=headers)


class TripList(TripView):
    pagination_class = NewestChanged

    @extend_schema(responses=TripSerializer(many=True), parameters=[END_USER])
    def get(self, request: Request) -> Response:
        """The caller's trips, the one changed last first; `end_user` keeps those of one traveller."""
        return self.page(self.of_traveller(self.trips()), TripSerializer)

    @extend_schema(request=NewTrip, responses={201: TripSerializer}, parameters=[LOCATION, ETAG])
    def post(self, request: Request) -> Response:
        """Keep a plan, whether it holds or not; its certificate says."""
        given = self.body(NewTrip)
        row = actions.create_trip(
            self._person(given),
            given["title"],
            given["itinerary"],
            given.get("budget"),
            given.get("session", ""),
            given.get("notes", ""),
            author=self.author,
        )
        return self.shown(row, status.HTTP_201_CREATED)

    def _person(self, given: dict[str, Any]) -> int:
        """Whose the trip will be. Raises NotFound, Problem."""
        if given.get("session"):
            return chat.find_session(self.actor, given["session"]).person_id
        end_user = given.get("end_user", "")
        if end_user and self.actor.partner is None:
            raise wrong_field("end_user", _("Only a partner's key has travellers of its own."))
        return self.actor.person_for(end_user).pk


FILE_BODIES = {"application/json": TripDocument} | {each.media_type: OpenApiTypes.BINARY for each in TRIP_FILES}


class FileView(TripView):
    """What takes the document of a trip, or a file of another format by its media type."""

    parser_classes = [LargeJson, *TRIP_FILES]

    def given(self) -> dict[str, Any] | TripFile:
        """The document or the file that was sent. Raises Problem."""
        given = self.request.data
        if not isinstance(given, dict):
            raise Problem(400, "invalid", _("Some fields are wrong."), errors={"format": [_("An object is needed.")]})
        content = given.get("content")
        return TripFile(given["format"], content) if isinstance(content, bytes) else given

    def preview(self, file: TripFile) -> Preview:
        """A file as it would be imported. Raises Problem, Busy."""
        try:
            return read_file(file, timezone.localdate(), self.actor.owner)
        except UnreadableFile as error:
            raise wrong_field("file", str(error)) from error
        except InvalidRequest as error:
            raise wrong_field("file", spoken(error.text)) from error


class TripImportPreview(FileView):
    post_in_transaction = False

    @extend_schema(request=FILE_BODIES, responses=ImportPreviewSerializer)
    def post(self, request: Request) -> Response:
        """What a file would be imported as; nothing is written. To keep it, send its `document` to `trips/import/`.

        `not_read` names what is left out, and why; stops without a sight of the catalogue are places of one's own.
        """
        given = self.given()
        if isinstance(given, TripFile):
            return Response(asdict(self.preview(given)))
        return Response(asdict(preview_of(actions.checked_document(given), "json")))


class TripImport(FileView):
    @extend_schema(
        request=FILE_BODIES,
        responses={200: TripSerializer, 201: TripSerializer},
        parameters=[LOCATION, ETAG, END_USER, ONCE],
    )
    def post(self, request: Request) -> Response:
        """A new trip from a document of `export?format=json`; with `once`, 200 with the trip that is there already.

        A file of another format, ours or of another program, is told by its media type. Its places become stops at
        their dates and times, its bookings rides and hotels; what it tells beside them stands in the trip's notes.
        """
        given = self.given()
        document = self.preview(given).document if isinstance(given, TripFile) else given
        end_user = self.asked("end_user") if self.actor.partner is not None else ""
        person = self.actor.person_for(end_user).pk
        kept = actions.trip_of_document(person, document) if self._once() else None
        if kept is not None:
            return self.shown(kept)
        return self.shown(actions.import_trip(person, document, author=self.author), status.HTTP_201_CREATED)

    def _once(self) -> bool:
        """Raises Problem."""
        given = self.asked("once")
        if given not in ("", "true", "false"):
            raise wrong_field("once", _("One of %(formats)s.") % {"formats": "true, false"})
        return given == "true"


class TripDetail(TripView):
    @extend_schema(responses=TripSerializer, parameters=[ETAG])
    def get(self, request: Request, trip: str) -> Response:
        """One trip."""
        return self.shown(self.trip(trip))

    @extend_schema(request=TripChanges, responses=TripSerializer, parameters=[IF_MATCH, ETAG])
    def patch(self, request: Request, trip: str) -> Response:
        """Change the named fields of a trip alone; 412 `version_conflict` when the trip was changed meanwhile."""
        row = self.trip(trip)
        changes = self.body(TripChanges)
        return self.shown(actions.update_trip(row.person_id, row.pk, base=self.base, author=self.author, **changes))

    @extend_schema(responses={204: None}, parameters=[IF_MATCH])
    def delete(self, request: Request, trip: str) -> Response:
        """Delete a trip with its versions and links."""
        row = self.trip(trip)
        actions.delete_trip(row.person_id, row.pk, base=self.base)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TripEditing(TripView):
    post_in_transaction = False

    @extend_schema(request=TripEdits, responses=TripSerializer, parameters=[IF_MATCH, ETAG])
    def post(self, request: Request, trip: str) -> Response:
        """Make edits of the plan. What spells out the order of a day is kept and verified, never refused; what asks for
        another plan is searched for, and 422 `infeasible` where there is none."""
        row = self.trip(trip)
        edits = self.body(TripEdits)["edits"]
        return self.shown(actions.edit_trip(row.person_id, row.pk, edits, base=self.base, author=self.author))


class TripUndo(TripView):
    @extend_schema(request=UndoBody, responses=TripSerializer, parameters=[IF_MATCH, ETAG])
    def post(self, request: Request, trip: str) -> Response:
        """Go back by one change, or to the `version` that is named, which is a new version; 409 `nothing_to_undo`."""
        row, wanted = self.trip(trip), self.body(UndoBody).get("version")
        if wanted is not None:
            return self.shown(actions.restore_trip(row.person_id, row.pk, wanted, base=self.base, author=self.author))
        return self.shown(actions.undo_trip(row.person_id, row.pk, base=self.base, author=self.author))


class TripVerify(TripView):
    post_in_transaction = False

    @extend_schema(request=VerifyBody, responses=CertificateSerializer)
    def post(self, request: Request, trip: str) -> Response:
        """The certificate of the trip, or of another itinerary for it, made now."""
        row = self.trip(trip)
        return Response(proposals.certificate_of(self.body(VerifyBody).get("itinerary") or row.itinerary))


class TripReplan(TripView):
    post_in_transaction = False
    post_cost = Cost.RUN

    @extend_schema(request=ReplanBody, responses=ReplannedSerializer)
    def post(self, request: Request, trip: str) -> Response:
        """The plan after edits or in a situation under way, with the difference; nothing is written. 422
        `infeasible` names the clash and the cheapest way out."""
        return Response(asdict(proposals.replanned(self.trip(trip), self.body(ReplanBody))))


class TripAlternatives(TripView):
    post_in_transaction = False
    post_cost = Cost.RUN

    @extend_schema(request=None, responses=AlternativesSerializer)
    def post(self, request: Request, trip: str) -> Response:
        """Fuller, calmer, cheaper, for rain: other plans for the same trip; nothing is written."""
        row = self.trip(trip)
        return Response({"base": row.version, "alternatives": proposals.alternatives_of(row)})


class TripVersions(TripView):
    pagination_class = ByNumber

    @extend_schema(responses=VersionSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """Every version of a trip that is kept, newest first."""
        return self.page(self.trip(trip).versions.all(), VersionSerializer)


class TripDiff(TripView):
    @extend_schema(
        responses=DifferenceSerializer,
        parameters=[
            OpenApiParameter("from", int, description="A version; the one before by default."),
            OpenApiParameter("to", int, description="A version; the newest by default."),
        ],
    )
    def get(self, request: Request, trip: str) -> Response:
        """What became of the plan between two versions."""
        row = self.trip(trip)
        before = self._version(row, "from", row.version - 1)
        after = self._version(row, "to", row.version)
        return Response({"difference": proposals.difference_between(before, after)})

    def _version(self, trip: Trip, name: str, default: int) -> TripVersion:
        given = self.asked(name) or str(default)
        row = trip.versions.filter(number=int(given)).first() if re.fullmatch(r"\d{1,9}", given) else None
        if row is None:
            raise wrong_field(name, _("There is no such version."))
        return row


class AnyForm(BaseContentNegotiation):
    """The form is chosen by the query, not by Accept."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        renderer: BaseRenderer = renderers[0]
        return renderer, renderer.media_type


# The one that is certainly bytes first: a generated client reads every form as it reads the first.
MEDIA_TYPES = sorted(
    (export.media_type.partition(";")[0] for export in EXPORTS.values()), key=lambda name: name != "application/pdf"
)


class TripExport(TripView):
    content_negotiation_class = AnyForm

    @extend_schema(
        responses={(200, media_type): OpenApiTypes.BINARY for media_type in MEDIA_TYPES},
        parameters=[
            OpenApiParameter("format", enum=list(EXPORTS), required=True, description="The ending of the file's name."),
            OpenApiParameter("lang", enum=["en", "zh"], description="The caller's by default."),
            OpenApiParameter("share", description="The token of a share link of this trip, for a code on the PDF."),
        ],
    )
    def get(self, request: Request, trip: str) -> HttpResponse:
        """The trip as a file."""
        row = self.trip(trip)
        link = self._link(row, self.asked("share"))
        export = EXPORTS.get(self.asked("format"))
        if export is None:
            raise wrong_field("format", _("One of %(formats)s.") % {"formats": ", ".join(EXPORTS)})
        lang = self.asked("lang") or self.locale
        if lang not in ("en", "zh"):
            raise wrong_field("lang", _("One of %(formats)s.") % {"formats": "en, zh"})
        name = f"{slugify(row.title, allow_unicode=True) or 'trip'}.{self.asked('format')}"
        disposition = f"attachment; filename=\"trip.{self.asked('format')}\"; filename*=UTF-8''{quote(name)}"
        headers = {"Content-Disposition": disposition}
        return HttpResponse(export.write(row, lang, link), content_type=export.media_type, headers=headers)

    def _link(self, row: Trip, token: str) -> str:
        """The address that a token opens; empty without one."""
        if not token:
            return ""
        try:
            shared = actions.shared_trip(token)
        except actions.TripNotFound:
            shared = None
        if shared is None or shared.pk != row.pk:
            raise wrong_field("share", _("This link does not open the trip."))
        return self.request.build_absolute_uri(reverse("shared-trip", args=[token]))


class TripShareList(TripView):
    @extend_schema(responses=ShareSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """The trip's links, those that have ended among them."""
        rows = ShareSerializer(self.trip(trip).shares.all(), many=True).data
        return Whole().get_paginated_response(rows)

    @extend_schema(request=ShareBody, responses={201: NewShareSerializer})
    def post(self, request: Request, trip: str) -> Response:
        """A new link by which anybody may read the trip for so many days; it is told this once."""
        row = self.trip(trip)
        share, token = actions.share_trip(row.person_id, row.pk, self.body(ShareBody)["days"])
        url = request.build_absolute_uri(reverse("shared-trip", args=[token]))
        return Response({**ShareSerializer(share).data, "url": url}, status.HTTP_201_CREATED)


class TripShareDetail(TripView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, trip: str, share: str) -> Response:
        """End a trip's link."""
        row = self.trip(trip)
        actions.revoke_share(row.person_id, row.pk, share)
        return Response(status=status.HTTP_204_NO_CONTENT)
