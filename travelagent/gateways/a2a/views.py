"""The public card, and the binding HTTP+JSON under `/a2a/` for partners' keys."""

import json
from collections.abc import AsyncIterator
from typing import Any, cast

from a2a.utils.constants import (
    A2A_JSON_MEDIA_TYPE,
    PROTOCOL_VERSION_0_3,
    PROTOCOL_VERSION_CURRENT,
    VERSION_HEADER,
)
from a2a.utils.errors import (
    A2AError,
    InvalidRequestError,
    MethodNotFoundError,
    VersionNotSupportedError,
)
from a2a.utils.proto_utils import parse_params
from django.http import HttpRequest, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from google.protobuf.json_format import MessageToDict, ParseError
from google.protobuf.message import Message
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.models import Scope
from travelagent.api.authentication import KeyAuthentication
from travelagent.api.event_stream import PING, UNBUFFERED, EventStream, event_response
from travelagent.api.parsers import LargeJson
from travelagent.api.views.base import ActorView
from travelagent.chat.run_stream import on_the_loop
from travelagent.gateways.a2a.calls import METHODS, Outcome, Streams, Waits
from travelagent.gateways.a2a.card import agent_card
from travelagent.gateways.a2a.errors import Refusal, refusal_of
from travelagent.gateways.a2a.requests import parsed
from travelagent.gateways.a2a.tasks import Wire

CARD_S = 3600


@require_safe
def card(request: HttpRequest) -> JsonResponse:
    """Serve the agent's card, which everybody may read."""
    found = agent_card(request.build_absolute_uri("/").rstrip("/"))
    return JsonResponse(MessageToDict(found), headers={"Cache-Control": f"public, max-age={CARD_S}"})


class A2AJson(LargeJson):
    """JSON bodies of the protocol's own media type."""

    media_type = A2A_JSON_MEDIA_TYPE


class A2ARenderer(JSONRenderer):
    """JSON responses of the protocol's own media type."""

    media_type = A2A_JSON_MEDIA_TYPE


class A2AView(ActorView):
    """A view of the protocol. `media_type`: of its answers."""

    authentication_classes = [KeyAuthentication]
    parser_classes = [LargeJson, A2AJson]
    renderer_classes = [JSONRenderer, A2ARenderer, EventStream]
    scope = Scope.RUNS
    post_in_transaction = False
    post_takes_key = False
    media_type = A2A_JSON_MEDIA_TYPE

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        version = request.headers.get(VERSION_HEADER) or request.query_params.get(VERSION_HEADER)
        if (version or PROTOCOL_VERSION_0_3).partition(".")[0] != PROTOCOL_VERSION_CURRENT.partition(".")[0]:
            values = {"header": VERSION_HEADER, "version": PROTOCOL_VERSION_CURRENT}
            raise VersionNotSupportedError(_("The header %(header)s has to be %(version)s.") % values)

    def handle_exception(self, error: Exception) -> Response:
        """Return a problem as an error of the protocol."""
        response = Response(exception=True) if isinstance(error, A2AError) else super().handle_exception(error)
        self.refuse(response, refusal_of(error if isinstance(error, A2AError) else response))
        response.content_type = "application/json"
        return response

    def refuse(self, response: Response, refusal: Refusal) -> None:
        """Put the refusal into the response as `google.rpc.Status`."""
        response.status_code, response.data = refusal.status, refusal.as_status()

    def wrapped(self, result: Wire) -> Wire:
        """Return a result as the binding sends it; here as it is."""
        return result

    def answer(self, outcome: Outcome) -> HttpResponseBase:
        """Return the response that an outcome is."""
        if isinstance(outcome, Streams):
            return event_response(self._frames(outcome))
        if isinstance(outcome, Waits):
            content = on_the_loop(self._whole(outcome))
            return StreamingHttpResponse(content, content_type=self.media_type, headers=UNBUFFERED)
        return Response(self.wrapped(outcome), content_type=self.media_type)

    async def _frames(self, outcome: Streams) -> AsyncIterator[str]:
        async for update in outcome.updates:
            yield PING if update is None else f"data: {compact(self.wrapped(update))}\n\n"

    async def _whole(self, outcome: Waits) -> AsyncIterator[str]:
        """Yield the answer; until it is there spaces, which mean nothing in JSON, keep the connection."""
        async for answer in outcome.answers:
            yield " " if answer is None else compact(self.wrapped(answer))


class Operation(A2AView):
    """An operation of HTTP+JSON. `method` is its name in the protocol; `http_method_names` those that it takes."""

    method = ""

    def get(self, request: Request, **path: str) -> HttpResponseBase:
        """Call the operation with the parameters of the query and the path."""
        params = METHODS[self.method].request()
        try:
            parse_params(cast(Any, request.query_params), params)  # a QueryDict is read as Starlette's is
        except ParseError as error:
            raise InvalidRequestError(str(error)) from error
        for name, value in path.items():
            setattr(params, name, value)
        return self._call(params)

    def post(self, request: Request, **path: str) -> HttpResponseBase:
        """Call the operation with the body and the parameters of the path."""
        if not isinstance(request.data, dict):
            raise InvalidRequestError(_("The body is not a JSON object."))
        return self._call(parsed({**request.data, **path}, METHODS[self.method].request()))

    def _call(self, params: Message) -> HttpResponseBase:
        return self.answer(METHODS[self.method].call(self.actor, params, self.locale))


class Unsupported(A2AView):
    """What the card does not promise, and what the protocol does not have."""

    error: type[A2AError] = MethodNotFoundError

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise self.error


def compact(value: Wire) -> str:
    """Return the value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
