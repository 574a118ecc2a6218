"""The files of a trip: attached, named, read by those who may read the trip, taken off.

What is handed out is never run by a browser: it is of the type that its content was found to be, to be saved and not
shown (pictures may be shown), in a sandbox without scripts, and kept in no cache.
"""

from typing import Any
from urllib.parse import quote

from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse
from django.http.request import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.api.pagination import Whole
from travelagent.api.parsers import BoundedJson
from travelagent.api.serializers.files import FileChanges, NewFile, TripFileSerializer
from travelagent.api.views.trips import LOCATION, AnyForm, TripView
from travelagent.attachments import files
from travelagent.attachments.models import TripFile
from travelagent.attachments.uploads import BoundedUpload
from travelagent.attachments.values import FileTooLarge
from travelagent.chat.actions import NotFound
from travelagent.trips.membership import Role

PRIVATE = {
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
MEDIA_TYPES = ("application/pdf", "image/jpeg", "image/png", "image/webp")


class FileList(TripView):
    """The files of a trip."""

    parser_classes = [MultiPartParser]
    pagination_class = Whole
    post_in_transaction = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Bound what comes in before anything reads it, the check of the CSRF token among others."""
        request.upload_handlers = [BoundedUpload(request)]
        return super().dispatch(request, *args, **kwargs)

    def handle_exception(self, error: Exception) -> Response:
        return super().handle_exception(FileTooLarge() if isinstance(error, RequestDataTooBig) else error)

    @extend_schema(responses=TripFileSerializer(many=True))
    def get(self, request: Request, trip: str) -> Response:
        """List the files of a trip, the oldest first."""
        rows = TripFileSerializer(files.files_of(self.trip(trip)), many=True).data
        return Whole().get_paginated_response(rows)

    @extend_schema(request={"multipart/form-data": NewFile}, responses={201: TripFileSerializer}, parameters=[LOCATION])
    def post(self, request: Request, trip: str) -> Response:
        """Attach a file; 413 `too_large`, 415 `unsupported_file`, 422 `unreadable_file`, 409 `trip_full`."""
        row, given = self.trip(trip, Role.EDITOR), self.body(NewFile)
        sent = given["file"]
        name = given.get("name") or sent.name
        belongs_to, target, owner = given["belongs_to"], given["target"], self.actor.owner
        made = files.add_file(self.person(row), row.pk, name, sent.read(), belongs_to, target, owner)
        headers = {"Location": reverse("api-file", args=[row.pk, made.pk])}
        return Response(TripFileSerializer(made).data, status.HTTP_201_CREATED, headers=headers)


class ContentView(TripView):
    """Hands out what a file holds."""

    @property
    def default_response_headers(self) -> dict[str, str]:
        return {**super().default_response_headers, "Cache-Control": "private, no-store"}


class FileDetail(ContentView):
    """One file of a trip."""

    parser_classes = [BoundedJson]

    @extend_schema(
        responses={(200, media_type): OpenApiTypes.BINARY for media_type in MEDIA_TYPES},
        parameters=[OpenApiParameter("inline", bool, description="Show a picture instead of saving it.")],
    )
    def get(self, request: Request, trip: str, file: str) -> HttpResponse:
        """Download the content of a file; anybody who may read the trip may."""
        row = self.trip(trip)
        found = files.find_file(self.person(row), row.pk, file)
        shown = found.is_picture and self.query_text("inline") in ("true", "1")
        return _handed_out(found, found.content, found.media_type, "inline" if shown else "attachment")

    @extend_schema(request=FileChanges, responses=TripFileSerializer)
    def patch(self, request: Request, trip: str, file: str) -> Response:
        """Rename a file, or attach it to something else of the trip."""
        row = self.trip(trip, Role.EDITOR)
        changed = files.update_file(self.person(row), row.pk, file, self.body(FileChanges))
        return Response(TripFileSerializer(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, trip: str, file: str) -> Response:
        """Delete a file for good."""
        row = self.trip(trip, Role.EDITOR)
        files.delete_file(self.person(row), row.pk, file)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Accept any media type for a download: a file is sent as its own type."""
        if request.method == "GET":
            return AnyForm().select_renderer(request, self.get_renderers())
        return super().perform_content_negotiation(request, force)


class FilePreview(ContentView):
    """The preview of a picture."""

    content_negotiation_class = AnyForm

    @extend_schema(responses={(200, "image/webp"): OpenApiTypes.BINARY})
    def get(self, request: Request, trip: str, file: str) -> HttpResponse:
        """Download a small version of a picture; 404 for documents."""
        row = self.trip(trip)
        found = files.find_file(self.person(row), row.pk, file)
        if not found.preview:
            raise NotFound
        return _handed_out(found, found.preview, "image/webp", "inline")


def _handed_out(row: TripFile, content: Any, media_type: str, how: str) -> HttpResponse:
    """Return a response with the content of a file. Raises NotFound where the storage has lost it."""
    try:
        with content.open("rb") as opened:
            held = opened.read()
    except FileNotFoundError as error:
        raise NotFound from error
    suffix = row.name.rpartition(".")[2]
    disposition = f"{how}; filename=\"file.{suffix}\"; filename*=UTF-8''{quote(row.name)}"
    return HttpResponse(held, content_type=media_type, headers={**PRIVATE, "Content-Disposition": disposition})
