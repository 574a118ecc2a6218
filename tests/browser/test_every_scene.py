"""Every page in every state, in both languages: for everybody, at any width and in any light, no word forgotten."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.inspection import bad_stops, broken_words, overflow, small_targets, untold_chinese
from tests.browser.scenes import SCENES, Stage
from tests.browser.scenes.stage import LANGUAGES
from tests.support.axe import violations
from tests.support.language import ATTRIBUTES, SHOWN_TEXTS, badly_set, untranslated
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser

LOOKS = {1440: "light", 360: "dark"}
"""The widths of the windows, and the theme in which each is looked at."""
HEIGHTS = {1440: 900, 360: 780, 320: 640}
DJANGOS = "admin-"
"""Scenes of Django's own pages: the size and the rings of their controls are Django's."""
DJANGOS_FAULTS = {"admin-login": [("page-has-heading-one", "html")]}
"""Django's template of that page takes the heading away."""
OWN_NAMES = re.compile(r"Scripted|\bn[0-9a-f]{8}\b|\bAnn\b|\bBen\b|小明|Okonomiyaki")
"""The scripted model, who signs up in a scene, and what travellers write themselves."""
REFLOW_PX = 320
"""A window of 1280 px at 400 %: what WCAG 1.4.10 asks for."""


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


@pytest.fixture
def errors() -> list[str]:
    """What the browser complained of."""
    return []


@pytest.fixture(params=LANGUAGES)
def stage(
    request: pytest.FixtureRequest,
    browser: Browser,
    offline_server: Server,
    scripted_server: Server,
    body: dict[str, Any],
    errors: list[str],
) -> Iterator[Stage]:
    language: str = request.param
    size = {"width": 1440, "height": HEIGHTS[1440]}
    context = browser.new_context(locale=LANGUAGES[language], viewport=size, reduced_motion="reduce")
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield Stage(offline_server, scripted_server, page, language, body)
    context.close()


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.sampled(of=8)
def test_a_scene(name: str, stage: Stage, errors: list[str]) -> None:
    scene, page = SCENES[name], stage.page
    scene.play(stage)
    faults: dict[str, list[str]] = {}
    for width, theme in LOOKS.items():
        _look(page, width, theme)
        faults[f"axe, {width} px, {theme}"] = violations(page, DJANGOS_FAULTS.get(name, ()))
        faults[f"too wide, {width} px"] = overflow(page)
        faults[f"broken words, {width} px"] = broken_words(page)
    if not name.startswith(DJANGOS):  # whose data stands in cells; tests/i18n reads around them
        texts = [OWN_NAMES.sub("", text) for text in page.evaluate(SHOWN_TEXTS, list(ATTRIBUTES))]
        faults["untranslated"] = untranslated(texts, stage.language)
        faults["badly set"] = badly_set(texts) if stage.language == "zh" else []
        faults["too small"] = small_targets(page)
        faults["focus"] = bad_stops(page)
    _look(page, REFLOW_PX, "light")
    faults[f"too wide, {REFLOW_PX} px"] = overflow(page)
    if stage.language == "en":
        faults["language"] = untold_chinese(page)
    faults["script"] = [error for error in errors if not any(part in error for part in scene.expected)]
    listed = [f"{what}: {fault}" for what, found in faults.items() for fault in found]
    assert not listed, "\n".join(listed)


def _look(page: Page, width: int, theme: str) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
