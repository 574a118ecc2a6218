from django.urls import include, path

from travelagent.accounts import views

urlpatterns = [
    path("memories/", views.memory_page, name="memories"),
    path("account/signup/", views.SignUp.as_view(), name="account_signup"),
    path("account/", include("allauth.account.urls")),
]
