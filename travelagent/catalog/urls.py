from django.urls import path

from travelagent.catalog.views import AttributionView

app_name = "catalog"
urlpatterns = [path("attribution/", AttributionView.as_view(), name="attribution")]
