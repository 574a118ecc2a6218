"""What a visitor has done becomes the user's at sign-in, whatever room it lies in."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.db.models import ForeignKey
from django.dispatch import receiver
from django.http import HttpRequest

from travelagent.accounts.actors import VISITOR
from travelagent.accounts.models import Memory, Person, User
from travelagent.accounts.signals import persons_merging


@transaction.atomic
def claim(visitor_key: str, user: User) -> Person:
    """Return the user's person, with all that the visitor had.

    For a user who has nothing yet the visitor becomes that person: rows, and runs that are being worked on, stay as
    they are. Otherwise every row that belongs to the visitor moves over, and the visitor is gone.
    """
    visitor = Person.objects.select_for_update().filter(visitor_key=visitor_key).first()
    own = Person.objects.filter(user=user).first()
    if visitor is None:
        return own or Person.objects.create(user=user)
    if own is None:
        visitor.user, visitor.visitor_key = user, None
        visitor.save(update_fields=["user", "visitor_key"])
        return visitor
    persons_merging.send(sender=Person, visitor=visitor, own=own)
    known = Memory.objects.filter(person=own).values("text")
    Memory.objects.filter(person=visitor, text__in=known).delete()
    for relation in Person._meta.related_objects:
        if isinstance(relation.field, ForeignKey):
            rows = relation.related_model._default_manager.filter(**{relation.field.name: visitor})
            rows.update(**{relation.field.name: own})
    visitor.delete()
    return own


@receiver(user_logged_in, dispatch_uid="claim-visitor")
def _claim_at_sign_in(sender: Any, request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    if request is not None and (key := request.session.pop(VISITOR, None)):
        claim(key, user)
