from django.urls import path

from travelagent.gateways.chat_completions import views

urlpatterns = [
    path("chat/completions", views.ChatCompletions.as_view(schema=None), name="chat-completions"),
    path("models", views.ModelNames.as_view(schema=None)),
    path("models/<path:name>", views.ModelName.as_view(schema=None)),
]
