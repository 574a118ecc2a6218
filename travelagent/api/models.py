"""What the API keeps of its own: answers to requests with an `Idempotency-Key`, webhooks, and their outbox."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from travelagent.accounts.ids import delivery_id, webhook_id
from travelagent.accounts.models import Partner, Person


class IdempotentAnswer(models.Model):
    """A POST with an `Idempotency-Key`, and its answer once there is one.

    Until then whoever works on it holds a lease, on the database's clock; `fence` grows when it is taken over.
    """

    partner = models.ForeignKey(Partner, models.CASCADE, null=True, related_name="+", verbose_name=_("partner"))
    person = models.ForeignKey(Person, models.CASCADE, null=True, related_name="+", verbose_name=_("person"))
    key = models.CharField(_("key"), max_length=255)
    digest = models.CharField(max_length=64)
    fence = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField()
    status = models.PositiveSmallIntegerField(_("status"), null=True)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=b"")
    created_at = models.DateTimeField(_("created"), auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("idempotent answer")
        verbose_name_plural = _("idempotent answers")
        constraints = [
            models.UniqueConstraint(fields=["partner", "key"], name="one_answer_a_partners_key"),
            models.UniqueConstraint(fields=["person", "key"], name="one_answer_a_persons_key"),
        ]

    def __str__(self) -> str:
        return self.key


class WebhookEvent(models.TextChoices):
    """An event that a partner's webhook can subscribe to."""

    RUN_FINISHED = "run.finished", _("a run has ended")
    RUN_PAUSED = "run.paused", _("a run waits for a decision")
    TRIP_CHANGED = "trip.changed", _("a trip was saved, changed or deleted")


class Webhook(models.Model):
    """An address to which a partner has events delivered.

    Its secrets are encrypted; after a rotation the old one stays valid until `old_until`.
    """

    id = models.CharField(primary_key=True, max_length=40, default=webhook_id, editable=False)
    partner = models.ForeignKey(Partner, models.CASCADE, related_name="webhooks", verbose_name=_("partner"))
    url = models.CharField(_("address"), max_length=2000)
    events = models.JSONField(_("events"))
    secret = models.TextField()
    old_secret = models.TextField(blank=True, default="")
    old_until = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    disabled_at = models.DateTimeField(_("disabled"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One event on its way to one webhook."""

    class Status(models.TextChoices):
        PENDING = "pending", _("pending")
        DELIVERED = "delivered", _("delivered")
        DEAD = "dead", _("given up")

    id = models.CharField(primary_key=True, max_length=40, default=delivery_id, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", verbose_name=_("webhook"))
    event = models.CharField(_("event"), max_length=20, choices=WebhookEvent.choices)
    data = models.JSONField(_("data"))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.PENDING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    response_code = models.PositiveSmallIntegerField(_("answered with"), null=True, blank=True)
    error = models.CharField(_("error"), max_length=200, blank=True, default="")
    next_attempt_at = models.DateTimeField(_("next attempt"), null=True, blank=True)
    delivered_at = models.DateTimeField(_("delivered"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("webhook delivery")
        verbose_name_plural = _("webhook deliveries")
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["status", "next_attempt_at"], name="delivery_sweep"),
            models.Index(fields=["webhook", "-created_at"], name="delivery_of_webhook"),
        ]

    def __str__(self) -> str:
        return f"{self.get_event_display()} {self.pk}"
