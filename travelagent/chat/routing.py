"""The paths of sockets; one that is not known is denied before it is accepted."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from travelagent.chat.consumers import SessionConsumer
from travelagent.chat.trip_consumer import TripConsumer

websocket_urlpatterns = [
    path("ws/sessions/<str:session>/", SessionConsumer.as_asgi()),
    path("ws/trips/<str:trip>/", TripConsumer.as_asgi()),
    re_path("", WebsocketDenier.as_asgi()),
]
