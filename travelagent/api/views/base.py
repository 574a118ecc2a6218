"""What every view of the API shares."""

from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any, TypeVar, cast

from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import resolve
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
from travelagent.api.idempotency import Begin
from travelagent.api.pagination import Pages
from travelagent.api.parsers import BoundedJson
from travelagent.api.problems import Problem, wrong_field
from travelagent.api.schema import ProblemSchema
from travelagent.api.throttles import CallerThrottle

QUERY_CHARS = 200

Row = TypeVar("Row", bound=Model)


def _release(answer: Any) -> None:
    """Empty the body that an answered request was read from, and let go of its view.

    Views, requests, serializers and their fields refer to each other, so that without it a large body would wait for
    the garbage collector, which comes many requests later.
    """
    context, answer.renderer_context = answer.renderer_context, {}
    view, request = context.get("view"), context.get("request")
    for name in ("head", "post", "begin_write"):
        vars(view).pop(name, None)
    if request is not None:
        request.parser_context.clear()
        if type(getattr(request, "_full_data", None)) is dict:  # a form is read-only, and small
            request._full_data.clear()


class ActorView(APIView):
    """A view for an authenticated caller. `scope`: what a key needs; `pagination_class`: how its lists are paged.

    Every POST takes an `Idempotency-Key`. It is done in the transaction that stores its answer. One that takes long
    would keep others from writing: with `post_in_transaction` False it calls `begin_write` when all is computed, or
    never where what it does cannot wait. `post_cost`, `get_cost`: the classes of calls that a POST and a GET count
    among. One that streams takes no key, its `post_takes_key` is False.
    """

    scope = ""
    post_in_transaction = True
    post_cost = Cost.WRITE
    get_cost = Cost.READ
    post_takes_key = True
    throttle_classes = [CallerThrottle]
    post: Callable[..., HttpResponseBase]
    begin_write: Begin = staticmethod(lambda: None)
    parser_classes = [BoundedJson]
    pagination_class: type[BasePagination] = Pages
    schema = ProblemSchema()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self._check_media_type(request)
        if request.method == "POST" and self.post_takes_key and (key := idempotency.key_of(request)) is not None:
            self.post = partial(self._post_once, key, self.post)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(answer, Response):
            answer.add_post_render_callback(_release)
        return answer

    def _check_media_type(self, request: Request) -> None:
        """Raise UnsupportedMediaType for a body that no parser takes.

        A form that Django has read already would otherwise be taken for an empty body.
        """
        given = request.content_type.partition(";")[0].strip().lower()
        sent = request.META.get("CONTENT_LENGTH", "") not in ("", "0")
        if sent and not any(media_type_matches(parser.media_type, given) for parser in self.get_parsers()):
            raise UnsupportedMediaType(given)

    def _post_once(
        self, key: str, post: Callable[..., HttpResponseBase], request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        def work(begin: Begin) -> HttpResponse:
            self.begin_write = begin
            if self.post_in_transaction:
                begin()
            try:
                answer = post(request, *args, **kwargs)
            except Exception as error:
                answer = self.handle_exception(error)
            answer = self.finalize_response(request, cast(Response, answer), *args, **kwargs)
            answer.render()
            return answer

        digest = idempotency.digest_of(request)
        return idempotency.once(self.actor, key, digest, work, self._shown)

    def _shown(self, path: str) -> HttpResponse:
        """Return the API's answer to a GET of this caller."""
        request, match = copy(self.request._request), resolve(path)
        request.method, request.path, request.path_info = "GET", path, path
        request.META = {**request.META, "REQUEST_METHOD": "GET", "CONTENT_LENGTH": "", "CONTENT_TYPE": ""}
        answer: Response = match.func(request, *match.args, **match.kwargs)
        answer.render()
        return answer

    @property
    def default_response_headers(self) -> dict[str, str]:
        """With those of every answer: what is read is of this moment, and no browser shows it again from its cache."""
        return {**super().default_response_headers, "Cache-Control": "no-store"}

    @property
    def actor(self) -> Actor:
        """The authenticated caller. Raises TypeError in a view without permissions."""
        actor = self.request.auth
        if not isinstance(actor, Actor):
            raise TypeError("a view without permissions has no actor")
        return actor

    @property
    def locale(self) -> str:
        """The language of the response: "zh" or "en"."""
        return "zh" if (get_language() or "").startswith("zh") else "en"

    @property
    def region(self) -> str:
        """The country that the request's languages name for its own, "" where they name none."""
        return usual_country(self.locale, self.request.headers.get("Accept-Language", ""))

    def body(self, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """Return the validated body. Raises ValidationError with every fault at once."""
        given = serializer(data=self.request.data)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def query_text(self, name: str) -> str:
        """Return a text of the query string, trimmed. Raises Problem for one that is too long or holds a NUL."""
        value: str = self.request.query_params.get(name, "").strip()
        if len(value) > QUERY_CHARS or "\x00" in value:
            raise wrong_field(name, _("At most %(limit)s characters.") % {"limit": QUERY_CHARS})
        return value

    def of_traveller(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        """Return the rows of the traveller that `end_user` of the query names, all rows without `end_user`.

        An empty `end_user` is the partner itself. Raises Problem.
        """
        if "end_user" not in self.request.query_params:
            return rows
        return rows.filter(person__end_user=self.query_text("end_user"))

    def page(self, rows: QuerySet[Any], serializer: type[Serializer[Any]], **context: Any) -> Response:
        """Return one page of the rows, cut by the view's `pagination_class`. `context`: passed to the serializer."""
        pages = self.pagination_class()
        if not isinstance(pages, CursorPagination):
            raise TypeError("rows of the database are cut by cursor")
        found = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(serializer(found, many=True, context=context).data)


class NoSuchPath(APIView):
    """Answers every path that the API does not have."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        detail = _("The API has no path %(path)s.") % {"path": request.path}
        hint = "" if request.path.endswith("/") else " " + _("Every path ends in a slash.")
        raise Problem(404, "not_found", detail + hint)
