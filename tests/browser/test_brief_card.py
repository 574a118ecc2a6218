"""The brief card: what is wanted stands beside the plan, and is changed by its forms, by keyboard alone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow, small_targets
from tests.browser.keyboard import enter_on, tab_to
from tests.browser.plan_page import ask, expect_itinerary, last_answer
from tests.browser.scenes.stage import LANGUAGES
from tests.browser.trip_page import post
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser

WISH = {
    "en": "Plan 3 days in Kyoto in April for two with a 5-year-old, we are vegetarian, budget $1500",
    "zh": "四月带5岁的孩子去京都玩三天，两个大人，吃素，预算一万元",
}
STATED = {"stays", "dates", "party", "budget", "diet"}
PATCH = """async ([path, body]) => {
  const token = /csrftoken=([^;]+)/.exec(document.cookie)[1];
  const headers = {"Content-Type": "application/json", "X-CSRFToken": token};
  return (await fetch(`/api/v1/${path}`, {method: "PATCH", headers, body: JSON.stringify(body)})).status;
}"""


def field(page: Page, name: str) -> Locator:
    return page.locator(f"[data-testid=brief-field][data-field={name}]")


def button(page: Page, name: str) -> Locator:
    return page.locator(f"[data-testid=brief-edit][data-field={name}]")


def expect_source(page: Page, name: str, source: str) -> None:
    expect(field(page, name)).to_have_attribute("data-source", source)


def planned(open_page: OpenPage, server: Server, language: str) -> Page:
    page = open_page(server, locale=LANGUAGES[language])
    ask(page, WISH[language])
    last_answer(page)
    expect(page.get_by_test_id("brief-more")).to_be_visible()
    return page


def relax(page: Page) -> None:
    """Wish for relaxed days, which nobody did before."""
    more = page.get_by_test_id("brief-more")
    if more.get_attribute("open") is None:
        enter_on(page, more.locator("summary"), back=True)
    enter_on(page, button(page, "pace"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")


def days(page: Page) -> Locator:
    return page.get_by_test_id("itinerary").get_by_test_id("day")


def set_days(page: Page, number: str) -> None:
    button(page, "dates").click()
    page.get_by_test_id("brief-days").fill(number)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sampled
def test_fields_are_shown_changed_added_and_taken_back_by_keyboard(
    offline_server: Server, open_page: OpenPage, language: str, screenshot: Callable[..., None]
) -> None:
    page = planned(open_page, offline_server, language)
    for name in STATED:
        expect(field(page, name).get_by_test_id("brief-value")).not_to_be_empty()
        expect_source(page, name, "said")
    expect(field(page, "stays")).to_contain_text("京都" if language == "zh" else "Kyoto")
    page.get_by_test_id("brief-habits").locator("summary").click()
    expect(page.locator("[data-testid=brief-switch][data-rule=bedtime]")).to_have_attribute("aria-checked", "true")
    assert overflow(page) == []
    screenshot(page, f"-{language}")
    expect_itinerary(page, 3)
    enter_on(page, button(page, "dates"), back=True)
    tab_to(page, page.get_by_test_id("brief-form").locator("[name=days]"))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("2")
    page.keyboard.press("Enter")

    expect_source(page, "dates", "form")
    expect(page.get_by_test_id("brief-form")).to_have_count(0)
    expect(button(page, "dates")).to_be_focused()
    expect_itinerary(page, 2)
    expect(page.get_by_test_id("turn")).to_have_count(1)

    enter_on(page, page.get_by_test_id("brief-undo"), back=True)
    expect_source(page, "dates", "said")
    expect_itinerary(page, 3)

    relax(page)
    expect_source(page, "pace", "form")
    expect(field(page, "pace")).to_contain_text("轻松" if language == "zh" else "Relaxed")
    expect(button(page, "pace")).to_be_focused()
    expect(page.get_by_test_id("difference")).to_be_visible()
    page.reload()
    expect_source(page, "dates", "said")
    expect_source(page, "pace", "form")
    expect_itinerary(page, 3)
    expect(page.get_by_test_id("turn")).to_have_count(1)

    wishes = page.get_by_test_id("wishes")
    enter_on(page, wishes.locator("summary"))
    pace = wishes.locator("[data-testid=wish][data-field=pace]")
    enter_on(page, pace.get_by_test_id("wish-firm"))
    expect(pace.get_by_test_id("wish-firm")).to_have_attribute("aria-pressed", "true")
    expect(wishes.locator("summary")).to_be_focused()
    enter_on(page, pace.get_by_test_id("wish-withdraw"))
    expect(pace).to_have_count(0)
    expect(wishes.locator("summary")).to_be_focused()
    enter_on(page, wishes.locator("[data-testid=wish][data-field=dates]").first.get_by_test_id("wish-correct"))
    length = page.get_by_test_id("brief-form").locator("[name=days]")
    length.fill("2")
    length.press("Enter")
    expect_itinerary(page, 2)


@pytest.mark.full
def test_a_change_is_made_once_whatever_happens_meanwhile(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server, "en")
    enter_on(page, button(page, "party"), back=True)
    expect(page.get_by_test_id("brief-form")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("brief-form")).to_have_count(0)
    expect(button(page, "party")).to_be_focused()
    expect_source(page, "party", "said")

    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/plan/") else None)
    page.route("**/plan/", upon_an_older_version, times=1)
    relax(page)
    expect(page.get_by_test_id("brief-error")).to_contain_text("changed in the meantime")
    expect(page.get_by_role("radio", name="Relaxed")).to_be_checked()
    sent.clear()
    for key in ("Enter", "Enter", "Escape"):
        page.keyboard.press(key)
    expect_source(page, "pace", "form")
    assert len(sent) == 1

    enter_on(page, button(page, "party"), back=True)
    enter_on(page, page.get_by_test_id("brief-seniors-more"))
    tab_to(page, page.get_by_test_id("brief-age-1"))
    page.keyboard.type("6")
    enter_on(page, page.get_by_test_id("brief-save"))
    expect(field(page, "party")).to_contain_text("1 senior")
    expect(field(page, "party")).to_contain_text("aged 6")
    expect(button(page, "party")).to_be_focused()

    page.get_by_test_id("brief-habits").locator("summary").click()
    switch = page.locator("[data-testid=brief-switch][data-rule=bedtime]")
    for state in ("false", "true"):
        switch.click()
        expect(switch).to_have_attribute("aria-checked", state)


def upon_an_older_version(route: Route) -> None:
    route.continue_(headers={**route.request.headers, "if-match": '"0"'})


@pytest.mark.full
def test_another_window_follows_and_lost_events_are_fetched(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server, "en")
    other = page.context.new_page()
    lost = False

    def lose(client: WebSocketRoute) -> None:
        server = client.connect_to_server()
        server.on_message(lambda frame: None if lost else client.send(frame))

    other.route_web_socket("**/ws/**", lose)
    other.goto(page.url)
    expect(days(other)).to_have_count(3)
    page.clock.install()
    set_days(page, "2")
    expect(page.get_by_test_id("brief-state")).to_contain_text("Saved.")
    page.clock.fast_forward(10_000)
    expect(page.get_by_test_id("brief-state")).to_be_empty()

    expect_source(other, "dates", "form")
    expect(days(other)).to_have_count(2)
    expect(other.get_by_test_id("brief-undo")).to_have_attribute("aria-disabled", "false")
    expect(other.get_by_test_id("run-status")).to_have_attribute("data-status", "succeeded")
    lost = True
    set_days(other, "4")
    expect(days(other)).to_have_count(4)
    expect(other.get_by_test_id("turn")).to_have_count(1)


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (360, "dark")])
@pytest.mark.sampled
@pytest.mark.full
def test_a_form_is_for_everybody(offline_server: Server, open_page: OpenPage, width: int, theme: str) -> None:
    page = planned(open_page, offline_server, "zh")
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.get_by_test_id("brief-habits").locator("summary").click()
    assert small_targets(page) == []
    for name in ("stays", "party", "interests", "budget"):
        if not button(page, name).is_visible():
            page.get_by_test_id("brief-more").locator("summary").click()
        button(page, name).click()
        expect(page.get_by_test_id("brief-form")).to_be_visible()
        assert violations(page) == []
        assert small_targets(page) == []
        assert overflow(page) == []
        page.keyboard.press("Escape")


@pytest.mark.full
def test_a_plan_that_cannot_be_and_one_without_a_word(offline_server: Server, open_page: OpenPage) -> None:
    """A wish that comes over the API shows on an open phone; with a city of the form it is planned."""
    page = open_page(offline_server, expected=re.compile("400"))
    ask(page, "Plan 3 days in Kyoto and Osaka")
    last_answer(page)
    set_days(page, "1")
    expect(page.get_by_test_id("brief-error")).not_to_be_empty()
    expect(page.get_by_test_id("brief-form").locator("[name=days]")).to_have_value("1")
    expect_source(page, "dates", "said")
    expect_itinerary(page, 3)

    page.set_viewport_size({"width": 390, "height": 844})
    session = post(page, "sessions/", {})["id"]
    page.goto(f"{offline_server.url}/chat/{session}")
    expect(page.get_by_test_id("brief")).to_be_hidden()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(PATCH, [f"sessions/{session}/brief/", {"pace": "relaxed"}]) == 200
    expect(field(page, "pace")).to_contain_text("Relaxed")
    expect(page.get_by_test_id("tab-plan")).to_be_visible()

    button(page, "stays").click()
    expect(page.get_by_test_id("brief-stays-add")).to_be_focused()
    page.keyboard.type("Kyoto")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("brief-item")).to_have_text("Kyoto")
    page.keyboard.press("Enter")
    expect(field(page, "stays")).to_contain_text("Kyoto")
    expect(days(page)).to_have_count(3)
    expect(page.get_by_test_id("turn")).to_have_count(0)
