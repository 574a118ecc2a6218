"""Where scenes are played, and the register of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.plan_page import ask, last_answer
from tests.browser.trip_page import post
from tests.support.server import Server

SLOW_MS = 30_000
LANGUAGES = {"en": "en-US", "zh": "zh-CN"}
"""The product's languages, and the locale of a browser that asks for each."""


NOTE_FOLDS = "() => { for (const each of document.querySelectorAll('details')) each.dataset.atFirst = each.open; }"
PUT_AWAY = """() => {
  for (const each of document.querySelectorAll("dialog[open]")) each.close();
  for (const each of document.querySelectorAll("details[data-at-first]")) each.open = each.dataset.atFirst === "true";
}"""


@dataclass
class Stage:
    """Two servers, one with the embedded assistant and one with a scripted model, and a new visitor's page."""

    offline: Server
    scripted: Server
    page: Page
    language: str
    saved: dict[str, Any]
    """The body of a trip to be saved, three days in Kyoto of which one is a Monday."""
    shown: str = ""
    """What the page shows and no scene has changed, so that the next scene may begin with it."""

    def say(self, en: str, zh: str) -> str:
        """The text of the stage's language."""
        return zh if self.language == "zh" else en

    def go(self, path: str = "/", *, server: Server | None = None) -> Page:
        self.shown = ""
        self.page.goto((server or self.offline).url + path)
        return self.page

    def answered_page(self, en: str, zh: str, *, server: Server | None = None) -> Page:
        """A new conversation with one complete answer."""
        page = self.go(server=server)
        self.ask(en, zh)
        return page

    def read_page(self, en: str, zh: str) -> Page:
        """A conversation with one complete answer, or an earlier scene's; it is only looked at."""
        return self.kept(en, lambda: self.answered_page(en, zh))

    def trip_page(self) -> Page:
        """The page of a trip, or an earlier scene's; it is only looked at."""
        return self.kept("trip", self.open_trip)

    def kept(self, name: str, show: Callable[[], object]) -> Page:
        """The page as `show` brings it there, unless it is there already."""
        if self.shown != name:
            show()
            self.page.evaluate(NOTE_FOLDS)
        self.shown = name
        return self.page

    def tidy(self) -> None:
        """Put away what a scene has opened: the next one finds the page as it was first shown."""
        self.page.context.set_offline(False)
        if not self.shown:
            return
        self.page.keyboard.press("Escape")
        for testid in ("tab-chat", "tab-days"):
            tab = self.page.get_by_test_id(testid)
            if tab.count() and tab.get_attribute("aria-selected") == "false":
                tab.dispatch_event("click")
        self.page.evaluate(PUT_AWAY)
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def ask(self, en: str, zh: str) -> None:
        """Ask on the open page, and wait for the whole answer."""
        turns = self.page.get_by_test_id("turn").count()
        ask(self.page, self.say(en, zh))
        expect(self.page.get_by_test_id("turn")).to_have_count(turns + 1, timeout=SLOW_MS)
        last_answer(self.page)

    def trip(self) -> str:
        """Save the trip in the visitor's name; its id. The visitor has a page open already, or gets one."""
        if self.page.url == "about:blank":
            self.go("/trips/")
        title = self.say("Kyoto in winter", "冬天的京都")
        return str(post(self.page, "trips/", {**self.saved, "title": title})["id"])

    def open_trip(self) -> Page:
        trip = self.trip()
        page = self.go(f"/trips/{trip}")
        expect(page.get_by_test_id("day")).to_have_count(len(self.saved["itinerary"]["days"]), timeout=SLOW_MS)
        return page

    def seen(self, testid: str) -> None:
        """Wait until the first of them can be seen."""
        expect(self.page.get_by_test_id(testid).first).to_be_visible(timeout=SLOW_MS)


@dataclass(frozen=True)
class Scene:
    """A page in a state; `play` brings the stage's page there, and `expected` is what the browser may complain of."""

    name: str
    play: Callable[[Stage], object]
    expected: tuple[str, ...] = ()
    framed: bool = False
    """True for a page that is as high as the window and scrolls inside of it."""


SCENES: dict[str, Scene] = {}


def scene(*expected: str, framed: bool = False) -> Callable[[Callable[[Stage], object]], Callable[[Stage], object]]:
    """Register a function as the scene of its name; `expected` are parts of what the browser's console may say."""

    def register(play: Callable[[Stage], object]) -> Callable[[Stage], object]:
        name = f"{play.__module__.rsplit('.', 1)[-1].replace('_', '-')}-{play.__name__.replace('_', '-')}"
        SCENES[name] = Scene(name, play, expected, framed)
        return play

    return register
