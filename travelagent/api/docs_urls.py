from django.urls import path

from travelagent.api.docs import docs

urlpatterns = [path("", docs, name="api-docs")]
