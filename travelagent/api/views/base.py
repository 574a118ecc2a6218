"""What every view of the API shares."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import get_language
from rest_framework.pagination import CursorPagination
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from travelagent.accounts.actors import Actor


class ActorView(APIView):
    """A view for somebody known. `scope` is what a key needs."""

    scope = ""

    @property
    def actor(self) -> Actor:
        actor = self.request.auth
        if not isinstance(actor, Actor):
            raise TypeError("a view without permissions has no actor")
        return actor

    @property
    def locale(self) -> str:
        return "zh" if (get_language() or "").startswith("zh") else "en"

    def body(self, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """The validated body; every fault at once as a problem."""
        given = serializer(data=self.request.data)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def page(self, rows: QuerySet[Any], serializer: type[BaseSerializer[Any]], pages: CursorPagination) -> Response:
        found = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(serializer(found, many=True).data)
