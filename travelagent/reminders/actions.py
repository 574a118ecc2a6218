"""Who wants to be reminded of which trip, and in which browsers. Off until somebody asks for it."""

import hashlib
from dataclasses import dataclass

from django.utils.translation import gettext as _

from travelagent.accounts.verified import verified_address
from travelagent.reminders.models import PushSubscription, ReminderWish
from travelagent.reminders.push import decoded, encrypted
from travelagent.targets import Forbidden, check_target
from travelagent.trips.actions import InvalidTrip, find_trip

MOST_BROWSERS = 20


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for of a trip: reminders, notices of mentions. `address`: the verified e-mail address that mails
    go to, empty for none."""

    mail: bool = False
    push: bool = False
    mentions_mail: bool = False
    mentions_push: bool = False
    address: str = ""


def wish_of(person: int, trip: str) -> Wish:
    """Return what a person asked for. Raises TripNotFound."""
    row = find_trip(person, trip)
    found = ReminderWish.objects.filter(person=person, trip=row).first() or ReminderWish()
    return Wish(found.by_mail, found.by_push, found.mentions_by_mail, found.mentions_by_push, verified_address(person))


def set_wish(
    person: int,
    trip: str,
    lang: str,
    *,
    mail: bool = False,
    push: bool = False,
    mentions_mail: bool = False,
    mentions_push: bool = False,
) -> Wish:
    """Ask for reminders of a trip and notices of mentions, or for none. Raises TripNotFound, InvalidTrip for mails
    without an address."""
    row = find_trip(person, trip)
    if (mail or mentions_mail) and not verified_address(person):
        raise InvalidTrip("mail" if mail else "mentions_mail", _("Confirm an e-mail address of your account first."))
    wanted = {
        "by_mail": mail,
        "by_push": push,
        "mentions_by_mail": mentions_mail,
        "mentions_by_push": mentions_push,
        "locale": lang,
    }
    ReminderWish.objects.update_or_create(person_id=person, trip=row, defaults=wanted)
    return wish_of(person, trip)


def subscribe(person: int, endpoint: str, public_key: str, secret: str) -> PushSubscription:
    """Keep a browser that takes notifications; one that is known is theirs from now on. Raises InvalidTrip."""
    try:
        check_target(endpoint)
    except Forbidden as error:
        raise InvalidTrip("endpoint", str(error)) from error
    try:
        encrypted(b"", decoded(public_key), decoded(secret))
    except ValueError as error:
        raise InvalidTrip("keys", _("These are not the keys of a browser.")) from error
    known = {"person_id": person, "endpoint": endpoint, "public_key": public_key, "secret": secret}
    row, _made = PushSubscription.objects.update_or_create(digest=digest_of(endpoint), defaults=known)
    old = PushSubscription.objects.filter(person=person).order_by("-created_at")[MOST_BROWSERS:]
    PushSubscription.objects.filter(pk__in=[each.pk for each in old]).delete()
    return row


def unsubscribe(person: int, endpoint: str) -> None:
    """Forget a browser; one that is not known stays so."""
    PushSubscription.objects.filter(person=person, digest=digest_of(endpoint)).delete()


def digest_of(endpoint: str) -> str:
    """Return the SHA-256 digest of a browser's address, which identifies the browser."""
    return hashlib.sha256(endpoint.encode()).hexdigest()
