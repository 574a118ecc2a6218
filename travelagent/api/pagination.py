"""Lists: `{"next", "previous", "results"}`, by cursor. `limit` sets the length of a page."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import BasePagination, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from travelagent.api.problems import wrong_field


class Pages(CursorPagination):
    """Cursor pagination, newest first unless a subclass orders otherwise.

    A wrong `limit` or `cursor` is refused, not ignored.
    """

    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    ordering: str | tuple[str, ...] = "-created_at"

    def get_page_size(self, request: Request) -> int:
        """Return `limit` of the query, or `page_size` without one. Raises Problem for an invalid limit."""
        given = request.query_params.get("limit")
        if given is None:
            return self.page_size
        if not (given.isascii() and given.isdigit() and len(given) < 9 and 0 < int(given) <= self.max_page_size):
            raise wrong_field("limit", _("A whole number from 1 to %(most)s.") % {"most": self.max_page_size})
        return int(given)

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: APIView | None = None
    ) -> list[Any]:
        """Return the rows of the page. Raises Problem for an invalid `cursor`."""
        try:
            return super().paginate_queryset(queryset, request, view) or []
        except (ValueError, ValidationError) as error:
            raise wrong_field("cursor", self.invalid_cursor_message) from error

    def decode_cursor(self, request: Request) -> Any:
        try:
            return super().decode_cursor(request)
        except NotFound as error:
            raise wrong_field("cursor", self.invalid_cursor_message) from error


class NewestActive(Pages):
    """Pages ordered by last activity, newest first."""

    ordering = "-last_active_at"


class NewestChanged(Pages):
    """Pages ordered by last change, newest first."""

    ordering = "-updated_at"


class NewestDay(Pages):
    """Pages ordered by day, newest first; rows of one day by creation, newest first."""

    ordering = ("-day", "-created_at", "id")


class InOrder(Pages):
    """Pages ordered by id, oldest first."""

    ordering = "id"


class BySeq(Pages):
    """Pages of events ordered by sequence number, up to 1000 a page."""

    page_size = 500
    max_page_size = 1000
    ordering = "seq"


class ByNumber(Pages):
    """Pages ordered by version number, newest first."""

    ordering = "-number"


class ByName(Pages):
    """Pages ordered by English name."""

    ordering = ("name_en", "id")


class BestFirst(Pages):
    """Pages ordered by score, best first."""

    ordering = ("-score", "id")


class Whole(BasePagination):
    """A short list that is never cut, in the shape of the others."""

    def get_paginated_response(self, data: Any) -> Response:
        """Return all rows as one page in the envelope of a paginated list."""
        return Response({"next": None, "previous": None, "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of the envelope, the same as of a paginated list."""
        return Pages().get_paginated_response_schema(schema)

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        """Return no parameters: there is neither `limit` nor `cursor`."""
        return []
