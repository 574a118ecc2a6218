"""Saved trips: a plan that its owner keeps, every version of it, and the links by which it is shown to others."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from travelagent.accounts import ids
from travelagent.accounts.models import Person


class Author(models.TextChoices):
    """Who made a version."""

    OWNER = "owner", _("you")
    ASSISTANT = "assistant", _("the assistant, with your approval")
    PARTNER = "partner", _("the partner's application")


class Content(models.Model):
    """What a trip holds. `itinerary` and `budget` are payloads of the wire contract, `notes` its owner's own words."""

    title = models.CharField(_("title"), max_length=120)
    itinerary = models.JSONField(_("itinerary"))
    budget = models.JSONField(_("budget"), null=True, blank=True)
    notes = models.TextField(_("notes"), blank=True, default="")

    class Meta:
        abstract = True


CONTENT = ("title", "itinerary", "budget", "notes")


class Trip(Content):
    """A trip as it stands; `version` grows with every change."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.trip_id, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="trips", verbose_name=_("person"))
    session = models.CharField(_("session"), max_length=40, blank=True, default="")
    version = models.PositiveIntegerField(_("version"), default=1)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("trip")
        verbose_name_plural = _("trips")
        ordering = ["-updated_at"]
        indexes = [models.Index(fields=["person", "-updated_at"], name="trip_of_person")]

    def __str__(self) -> str:
        return self.title


class TripVersion(Content):
    """A trip as it was. `told`: what changed with it, sentences `{"en", "zh"}`; `content_of`: the number of the version
    that an undo brought back, else its own."""

    trip = models.ForeignKey(Trip, models.CASCADE, related_name="versions", verbose_name=_("trip"))
    number = models.PositiveIntegerField(_("version"))
    content_of = models.PositiveIntegerField(_("content of version"))
    told = models.JSONField(_("what changed"), default=list)
    author = models.CharField(_("by"), max_length=12, choices=Author.choices)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("version of a trip")
        verbose_name_plural = _("versions of trips")
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["trip", "number"], name="one_version_a_number")]

    def __str__(self) -> str:
        return f"{self.title} ({self.number})"


class TripShare(models.Model):
    """A link by which anybody may read a trip until it expires or is revoked. Only the SHA-256 of its token is kept."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.share_id, editable=False)
    trip = models.ForeignKey(Trip, models.CASCADE, related_name="shares", verbose_name=_("trip"))
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("share link")
        verbose_name_plural = _("share links")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.pk
