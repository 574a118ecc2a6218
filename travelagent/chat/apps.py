from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "travelagent.chat"
