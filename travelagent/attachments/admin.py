from django.contrib import admin

from travelagent.attachments.models import JournalEntry, TripFile
from travelagent.trips.admin import ReadOnly


@admin.register(TripFile)
class TripFileAdmin(ReadOnly):
    """Names and sizes; what a file holds is its owner's."""

    list_display = ("name", "media_type", "bytes", "trip", "uploaded_at")
    list_filter = ("media_type",)
    list_select_related = ("trip",)
    search_fields = ("id", "trip__id", "sha256")
    exclude = ("content", "preview")


@admin.register(JournalEntry)
class JournalEntryAdmin(ReadOnly):
    """The admin of journals: which days have an entry, without its text, which is its owner's."""

    list_display = ("day", "trip", "version", "updated_at")
    list_select_related = ("trip",)
    search_fields = ("id", "trip__id")
    exclude = ("text",)
