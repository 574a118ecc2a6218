from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from travelagent.api.views import catalog, runs, sessions, tools

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("tools/", tools.ToolList.as_view()),
    path("tools/<str:name>/", tools.ToolCall.as_view()),
    path("models/", tools.ModelList.as_view()),
    path("cities/", catalog.CityList.as_view()),
    path("cities/<str:city>/", catalog.CityDetail.as_view()),
    path("cities/<str:city>/sights/", catalog.CitySights.as_view()),
    path("sessions/", sessions.SessionList.as_view()),
    path("sessions/<str:session>/", sessions.SessionDetail.as_view()),
    path("sessions/<str:session>/clear/", sessions.SessionClear.as_view()),
    path("sessions/<str:session>/messages/", sessions.SessionMessages.as_view()),
    path("sessions/<str:session>/runs/", sessions.SessionRuns.as_view()),
    path("runs/<str:run>/", runs.RunDetail.as_view()),
    path("runs/<str:run>/history/", runs.RunHistory.as_view()),
    path("runs/<str:run>/events/", runs.RunEvents.as_view()),
    path("runs/<str:run>/cancel/", runs.RunCancel.as_view()),
]
