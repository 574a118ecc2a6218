from django.urls import path, re_path

from travelagent.trips import explore, feed_page, joining, views

urlpatterns = [
    path("trips/", views.trip_list, name="trips"),
    path("trips/<str:trip>", views.trip_page, name="trip"),
    path("join/<str:token>", joining.join, name="join"),
    path("shared/<str:token>", views.shared_trip, name="shared-trip"),
    path("shared/<str:token>/picture.png", views.shared_preview, name="shared-preview"),
    path("calendar/<str:token>.ics", feed_page.calendar_feed, name="calendar-feed"),
    re_path("^explore/?$", explore.explore, name="explore"),
    path("cities/<str:city>", explore.city_page, name="city"),
    path("robots.txt", views.robots, name="robots"),
]
