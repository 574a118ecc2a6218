from django.urls import path

from travelagent.pictures import shown, views

urlpatterns = [
    path("pictures/sight/<str:city>/<str:slug>.svg", views.sight, name="sight-poster"),
    path("pictures/city/<str:city>.svg", views.city, name="city-poster"),
    path("pictures/city/<str:city>.png", shown.city, name="city-preview"),
    path("pictures/page/<str:name>.png", shown.page, name="page-preview"),
    path("pictures/about.json", views.about, name="about-pictures"),
    path("pictures/own/<str:kind>.svg", views.own, name="own-poster"),
]
