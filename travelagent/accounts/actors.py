"""Who is acting: the one notion of identity that pages, sockets and the API share.

An actor is either a person at the site (a user, or a visitor whom the site's session cookie names) or a partner's key.
Whoever only looks at the site is `NOBODY`: a visitor is a row from the first write on. `owned` turns an actor into the
filter of what it may see; a foreign row is then simply not found.
"""

import secrets
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Q
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from travelagent.accounts.keys import find_key, usable_keys
from travelagent.accounts.models import ApiKey, Person, Scope, User

VISITOR = "visitor"
SHARE_CHARS = 20


@dataclass(frozen=True, slots=True)
class Actor:
    """`person` acts at the site; `partner` acts with a key. One of the two is set, but for `NOBODY`.

    `network`: where a visitor comes from, as far as it is known; a cookie is soon had anew.
    """

    person: int | None = None
    partner: int | None = None
    key: str | None = None
    scopes: frozenset[str] = frozenset(Scope.values)
    network: str = field(default="", compare=False)

    @property
    def owner(self) -> str:
        """Who shares the planner: a user, all visitors of a network, or a partner with all its travellers.

        It is stored with runs and logged, so a network is a keyed digest of its address.
        """
        if self.partner is not None:
            return f"partner:{self.partner}"
        if not self.network:
            return owner_of(self.person)
        return f"network:{salted_hmac('planner share', self.network, algorithm='sha256').hexdigest()[:SHARE_CHARS]}"

    def owned(self, path: str = "person") -> Q:
        """Return a filter of rows whose `path` leads to a Person: one's own, or those of the partner's travellers."""
        if self.partner is not None:
            return Q(**{f"{path}__partner_id": self.partner})
        if self.person is None:
            return Q(pk__in=())
        return Q(**{f"{path}_id": self.person})

    def person_for(self, end_user: str = "") -> Person:
        """Return the person that a new row belongs to: the actor, or the partner's traveller `end_user`, created if
        new.
        """
        if self.partner is not None:
            person, _ = Person.objects.get_or_create(partner_id=self.partner, end_user=end_user)
            return person
        if self.person is None:
            raise ValueError("an actor has a person or a partner")
        return Person.objects.get(pk=self.person)


NOBODY = Actor()
"""Somebody at the site who has not written anything yet, and owns nothing."""


def owner_of(person: int | None) -> str:
    """Return the name under which a person shares the planner's queue."""
    return f"person:{person}"


def actor_of_key(secret: str) -> Actor | None:
    """Return the actor of a bearer token, None when it opens nothing."""
    key = find_key(secret)
    return None if key is None else _actor(key)


def may_act(actor: Actor, cookie: str | None) -> bool:
    """Return whether an actor known some time ago still is: by its key, else by the key of the site's session,
    `cookie`.
    """
    if actor.key is not None:
        return usable_keys().filter(pk=actor.key).exists()
    return actor_of_cookie(cookie) == actor


def actor_of_site(user: User | AnonymousUser | Any, session: SessionBase, network: str = "") -> Actor | None:
    """Return the actor of the site's cookie: the user, else the visitor of a network (`address.network_of`).

    None before a visitor's first write.
    """
    if isinstance(user, User):
        person, _ = Person.objects.get_or_create(user=user)
        return Actor(person=person.pk)
    visitor = session.get(VISITOR)
    if visitor:
        found = Person.objects.filter(visitor_key=visitor).only("pk").first()
        if found is not None:
            return Actor(person=found.pk, network=network)
    return None


def new_visitor(session: SessionBase, network: str = "") -> Actor:
    """Make a visitor, known by the session's cookie from now on."""
    session[VISITOR] = secrets.token_urlsafe(24)
    return Actor(person=Person.objects.create(visitor_key=session[VISITOR]).pk, network=network)


def actor_of_cookie(session_key: str | None, network: str = "") -> Actor | None:
    """Return the actor of a session cookie as it is now: None after a logout or a changed password."""
    request = HttpRequest()
    request.session = SessionStore(session_key)
    return actor_of_site(get_user(request), request.session, network)


def bearer(header: str) -> str | None:
    """Return the token of an Authorization header, None when it is of another scheme."""
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def _actor(key: ApiKey) -> Actor:
    return Actor(partner=key.partner_id, key=key.pk, scopes=frozenset(key.scopes))
