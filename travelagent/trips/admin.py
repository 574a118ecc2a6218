from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from travelagent.trips.models import (
    CalendarFeed,
    CommentMention,
    MailedInvite,
    StopComment,
    Trip,
    TripExpense,
    TripInvite,
    TripMember,
)


class ReadOnly(admin.ModelAdmin[Any]):
    """Trips belong to people; operators read them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Trip)
class TripAdmin(ReadOnly):
    """The admin of saved trips."""

    list_display = ("title", "person", "version", "created_at", "updated_at")
    list_select_related = ("person__user", "person__partner")
    search_fields = ("id", "title")


@admin.register(TripExpense)
class TripExpenseAdmin(ReadOnly):
    """The admin of trips' expenses."""

    list_display = ("day", "kind", "amount", "currency", "payer", "trip", "updated_at")
    list_filter = ("kind", "currency")
    list_select_related = ("payer", "trip")
    search_fields = ("id", "trip__id")


@admin.register(CalendarFeed)
class CalendarFeedAdmin(ReadOnly):
    """The admin of live calendars."""

    list_display = ("id", "person", "trip", "with_notes", "created_at", "revoked_at")


@admin.register(TripMember)
class TripMemberAdmin(ReadOnly):
    """The admin of trips' members."""

    list_display = ("name", "role", "person", "trip", "joined_at", "left_at")
    list_filter = ("role",)
    list_select_related = ("person__user", "person__partner", "trip")
    search_fields = ("id", "name", "trip__id")


@admin.register(TripInvite)
class TripInviteAdmin(ReadOnly):
    """The admin of invitations to trips."""

    list_display = ("id", "role", "address", "trip", "uses", "most_uses", "expires_at", "revoked_at")
    list_filter = ("role",)
    list_select_related = ("trip",)
    search_fields = ("id", "trip__id")


@admin.register(StopComment)
class StopCommentAdmin(ReadOnly):
    """The admin of comments on stops."""

    list_display = ("text", "person", "trip", "created_at")
    list_select_related = ("person__user", "person__partner", "trip")
    search_fields = ("id", "trip__id")


@admin.register(CommentMention)
class CommentMentionAdmin(ReadOnly):
    """The admin of mentions in comments."""

    list_display = ("comment", "person", "at")
    list_select_related = ("comment", "person__user", "person__partner")


@admin.register(MailedInvite)
class MailedInviteAdmin(ReadOnly):
    """The admin of the record of mailed invitations."""

    list_display = ("person", "mailed_at")
    list_select_related = ("person__user", "person__partner")
