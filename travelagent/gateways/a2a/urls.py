from typing import Any

from a2a.utils.errors import ExtendedAgentCardNotConfiguredError, PushNotificationNotSupportedError
from django.urls import path, re_path

from travelagent.gateways.a2a.calls import METHODS
from travelagent.gateways.a2a.rpc import Rpc
from travelagent.gateways.a2a.views import Operation, Unsupported, card

PUSH = Unsupported.as_view(schema=None, error=PushNotificationNotSupportedError)
NO_CARD = Unsupported.as_view(schema=None, error=ExtendedAgentCardNotConfiguredError)


def operation(method: str, *verbs: str) -> Any:
    """Return the view of an operation."""
    return Operation.as_view(schema=None, method=method, http_method_names=list(verbs), post_cost=METHODS[method].cost)


urlpatterns = [
    path(".well-known/agent-card.json", card, name="agent-card"),
    path("a2a/message:send", operation("SendMessage", "post")),
    path("a2a/message:stream", operation("SendStreamingMessage", "post")),
    path("a2a/tasks", operation("ListTasks", "get")),
    path("a2a/tasks/<str:id>:cancel", operation("CancelTask", "post")),
    path("a2a/tasks/<str:id>:subscribe", operation("SubscribeToTask", "get", "post")),
    path("a2a/tasks/<str:id>", operation("GetTask", "get")),
    path("a2a/tasks/<str:id>/pushNotificationConfigs", PUSH),
    path("a2a/tasks/<str:id>/pushNotificationConfigs/<str:config>", PUSH),
    path("a2a/extendedAgentCard", NO_CARD),
    path("a2a/rpc", Rpc.as_view(schema=None), name="a2a-rpc"),
    path("a2a/", Unsupported.as_view(schema=None), name="a2a"),
    re_path("^a2a/", Unsupported.as_view(schema=None)),
]
