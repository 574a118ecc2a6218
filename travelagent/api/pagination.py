"""Lists: `{"next", "previous", "results"}`, by cursor."""

from rest_framework.pagination import CursorPagination


class Pages(CursorPagination):
    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    ordering: str | tuple[str, ...] = "-created_at"


class NewestActive(Pages):
    ordering = "-last_active_at"


class InOrder(Pages):
    ordering = "id"


class BySeq(Pages):
    page_size = 500
    max_page_size = 1000
    ordering = "seq"


class ByName(Pages):
    ordering = "name_en"


class BestFirst(Pages):
    ordering = ("-score", "id")
