"""`make screenshots`: a picture of every page in every state, in both languages, both themes and three widths.

`python -m tests.browser.gallery [--only WORD] [--to FOLDER]` plays the scenes whose name holds the word, and writes
`FOLDER/{language}/{scene}.{width}.{theme}.jpg` and one sheet per scene and language with its six pictures side by side.
`--docs` takes the pictures of the guide instead, `docs/pictures/{name}.{language}.jpg`.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import django
from PIL import Image
from playwright.sync_api import Browser, Error, FloatRect, Page

from tests.browser.scenes import SCENES, Scene, Stage
from tests.browser.scenes.stage import LANGUAGES
from tests.support.chromium import chromium
from tests.support.server import ROOT, Server

WIDTHS = {360: 780, 768: 1024, 1440: 900}
"""The widths of the windows, and their heights."""
THEMES = ("light", "dark")
DOCS = {
    "first-visit": ("chat-first-visit", 1280, 800),
    "steps": ("chat-steps-opened", 1280, 800),
    "plan": ("chat-plan", 1280, 860),
    "changed": ("chat-changed", 1280, 800),
    "trip": ("trip-broken-plan", 1280, 1240),
    "way": ("trip-on-the-way", 390, 740),
}
"""The guide's pictures: of which scene, how wide and how high."""
TALLEST_PX = 3000
SHEET_HEIGHT_PX = 900
SETTLE_MS = 350


def main() -> int:
    """Play the scenes; the number of those that could not be played is the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a part of the scenes' names")
    parser.add_argument("--language", choices=sorted(LANGUAGES), help="only this one")
    parser.add_argument("--to", type=Path, default=ROOT / "var" / "screenshots")
    parser.add_argument("--docs", action="store_true", help="the pictures of the guide")
    options = parser.parse_args()
    languages = [options.language] if options.language else list(LANGUAGES)
    missed = 0
    saved = trip()
    with chromium() as browser, servers() as (offline, scripted):
        for language in languages:
            if options.docs:
                for name in DOCS:
                    with new_page(browser, language) as page:
                        for_the_docs(name, Stage(offline, scripted, page, language, saved))
                continue
            for name in (name for name in SCENES if options.only in name):
                with new_page(browser, language) as page:
                    stage = Stage(offline, scripted, page, language, saved)
                    missed += not photographed(SCENES[name], stage, options.to / language)
    return missed


def for_the_docs(name: str, stage: Stage) -> None:
    """Play the scene of one of the guide's pictures and take it, at the top of its page."""
    scene, width, height = DOCS[name]
    stage.page.set_viewport_size({"width": width, "height": height})
    SCENES[scene].play(stage)
    stage.page.wait_for_timeout(SETTLE_MS)
    folder = ROOT / "docs" / "pictures"
    stage.page.screenshot(path=_path(folder, f"{name}.{stage.language}.jpg"), type="jpeg", quality=80)


def trip() -> dict[str, Any]:
    """The trip that the scenes save, made by the planning tools in this process.

    The settings name the folder of the planner's compiled code here, and the servers that follow take it over.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    django.setup()
    from tests.support.trips import kyoto

    return kyoto()


@contextmanager
def servers() -> Iterator[tuple[Server, Server]]:
    """One with the embedded assistant and one with the scripted model, each in a folder of its own."""
    with ExitStack() as stack:
        found = []
        for entry in (("manage.py",), ("-m", "tests.browser.scripted")):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            server = Server(folder, entry)
            server.prepare()
            stack.callback(server.kill)
            found.append(server.start())
        yield found[0], found[1]


@contextmanager
def new_page(browser: Browser, language: str) -> Iterator[Page]:
    """A new visitor's page, wide and light."""
    size = {"width": 1440, "height": WIDTHS[1440]}
    context = browser.new_context(locale=LANGUAGES[language], viewport=size, reduced_motion="reduce")
    try:
        yield context.new_page()
    finally:
        context.close()


def photographed(scene: Scene, stage: Stage, folder: Path) -> bool:
    """Play a scene and keep its pictures; return False where it could not be played, which is printed."""
    try:
        scene.play(stage)
    except (Error, AssertionError) as error:
        print(f"{stage.language} {scene.name}: {error}", file=sys.stderr)
        stage.page.screenshot(path=_path(folder, f"{scene.name}.missed.jpg"), type="jpeg")
        return False
    pictures = [_picture(scene, stage.page, folder, width, theme) for theme in THEMES for width in WIDTHS]
    _sheet(pictures, _path(folder.parent / "sheets", f"{scene.name}.{stage.language}.jpg"))
    print(f"{stage.language} {scene.name}")
    return True


def _picture(scene: Scene, page: Page, folder: Path, width: int, theme: str) -> Path:
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.wait_for_timeout(SETTLE_MS)
    path = _path(folder, f"{scene.name}.{width}.{theme}.jpg")
    if scene.framed:
        page.screenshot(path=path, type="jpeg", quality=85)
        return path
    tall = min(TALLEST_PX, int(page.evaluate("document.documentElement.scrollHeight")))
    clip = FloatRect(x=0, y=0, width=width, height=tall)
    page.screenshot(path=path, type="jpeg", quality=85, full_page=True, clip=clip)
    return path


def _sheet(pictures: list[Path], path: Path) -> None:
    """The pictures side by side, each as high as the sheet at most."""
    images = []
    for picture in pictures:
        image = Image.open(picture)
        image.thumbnail((image.width, SHEET_HEIGHT_PX))
        images.append(image)
    sheet = Image.new("RGB", (sum(image.width + 8 for image in images), SHEET_HEIGHT_PX), "#888")
    x = 0
    for image in images:
        sheet.paste(image, (x, 0))
        x += image.width + 8
    sheet.save(path, quality=85)


def _path(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name


if __name__ == "__main__":
    sys.exit(main())
