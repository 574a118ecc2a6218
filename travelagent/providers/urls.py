from django.urls import path

from travelagent.providers.views import ServicesView

urlpatterns = [path("data/services/", ServicesView.as_view(), name="live-services")]
