from django.contrib import admin

from travelagent.reminders.models import MentionNotice, PushSubscription, ReminderWish, SentReminder
from travelagent.trips.admin import ReadOnly


@admin.register(ReminderWish)
class ReminderWishAdmin(ReadOnly):
    """The admin of reminders that were asked for."""

    list_display = ("trip", "person", "by_mail", "by_push", "mentions_by_mail", "mentions_by_push", "changed_at")
    list_select_related = ("trip", "person__user", "person__partner")
    search_fields = ("trip__id",)


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnly):
    """The admin of browsers that receive notifications; their addresses are not shown."""

    list_display = ("id", "person", "created_at")
    list_select_related = ("person__user", "person__partner")


@admin.register(SentReminder)
class SentReminderAdmin(ReadOnly):
    """The admin of reminders that were sent or are being tried."""

    list_display = ("day", "channel", "wish", "attempts", "sent_at", "error")
    list_filter = ("channel",)
    list_select_related = ("wish",)


@admin.register(MentionNotice)
class MentionNoticeAdmin(ReadOnly):
    """The admin of notices of mentions."""

    list_display = ("mention", "channel", "attempts", "sent_at", "error")
    list_filter = ("channel",)
    list_select_related = ("mention",)
