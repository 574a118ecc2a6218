"""Invitations by e-mail: a link for one person, mailed to the address that the owner of a trip names.

Nobody learns from it whether an address is known here: none is looked up. Mails are counted by sender and by address,
whatever becomes of their trips, and only people whose own address is verified have any sent.
"""

import hashlib
import logging
from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from travelagent.accounts.models import Person
from travelagent.accounts.verified import verified_address
from travelagent.trips.errors import InvalidTrip, MailNotSent, TooManyMails
from travelagent.trips.members import INVITE_DAYS, make_invite
from travelagent.trips.membership import Role, lock_trip, owner_name
from travelagent.trips.models import MailedInvite, Trip, TripInvite
from travelagent.trips.models.together import MemberRole

MAILS_A_DAY = 20
"""So many invitations a person has mailed within a day."""
MAILS_TO_ADDRESS = 3
"""So many an address gets within a day, from whomever."""
DAY = timedelta(days=1)
ADDRESS_CHARS = 254

log = logging.getLogger(__name__)


def invite_by_mail(
    person: int,
    trip: str,
    address: str,
    link: Callable[[str], str],
    *,
    role: str = MemberRole.VIEWER,
    days: int = INVITE_DAYS,
    lang: str = "en",
) -> TripInvite:
    """Mail an invitation for one person, in "en" or "zh"; an open one to the same address ends. `link` makes the
    address of a token's page.

    Raises TripNotFound, RoleTooLow, InvalidTrip, TooManyMails, and MailNotSent, which leaves no invitation.
    """
    with transaction.atomic():
        row = lock_trip(person, trip, Role.OWNER)
        cleaned = _address(address)
        if not verified_address(person):
            raise InvalidTrip("address", _("Confirm an e-mail address of your account first."))
        _count(person, cleaned)
        invite, token = make_invite(row, role, days, 1, cleaned)
    try:
        _mail(row, invite, link(token), lang).send()
    except (SMTPException, OSError) as error:
        invite.delete()
        log.warning("an invitation was not sent", extra={"trip": row.pk, "reason": f"{type(error).__name__}: {error}"})
        raise MailNotSent from error
    row.invites.filter(address__iexact=cleaned, revoked_at=None).exclude(pk=invite.pk).update(revoked_at=timezone.now())
    return invite


def _address(address: str) -> str:
    """Return the address without blanks around it. Raises InvalidTrip."""
    cleaned = address.strip()
    try:
        validate_email(cleaned)
    except ValidationError as error:
        raise InvalidTrip("address", _("This is not an e-mail address.")) from error
    if len(cleaned) > ADDRESS_CHARS:
        raise InvalidTrip("address", _("This is not an e-mail address."))
    return cleaned


def _count(person: int, address: str) -> None:
    """Count a mail that is about to be sent. Raises TooManyMails."""
    Person.objects.select_for_update().filter(pk=person).values_list("pk").first()
    digest, now = hashlib.sha256(address.lower().encode()).hexdigest(), timezone.now()
    MailedInvite.objects.filter(person_id=person, mailed_at__lte=now - DAY).delete()
    lately = MailedInvite.objects.filter(mailed_at__gt=now - DAY)
    if lately.filter(person_id=person).count() >= MAILS_A_DAY:
        raise TooManyMails
    if lately.filter(digest=digest).count() >= MAILS_TO_ADDRESS:
        raise TooManyMails
    MailedInvite.objects.create(person_id=person, digest=digest)


def _mail(trip: Trip, invite: TripInvite, url: str, lang: str) -> EmailMessage:
    """Return the mail. What people wrote stands on one line each."""
    with override(settings.LANGUAGE_OF[lang]):
        values = {"owner": _one_line(owner_name(trip.person)), "title": _one_line(trip.title), "url": url}
        values["until"] = invite.expires_at.date().isoformat()
        may = (
            _("You will be able to read and change it.")
            if invite.role == MemberRole.EDITOR
            else _("You will be able to read it, comment and vote.")
        )
        lines = [
            _("%(owner)s invites you to join a trip: %(title)s") % values,
            may,
            _("Look at it and join here: %(url)s") % values,
            _("The link is for you alone, works once and is valid until %(until)s.") % values,
            _("If you do not know %(owner)s, ignore this e-mail. Nothing was created in your name.") % values,
        ]
        subject = _("%(owner)s invites you: %(title)s") % values
    return EmailMessage(subject, "\n\n".join(lines) + "\n", to=[invite.address])


def _one_line(text: str) -> str:
    return " ".join(text.split())
