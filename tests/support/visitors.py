"""Visitors made without a page load, for tests that need an actor or a session's cookie and no CSRF token."""

from django.test import Client

from tests.conftest import Visitor
from travelagent.accounts.actors import new_visitor


def make_visitor() -> Visitor:
    """Return a new person of the site with a client that holds the cookie of its session."""
    client = Client()
    session = client.session
    actor = new_visitor(session)
    session.save()
    return Visitor(actor, client)
