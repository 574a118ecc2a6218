from django.urls import path

from travelagent.chat.consumers import SessionConsumer

websocket_urlpatterns = [path("ws/sessions/<str:session>/", SessionConsumer.as_asgi())]
