"""What reminders and notices of mentions were asked for, where they are pushed to, and which were sent."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from travelagent.accounts import ids
from travelagent.accounts.models import Person
from travelagent.trips.models import CommentMention, Trip


class Channel(models.TextChoices):
    """How a reminder comes."""

    MAIL = "mail", _("e-mail")
    PUSH = "push", _("notification")


class ReminderWish(models.Model):
    """A person wants to be reminded of a trip, or notified of comments that name them, in a language ("en" or "zh"), by
    these channels; none is off.
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="reminder_wishes", verbose_name=_("person"))
    trip = models.ForeignKey(Trip, models.CASCADE, related_name="reminder_wishes", verbose_name=_("trip"))
    by_mail = models.BooleanField(_("by e-mail"), default=False)
    by_push = models.BooleanField(_("by notification"), default=False)
    mentions_by_mail = models.BooleanField(_("mentions by e-mail"), default=False)
    mentions_by_push = models.BooleanField(_("mentions by notification"), default=False)
    locale = models.CharField(_("language"), max_length=2, choices=[("en", _("English")), ("zh", _("Chinese"))])
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("reminder of a trip")
        verbose_name_plural = _("reminders of trips")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "trip"], name="one_reminder_a_trip")]

    def __str__(self) -> str:
        return f"{self.trip_id}"


class PushSubscription(models.Model):
    """A browser that takes notifications of a person's: the address of its push service, and its keys (RFC 8291)."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.push_id, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="push_subscriptions", verbose_name=_("person"))
    endpoint = models.CharField(_("address"), max_length=1000)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    public_key = models.CharField(max_length=100, editable=False)
    secret = models.CharField(max_length=40, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("browser with notifications")
        verbose_name_plural = _("browsers with notifications")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.pk


class SentReminder(models.Model):
    """A reminder of a trip's day that was taken on by a channel: there is never a second one for the same person.

    `sent_at` None: not yet, after `attempts`; `next_attempt_at` None: no more.
    """

    wish = models.ForeignKey(ReminderWish, models.CASCADE, related_name="sent", verbose_name=_("reminder of a trip"))
    day = models.DateField(_("day"))
    channel = models.CharField(_("channel"), max_length=4, choices=Channel.choices)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_attempt_at = models.DateTimeField(_("next attempt"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    error = models.CharField(_("error"), max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("sent reminder")
        verbose_name_plural = _("sent reminders")
        ordering = ["-day", "pk"]
        constraints = [models.UniqueConstraint(fields=["wish", "day", "channel"], name="one_reminder_a_day")]
        indexes = [models.Index(fields=["next_attempt_at"], name="due_reminders")]

    def __str__(self) -> str:
        return f"{self.day}"


class MentionNotice(models.Model):
    """A notice of a mention by a channel, sent once. `sent_at` and `next_attempt_at` as of SentReminder."""

    mention = models.ForeignKey(CommentMention, models.CASCADE, related_name="notices", verbose_name=_("mention"))
    channel = models.CharField(_("channel"), max_length=4, choices=Channel.choices)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_attempt_at = models.DateTimeField(_("next attempt"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    error = models.CharField(_("error"), max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("notice of a mention")
        verbose_name_plural = _("notices of mentions")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["mention", "channel"], name="one_notice_a_mention")]
        indexes = [models.Index(fields=["next_attempt_at"], name="due_notices")]

    def __str__(self) -> str:
        return str(self.pk)
