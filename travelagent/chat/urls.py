from django.urls import path

from travelagent.chat import views

urlpatterns = [
    path("", views.chat, name="chat"),
    path("chat/<str:session>", views.chat, name="chat-session"),
]
