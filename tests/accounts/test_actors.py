"""Who acts: a user, a visitor, or a partner's key; and what each of them owns."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.db import IntegrityError, transaction

from tests.conftest import PartnerKey, Visitor
from travelagent.accounts.actors import NOBODY, Actor, actor_of_key, actor_of_site, bearer, new_visitor
from travelagent.accounts.models import Partner, Person, User
from travelagent.chat.models import ChatSession

pytestmark = pytest.mark.django_db


@pytest.fixture
def cookie() -> SessionBase:
    return SessionStore()


def test_a_visitor_is_known_again(cookie: SessionBase) -> None:
    assert actor_of_site(AnonymousUser(), cookie) is None
    made = new_visitor(cookie)
    assert actor_of_site(AnonymousUser(), cookie) == made
    assert Person.objects.count() == 1


def test_a_visitor_whose_row_is_gone_is_nobody(cookie: SessionBase) -> None:
    new_visitor(cookie)
    Person.objects.all().delete()
    assert actor_of_site(AnonymousUser(), cookie) is None


def test_a_user_is_one_person_on_every_device(cookie: SessionBase) -> None:
    user = User.objects.create(username="ada")
    assert actor_of_site(user, cookie) == actor_of_site(user, SessionStore())
    assert Person.objects.get().user == user


def test_a_key_acts_for_its_partner(partner: PartnerKey) -> None:
    secret = bearer(partner.headers["Authorization"])
    assert secret is not None
    assert actor_of_key(secret) == partner.actor
    assert actor_of_key("tk_x") is None


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer tk_x", "tk_x"),
        ("bearer  tk_x ", "tk_x"),
        ("Bearer", ""),
        ("Basic tk_x", None),
        ("tk_x", None),
        ("", None),
    ],
)
def test_only_the_bearer_scheme_has_a_token(header: str, token: str | None) -> None:
    assert bearer(header) == token


def test_everyone_owns_their_own(owner: Visitor, stranger: Visitor, partner: PartnerKey) -> None:
    ada, bob = partner.actor.person_for("ada"), partner.actor.person_for("bob")
    other = Actor(partner=Partner.objects.create(name="other").pk).person_for("ada")
    assert ada != other
    assert partner.actor.person_for("ada") == ada

    mine = {who: ChatSession.objects.create(person=who) for who in (ada, bob, other, owner.actor.person_for())}
    ChatSession.objects.create(person=stranger.actor.person_for())
    assert set(ChatSession.objects.filter(partner.actor.owned())) == {mine[ada], mine[bob]}
    assert set(ChatSession.objects.filter(owner.actor.owned())) == {mine[owner.actor.person_for()]}
    assert not ChatSession.objects.filter(NOBODY.owned()).exists()


def test_a_person_is_of_exactly_one_kind() -> None:
    user, partner = User.objects.create(username="ada"), Partner.objects.create(name="acme")
    for kinds in ({}, {"user": user, "partner": partner}, {"visitor_key": "x", "partner": partner}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Person.objects.create(**kinds)


def test_two_of_one_end_user_are_refused() -> None:
    partner = Partner.objects.create(name="acme")
    Person.objects.create(partner=partner, end_user="ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.create(partner=partner, end_user="ada")
