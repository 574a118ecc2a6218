"""The binding JSON-RPC: every method of the protocol at `/a2a/rpc`."""

from typing import Any

from a2a.utils.errors import (
    A2AError,
    ExtendedAgentCardNotConfiguredError,
    InvalidRequestError,
    MethodNotFoundError,
    PushNotificationNotSupportedError,
)
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from travelagent.accounts.rate_limits import Cost
from travelagent.gateways.a2a.calls import METHODS
from travelagent.gateways.a2a.errors import Refusal
from travelagent.gateways.a2a.requests import parsed
from travelagent.gateways.a2a.tasks import Wire
from travelagent.gateways.a2a.views import A2AView

UNSUPPORTED: dict[str, type[A2AError]] = {
    "CreateTaskPushNotificationConfig": PushNotificationNotSupportedError,
    "GetTaskPushNotificationConfig": PushNotificationNotSupportedError,
    "ListTaskPushNotificationConfigs": PushNotificationNotSupportedError,
    "DeleteTaskPushNotificationConfig": PushNotificationNotSupportedError,
    "GetExtendedAgentCard": ExtendedAgentCardNotConfiguredError,
}
"""Methods of the protocol that the card does not promise."""


class Rpc(A2AView):
    """A call counts as what its method costs; refusals of the protocol are answered 200, as JSON-RPC has it."""

    media_type = "application/json"
    call_id: str | int | None = None

    def check_throttles(self, request: Request) -> None:
        self.post_cost = Cost.WRITE
        try:
            method = METHODS.get(str(_call(request).get("method")))
            self.post_cost = method.cost if method is not None else Cost.WRITE
        finally:
            super().check_throttles(request)

    def post(self, request: Request) -> HttpResponseBase:
        """Call one method."""
        call = _call(request)
        name, given = call.get("method"), call.get("id")
        self.call_id = given if isinstance(given, str | int) else None
        if call.get("jsonrpc") != "2.0" or not isinstance(name, str):
            raise InvalidRequestError(_("The body is not a JSON-RPC 2.0 call."))
        method = METHODS.get(name)
        if method is None:
            raise UNSUPPORTED.get(name, MethodNotFoundError)
        params = parsed(call.get("params", {}), method.request())
        return self.answer(method.call(self.actor, params, self.locale))

    def wrapped(self, result: Wire) -> Wire:
        return {"jsonrpc": "2.0", "id": self.call_id, "result": result}

    def refuse(self, response: Response, refusal: Refusal) -> None:
        """Put the refusal into the response as an error of JSON-RPC."""
        response.status_code = 200 if refusal.is_protocol else refusal.status
        response.data = {"jsonrpc": "2.0", "id": self.call_id, "error": refusal.as_rpc()}


def _call(request: Request) -> dict[str, Any]:
    """Return the body's object, an empty one where it is none."""
    return request.data if isinstance(request.data, dict) else {}
