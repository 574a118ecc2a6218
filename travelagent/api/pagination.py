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
    """Newest first, unless a heir says otherwise. A wrong `limit` or `cursor` is refused, not passed over."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    ordering: str | tuple[str, ...] = "-created_at"

    def get_page_size(self, request: Request) -> int:
        given = request.query_params.get("limit")
        if given is None:
            return self.page_size
        if not (given.isascii() and given.isdigit() and len(given) < 9 and 0 < int(given) <= self.max_page_size):
            raise wrong_field("limit", _("A whole number from 1 to %(most)s.") % {"most": self.max_page_size})
        return int(given)

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: APIView | None = None
    ) -> list[Any]:
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
    ordering = "-last_active_at"


class NewestChanged(Pages):
    ordering = "-updated_at"


class NewestDay(Pages):
    ordering = ("-day", "-created_at", "id")


class InOrder(Pages):
    ordering = "id"


class BySeq(Pages):
    page_size = 500
    max_page_size = 1000
    ordering = "seq"


class ByNumber(Pages):
    ordering = "-number"


class ByName(Pages):
    ordering = ("name_en", "id")


class BestFirst(Pages):
    ordering = ("-score", "id")


class Whole(BasePagination):
    """A short list that is never cut, in the shape of the others."""

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"next": None, "previous": None, "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return Pages().get_paginated_response_schema(schema)

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        return []
