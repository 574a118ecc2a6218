"""The API with its pages."""

from django.urls import include, path

urlpatterns = [
    path("api/docs/", include("travelagent.api.docs_urls")),
    path("api/v1/", include("travelagent.api.urls")),
]
