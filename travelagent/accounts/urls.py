from django.urls import include, path

from travelagent.accounts import views

urlpatterns = [
    path("memories/", views.memory_page, name="memories"),
    path("account/", include("allauth.account.urls")),
]
