"""What is wrong with a page in the state of a scene: for everybody, at any width, in either language."""

import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.hostile import ATTACK
from tests.browser.inspection import bad_stops, broken_words, overflow, small_targets, untold_chinese
from tests.browser.scenes import SCENES, Scene, Stage
from tests.browser.scenes.stage import LANGUAGES
from tests.support.axe import violations
from tests.support.language import ATTRIBUTES, SHOWN_TEXTS, badly_set, untranslated
from tests.support.server import Server

LOOKS = {1440: "light", 360: "dark"}
"""The widths of the windows, and the theme in which each is looked at."""
HEIGHTS = {1440: 900, 360: 780, 320: 640}
DJANGOS = "admin-"
"""Scenes of Django's own pages: the size and the rings of their controls are Django's."""
DJANGOS_FAULTS = {"admin-login": [("page-has-heading-one", "html")]}
"""Django's template of the login takes the heading away."""
OWN_NAMES = re.compile(
    r"Scripted|(?:Slow|Gone|Failing) model|Tiles by|someone|\bn[0-9a-f]{8}\b|\bAnn\b|\bBen\b|小明|Okonomiyaki|"
    + re.escape(ATTACK)
)
"""The models and the map tiles of the tests, who signs up in a scene, and what travellers write themselves."""
GROUND_NAMES = ".ground-name"
"""Names of places on the map: those of small ones are known in one language alone."""
REFLOW_PX = 320
"""A window of 1280 px at 400 %: what WCAG 1.4.10 asks for."""
SHARE = 8
"""One scene in so many is played by default."""
WALKED = 5
"""Of those, one in so many is gone through with Tab."""


@dataclass(frozen=True)
class Servers:
    offline: Server
    scripted: Server


@contextmanager
def stage_of(
    browser: Browser, servers: Servers, saved: dict[str, Any], language: str, errors: list[str]
) -> Iterator[Stage]:
    """A new visitor's stage; `errors` takes what the browser complains of."""
    size = {"width": 1440, "height": HEIGHTS[1440]}
    context = browser.new_context(locale=LANGUAGES[language], viewport=size, reduced_motion="reduce")
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    try:
        yield Stage(servers.offline, servers.scripted, page, language, saved)
    finally:
        context.close()


def is_sampled(name: str) -> bool:
    return zlib.crc32(name.encode()) // 100 % SHARE == 0


def sampled_look(name: str) -> tuple[str, int, bool]:
    """Return the language and the width of a scene that is played once, and whether it is gone through with Tab."""
    drawn = zlib.crc32(name.encode())
    language, width = [*LANGUAGES][drawn % 2], [*LOOKS][drawn // 2 % 2]
    return language, width, drawn // 4 % WALKED == 0


def faults(scene: Scene, stage: Stage, errors: list[str], widths: Sequence[int], *, walk: bool) -> list[str]:
    """Play a scene; return what is wrong with it in windows of these widths. `walk`: go through it with Tab as well."""
    page, name = stage.page, scene.name
    scene.play(stage)
    found: dict[str, list[str]] = {}
    for width in widths:
        _look(page, width, LOOKS[width])
        found[f"axe, {width} px, {LOOKS[width]}"] = violations(page, DJANGOS_FAULTS.get(name, ()))
        found[f"too wide, {width} px"] = overflow(page)
        found[f"broken words, {width} px"] = broken_words(page)
    if not name.startswith(DJANGOS):  # whose data stands in cells; tests/i18n reads around them
        places = {name.strip() for name in page.locator(GROUND_NAMES).all_text_contents()}
        shown = [text for text in page.evaluate(SHOWN_TEXTS, list(ATTRIBUTES)) if text not in places]
        texts = [OWN_NAMES.sub("", text) for text in shown]
        found["untranslated"] = untranslated(texts, stage.language)
        found["badly set"] = badly_set(texts) if stage.language == "zh" else []
        found["too small"] = small_targets(page)
        found["focus"] = bad_stops(page) if walk else []
    _look(page, REFLOW_PX, "light")
    found[f"too wide, {REFLOW_PX} px"] = overflow(page)
    if stage.language == "en":
        found["language"] = untold_chinese(page)
    _look(page, 1440, "light")
    found["script"] = [error for error in errors if not any(part in error for part in scene.expected)]
    return [f"{what}: {fault}" for what, each in found.items() for fault in each]


def room_of(scene: Scene) -> str:
    """Return the module of a scene's function."""
    return str(scene.play.__module__.rpartition(".")[2])


def walk_room(room: str, stage: Stage, errors: list[str], subtests: Any) -> None:
    """Play the sampled scenes of a room that are looked at in the stage's language, one after the other."""
    for scene in (scene for scene in SCENES.values() if room_of(scene) == room):
        language, width, walk = sampled_look(scene.name)
        if language != stage.language or not is_sampled(scene.name):
            continue
        errors.clear()
        with subtests.test(scene=scene.name, width=width):
            found: list[str] = ["not played to its end"]
            try:
                found = faults(scene, stage, errors, [width], walk=walk)
                stage.tidy()
            finally:
                if found:
                    stage.shown = ""
            assert not found, "\n".join(found)


def _look(page: Page, width: int, theme: str) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
