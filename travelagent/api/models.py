"""What the API keeps of its own: the answers to requests with an `Idempotency-Key`."""

from django.db import models
from django.utils.translation import gettext_lazy as _

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
