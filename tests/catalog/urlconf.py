"""The room's pages with what the base template links to."""

from django.urls import include, path

urlpatterns = [
    path("", include("travelagent.catalog.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
]
