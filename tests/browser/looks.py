"""How a page is looked at where that may matter: both languages, a wide window and a phone; and the pages there are."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from tests.browser.plan_page import ask, last_answer, open_chat
from tests.browser.trip_page import post
from tests.support.vitals import Scales, Vitals, vitals, watch

QUESTIONS = {"en-US": "Plan 3 days in Kyoto in April for two, under $900", "zh-CN": "规划北京三日游"}
"""A request for a plan in each language, which the embedded and the scripted model both know."""
LOOKS = [(locale, width) for locale in QUESTIONS for width in (1440, 390)]
HEIGHTS = {1440: 900, 390: 844}
POLL_MS = 100
ANSWERED = """(held) => {
  const turn = document.querySelector(".turn:last-child");
  return document.getElementsByClassName("turn").length > held && turn.dataset.status === "succeeded"
    && turn.querySelector("[data-final=true]") !== null;
}"""


@contextmanager
def looking(browser: Browser, locale: str, width: int) -> Iterator[Page]:
    """A watched page of a new visitor."""
    context = browser.new_context(locale=locale, viewport={"width": width, "height": HEIGHTS[width]})
    try:
        watch(context)
        yield context.new_page()
    finally:
        context.close()


def settled(page: Page, address: str) -> None:
    """Go there and wait until nothing is loaded any more."""
    page.goto(address)
    page.wait_for_load_state("networkidle")


def furnished(page: Page, url: str, locale: str) -> Mapping[str, str]:
    """Plan, save and share a trip as the visitor; the addresses of all pages of that server, by what they are."""
    settled(page, f"{url}/")
    ask(page, QUESTIONS[locale])
    last_answer(page)
    chat = page.url
    plan = post(page, "itineraries/", {"request": {"cities": ["kyoto"], "days": 3}})
    trip = post(page, "trips/", {"title": "Kyoto", "itinerary": plan})["id"]
    shared = post(page, f"trips/{trip}/share/", {"days": 1})["url"]
    paths = {
        "chat": "/",
        "trips": "/trips/",
        "trip": f"/trips/{trip}",
        "explore": "/explore",
        "city": "/cities/kyoto",
        "account": "/account/",
        "memories": "/memories/",
        "attribution": "/attribution/",
    }
    return {**{name: url + path for name, path in paths.items()}, "plan": chat, "shared": shared}


def streamed(page: Page, question: str) -> Vitals:
    """Send a question, and see what happens to a watched page until the answer is final and the plan is drawn.

    Meanwhile nothing searches the page but a cheap look: locators walk all of it, which would count as the page's work.
    """
    open_chat(page)
    page.get_by_test_id("composer-input").fill(question)
    held = page.get_by_test_id("turn").count()
    vitals(page)
    page.keyboard.press("Enter")
    page.wait_for_function(ANSWERED, arg=held, polling=POLL_MS)
    page.wait_for_load_state("networkidle")
    return vitals(page)


def loaded(page: Page, address: str) -> Vitals:
    """See what happens to a watched page until nothing is loaded any more."""
    settled(page, address)
    return vitals(page)


@contextmanager
def arrived(browser: Browser, visitor: Page, address: str, locale: str, width: int) -> Iterator[tuple[Vitals, int]]:
    """See what happens to a page of that visitor and how many bytes it takes while nothing of it is in the cache."""
    size = {"width": width, "height": HEIGHTS[width]}
    context = browser.new_context(locale=locale, viewport=size, storage_state=visitor.context.storage_state())
    try:
        watch(context)
        page = context.new_page()
        scales = Scales(page)
        settled(page, address)
        yield vitals(page), scales.bytes
    finally:
        context.close()


def weight(browser: Browser, visitor: Page, address: str, locale: str) -> int:
    """Bytes over the wire of a wide page for that visitor when nothing of it is in the cache yet."""
    with arrived(browser, visitor, address, locale, 1440) as (_, found):
        return found
