"""What people keep with a trip: files, and a journal of its days."""

from typing import Final

from django.core.files.storage import Storage, storages
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from travelagent.accounts import ids
from travelagent.trips.models import Trip, TripExpense

TARGET_CHARS: Final = 200
"""Of what a file belongs to; the ids of stops are the longest."""


def attachment_storage() -> Storage:
    """Return Django's storage "attachments": a private folder, or a bucket."""
    return storages["attachments"]


def content_path(row: "TripFile", name: str) -> str:
    """Return where a file is kept: by ids alone, nothing that somebody chose."""
    return f"{row.trip_id}/{row.pk}{name}"


class JournalEntry(models.Model):
    """What somebody wrote of a day of a trip; its pictures are the trip's files that belong to it."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.entry_id, editable=False)
    trip = models.ForeignKey(Trip, models.CASCADE, related_name="journal", verbose_name=_("trip"))
    day = models.DateField(_("day"))
    text = models.TextField(_("text"), blank=True, default="")
    version = models.PositiveIntegerField(_("version"), default=1)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("journal entry")
        verbose_name_plural = _("journal entries")
        ordering = ["day"]
        constraints = [models.UniqueConstraint(fields=["trip", "day"], name="one_journal_entry_a_day")]

    def __str__(self) -> str:
        return str(self.day)


class BelongsTo(models.TextChoices):
    """What a file belongs to."""

    TRIP = "trip", _("the trip")
    DAY = "day", _("a day")
    VISIT = "visit", _("a stop")
    EXPENSE = "expense", _("an expense")
    JOURNAL = "journal", _("the journal of a day")


class TripFile(models.Model):
    """A document or picture of a trip. At most one of `day`, `visit`, `expense` and `entry` is set: what it belongs to.

    `media_type` is what the content was found to be; `bytes` and `sha256` are those of the content that is kept;
    `width` and `height`, in pixels, are null for documents.
    """

    id = models.CharField(primary_key=True, max_length=40, default=ids.file_id, editable=False)
    trip = models.ForeignKey(Trip, models.CASCADE, related_name="files", verbose_name=_("trip"))
    name = models.CharField(_("name"), max_length=255)
    media_type = models.CharField(_("media type"), max_length=40)
    bytes = models.PositiveIntegerField(_("bytes"))
    sha256 = models.CharField("SHA-256", max_length=64)
    content = models.FileField(_("content"), storage=attachment_storage, upload_to=content_path, max_length=120)
    preview = models.FileField(
        _("preview"), storage=attachment_storage, upload_to=content_path, max_length=120, blank=True, default=""
    )
    width = models.PositiveIntegerField(_("width"), null=True, blank=True)
    height = models.PositiveIntegerField(_("height"), null=True, blank=True)
    day = models.DateField(_("day"), null=True, blank=True)
    visit = models.CharField(_("stop"), max_length=TARGET_CHARS, blank=True, default="")
    expense = models.ForeignKey(
        TripExpense, models.SET_NULL, null=True, blank=True, related_name="receipts", verbose_name=_("expense")
    )
    entry = models.ForeignKey(
        JournalEntry, models.SET_NULL, null=True, blank=True, related_name="pictures", verbose_name=_("journal entry")
    )
    uploaded_at = models.DateTimeField(_("uploaded"), auto_now_add=True)

    class Meta:
        verbose_name = _("file of a trip")
        verbose_name_plural = _("files of trips")
        ordering = ["uploaded_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(day=None, visit="", expense=None)
                | Q(day=None, visit="", entry=None)
                | Q(day=None, expense=None, entry=None)
                | Q(visit="", expense=None, entry=None),
                name="a_file_belongs_to_one_thing",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_picture(self) -> bool:
        """Whether the file is a picture."""
        return self.media_type.startswith("image/")

    @property
    def belongs_to(self) -> BelongsTo:
        """What of the trip the file belongs to."""
        if self.expense_id is not None:
            return BelongsTo.EXPENSE
        if self.entry_id is not None:
            return BelongsTo.JOURNAL
        if self.visit:
            return BelongsTo.VISIT
        return BelongsTo.TRIP if self.day is None else BelongsTo.DAY

    @property
    def target(self) -> str:
        """The id of what it belongs to, the date of a day; "" for the trip itself."""
        day = self.day if self.entry is None else self.entry.day
        return self.expense_id or self.visit or (str(day) if day else "")
