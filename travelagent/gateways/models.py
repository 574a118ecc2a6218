"""How conversations are known to programs that keep their own."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from travelagent.accounts.models import Person
from travelagent.chat.models import ChatSession, Run


class ClientConversation(models.Model):
    """A session by the name that a client has for it: an id of the client's, or a digest of the earlier messages."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="+", verbose_name=_("person"))
    name = models.CharField(_("name"), max_length=80)
    session = models.ForeignKey(ChatSession, models.CASCADE, related_name="names", verbose_name=_("conversation"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("conversation of a client")
        verbose_name_plural = _("conversations of clients")
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["person", "name"], name="one_session_a_name")]

    def __str__(self) -> str:
        return self.name


class ClientRun(models.Model):
    """A run by the id that a client gave it, so that the same request again is not another run."""

    session = models.ForeignKey(ChatSession, models.CASCADE, related_name="+", verbose_name=_("conversation"))
    name = models.CharField(_("name"), max_length=200)
    run = models.ForeignKey(Run, models.CASCADE, related_name="+", verbose_name=_("run"))
    after_seq = models.PositiveIntegerField(_("begins behind"), default=0)

    class Meta:
        verbose_name = _("run of a client")
        verbose_name_plural = _("runs of clients")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["session", "name"], name="one_run_a_name")]

    def __str__(self) -> str:
        return self.name
