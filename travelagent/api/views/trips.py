"""Saved trips: kept, changed, checked, shared, exported.

What changes a trip takes `If-Match` with the version that the change is based on, as returned in `ETag`. When the trip
has another one by now, nothing is written and the answer is 412 `version_conflict` with that version.
"""

import hashlib
import re
from dataclasses import asdict
from typing import Any
from urllib.parse import quote

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
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
from travelagent.compute.pool import Terms
from travelagent.plans.errors import InvalidRequest
from travelagent.trips import actions, proposals
from travelagent.trips.exports import EXPORTS
from travelagent.trips.imports import TripFile
from travelagent.trips.imports.preview import Preview, preview_of
from travelagent.trips.imports.reading import read_file
from travelagent.trips.imports.values import UnreadableFile
from travelagent.trips.membership import Role, find_trip, names_of, trips_of
from travelagent.trips.models import Author, Trip, TripVersion

LOCATION = OpenApiParameter("Location", str, OpenApiParameter.HEADER, response=[201], description="What was made.")
END_USER = OpenApiParameter("end_user", str, description="The trips of one of the partner's travellers.")
ONCE = OpenApiParameter(
    "once",
    bool,
    description="Make no second trip of the same title, notes and days: answer with the one that is there.",
)


class TripView(ActorView):
    """The base of the views of trips."""

    scope = Scope.TRIPS
    parser_classes = [LargeJson]

    def trips(self) -> QuerySet[Trip]:
        """Return the trips that the caller may read."""
        if self.actor.person is not None:
            return trips_of(self.actor.person)
        return Trip.objects.filter(self.actor.owned())

    def trip(self, trip: str, at_least: Role = Role.VIEWER) -> Trip:
        """Return the trip, where the caller has at least that role in it. Raises NotFound, TripNotFound, RoleTooLow."""
        if self.actor.person is not None:
            return find_trip(self.actor.person, trip, at_least)
        row = self.trips().select_related("person__user").filter(pk=trip).first()
        if row is None:
            raise NotFound
        return row

    def person(self, trip: Trip) -> int:
        """Return the id of the person who acts: the one at the site, or with a partner's key the traveller whose trip
        it is.
        """
        return trip.person_id if self.actor.person is None else self.actor.person

    @property
    def author(self) -> Author:
        """As whom the caller changes a trip."""
        return Author.OWNER if self.actor.partner is None else Author.PARTNER

    @property
    def base(self) -> int | None:
        """The version that `If-Match` names. Raises Problem."""
        return base_version(self.request)

    def shown(self, trip: Trip, code: int = status.HTTP_200_OK) -> Response:
        """Return the response with the trip and its version as `ETag`; for a new trip with its `Location`."""
        headers = {"ETag": etag(trip.version)}
        if code == status.HTTP_201_CREATED:
            headers["Location"] = reverse("api-trip", args=[trip.pk])
        return Response(TripSerializer(trip).data, code, headers=headers)


class TripList(TripView):
    """The caller's trips."""

    pagination_class = NewestChanged
    post_in_transaction = False

    @extend_schema(responses=TripSerializer(many=True), parameters=[END_USER])
    def get(self, request: Request) -> Response:
        """List the caller's trips, the one changed last first; `end_user` keeps those of one traveller."""
        return self.page(self.of_traveller(self.trips()), TripSerializer)

    @extend_schema(request=NewTrip, responses={201: TripSerializer}, parameters=[LOCATION, ETAG])
    def post(self, request: Request) -> Response:
        """Save a plan, whether it holds or not; its certificate states that."""
        given = self.body(NewTrip)
        row = actions.create_trip(
            self._person(given),
            given["title"],
            given["itinerary"],
            given.get("budget"),
            given.get("session", ""),
            given.get("notes", ""),
            author=self.author,
            begin_write=self.begin_write,
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
        """Return the document or the file that was sent. Raises Problem."""
        given = self.request.data
        if not isinstance(given, dict):
            raise Problem(400, "invalid", _("Some fields are wrong."), errors={"format": [_("An object is needed.")]})
        content = given.get("content")
        return TripFile(given["format"], content) if isinstance(content, bytes) else given

    def preview(self, file: TripFile) -> Preview:
        """Return a file as it would be imported. Raises Problem, Busy."""
        try:
            return read_file(file, timezone.localdate(), self.actor.owner)
        except UnreadableFile as error:
            raise wrong_field("file", str(error)) from error
        except InvalidRequest as error:
            raise wrong_field("file", spoken(error.text)) from error


class TripImportPreview(FileView):
    """The preview of an import."""

    post_in_transaction = False

    @extend_schema(request=FILE_BODIES, responses=ImportPreviewSerializer)
    def post(self, request: Request) -> Response:
        """Preview what a file would be imported as; nothing is written. To keep it, send its `document` to
        `trips/import/`.

        `not_read` lists what is left out, and why; stops without a sight of the catalogue are places of one's own.
        """
        given = self.given()
        if isinstance(given, TripFile):
            return Response(asdict(self.preview(given)))
        return Response(asdict(preview_of(actions.checked_document(given), "json")))


class TripImport(FileView):
    """The import of a trip."""

    post_in_transaction = False

    @extend_schema(
        request=FILE_BODIES,
        responses={200: TripSerializer, 201: TripSerializer},
        parameters=[LOCATION, ETAG, END_USER, ONCE],
    )
    def post(self, request: Request) -> Response:
        """Create a trip from a document of `export?format=json`; with `once`, 200 with the trip that exists already.

        A file of another format, ours or of another program, is recognized by its media type. Its places become stops
        at their dates and times, its bookings rides and hotels; what else it holds goes into the trip's notes.
        """
        given = self.given()
        document = self.preview(given).document if isinstance(given, TripFile) else given
        end_user = self.query_text("end_user") if self.actor.partner is not None else ""
        person = self.actor.person_for(end_user).pk
        kept = actions.trip_of_document(person, document) if self._once() else None
        if kept is not None:
            return self.shown(kept)
        made = actions.import_trip(person, document, author=self.author, begin_write=self.begin_write)
        return self.shown(made, status.HTTP_201_CREATED)

    def _once(self) -> bool:
        """Return whether the query has `once`. Raises Problem for an invalid value."""
        given = self.query_text("once")
        if given not in ("", "true", "false"):
            raise wrong_field("once", _("One of %(formats)s.") % {"formats": "true, false"})
        return given == "true"


class TripDetail(TripView):
    """One trip."""

    @extend_schema(responses=TripSerializer, parameters=[ETAG])
    def get(self, request: Request, trip: str) -> Response:
        """Get a trip."""
        return self.shown(self.trip(trip))

    @extend_schema(request=TripChanges, responses=TripSerializer, parameters=[IF_MATCH, ETAG])
    def patch(self, request: Request, trip: str) -> Response:
        """Change the named fields of a trip alone; 412 `version_conflict` when the trip was changed meanwhile."""
        row = self.trip(trip, Role.EDITOR)
        changes = self.body(TripChanges)
        return self.shown(actions.update_trip(self.person(row), row.pk, base=self.base, author=self.author, **changes))

    @extend_schema(responses={204: None}, parameters=[IF_MATCH])
    def delete(self, request: Request, trip: str) -> Response:
        """Delete a trip with its versions and links."""
        row = self.trip(trip, Role.OWNER)
        actions.delete_trip(self.person(row), row.pk, base=self.base)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TripEditing(TripView):
    """Edits of a trip's plan."""

    post_in_transaction = False

    @extend_schema(request=TripEdits, responses=TripSerializer, parameters=[IF_MATCH, ETAG])
    def post(self, request: Request, trip: str) -> Response:
        """Make edits of the plan. What spells out the order of a day is kept and verified, never refused; what asks for
        another plan is searched for, and 422 `infeasible` where there is none."""
        row = self.trip(trip, Role.EDITOR)
        edits = self.body(TripEdits)["edits"]
        how: dict[str, Any] = {"base": self.base, "author": self.author, "owner": self.actor.owner}
        return self.shown(actions.edit_trip(self.person(row), row.pk, edits, **how))


class TripUndo(TripView):
    """Undo of a trip's changes."""

    post_in_transaction = False

    @extend_schema(request=UndoBody, responses=TripSerializer, parameters=[IF_MATCH, ETAG])
    def post(self, request: Request, trip: str) -> Response:
        """Go back by one change, or to the `version` that is named, which is a new version; 409 `nothing_to_undo`.

        With `mine` one's own newest change alone is taken back, and what others did since stays; 409 `changed_since`
        where they changed the same days.
        """
        row, given = self.trip(trip, Role.EDITOR), self.body(UndoBody)
        person, author = self.person(row), self.author
        if given.get("mine"):
            return self.shown(actions.undo_own_change(person, row.pk, author=author, begin_write=self.begin_write))
        self.begin_write()
        if (wanted := given.get("version")) is not None:
            return self.shown(actions.restore_trip(person, row.pk, wanted, base=self.base, author=author))
        return self.shown(actions.undo_trip(person, row.pk, base=self.base, author=author))


class TripVerify(TripView):
    """The verification of a trip."""

    post_in_transaction = False

    @extend_schema(request=VerifyBody, responses=CertificateSerializer)
    def post(self, request: Request, trip: str) -> Response:
        """Verify the trip, or another itinerary for it, now; returns the certificate."""
        row = self.trip(trip)
        itinerary = self.body(VerifyBody).get("itinerary") or row.itinerary
        return Response(proposals.certificate_of(itinerary, self.actor.owner))


class TripReplan(TripView):
    """Replanning of a trip without saving."""

    post_in_transaction = False
    post_cost = Cost.RUN

    @extend_schema(request=ReplanBody, responses=ReplannedSerializer)
    def post(self, request: Request, trip: str) -> Response:
        """Replan after edits or in a situation under way, with the difference; nothing is written. 422 `infeasible`
        names the clash and the cheapest way out.
        """
        row = self.trip(trip, Role.EDITOR)
        return Response(asdict(proposals.replanned(row, self.body(ReplanBody), self.actor.owner)))


class TripAlternatives(TripView):
    """Other plans for a trip."""

    post_in_transaction = False
    post_cost = Cost.RUN

    @extend_schema(request=None, responses=AlternativesSerializer)
    def post(self, request: Request, trip: str) -> Response:
        """Fuller, calmer, cheaper, for rain: other plans for the same trip; nothing is written."""
        row = self.trip(trip, Role.EDITOR)
        return Response({"base": row.version, "alternatives": proposals.alternatives_of(row, self.actor.owner)})


class TripVersions(TripView):
    """The versions of a trip."""

    pagination_class = ByNumber

    @extend_schema(responses=VersionSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List every version of a trip that is kept, newest first."""
        row = self.trip(trip)
        names = {"names": names_of(row), "reader": self.person(row)}
        return self.page(row.versions.all(), VersionSerializer, **names)


class TripDiff(TripView):
    """The difference of two versions."""

    @extend_schema(
        responses=DifferenceSerializer,
        parameters=[
            OpenApiParameter("from", int, description="A version; the one before by default."),
            OpenApiParameter("to", int, description="A version; the newest by default."),
        ],
    )
    def get(self, request: Request, trip: str) -> Response:
        """Compare the plans of two versions."""
        row = self.trip(trip)
        before = self._version(row, "from", row.version - 1)
        after = self._version(row, "to", row.version)
        return Response({"difference": proposals.difference_between(before, after)})

    def _version(self, trip: Trip, name: str, default: int) -> TripVersion:
        given = self.query_text(name) or str(default)
        row = trip.versions.filter(number=int(given)).first() if re.fullmatch(r"\d{1,9}", given) else None
        if row is None:
            raise wrong_field(name, _("There is no such version."))
        return row


class AnyForm(BaseContentNegotiation):
    """The form is chosen by the query, not by Accept."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return the first parser."""
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """Return the first renderer, whatever is accepted."""
        renderer: BaseRenderer = renderers[0]
        return renderer, renderer.media_type


# The one that is certainly bytes first: a generated client reads every form as it reads the first.
MEDIA_TYPES = sorted(
    (export.media_type.partition(";")[0] for export in EXPORTS.values()), key=lambda name: name != "application/pdf"
)
FORMS = {(200, name): OpenApiTypes.OBJECT if name.endswith("json") else OpenApiTypes.BINARY for name in MEDIA_TYPES}


class TripExport(TripView):
    """The trip as a file."""

    content_negotiation_class = AnyForm

    @property
    def get_cost(self) -> Cost:  # type: ignore[override]  # by what is asked for
        """The class of calls that the file counts among: a booklet is worked out like a plan."""
        export = EXPORTS.get(self.request.query_params.get("format", ""))
        return Cost.RUN if export is not None and export.linked else Cost.READ

    @extend_schema(
        responses=FORMS,
        parameters=[
            OpenApiParameter("format", enum=list(EXPORTS), required=True, description="The ending of the file's name."),
            OpenApiParameter("lang", enum=["en", "zh"], description="The caller's by default."),
            OpenApiParameter("share", description="The token of a share link of this trip, for a code on the PDF."),
        ],
    )
    def get(self, request: Request, trip: str) -> HttpResponse:
        """Download the trip as a file."""
        row = self.trip(trip)
        link = self._link(row, self.query_text("share"))
        export = EXPORTS.get(self.query_text("format"))
        if export is None:
            raise wrong_field("format", _("One of %(formats)s.") % {"formats": ", ".join(EXPORTS)})
        lang = self.query_text("lang") or self.locale
        if lang not in ("en", "zh"):
            raise wrong_field("lang", _("One of %(formats)s.") % {"formats": "en, zh"})
        name = f"{slugify(row.title, allow_unicode=True) or 'trip'}.{self.query_text('format')}"
        disposition = f"attachment; filename=\"trip.{self.query_text('format')}\"; filename*=UTF-8''{quote(name)}"
        state = f"{row.pk} {row.version} {row.updated_at.isoformat()} {lang} {name} {link}"
        tag = f'"{hashlib.sha256(state.encode()).hexdigest()[:32]}"'
        answer = get_conditional_response(request._request, etag=tag)
        if answer is None:
            content = export.compute(row, lang, link, Terms(self.actor.owner))
            answer = HttpResponse(content, content_type=export.media_type, headers={"Content-Disposition": disposition})
        answer["ETag"] = tag
        return answer

    def _link(self, row: Trip, token: str) -> str:
        """Return the address that a token opens; empty without one."""
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
    """The links by which a trip is shared."""

    @extend_schema(responses=ShareSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List the trip's links, those that have ended among them."""
        rows = ShareSerializer(self.trip(trip, Role.OWNER).shares.all(), many=True).data
        return Whole().get_paginated_response(rows)

    @extend_schema(request=ShareBody, responses={201: NewShareSerializer})
    def post(self, request: Request, trip: str) -> Response:
        """Create a link by which anybody may read the trip for so many days; it is shown only once."""
        row = self.trip(trip, Role.OWNER)
        share, token = actions.share_trip(self.person(row), row.pk, self.body(ShareBody)["days"])
        url = request.build_absolute_uri(reverse("shared-trip", args=[token]))
        return Response({**ShareSerializer(share).data, "url": url}, status.HTTP_201_CREATED)


class TripShareDetail(TripView):
    """One link of a trip."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, trip: str, share: str) -> Response:
        """End a trip's link."""
        row = self.trip(trip, Role.OWNER)
        actions.revoke_share(self.person(row), row.pk, share)
        return Response(status=status.HTTP_204_NO_CONTENT)
