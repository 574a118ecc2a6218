"""What was found of photographs, kept until it expires: one row a place."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Photograph(models.Model):
    """What Wikimedia Commons has of a place, `city:kyoto` or `sight:kyoto/kinkaku-ji`.

    `about` is null where that is nothing of use. Its fields: url, srcset, author, licence, licence_url, source_url.
    """

    place = models.CharField(_("place"), primary_key=True, max_length=160)
    about = models.JSONField(_("photograph"), null=True)
    fetched_at = models.DateTimeField(_("asked for"), db_index=True)

    class Meta:
        verbose_name = _("photograph of a place")
        verbose_name_plural = _("photographs of places")
        ordering = ["place"]

    def __str__(self) -> str:
        return self.place
