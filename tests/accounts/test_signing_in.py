"""Accounts: made, entered, locked after wrong passwords, left; what a visitor did comes along."""

from typing import Any

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.core import mail as django_mail
from django.test import Client

from tests.conftest import Visitor
from travelagent.accounts.adapter import AccountAdapter
from travelagent.accounts.claims import claim
from travelagent.accounts.memories import remember
from travelagent.accounts.models import Memory, Person, User
from travelagent.chat.models import ChatSession

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


def post(client: Client, path: str, **fields: str) -> int:
    """The status of a form that is sent with its CSRF token."""
    client.get(path)
    return client.post(path, {**fields, "csrfmiddlewaretoken": client.cookies["csrftoken"].value}).status_code


def test_it_works(owner: Visitor) -> None:
    session = ChatSession.objects.create(person_id=owner.actor.person)
    sign_up = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD}
    assert post(owner.client, "/account/signup/", **sign_up) == 302

    session.refresh_from_db()
    assert session.person.user == User.objects.get(username="ada")
    assert session.person_id == owner.actor.person
    assert owner.client.get(f"/chat/{session.pk}").status_code == 200
    assert "ada" in owner.client.get("/account/").content.decode()


def test_of_two_who_take_a_name_at_once_one_chooses_another(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("ada")
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda self, username, shallow=False: username)

    assert post(Client(), "/account/signup/", username="ada", password1=PASSWORD, password2=PASSWORD) == 200
    assert User.objects.filter(username="ada").count() == 1


@pytest.mark.parametrize(("locale", "text"), [("en", "Successfully signed in as ada."), ("zh-hans", "已登录为 ada。")])
@pytest.mark.parametrize("landing", ["", "/", "/trips/", "/explore", "/cities/kyoto", "/memories/", "/nowhere"])
def test_every_entry_page_shows_a_notice_once(owner: Visitor, landing: str, locale: str, text: str) -> None:
    owner.client.cookies[settings.LANGUAGE_COOKIE_NAME] = locale
    sign_up = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD}
    path = "/account/signup/"
    owner.client.get(path)
    fields = {**sign_up, "next": landing, "csrfmiddlewaretoken": owner.client.cookies["csrftoken"].value}
    landed = owner.client.post(path, fields, follow=True)

    assert landed.request["PATH_INFO"] == (landing or "/")
    assert landed.content.decode().count(text) == 1
    assert text not in owner.client.get("/account/").content.decode()


def test_a_visitor_who_signs_in_brings_everything_along(owner: Visitor) -> None:
    user = User.objects.create_user("ada", password=PASSWORD)
    own = Person.objects.create(user=user)
    remember(own.pk, "I eat no fish")
    remember(owner.actor.person or 0, "I eat no fish")
    remember(owner.actor.person or 0, "window seats")
    session = ChatSession.objects.create(person_id=owner.actor.person)
    assert post(owner.client, "/account/login/", login="ada", password=PASSWORD) == 302

    session.refresh_from_db()
    assert session.person == own
    assert sorted(Memory.objects.filter(person=own).values_list("text", flat=True)) == ["I eat no fish", "window seats"]
    assert not Person.objects.filter(pk=owner.actor.person).exists()


def test_a_claimed_visitor_is_claimed_once(owner: Visitor) -> None:
    key = Person.objects.get(pk=owner.actor.person).visitor_key or ""
    ada, ben = (User.objects.create_user(name) for name in ("ada", "ben"))
    assert claim(key, ada).pk == owner.actor.person
    assert claim(key, ben).pk != owner.actor.person


def test_behind_a_logout_nothing_is_left(owner: Visitor) -> None:
    sign_up = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD}
    post(owner.client, "/account/signup/", **sign_up)
    session = ChatSession.objects.create(person=Person.objects.get(user__username="ada"))
    assert post(owner.client, "/account/logout/") == 302
    assert owner.client.get(f"/chat/{session.pk}").status_code == 404


@pytest.mark.parametrize("path", ["/account/login/", "/admin/login/"])
def test_wrong_passwords_lock_a_name_for_a_while(path: str) -> None:
    User.objects.create_superuser("ada", password=PASSWORD)
    name = "login" if path.startswith("/account") else "username"
    client = Client(enforce_csrf_checks=True)
    tried = [post(client, path, **{name: "ada", "password": "wrong"}) for _ in range(settings.AXES_FAILURE_LIMIT)]
    assert tried[-1] == 429
    assert post(client, path, **{name: "ada", "password": PASSWORD}) == 429
    assert "sessionid" not in client.cookies or client.get("/account/").context["user"].is_anonymous


def test_failures_are_counted_for_a_user_by_name_and_mail_and_for_a_client_behind_a_proxy(settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    User.objects.create_user("ada", email="Ada@mail.example", password=PASSWORD)
    client = Client(enforce_csrf_checks=True, headers={"X-Forwarded-For": "198.51.100.7"})
    for number in range(settings.AXES_FAILURE_LIMIT):
        post(client, "/account/login/", login=("ada", "ada@MAIL.example")[number % 2], password="wrong")
    assert post(client, "/account/login/", login="ada", password=PASSWORD) == 429

    elsewhere = Client(enforce_csrf_checks=True, headers={"X-Forwarded-For": "198.51.100.8"})
    assert post(elsewhere, "/account/login/", login="ada", password=PASSWORD) == 302


def test_another_name_is_not_locked_with_it() -> None:
    User.objects.create_user("ada", password=PASSWORD)
    User.objects.create_user("ben", password=PASSWORD)
    client = Client(enforce_csrf_checks=True)
    for _ in range(settings.AXES_FAILURE_LIMIT):
        post(client, "/account/login/", login="ada", password="wrong")
    assert post(client, "/account/login/", login="ben", password=PASSWORD) == 302


@pytest.mark.parametrize("path", ["/account/login/", "/admin/login/"])
def test_wrong_passwords_for_many_names_lock_the_address(path: str, settings: Any) -> None:
    settings.ADDRESS_LOGIN_FAILURES = 4
    User.objects.create_superuser("ada", password=PASSWORD)
    name = "login" if path.startswith("/account") else "username"
    client = Client(enforce_csrf_checks=True)
    for number in range(4):
        post(client, path, **{name: f"name{number}", "password": "wrong"})
    assert post(client, path, **{name: "ada", "password": PASSWORD}) == 429
    assert AccessAttempt.objects.count() == 4

    elsewhere = Client(enforce_csrf_checks=True, REMOTE_ADDR="198.51.100.8")
    assert post(elsewhere, path, **{name: "ada", "password": PASSWORD}) == 302


def test_sign_up_does_not_tell_who_has_an_account() -> None:
    User.objects.create_user("ada", email="ada@mail.example", password=PASSWORD)
    seen = []
    for name, email in (("ben", "Ada@mail.example"), ("cleo", "cleo@mail.example")):
        client = Client(enforce_csrf_checks=True)
        client.get("/account/signup/")
        fields = {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
        token = client.cookies["csrftoken"].value
        answer = client.post("/account/signup/", {**fields, "csrfmiddlewaretoken": token}, follow=True)
        seen.append((answer.redirect_chain, answer.context["user"].username == name))
    assert seen[0] == seen[1] == ([("/", 302)], True)


def test_an_account_with_somebody_elses_address_opens_nothing_of_theirs() -> None:
    ada = User.objects.create_user("ada", email="ada@mail.example", password=PASSWORD)
    client = Client(enforce_csrf_checks=True)
    fields = {"username": "ben", "email": "ada@mail.example", "password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    assert post(client, "/account/signup/", **fields) == 302

    for password, username in ((PASSWORD, "ada"), (PASSWORD + "!", "ben")):
        other = Client(enforce_csrf_checks=True)
        assert post(other, "/account/login/", login="ada@mail.example", password=password) == 302
        assert other.get("/account/").context["user"].username == username
    post(Client(enforce_csrf_checks=True), "/account/password/reset/", email="ada@mail.example")
    assert {address for mail in django_mail.outbox for address in mail.to} == {"ada@mail.example"}
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_sign_up_can_be_closed(owner: Visitor, settings: Any) -> None:
    settings.ACCOUNT_SIGNUP_OPEN = False
    post(owner.client, "/account/signup/", username="ada", password1=PASSWORD, password2=PASSWORD)
    assert not User.objects.exists()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("path", ["/account/", "/account/login/", "/account/signup/", "/account/password/reset/"])
def test_every_page_of_accounts_speaks_both_languages(owner: Visitor, path: str, language: str) -> None:
    owner.client.cookies["django_language"] = language
    page = owner.client.get(path)
    assert page.status_code == 200
    assert f'<html lang="{language}"' in page.content.decode()
