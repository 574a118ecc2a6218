"""Reminders over REST."""

from typing import Any

from rest_framework import serializers

from travelagent.api.serializers.base import Body


class ReminderBody(Body):
    """What is named is changed; all are off until they are asked for. `mentions_mail` and `mentions_push` tell when a
    comment names the caller."""

    mail = serializers.BooleanField(required=False, help_text="To the account's verified address.")
    push = serializers.BooleanField(required=False, help_text="To the browsers that take notifications.")
    mentions_mail = serializers.BooleanField(required=False)
    mentions_push = serializers.BooleanField(required=False)
    locale = serializers.ChoiceField(("en", "zh"), required=False, help_text="The caller's by default.")


class ReminderSerializer(serializers.Serializer[Any]):
    """What the caller asked for of a trip. `address`: where mails go to, empty where none is verified; `push_key`: the
    site's public key that browsers subscribe with."""

    mail = serializers.BooleanField()
    push = serializers.BooleanField()
    mentions_mail = serializers.BooleanField()
    mentions_push = serializers.BooleanField()
    address = serializers.CharField()
    push_key = serializers.CharField()


class BrowserKeys(Body):
    """The keys of `PushSubscription.toJSON()`, base64url."""

    p256dh = serializers.CharField(max_length=100)
    auth = serializers.CharField(max_length=40)


class BrowserBody(Body):
    """A browser that receives notifications, as returned by `PushSubscription.toJSON()`."""

    endpoint = serializers.CharField(max_length=1000)
    keys = BrowserKeys()


class BrowserSerializer(serializers.Serializer[Any]):
    """A browser that takes notifications."""

    id = serializers.CharField()
