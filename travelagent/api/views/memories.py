"""What the assistant remembers of the caller."""

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts import memories
from travelagent.accounts.models import Memory, Scope
from travelagent.api.pagination import Pages
from travelagent.api.problems import wrong_field
from travelagent.api.serializers.memories import MemoryChange, MemorySerializer
from travelagent.api.views.base import ActorView
from travelagent.chat.actions import NotFound


class MemoryView(ActorView):
    """The base of the views of memories."""

    scope = Scope.MEMORIES

    def rows(self) -> QuerySet[Memory]:
        """Return the memories that belong to the caller."""
        return Memory.objects.filter(self.actor.owned()).select_related("person")

    def found(self, memory: str) -> Memory:
        """Return one of the caller's memories. Raises NotFound."""
        row = self.rows().filter(pk=memory).first()
        if row is None:
            raise NotFound
        return row


class MemoryList(MemoryView):
    """The caller's memories."""

    pagination_class = Pages

    @extend_schema(
        responses=MemorySerializer(many=True),
        parameters=[OpenApiParameter("end_user", str, description="The memories of one of the partner's travellers.")],
    )
    def get(self, request: Request) -> Response:
        """List the memories, newest first; `end_user` keeps those of one traveller."""
        return self.page(self.of_traveller(self.rows()), MemorySerializer)


class MemoryDetail(MemoryView):
    """One memory."""

    @extend_schema(request=MemoryChange, responses=MemorySerializer)
    def patch(self, request: Request, memory: str) -> Response:
        """Word a memory anew."""
        row = self.found(memory)
        try:
            changed = memories.reword(row.person_id, row.pk, self.body(MemoryChange)["text"])
        except memories.InvalidMemory as error:
            raise wrong_field("text", str(error)) from error
        return Response(MemorySerializer(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, memory: str) -> Response:
        """Forget a memory."""
        row = self.found(memory)
        memories.forget(row.person_id, row.pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
