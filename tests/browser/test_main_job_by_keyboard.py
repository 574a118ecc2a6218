"""From a wish to a saved trip that others can read, in both languages, without a mouse."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.keyboard import enter_on, focused, tab_to
from tests.browser.plan_page import last_answer
from tests.browser.scenes.stage import LANGUAGES
from tests.browser.scripted import THINKS_ON
from tests.browser.trip_page import SLOW_MS, day, expect_version, ids
from tests.support.server import Server

pytestmark = pytest.mark.browser

PLAN = {"en": "Plan 3 days in Kyoto in April for two", "zh": "四月和朋友去京都玩三天，两个人"}
SAVE = {"en": "Save this trip", "zh": "把这个行程保存下来"}


def send(page: Page, text: str) -> None:
    """Write where the focus is, and send it."""
    assert focused(page) == "composer-input"
    page.keyboard.type(text)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sampled
def test_the_main_job(scripted_server: Server, open_page: OpenPage, language: str) -> None:
    page = open_page(scripted_server, locale=LANGUAGES[language])
    stop_a_run_that_thinks(page, language)
    plan_with_the_embedded_model(page, language)
    follow_up(page)
    save(page, language)
    move_and_undo(page)
    export(page)
    share(page)
    find_again(page)


def stop_a_run_that_thinks(page: Page, language: str) -> None:
    """Watch a run, look into one of its steps, and stop it."""
    send(page, THINKS_ON[language == "en"])
    tool = page.get_by_test_id("tool-line")
    expect(tool).to_have_attribute("data-status", "success", timeout=SLOW_MS)
    enter_on(page, tool.locator("summary"), back=True)
    expect(tool.locator("pre").first).to_be_visible()
    enter_on(page, page.get_by_test_id("stop"))
    expect(page.get_by_test_id("run-status")).to_have_attribute("data-status", "cancelled", timeout=SLOW_MS)
    assert focused(page) == "composer-input"


def plan_with_the_embedded_model(page: Page, language: str) -> None:
    """Choose another model, ask again, and read how the plan was checked."""
    enter_on(page, page.get_by_test_id("options").locator("summary"))
    model = page.get_by_test_id("model")
    tab_to(page, model)
    page.keyboard.press("Home")
    for _ in range(model.locator("option").count()):
        if model.input_value() == "offline":
            break
        page.keyboard.press("ArrowDown")
    expect(model).to_have_value("offline")
    page.keyboard.press("Escape")
    tab_to(page, page.get_by_test_id("composer-input"), back=True)
    send(page, PLAN[language])
    last_answer(page)
    certificate = page.get_by_test_id("itinerary").get_by_test_id("certificate")
    enter_on(page, certificate.locator("summary"), back=True)
    expect(certificate.get_by_role("listitem").first).to_be_visible()


def follow_up(page: Page) -> None:
    turns = page.get_by_test_id("turn").count()
    chip = page.get_by_test_id("turn").last.get_by_test_id("follow-up").first
    enter_on(page, chip, back=True)
    expect(page.get_by_test_id("turn")).to_have_count(turns + 1)
    last_answer(page)


def save(page: Page, language: str) -> None:
    """Approve the change that is asked back, and go to the trip."""
    page.keyboard.press("/")
    send(page, SAVE[language])
    approve = page.get_by_test_id("approve")
    expect(approve).to_be_visible(timeout=SLOW_MS)
    enter_on(page, approve, back=True)
    enter_on(page, page.get_by_test_id("open-trip"))
    expect(day(page, 1)).to_be_visible(timeout=SLOW_MS)


def move_and_undo(page: Page) -> None:
    before = ids(page, 1)
    tab_to(page, day(page, 1).get_by_test_id("grip").first)
    for key in ("Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect_version(page, 2)
    assert before[0] in ids(page, 2)
    assert focused(page) == "grip"
    page.keyboard.press("Control+z")
    expect_version(page, 3)
    assert ids(page, 1) == before


def export(page: Page) -> None:
    menu = page.get_by_test_id("exports")
    enter_on(page, menu.locator("summary"), back=True)
    tab_to(page, page.get_by_test_id("export-ics"))
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    assert waiting.value.suggested_filename.endswith(".ics")
    page.keyboard.press("Escape")
    expect(menu.get_by_test_id("export-ics")).to_be_hidden()


def share(page: Page) -> None:
    enter_on(page, page.get_by_test_id("share"), back=True)
    enter_on(page, page.get_by_test_id("make-link"))
    link = page.get_by_test_id("share-url")
    expect(link).to_be_focused()
    expect(link).to_have_value(re.compile(r"/shared/\S+"))
    page.keyboard.press("Escape")
    assert focused(page) == "share"


def find_again(page: Page) -> None:
    """Among one's trips."""
    here = page.url
    enter_on(page, page.get_by_role("navigation").locator('a[href="/trips/"]'), back=True)
    enter_on(page, page.get_by_test_id("trip"))
    page.wait_for_url(here)
