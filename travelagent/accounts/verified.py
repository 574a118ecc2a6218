"""The e-mail address that mails to a person go to."""

from allauth.account.models import EmailAddress

from travelagent.accounts.models import Person


def verified_address(person: int) -> str:
    """Return the verified e-mail address of a person's account, the primary one first; empty for none."""
    user = Person.objects.values_list("user_id", flat=True).filter(pk=person).first()
    rows = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk") if user else ()
    return next((row.email for row in rows), "")
