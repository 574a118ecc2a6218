from django.urls import path

from travelagent.accounts import views

urlpatterns = [path("memories/", views.memory_page, name="memories")]
