from django.urls import path

from travelagent.gateways.agui.views import AgentRun

urlpatterns = [path("", AgentRun.as_view(schema=None), name="agui")]
