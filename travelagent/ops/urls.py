from django.urls import path

from travelagent.ops import health

urlpatterns = [
    path("live", health.live, name="live"),
    path("ready", health.ready, name="ready"),
]
