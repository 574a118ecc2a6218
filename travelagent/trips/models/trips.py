"""Saved trips: a plan that its owner keeps, every version of it, the links by which it is shown to others and to
calendars, what the travellers spent, and their lists."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from travelagent.accounts import ids
from travelagent.accounts.models import Person, User


class Author(models.TextChoices):
    """Who made a version."""

    OWNER = "owner", _("you")
    ASSISTANT = "assistant", _("the assistant, with your approval")
    PARTNER = "partner", _("the partner's application")


class Content(models.Model):
    """What a trip holds. `itinerary` and `budget` are payloads of the wire contract, `notes` its owner's own words.

    `size`: the bytes of all this as JSON, see `quotas`.
    """

    title = models.CharField(_("title"), max_length=120)
    itinerary = models.JSONField(_("itinerary"))
    budget = models.JSONField(_("budget"), null=True, blank=True)
    notes = models.TextField(_("notes"), blank=True, default="")
    size = models.PositiveIntegerField(_("size in bytes"), default=0, db_default=0)

    class Meta:
        abstract = True


CONTENT = ("title", "itinerary", "budget", "notes")


class Trip(Content):
    """A trip as it stands; `version` grows with every change."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.trip_id, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="trips", verbose_name=_("person"))
    session = models.CharField(_("session"), max_length=40, blank=True, default="")
    version = models.PositiveIntegerField(_("version"), default=1)
    expense_currency = models.CharField(_("currency of expenses"), max_length=3, blank=True, default="", db_default="")
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("trip")
        verbose_name_plural = _("trips")
        ordering = ["-updated_at"]
        indexes = [models.Index(fields=["person", "-updated_at"], name="trip_of_person")]

    def __str__(self) -> str:
        return self.title

    @property
    def member_role(self) -> str | None:
        """The role of the member for whom `membership` found the trip; None for its owner."""
        found: str | None = self.__dict__.get("found_role")
        return found


class TripVersion(Content):
    """A version of a trip, with what it changed as sentences `{"en", "zh"}`.

    `content_of`: the number of the version that an undo brought back, else its own; `person`: who made it, as far as it
    is known; `takes_back`: the number of the one change that this version took back.
    """

    trip = models.ForeignKey(Trip, models.CASCADE, related_name="versions", verbose_name=_("trip"))
    number = models.PositiveIntegerField(_("version"))
    content_of = models.PositiveIntegerField(_("content of version"))
    told = models.JSONField(_("what changed"), default=list)
    author = models.CharField(_("by"), max_length=12, choices=Author.choices)
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="trip_versions", verbose_name=_("person")
    )
    takes_back = models.PositiveIntegerField(_("takes back version"), null=True, blank=True)
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


class CalendarFeed(models.Model):
    """A secret address under which a calendar program finds a person's trip, or all of them where `trip` is None. Only
    the SHA-256 of its token is kept. `with_notes`: the notes stand in it, too."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.feed_id, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="calendar_feeds", verbose_name=_("person"))
    trip = models.ForeignKey(
        Trip, models.CASCADE, null=True, blank=True, related_name="calendar_feeds", verbose_name=_("trip")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    locale = models.CharField(_("language"), max_length=2, choices=[("en", _("English")), ("zh", _("Chinese"))])
    with_notes = models.BooleanField(_("with notes"), default=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("calendar feed")
        verbose_name_plural = _("calendar feeds")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.pk


class Traveller(models.Model):
    """Somebody who travels along and shares expenses, by name; `user` is the account, where it is known."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.traveller_id, editable=False)
    trip = models.ForeignKey(Trip, models.CASCADE, related_name="travellers", verbose_name=_("trip"))
    name = models.CharField(_("name"), max_length=60)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("account"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("traveller")
        verbose_name_plural = _("travellers")
        ordering = ["created_at", "id"]
        constraints = [models.UniqueConstraint(fields=["trip", "name"], name="one_traveller_a_name")]

    def __str__(self) -> str:
        return self.name


class Kind(models.TextChoices):
    """What an expense was for."""

    LODGING = "lodging", _("lodging")
    FOOD = "food", _("food")
    TRANSPORT = "transport", _("transport")
    TICKETS = "tickets", _("tickets")
    SHOPPING = "shopping", _("shopping")
    OTHER = "other", _("other")


class Method(models.TextChoices):
    """How an expense is split."""

    EQUAL = "equal", _("equally")
    SHARES = "shares", _("by shares")
    AMOUNTS = "amounts", _("by amounts")


class TripExpense(models.Model):
    """What one traveller paid for some. `rate`: units of the trip's currency for one of this, as of `rate_day`."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.expense_id, editable=False)
    trip = models.ForeignKey(Trip, models.CASCADE, related_name="expenses", verbose_name=_("trip"))
    payer = models.ForeignKey(Traveller, models.RESTRICT, related_name="paid", verbose_name=_("paid by"))
    amount = models.DecimalField(_("amount"), max_digits=14, decimal_places=4)
    currency = models.CharField(_("currency"), max_length=3)
    day = models.DateField(_("day"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    label = models.CharField(_("description"), max_length=120, blank=True, default="")
    method = models.CharField(_("split"), max_length=12, choices=Method.choices)
    rate = models.DecimalField(_("exchange rate"), max_digits=24, decimal_places=15)
    rate_day = models.DateField(_("rate of"))
    rate_estimated = models.BooleanField(_("estimated rate"), default=False)
    version = models.PositiveIntegerField(_("version"), default=1)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("expense")
        verbose_name_plural = _("expenses")
        ordering = ["-day", "-created_at", "id"]
        indexes = [models.Index(fields=["trip", "-day"], name="expense_of_trip")]

    def __str__(self) -> str:
        return self.label or self.pk


class ExpensePart(models.Model):
    """A traveller's part in an expense: the shares or the amount, 1 where it is split equally."""

    expense = models.ForeignKey(TripExpense, models.CASCADE, related_name="parts", verbose_name=_("expense"))
    traveller = models.ForeignKey(Traveller, models.RESTRICT, related_name="parts", verbose_name=_("traveller"))
    weight = models.DecimalField(_("part"), max_digits=14, decimal_places=4)

    class Meta:
        verbose_name = _("part of an expense")
        verbose_name_plural = _("parts of expenses")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["expense", "traveller"], name="one_part_a_traveller")]

    def __str__(self) -> str:
        return f"{self.traveller_id}: {self.weight}"


class List(models.TextChoices):
    """The lists of a trip."""

    PACKING = "packing", _("to pack")
    BOOKING = "booking", _("to book")


class ListItem(models.Model):
    """An entry of a list. `key` names what was proposed, "" is one's own; `proposed_for` the trip's version that it was
    proposed for. What was proposed and is not wanted stays `dismissed`, so that it is not proposed again."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.item_id, editable=False)
    trip = models.ForeignKey(Trip, models.CASCADE, related_name="list_items", verbose_name=_("trip"))
    list = models.CharField(_("list"), max_length=12, choices=List.choices)
    key = models.CharField(max_length=200, blank=True, default="", editable=False)
    text = models.JSONField(_("text"))
    reason = models.JSONField(_("reason"), null=True, blank=True)
    quantity = models.PositiveSmallIntegerField(_("number"), default=1)
    due = models.DateField(_("due"), null=True, blank=True)
    done = models.BooleanField(_("done"), default=False)
    edited = models.BooleanField(_("changed by its owner"), default=False)
    dismissed = models.BooleanField(_("not wanted"), default=False)
    proposed_for = models.PositiveIntegerField(null=True, blank=True, editable=False)
    position = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("entry of a list")
        verbose_name_plural = _("entries of lists")
        ordering = ["position", "created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["trip", "list", "key"], condition=~models.Q(key=""), name="one_list_item_a_key"
            )
        ]

    def __str__(self) -> str:
        return self.pk
