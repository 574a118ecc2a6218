from django.urls import path, re_path, register_converter
from django.urls.converters import StringConverter

from travelagent.api.views import (
    catalog,
    expenses,
    feedback,
    itineraries,
    lists,
    memories,
    proposals,
    runs,
    schema,
    sessions,
    tools,
    trip_state,
    trips,
    venues,
    webhooks,
)
from travelagent.api.views.base import NoSuchPath


class NameConverter(StringConverter):
    """An id or a name: no slash, and no control character, which PostgreSQL would choke on."""

    regex = r"[^/\x00-\x1f]+"


register_converter(NameConverter, "name")

urlpatterns = [
    path("schema/", schema.Schema.as_view(schema=None), name="api-schema"),
    path("tools/", tools.ToolList.as_view()),
    path("tools/<name:name>/", tools.ToolCall.as_view()),
    path("models/", tools.ModelList.as_view()),
    path("cities/", catalog.CityList.as_view()),
    path("cities/<name:city>/", catalog.CityDetail.as_view()),
    path("cities/<name:city>/sights/", catalog.CitySights.as_view()),
    path("cities/<name:city>/weather/", catalog.CityWeatherDays.as_view()),
    path("venues/", venues.NearVenues.as_view()),
    path("itineraries/", itineraries.ItineraryPlan.as_view()),
    path("itineraries/verify/", itineraries.ItineraryVerify.as_view()),
    path("sessions/", sessions.SessionList.as_view()),
    path("sessions/<name:session>/", sessions.SessionDetail.as_view(), name="api-session"),
    path("sessions/<name:session>/clear/", sessions.SessionClear.as_view()),
    path("sessions/<name:session>/messages/", sessions.SessionMessages.as_view()),
    path("sessions/<name:session>/runs/", sessions.SessionRuns.as_view()),
    path("sessions/<name:session>/brief/", trip_state.SessionBrief.as_view()),
    path("sessions/<name:session>/plan/", trip_state.SessionPlan.as_view()),
    path("sessions/<name:session>/undo/", trip_state.SessionUndo.as_view()),
    path("sessions/<name:session>/redo/", trip_state.SessionRedo.as_view()),
    path("runs/<name:run>/", runs.RunDetail.as_view(), name="api-run"),
    path("runs/<name:run>/history/", runs.RunHistory.as_view()),
    path("runs/<name:run>/events/", runs.RunEvents.as_view()),
    path("runs/<name:run>/cancel/", runs.RunCancel.as_view()),
    path("runs/<name:run>/proposals/<name:proposal>/", proposals.ProposalDetail.as_view()),
    path("feedback/", feedback.FeedbackList.as_view()),
    path("memories/", memories.MemoryList.as_view()),
    path("memories/<name:memory>/", memories.MemoryDetail.as_view()),
    path("trips/", trips.TripList.as_view()),
    path("trips/import/", trips.TripImport.as_view()),
    path("trips/import/preview/", trips.TripImportPreview.as_view()),
    path("trips/<name:trip>/", trips.TripDetail.as_view(), name="api-trip"),
    path("trips/<name:trip>/edits/", trips.TripEditing.as_view()),
    path("trips/<name:trip>/undo/", trips.TripUndo.as_view()),
    path("trips/<name:trip>/verify/", trips.TripVerify.as_view()),
    path("trips/<name:trip>/replan/", trips.TripReplan.as_view()),
    path("trips/<name:trip>/alternatives/", trips.TripAlternatives.as_view()),
    path("trips/<name:trip>/versions/", trips.TripVersions.as_view()),
    path("trips/<name:trip>/diff/", trips.TripDiff.as_view()),
    path("trips/<name:trip>/export/", trips.TripExport.as_view()),
    path("trips/<name:trip>/share/", trips.TripShareList.as_view()),
    path("trips/<name:trip>/share/<name:share>/", trips.TripShareDetail.as_view()),
    path("trips/<name:trip>/travellers/", expenses.TravellerList.as_view()),
    path("trips/<name:trip>/travellers/<name:traveller>/", expenses.TravellerDetail.as_view()),
    path("trips/<name:trip>/expenses/", expenses.ExpenseList.as_view()),
    path("trips/<name:trip>/expenses/<name:expense>/", expenses.ExpenseDetail.as_view()),
    path("trips/<name:trip>/ledger/", expenses.LedgerDetail.as_view()),
    path("trips/<name:trip>/ledger/table/", expenses.LedgerTable.as_view()),
    path("trips/<name:trip>/lists/", lists.TripLists.as_view()),
    path("trips/<name:trip>/lists/propose/", lists.TripListProposal.as_view()),
    path("trips/<name:trip>/lists/<name:item>/", lists.TripListItem.as_view()),
    path("webhooks/", webhooks.WebhookList.as_view()),
    path("webhooks/<name:webhook>/", webhooks.WebhookDetail.as_view()),
    path("webhooks/<name:webhook>/rotate/", webhooks.WebhookRotate.as_view()),
    path("webhooks/<name:webhook>/deliveries/", webhooks.WebhookDeliveries.as_view()),
    re_path("", NoSuchPath.as_view(schema=None)),
]
