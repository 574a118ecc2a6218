"""What people wrote in another language than the page's is marked so, for those who have the page read to them."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from tests.conftest import make_visitor
from tests.i18n.world import LANGUAGES
from travelagent.accounts import memories
from travelagent.catalog.templatetags.languages import foreign
from travelagent.trips import actions

pytestmark = pytest.mark.django_db

TITLES = {"en": "Four quiet days in Kyoto", "zh": "冬日京都"}


@pytest.mark.parametrize(
    ("text", "on_english", "on_chinese"),
    [
        ("Kyoto in winter", None, "en"),
        ("Kyoto", None, None),
        ("Golden Gate", None, None),
        ("冬日京都 with Ann and Bob", "zh", None),
        ("京都", "zh", None),
        ("", None, None),
        ("2027–04", None, None),
    ],
)
def test_it_works(text: str, on_english: str | None, on_chinese: str | None) -> None:
    with translation.override("en"):
        assert foreign(text) == on_english
    with translation.override("zh-hans"):
        assert foreign(text) == on_chinese


def languages_of(client: Client, path: str, text: str) -> list[str | None]:
    """The `lang` of each element of the page's body that holds the text or has it as its value."""
    body = client.get(path).content.decode().partition("<main")[2].partition("<script")[0]
    tags = re.findall(rf"<[^>]*value=\"{text}\"[^>]*>|<[^>]*>(?=\s*{text})", body)
    return [found[1] if (found := re.search(r'\blang="(\w+)"', tag)) else None for tag in tags]


def test_a_title_and_a_memory_say_their_language_unless_it_is_the_pages(
    saved: dict[str, Any], subtests: pytest.Subtests
) -> None:
    visitor = make_visitor()
    person = visitor.actor.person or 0
    paths: dict[str, tuple[str, ...]] = {}
    for title in TITLES.values():
        memories.remember(person, title)
        trip = actions.create_trip(person, title, saved["itinerary"])
        _, token = actions.share_trip(person, trip.pk)
        paths[title] = ("/trips/", f"/trips/{trip.pk}", f"/shared/{token}", "/memories/")
    for shown, code in LANGUAGES.items():
        visitor.client.cookies[settings.LANGUAGE_COOKIE_NAME] = code
        for language, title in TITLES.items():
            for path in paths[title]:
                with subtests.test(page=shown, title=title, path=path):
                    marked = None if language == shown else language
                    assert set(languages_of(visitor.client, path, title)) == {marked}
