"""What every view of the API shares."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.pagination import BasePagination, CursorPagination
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer
from rest_framework.utils.mediatypes import media_type_matches
from rest_framework.views import APIView

from travelagent.accounts.actors import Actor
from travelagent.accounts.countries import usual_country
from travelagent.accounts.rate_limits import Cost
from travelagent.api import idempotency
from travelagent.api.pagination import Pages
from travelagent.api.parsers import BoundedJson
from travelagent.api.problems import Problem, wrong_field
from travelagent.api.schema import ProblemSchema
from travelagent.api.throttles import CallerThrottle

QUERY_CHARS = 200

Row = TypeVar("Row", bound=Model)


class ActorView(APIView):
    """A view for somebody known. `scope` is what a key needs, `pagination_class` how its list is cut.

    Every POST takes an `Idempotency-Key`. It is done in the transaction that stores its answer, unless
    `post_in_transaction` is False: for one that takes long, which would keep others from writing. `post_cost` says
    among which calls it counts.
    """

    scope = ""
    post_in_transaction = True
    post_cost = Cost.WRITE
    throttle_classes = [CallerThrottle]
    post: Callable[..., HttpResponse]
    parser_classes = [BoundedJson]
    pagination_class: type[BasePagination] = Pages
    schema = ProblemSchema()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self._check_media_type(request)
        if request.method == "POST" and (key := idempotency.key_of(request)) is not None:
            self.post = partial(self._post_once, key, self.post)

    def _check_media_type(self, request: Request) -> None:
        """Raises UnsupportedMediaType for a body that no parser takes. A form that Django has read already would
        otherwise be taken for an empty body."""
        given = request.content_type.partition(";")[0].strip().lower()
        sent = request.META.get("CONTENT_LENGTH", "") not in ("", "0")
        if sent and not any(media_type_matches(parser.media_type, given) for parser in self.get_parsers()):
            raise UnsupportedMediaType(given)

    def _post_once(
        self, key: str, post: Callable[..., HttpResponse], request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        def work() -> HttpResponse:
            try:
                answer = post(request, *args, **kwargs)
            except Exception as error:
                answer = self.handle_exception(error)
            answer = self.finalize_response(request, cast(Response, answer), *args, **kwargs)
            answer.render()
            return answer

        digest = idempotency.digest_of(request)
        return idempotency.once(self.actor, key, digest, work, in_transaction=self.post_in_transaction)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """With those of every answer: what is read is of this moment, and no browser shows it again from its cache."""
        return {**super().default_response_headers, "Cache-Control": "no-store"}

    @property
    def actor(self) -> Actor:
        actor = self.request.auth
        if not isinstance(actor, Actor):
            raise TypeError("a view without permissions has no actor")
        return actor

    @property
    def locale(self) -> str:
        return "zh" if (get_language() or "").startswith("zh") else "en"

    @property
    def region(self) -> str:
        """The country that the request's languages name for its own, "" where they name none."""
        return usual_country(self.locale, self.request.headers.get("Accept-Language", ""))

    def body(self, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """The validated body; every fault at once as a problem."""
        given = serializer(data=self.request.data)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def asked(self, name: str) -> str:
        """A text of the query string, trimmed. Raises Problem for one that is too long or holds a NUL."""
        value: str = self.request.query_params.get(name, "").strip()
        if len(value) > QUERY_CHARS or "\x00" in value:
            raise wrong_field(name, _("At most %(limit)s characters.") % {"limit": QUERY_CHARS})
        return value

    def of_traveller(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        """The rows of the one traveller that `end_user` of the query names, else all; empty is the partner itself.

        Raises Problem.
        """
        if "end_user" not in self.request.query_params:
            return rows
        return rows.filter(person__end_user=self.asked("end_user"))

    def page(self, rows: QuerySet[Any], serializer: type[Serializer[Any]]) -> Response:
        """One page of the rows, cut by the view's `pagination_class`."""
        pages = self.pagination_class()
        if not isinstance(pages, CursorPagination):
            raise TypeError("rows of the database are cut by cursor")
        found = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(serializer(found, many=True).data)


class NoSuchPath(APIView):
    """Answers every path that the API does not have."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        detail = _("The API has no path %(path)s.") % {"path": request.path}
        hint = "" if request.path.endswith("/") else " " + _("Every path ends in a slash.")
        raise Problem(404, "not_found", detail + hint)
