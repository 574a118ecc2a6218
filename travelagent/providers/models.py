"""What services answered, kept until it expires, and how each of their hosts is doing."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from travelagent.catalog.spoken import spoken
from travelagent.providers.services import TITLES


class ProviderAnswer(models.Model):
    """One valid answer: the value that a service's answer was read as, by service and normalised query."""

    service = models.CharField(_("service"), max_length=20)
    key = models.CharField(_("digest of the query"), max_length=64)
    query = models.JSONField(_("query"))
    body = models.JSONField(_("answer"), null=True)
    is_empty = models.BooleanField(_("nothing found"), default=False)
    fetched_at = models.DateTimeField(_("fetched"))
    expires_at = models.DateTimeField(_("expires"), db_index=True)
    licence = models.CharField(_("licence"), max_length=80)
    source = models.CharField(_("address of the service"), max_length=300)

    class Meta:
        verbose_name = _("answer of a service")
        verbose_name_plural = _("answers of services")
        ordering = ["-fetched_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["service", "key"], name="one_answer_a_query")]

    def __str__(self) -> str:
        return f"{spoken(TITLES[self.service])} {self.key[:12]}"


class ProviderHost(models.Model):
    """A host that was asked: when it may be asked next, its failures in a row, and until when it is left alone."""

    host = models.CharField(_("host"), primary_key=True, max_length=255)
    next_at = models.DateTimeField(_("may be asked from"), null=True)
    failures = models.PositiveIntegerField(_("failures in a row"), default=0)
    open_until = models.DateTimeField(_("left alone until"), null=True)
    is_limited = models.BooleanField(_("asked us to wait"), default=False)
    last_success = models.DateTimeField(_("last success"), null=True)
    last_failure = models.DateTimeField(_("last failure"), null=True)
    last_reason = models.CharField(_("reason of the last failure"), max_length=240, blank=True)

    class Meta:
        verbose_name = _("host of a service")
        verbose_name_plural = _("hosts of services")
        ordering = ["host"]

    def __str__(self) -> str:
        return self.host
