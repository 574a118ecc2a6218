"""Who uses the product.

A `Person` is whoever conversations, memories and trips belong to: a user with an account, a visitor known by the
site's cookie, or a partner's traveller (`end_user`, the partner's own id; empty for the partner itself). Everything
personal hangs on a Person, so that claiming a visitor's history at login, parting a partner's travellers and erasing
somebody's data are each one statement about one row.
"""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from travelagent.accounts.ids import key_id, memory_id


class User(AbstractUser):
    """An account; its own class from the start, so that it can grow. Not everybody who uses the product has one."""

    class Meta:
        verbose_name = _("sign-in account")
        verbose_name_plural = _("sign-in accounts")


class Partner(models.Model):
    """A company that uses the API. Its keys rotate; what it owns stays."""

    name = models.CharField(_("name"), max_length=100, unique=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("partner")
        verbose_name_plural = _("partners")

    def __str__(self) -> str:
        return self.name


class Scope(models.TextChoices):
    """What a partner's key may be used for."""

    RUNS = "runs", _("conversations and runs")
    TRIPS = "trips", _("trips")
    TOOLS = "tools", _("tools")
    CATALOG = "catalog", _("catalogue")
    MEMORIES = "memories", _("memories")
    WEBHOOKS = "webhooks", _("webhooks")


def every_scope() -> list[str]:
    """Return all scopes, the default of a new key."""
    return list(Scope.values)


class ApiKey(models.Model):
    """A partner's credential. Only the SHA-256 of the secret is kept."""

    id = models.CharField(primary_key=True, max_length=40, default=key_id, editable=False)
    partner = models.ForeignKey(Partner, models.CASCADE, related_name="keys", verbose_name=_("partner"))
    hint = models.CharField(_("first characters"), max_length=12)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("scopes"), default=every_scope)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")

    def __str__(self) -> str:
        return f"{self.hint}…"


class Person(models.Model):
    """Whom rows belong to: an account, a visitor, or a partner or its traveller `end_user`."""

    user = models.OneToOneField(
        User, models.CASCADE, null=True, blank=True, related_name="person", verbose_name=_("account")
    )
    visitor_key = models.CharField(_("visitor's key"), max_length=64, null=True, blank=True, unique=True)
    partner = models.ForeignKey(
        Partner, models.CASCADE, null=True, blank=True, related_name="travellers", verbose_name=_("partner")
    )
    end_user = models.CharField(_("the partner's own id"), max_length=200, blank=True, default="")
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(fields=["partner", "end_user"], name="one_person_an_end_user"),
            models.CheckConstraint(
                name="exactly_one_kind_of_person",
                condition=(
                    models.Q(user__isnull=False, visitor_key__isnull=True, partner__isnull=True)
                    | models.Q(user__isnull=True, visitor_key__isnull=False, partner__isnull=True)
                    | models.Q(user__isnull=True, visitor_key__isnull=True, partner__isnull=False)
                ),
            ),
        ]

    def __str__(self) -> str:
        if self.user is not None:
            return str(self.user)
        if self.partner is not None:
            return f"{self.partner}/{self.end_user}" if self.end_user else str(self.partner)
        return _("visitor %(number)s") % {"number": self.pk}

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.visitor_key = self.visitor_key or None
        super().save(*args, **kwargs)


class Memory(models.Model):
    """What a person asked to be remembered, in their own words."""

    id = models.CharField(primary_key=True, max_length=40, default=memory_id, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="memories", verbose_name=_("person"))
    text = models.CharField(_("text"), max_length=300)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("memory")
        verbose_name_plural = _("memories")
        ordering = ["created_at"]
        constraints = [models.UniqueConstraint(fields=["person", "text"], name="one_memory_a_text")]

    def __str__(self) -> str:
        return self.text
