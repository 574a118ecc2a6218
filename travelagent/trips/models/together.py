"""Who travels along: members of a trip, invitations, and what members say about its stops."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from travelagent.accounts import ids
from travelagent.accounts.models import Person
from travelagent.trips.models.trips import Trip


class MemberRole(models.TextChoices):
    """What somebody who was invited may do; the owner of a trip is `Trip.person`."""

    EDITOR = "editor", _("may change the trip")
    VIEWER = "viewer", _("may read the trip")


class TripMember(models.Model):
    """Somebody who was invited and joined. Whoever left stays with `left_at`, for the name in the history."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.member_id, editable=False)
    trip = models.ForeignKey(Trip, models.CASCADE, related_name="members", verbose_name=_("trip"))
    person = models.ForeignKey(Person, models.CASCADE, related_name="memberships", verbose_name=_("person"))
    role = models.CharField(_("role"), max_length=12, choices=MemberRole.choices)
    name = models.CharField(_("name"), max_length=60)
    invite = models.ForeignKey(
        "TripInvite", models.SET_NULL, null=True, blank=True, related_name="members", verbose_name=_("invitation")
    )
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)
    left_at = models.DateTimeField(_("left"), null=True, blank=True)

    class Meta:
        verbose_name = _("member of a trip")
        verbose_name_plural = _("members of trips")
        ordering = ["joined_at", "id"]
        constraints = [models.UniqueConstraint(fields=["trip", "person"], name="one_membership_a_person")]
        indexes = [models.Index(fields=["person", "left_at"], name="trips_of_member")]

    def __str__(self) -> str:
        return self.name


class TripInvite(models.Model):
    """A link by which people join a trip until it expires, is revoked or was used often enough. Only the SHA-256 of its
    token is kept. `address`: whom it was mailed to, empty for a link that its owner passes on."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.invite_id, editable=False)
    trip = models.ForeignKey(Trip, models.CASCADE, related_name="invites", verbose_name=_("trip"))
    digest = models.CharField(max_length=64, unique=True, editable=False)
    address = models.EmailField(_("e-mail address"), blank=True, default="")
    role = models.CharField(_("role"), max_length=12, choices=MemberRole.choices)
    most_uses = models.PositiveSmallIntegerField(_("most uses"))
    uses = models.PositiveSmallIntegerField(_("uses"), default=0)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation to a trip")
        verbose_name_plural = _("invitations to trips")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.pk


class MailedInvite(models.Model):
    """An invitation that a person had mailed, for counting them; it outlives the trip. `digest`: SHA-256 of the address
    in lower case."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="mailed_invites", verbose_name=_("person"))
    digest = models.CharField(max_length=64, editable=False)
    mailed_at = models.DateTimeField(_("mailed"), auto_now_add=True)

    class Meta:
        verbose_name = _("mailed invitation")
        verbose_name_plural = _("mailed invitations")
        ordering = ["-mailed_at"]
        indexes = [
            models.Index(fields=["person", "mailed_at"], name="mailed_invites_of_person"),
            models.Index(fields=["digest", "mailed_at"], name="mailed_invites_to_address"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class StopComment(models.Model):
    """A member's comment on a stop. `visit`: its id in the itinerary; `stop_name`: its name then, `{en, zh}`."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.comment_id, editable=False)
    trip = models.ForeignKey(Trip, models.CASCADE, related_name="comments", verbose_name=_("trip"))
    person = models.ForeignKey(Person, models.CASCADE, related_name="stop_comments", verbose_name=_("person"))
    visit = models.CharField(_("stop"), max_length=200)
    stop_name = models.JSONField(_("name of the stop"))
    text = models.CharField(_("text"), max_length=1000)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("comment on a stop")
        verbose_name_plural = _("comments on stops")
        ordering = ["created_at", "id"]
        indexes = [models.Index(fields=["trip", "created_at"], name="comments_of_trip")]

    def __str__(self) -> str:
        return self.text


class CommentMention(models.Model):
    """Somebody whom a comment names. `at`: the place of its "@"; `length`: characters, the "@" and the name."""

    comment = models.ForeignKey(
        StopComment, models.CASCADE, related_name="mentions", verbose_name=_("comment on a stop")
    )
    person = models.ForeignKey(Person, models.CASCADE, related_name="mentions", verbose_name=_("person"))
    at = models.PositiveSmallIntegerField(_("place"))
    length = models.PositiveSmallIntegerField(_("length"))

    class Meta:
        verbose_name = _("mention in a comment")
        verbose_name_plural = _("mentions in comments")
        ordering = ["at"]
        constraints = [models.UniqueConstraint(fields=["comment", "at"], name="one_mention_a_place")]

    def __str__(self) -> str:
        return f"{self.comment_id}: {self.at}"


class StopVote(models.Model):
    """A member's vote on a stop: 1 for, -1 against."""

    trip = models.ForeignKey(Trip, models.CASCADE, related_name="votes", verbose_name=_("trip"))
    person = models.ForeignKey(Person, models.CASCADE, related_name="stop_votes", verbose_name=_("person"))
    visit = models.CharField(_("stop"), max_length=200)
    value = models.SmallIntegerField(_("vote"))

    class Meta:
        verbose_name = _("vote on a stop")
        verbose_name_plural = _("votes on stops")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["trip", "person", "visit"], name="one_vote_a_stop")]

    def __str__(self) -> str:
        return f"{self.visit}: {self.value:+d}"
