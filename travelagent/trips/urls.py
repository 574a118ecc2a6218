from django.urls import path, re_path

from travelagent.trips import explore, views

urlpatterns = [
    path("trips/", views.trip_list, name="trips"),
    path("trips/<str:trip>", views.trip_page, name="trip"),
    path("shared/<str:token>", views.shared_trip, name="shared-trip"),
    path("shared/<str:token>/picture.png", views.shared_preview, name="shared-preview"),
    re_path("^explore/?$", explore.explore, name="explore"),
    path("cities/<str:city>", explore.city_page, name="city"),
    path("robots.txt", views.robots, name="robots"),
]
