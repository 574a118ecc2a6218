"""Every page that the server makes, in both languages: nothing untranslated on it, and Chinese set as Chinese.

The pages come from the address table itself, so that a new one is walked or fails the test until it is listed here.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.core import mail
from django.db.models import Model
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import translation

from tests.i18n.world import LANGUAGES, World, inhabited
from tests.support.language import badly_set, page_texts, untranslated
from travelagent import gateways

pytestmark = pytest.mark.django_db

Page = Callable[[World], Any]
"""How a page is come by."""


def at(path: str, who: str = "visitor", **fields: str) -> Page:
    """The page at a path with the world's ids filled in; sent as a form where there are fields."""

    def page(world: World) -> Any:
        client: Client = getattr(world, who)
        filled = path.format(**world.ids)
        return client.post(filled, fields, follow=True) if fields else client.get(filled, follow=True)

    return page


OWN: dict[str, tuple[Page, ...]] = {
    "chat": (at("/"),),
    "chat-session": (at("/chat/{session}"), at("/chat/ses_none")),
    "attribution": (at("/attribution/"),),
    "live-services": (at("/data/services/"),),
    "memories": (at("/memories/"), at("/memories/", "stranger"), at("/memories/", change="1", text=" ")),
    "trips": (at("/trips/"), at("/trips/", "stranger")),
    "trip": (at("/trips/{trip}"), at("/trips/{trip}", "stranger")),
    "shared-trip": (at("/shared/{live}"), at("/shared/{gone}")),
    "not-kept": (at("/offline/"),),
    "join": (at("/join/{invitation}", "stranger"), at("/join/{invitation}", "staff"), at("/join/none")),
    "explore": (at("/explore"),),
    "city": (at("/cities/kyoto"), at("/cities/nowhere")),
    "account": (at("/account/"), at("/account/", "staff")),
    "erase-me": (at("/account/erase/", "staff", password="wrong"), at("/account/erase/", sure="")),
    "usage": (at("/admin/usage/", "staff"),),
    "api-docs": (at("/api/docs/"),),
}
NO_PAGES = {
    *(
        "robots",
        "calendar-feed",
        "manifest",
        "service-worker",
        "live",
        "ready",
        "metrics",
        "my-data",
        "my-files",
        "set_language",
        "javascript-catalog",
        "index",
        "piece",
        "tile",
    ),
    *("city-poster", "sight-poster", "own-poster", "about-pictures", "city-preview", "page-preview", "shared-preview"),
}
"""Files, figures, pictures, pieces of maps and redirects."""
ACCOUNT: dict[str, tuple[Page, ...]] = {
    "account_login": (at("/account/login/"), at("/account/login/", login="nobody", password="wrong")),
    "account_logout": (at("/account/logout/", "staff"),),
    "account_inactive": (at("/account/inactive/"),),
    "account_signup": (
        at("/account/signup/"),
        at("/account/signup/", username="a b", password1="12345678", password2="1"),
    ),
    "account_reauthenticate": (at("/account/reauthenticate/", "staff"),),
    "account_email": (
        at("/account/email/", "staff"),
        at("/account/email/", "staff", email="no address", action_add="1"),
        at("/account/email/", "staff", email="eve@example.org", action_add="1"),
        at("/account/email/", "staff", email="ada@example.org", action_remove="1"),
        at("/account/email/", "staff", email="eve@example.org", action_send="1"),
    ),
    "account_email_verification_sent": (at("/account/confirm-email/"),),
    "account_change_password": (
        at("/account/password/change/", "staff"),
        at("/account/password/change/", "staff", oldpassword="wrong", password1="a", password2="b"),
    ),
    "account_set_password": (at("/account/password/set/", "staff"),),
    "account_reset_password": (at("/account/password/reset/"), at("/account/password/reset/", email="no address")),
    "account_reset_password_done": (at("/account/password/reset/done/"),),
    "account_reset_password_from_key": (at("/account/password/reset/key/1-none/"), lambda world: reset(world)),
    "account_reset_password_from_key_done": (at("/account/password/reset/key/done/"),),
    "account_confirm_email": (at("/account/confirm-email/none/"), lambda world: confirmed(world)),
    "account_confirm_login_code": (at("/account/login/code/confirm/"),),
}
UNTRANSLATABLE = re.compile(
    r": Search$|: Status$|<unknown>$"  # the libraries' admin has these without a translation
    r"|Whether the user will be able|If disabled, the current password"
    r"|User-group relationship|User_groups object"  # and a table that it made itself
    r"|Access Log for|Attempted Access|Failed access"  # names of the lockout library's rows
    r"|kyoto/kinkaku-ji hours: "  # a correction, by the name of the column that it is in
    r"|abu-dhabi 1\b"  # the climate of a month, by its ids
)
"""What the libraries leave no way to translate, and ids."""


def reset(world: World) -> HttpResponse:
    """The form behind the link of a mail, sent with two different passwords."""
    world.stranger.post("/account/password/reset/", {"email": "ada@example.org"})
    form = world.stranger.get(link_of(mail.outbox[-1].body), follow=True)
    answer: HttpResponse = world.stranger.post(form.request["PATH_INFO"], {"password1": "a", "password2": "b"})
    return answer


def confirmed(world: World) -> HttpResponse:
    """The question behind the link that a new address gets."""
    world.staff.post("/account/email/", {"email": "ada2@example.org", "action_add": "1"})
    answer: HttpResponse = world.staff.get(link_of(mail.outbox[-1].body))
    return answer


def link_of(text: str) -> str:
    found = re.search(r"https?://[^/]+(/\S+)", text)
    assert found, text
    return found[1]


def test_it_works() -> None:
    page = '<html lang="zh-hans"><p title="Save">保存</p><p lang="en">Save</p><code>save</code></html>'
    assert page_texts(page) == ["Save", "保存"]
    assert untranslated(["保存为 PDF", "请 save", "来自 43 公里外的气象站（Osaka）", "run_D4lVanS"], "zh") == [
        "save: 请 save"
    ]
    assert untranslated(["Saved", "中文"], "en") == ["中文: 中文"]
    assert badly_set(["共3天", "好,的", "您好", "共 3 天，2026年4月13日，好的"]) == ["共3天", "好,的", "您好"]


@pytest.fixture(params=LANGUAGES)
def world(request: pytest.FixtureRequest, db: None, saved: dict[str, Any]) -> Iterator[World]:
    with translation.override(LANGUAGES[request.param]):
        yield inhabited(request.param, saved["itinerary"], saved["budget"])


def faults(language: str, responses: dict[str, Any]) -> dict[str, list[str]]:
    """What is wrong with the texts of each response, by its name; none for a page without fault."""
    found = {}
    for name, response in responses.items():
        html = response.content.decode()
        assert f'lang="{LANGUAGES[language]}"' in html, f"{name}: {response.status_code} is no page: {html[:200]}"
        texts = page_texts(html, cells="/admin/catalog/" not in name)
        found[name] = [
            *untranslated(texts, language),
            *(badly_set(texts) if language == "zh" and not name.endswith("/delete/") else ()),
        ]
        found[name] = [text for text in found[name] if not UNTRANSLATABLE.search(text)]
    return {name: texts for name, texts in found.items() if texts}


def names_of(patterns: Iterable[URLPattern | URLResolver]) -> set[str]:
    """The names of all addresses, those of the admin and of the API and other protocols aside."""
    names: set[str] = set()
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            names.add(pattern.name or str(pattern.pattern))
        elif str(pattern.pattern) not in ("admin/", "api/v1/") and not _is_gateway(pattern):
            names |= names_of(pattern.url_patterns)
    return names


def _is_gateway(pattern: URLResolver) -> bool:
    return getattr(pattern.urlconf_module, "__name__", "").startswith(gateways.__name__)


def test_every_address_is_walked_or_is_no_page() -> None:
    assert names_of(get_resolver().url_patterns) == {*OWN, *ACCOUNT, *NO_PAGES}


@pytest.mark.sampled("world")
def test_a_page_of_the_admin_is_in_its_language(world: World, pytestconfig: pytest.Config) -> None:
    """With `--full` those on which a row is deleted or its history read of all models, else of those of a few rooms."""
    paths = ["/admin/", "/admin/password_change/", "/admin/password_change/done/", "/admin/accounts/user/1/password/"]
    paths += [reverse("admin:app_list", args=[label]) for label in {m._meta.app_label for m in admin.site._registry}]
    for model in admin.site._registry:
        whole = pytestconfig.getoption("full") or model._meta.app_label in WHOLE
        paths += admin_paths(model) if whole else admin_paths(model)[:3]
    paths += [f"/admin/chat/run/{quote(world.ids['failed_run'])}/change/", "/admin/chat/run/0/change/"]
    shown = {path: world.staff.get(path, follow=True) for path in paths}
    shown |= {f"{path} sent": world.staff.post(path, {"action": "none", "_save": "1"}, follow=True) for path in FORMS}
    shown["signing in"] = world.stranger.get("/admin/login/")
    shown["refused"] = world.stranger.post("/admin/login/", {"username": "a", "password": "b"})
    shown["signing out"] = world.staff.post("/admin/logout/", follow=True)
    assert faults(world.language, shown) == {}


WHOLE = ("accounts", "auth", "axes", "chat")
"""Apps of whose models every page is walked for each change; of others the list and the forms."""
FORMS = (
    "/admin/chat/run/",
    "/admin/accounts/user/add/",
    "/admin/catalog/correction/add/",
    "/admin/accounts/apikey/add/",
)


def admin_paths(model: type[Model]) -> list[str]:
    """List, search without a hit, and every form of one row."""
    of = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    row = model._default_manager.first()
    assert row is not None, f"the world has no {model._meta.label}"
    key = [quote(row.pk)]
    pages = {"changelist": [], "add": [], "change": key, "delete": key, "history": key}
    return [reverse(f"{of}_{page}", args=args) for page, args in pages.items()]


def test_a_page_is_in_its_language(world: World) -> None:
    """The site's pages, those of accounts, and those that refuse something."""
    pages = {**OWN, **ACCOUNT}
    shown = {f"{name} {number}": page(world) for name, group in pages.items() for number, page in enumerate(group)}
    assert faults(world.language, shown) == {}

    guarded = Client(enforce_csrf_checks=True, headers={"Accept-Language": world.language})
    shown = {"missing": world.stranger.get("/nowhere"), "forged": guarded.post("/account/login/", {})}
    with override_settings(ROOT_URLCONF="tests.i18n.broken"):
        shown["broken"] = world.stranger.get("/broken")
        shown["forbidden"] = world.stranger.get("/forbidden")
        shown["bad"] = world.stranger.get("/bad")
    for _ in range(settings.AXES_FAILURE_LIMIT):
        shown["locked"] = world.stranger.post("/account/login/", {"login": "eve", "password": "wrong"})
    assert [response.status_code for response in shown.values()] == [404, 403, 500, 403, 400, 429]
    assert faults(world.language, shown) == {}
    for response in shown.values():
        assert re.search(rf'class="notice-code"[^>]*>{response.status_code}<', response.content.decode())
    assert b"<nav" not in shown["broken"].content
    assert b"<nav" in shown["missing"].content
