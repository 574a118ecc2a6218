"""The focus is never lost, the page is read in an order that makes sense, and every control works without sight."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow, tree, unframed_controls, untold_chinese
from tests.browser.keyboard import enter_on, focused, tab_to
from tests.browser.plan_page import ask, last_answer, open_chat
from tests.browser.scripted import BREAKS
from tests.browser.trip_page import SLOW_MS, day, expect_version, ids, open_trip, visit
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser

LANDMARKS = {"banner", "navigation", "main", "complementary", "form", "region", "search", "contentinfo"}
CONTROLS = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "DisclosureTriangle"}
PLAN = "Plan 2 days in Kyoto in April for two"


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


def planned(open_page: OpenPage, server: Server, **how: Any) -> Page:
    page = open_page(server, **how)
    ask(page, PLAN)
    last_answer(page)
    expect(page.get_by_test_id("itinerary")).to_be_visible(timeout=SLOW_MS)
    return page


def test_the_focus_goes_on_to_the_field_when_what_was_pressed_is_gone(
    offline_server: Server, open_page: OpenPage
) -> None:
    page = open_page(offline_server)
    enter_on(page, page.get_by_test_id("sample").first, back=True)
    last_answer(page)
    assert focused(page) == "composer-input"
    page.locator("#main").evaluate("main => main.scrollTo(0, 0)")
    enter_on(page, page.get_by_test_id("latest"), back=True)
    assert focused(page) == "composer-input"


def test_the_focus_after_trouble(scripted_server: Server, open_page: OpenPage) -> None:
    page = open_page(scripted_server)
    ask(page, BREAKS[1])
    enter_on(page, page.get_by_test_id("retry"), back=True)
    expect(page.get_by_test_id("trouble")).to_have_count(2, timeout=SLOW_MS)
    assert focused(page) == "retry"


def test_the_focus_in_the_list_of_conversations(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)
    for question in ("Is Reykjavik cold in April?", "What should I eat in Kyoto?"):
        page.goto(offline_server.url)
        ask(page, question)
        last_answer(page)
    rows = page.get_by_test_id("session-item")
    expect(rows).to_have_count(2)
    rename, delete = rows.nth(1).locator(".session-tools button").all()
    enter_on(page, rename)
    page.keyboard.type("Iceland")
    page.keyboard.press("Enter")
    expect(rows.nth(1)).to_contain_text("Iceland")
    expect(rows.nth(1).get_by_role("link")).to_be_focused()
    enter_on(page, delete)
    expect(page.get_by_role("button", name="Keep")).to_be_focused()
    enter_on(page, page.get_by_test_id("delete-confirm"), back=True)
    expect(rows).to_have_count(1)
    expect(rows.get_by_role("link")).to_be_focused()


def test_the_focus_after_the_way_of_an_old_answer_was_asked_for(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server)
    ask(page, "What should I eat there?")
    expect(page.get_by_test_id("turn")).to_have_count(2)
    last_answer(page)
    page.reload()
    enter_on(page, page.get_by_test_id("replay"))
    expect(page.get_by_test_id("phase-understanding").first.locator("summary")).to_be_focused()


def test_the_focus_after_feedback(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server)
    report = page.get_by_test_id("turn").get_by_test_id("report")
    enter_on(page, report, back=True)
    page.keyboard.type("It closes earlier.")
    enter_on(page, page.get_by_test_id("report-send"))
    expect(page.get_by_test_id("report-dialog").get_by_role("status")).not_to_be_empty()
    assert focused(page) == "close"
    page.keyboard.press("Escape")
    expect(report).to_be_focused()


@pytest.mark.parametrize("opener", ["replan", "stop", "share", "help"])
@pytest.mark.sampled
def test_a_dialog_gives_the_focus_back(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], opener: str
) -> None:
    page = open_trip(open_page, offline_server, body)
    enter_on(page, page.get_by_test_id(opener))
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert focused(page) == opener


@pytest.mark.parametrize("entry", ["show-alternatives", "way", "show-history"])
@pytest.mark.sampled
def test_a_dialog_from_the_menu_gives_the_focus_back_to_it(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], entry: str
) -> None:
    page = open_trip(open_page, offline_server, body)
    menu = page.get_by_test_id("more-menu").locator("summary")
    enter_on(page, menu)
    enter_on(page, page.get_by_test_id(entry))
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(menu).to_be_focused()


def test_the_focus_when_the_last_stop_of_a_day_is_removed(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body)
    for number, ident in enumerate(ids(page, 1), 2):
        enter_on(page, visit(page, ident).get_by_test_id("stop"))
        enter_on(page, page.get_by_test_id("stop-remove"))
        expect_version(page, number)
    expect(day(page, 1).get_by_test_id("add")).to_be_focused()


def test_the_focus_when_a_link_is_ended(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    enter_on(page, page.get_by_test_id("share"))
    enter_on(page, page.get_by_test_id("make-link"))
    enter_on(page, page.get_by_test_id("revoke"))
    expect(page.get_by_test_id("revoke")).to_have_count(0)
    assert focused(page) == "make-link"


def test_the_tree_of_a_conversation(offline_server: Server, open_page: OpenPage) -> None:
    """Landmarks, headings and names, as the browser exposes them to assistive technology."""
    page = planned(open_page, offline_server)
    page.get_by_test_id("ledger").locator("summary").click()
    roles = tree(page)
    landmarks = [(role, name) for role, name, _ in roles if role in LANDMARKS]
    assert landmarks == [
        ("banner", ""),
        ("navigation", "Site"),
        ("form", "Language"),
        ("complementary", "Conversations"),
        ("region", "What you want"),
        ("main", ""),
        ("region", "The plan"),
        ("complementary", "The plan"),
        ("navigation", "Parts of the plan"),
        ("form", "Your message"),
    ]
    headings = [(level, name) for role, name, level in roles if role == "heading"]
    assert headings[:2] == [(1, "Plan a trip in conversation"), (2, PLAN)]
    assert all(after <= before + 1 for (before, _), (after, _) in pairwise(headings))
    unnamed = [role for role, name, _ in roles if role in CONTROLS and not name]
    assert unnamed == []
    kinds = [role for role, _, _ in roles]
    assert "LayoutTable" not in kinds
    assert kinds.count("columnheader") >= kinds.count("table") > 0


def test_words_of_the_other_language_say_so(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)
    ask(page, "规划北京两日游")
    answer = last_answer(page)
    assert (answer.get_attribute("lang") or "").startswith("zh")
    expect(page.get_by_test_id("itinerary")).to_be_visible(timeout=SLOW_MS)
    assert untold_chinese(page) == []


def test_the_conversation_that_is_open_says_so(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server)
    expect(page.get_by_test_id("session-item")).to_have_attribute("aria-current", "true")
    expect(page.locator(".languages [aria-current=true]")).to_have_text("EN English")


@pytest.mark.parametrize("where", ["conversation", "trip"])
@pytest.mark.sampled
def test_with_the_colours_of_the_system_every_control_has_an_edge(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], where: str
) -> None:
    page = planned(open_page, offline_server) if where == "conversation" else open_trip(open_page, offline_server, body)
    page.emulate_media(forced_colors="active")
    assert unframed_controls(page) == []


@pytest.mark.parametrize("where", ["conversation", "trip"])
@pytest.mark.parametrize("width", [1280, 640])
@pytest.mark.sampled
def test_text_of_twice_the_size_stays_on_the_page(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], where: str, width: int
) -> None:
    page = (
        planned(open_page, offline_server, width=width)
        if where == "conversation"
        else open_trip(open_page, offline_server, body, width=width)
    )
    settings = page.context.new_cdp_session(page)
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    expect(page.locator("html")).to_have_css("font-size", "32px")
    assert overflow(page) == []
    if where == "conversation":
        open_chat(page)
        assert overflow(page) == []
    for control in ("composer-input", "send") if where == "conversation" else ("title", "share", "add"):
        expect(page.get_by_test_id(control).first).to_be_visible()


def test_more_contrast_is_given_where_it_is_asked_for(offline_server: Server, open_page: OpenPage) -> None:
    page = planned(open_page, offline_server)
    quiet = page.get_by_test_id("run-status")
    ink = page.locator("body").evaluate("body => getComputedStyle(body).color")
    expect(quiet).not_to_have_css("color", ink)
    page.emulate_media(contrast="more")
    expect(quiet).to_have_css("color", ink)


def test_nothing_moves_for_those_who_do_not_want_it(scripted_server: Server, open_page: OpenPage) -> None:
    page = open_page(scripted_server)
    page.emulate_media(reduced_motion="reduce")
    ask(page, "Think about 3 days in Kyoto first")
    expect(page.get_by_test_id("tool-line")).to_have_attribute("data-status", "success", timeout=SLOW_MS)
    assert page.evaluate("() => document.getAnimations().length") == 0
    tab_to(page, page.get_by_test_id("stop"))
    page.keyboard.press("Enter")
