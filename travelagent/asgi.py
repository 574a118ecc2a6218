"""The ASGI application: HTTP by Django, MCP by its own SDK, sockets by Channels."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - Django's apps must be ready before these are imported
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from travelagent.chat.origin import SameOriginOrBearer  # noqa: E402
from travelagent.chat.routing import websocket_urlpatterns  # noqa: E402
from travelagent.compute.clients import WatchedClients  # noqa: E402
from travelagent.gateways.mcp.door import McpDoor  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": WatchedClients(McpDoor(http)),
        "websocket": SameOriginOrBearer(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
