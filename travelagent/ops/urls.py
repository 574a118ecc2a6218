from django.urls import path

from travelagent.ops import health, views

urlpatterns = [
    path("live", health.live, name="live"),
    path("ready", health.ready, name="ready"),
    path("metrics", health.metrics, name="metrics"),
    path("account/", views.account, name="account"),
    path("account/data.json", views.my_data, name="my-data"),
    path("account/data.zip", views.my_files, name="my-files"),
    path("account/erase/", views.erase_me, name="erase-me"),
]
