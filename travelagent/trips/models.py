"""Saved trips: a plan that its owner keeps."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from travelagent.accounts import ids
from travelagent.accounts.models import Person


class Trip(models.Model):
    """`itinerary` and `budget` are payloads of the wire contract; `version` grows with every change."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.trip_id, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="trips", verbose_name=_("person"))
    session = models.CharField(_("session"), max_length=40, blank=True, default="")
    title = models.CharField(_("title"), max_length=120)
    itinerary = models.JSONField(_("itinerary"))
    budget = models.JSONField(_("budget"), null=True, blank=True)
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
