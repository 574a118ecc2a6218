"""The focus is never lost, the page is read in an order that makes sense, and every control works without sight."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow, tree, unframed_controls, untold_chinese
from tests.browser.keyboard import enter_on, focused, tab_to
from tests.browser.plan_page import ask, last_answer, open_chat, say
from tests.browser.scripted import BREAKS
from tests.browser.trip_page import day, expect_version, ids, open_trip, visit
from tests.support.server import Server

pytestmark = pytest.mark.browser

LANDMARKS = {"banner", "navigation", "main", "complementary", "form", "region", "search", "contentinfo"}
CONTROLS = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "DisclosureTriangle"}
PLAN = "Plan 2 days in Kyoto in April for two"


def test_a_conversation(offline_server: Server, open_page: OpenPage) -> None:
    page = open_page(offline_server)
    enter_on(page, page.get_by_test_id("sample").first, back=True)
    last_answer(page)
    assert focused(page) == "composer-input"
    page.locator("#main").evaluate("main => main.scrollTo(0, 0)")
    enter_on(page, page.get_by_test_id("latest"), back=True)
    assert focused(page) == "composer-input"

    page.goto(offline_server.url)
    say(page, PLAN)
    expect(page.get_by_test_id("itinerary")).to_be_visible()
    expect_readable_tree(page)
    open_conversation = page.get_by_test_id("session-item").and_(page.locator("[aria-current=true]"))
    expect(open_conversation).to_have_count(1)
    expect(page.locator(".languages [aria-current=true]")).to_have_text("EN English")
    expect_contrast_and_edges(page)
    expect_room_for_large_text(page, "composer-input", "send", of_chat=True)

    report = page.get_by_test_id("turn").get_by_test_id("report")
    enter_on(page, report, back=True)
    page.keyboard.type("It closes earlier.")
    enter_on(page, page.get_by_test_id("report-send"))
    expect(page.get_by_test_id("report-dialog").get_by_role("status")).not_to_be_empty()
    assert focused(page) == "close"
    page.keyboard.press("Escape")
    expect(report).to_be_focused()

    answer = say(page, "规划北京两日游")
    assert (answer.get_attribute("lang") or "").startswith("zh")
    expect(page.get_by_test_id("itinerary")).to_contain_text("Beijing")
    assert untold_chinese(page) == []

    page.reload()
    enter_on(page, page.get_by_test_id("replay"))
    expect(page.get_by_test_id("phase-understanding").first.locator("summary")).to_be_focused()
    expect_focus_in_the_list(page)


def expect_readable_tree(page: Page) -> None:
    """Landmarks, headings and names, as the browser exposes them to assistive technology."""
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


def expect_contrast_and_edges(page: Page) -> None:
    """More contrast is given where it is asked for; with the colours of the system every control has an edge."""
    quiet = page.get_by_test_id("run-status")
    ink = page.locator("body").evaluate("body => getComputedStyle(body).color")
    expect(quiet).not_to_have_css("color", ink)
    page.emulate_media(contrast="more")
    expect(quiet).to_have_css("color", ink)
    page.emulate_media(contrast="null", forced_colors="active")
    assert unframed_controls(page) == []
    page.emulate_media(forced_colors="none")


def expect_room_for_large_text(page: Page, *controls: str, of_chat: bool = False) -> None:
    """Text of twice the size stays on the page, in a window of a desk and in one of half its width."""
    settings = page.context.new_cdp_session(page)
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    expect(page.locator("html")).to_have_css("font-size", "32px")
    for width in (1280, 640):
        page.set_viewport_size({"width": width, "height": 900})
        assert overflow(page) == []
        if of_chat:
            open_chat(page)
            assert overflow(page) == []
        for control in controls:
            expect(page.get_by_test_id(control).first).to_be_visible()
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    page.set_viewport_size({"width": 1440, "height": 900})


def expect_focus_in_the_list(page: Page) -> None:
    """A conversation of two is renamed and deleted, and the focus goes to what is there then."""
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


@pytest.mark.full
def test_after_trouble_and_without_motion(scripted_server: Server, open_page: OpenPage) -> None:
    page = open_page(scripted_server)
    ask(page, BREAKS[1])
    enter_on(page, page.get_by_test_id("retry"), back=True)
    expect(page.get_by_test_id("trouble")).to_have_count(2)
    assert focused(page) == "retry"

    page.emulate_media(reduced_motion="reduce")
    ask(page, "Think about 3 days in Kyoto first")
    expect(page.get_by_test_id("tool-line")).to_have_attribute("data-status", "success")
    assert page.evaluate("() => document.getAnimations().length") == 0
    tab_to(page, page.get_by_test_id("stop"))
    page.keyboard.press("Enter")


def test_a_trip(offline_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, saved)
    for opener in ("replan", "stop", "help"):
        enter_on(page, page.get_by_test_id(opener))
        expect_dialog_gives_back(page, page.get_by_test_id(opener).first)
    menu = page.get_by_test_id("more-menu").locator("summary")
    for entry in ("show-alternatives", "way", "show-history"):
        enter_on(page, menu)
        enter_on(page, page.get_by_test_id(entry))
        expect_dialog_gives_back(page, menu)
    tab_to(page, page.get_by_test_id("undo").or_(page.get_by_test_id("replan")))
    for key, dialog in {"r": "replan-dialog", "a": "alternatives-dialog", "w": "way-dialog"}.items():
        page.keyboard.press(key)
        expect(page.get_by_test_id(dialog)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id(dialog)).to_have_count(0)
        assert focused(page) in ("undo", "replan")

    enter_on(page, page.get_by_test_id("share"))
    enter_on(page, page.get_by_test_id("make-link"))
    enter_on(page, page.get_by_test_id("revoke"))
    expect(page.get_by_test_id("revoke")).to_have_count(0)
    assert focused(page) == "make-link"
    expect_dialog_gives_back(page, page.get_by_test_id("share"))

    page.emulate_media(forced_colors="active")
    assert unframed_controls(page) == []
    page.emulate_media(forced_colors="none")
    expect_room_for_large_text(page, "title", "share", "add")

    for number, ident in enumerate(ids(page, 1), 2):
        enter_on(page, visit(page, ident).get_by_test_id("stop"))
        enter_on(page, page.get_by_test_id("stop-remove"))
        expect_version(page, number)
    expect(day(page, 1).get_by_test_id("add")).to_be_focused()


def expect_dialog_gives_back(page: Page, opener: Any) -> None:
    """The open dialog gives the focus back to what opened it."""
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(opener).to_be_focused()
