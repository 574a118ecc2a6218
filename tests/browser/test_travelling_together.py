"""Three people travel together, each in a browser of their own: invited, seen, notified, and one of them removed."""

import re
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.inspection import overflow
from tests.browser.staffed import PASSWORD, USER
from tests.browser.trip_page import choose, expect_version, ids, open_tab, open_trip, show_trip, visit
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser

EXPECTED = re.compile("the server responded with a status of (403|404|409|412)")

STATUS = "async (url) => (await fetch(url)).status"
REACHED = """(url) => new Promise((resolve) => {
  const socket = new WebSocket(`${url}/`);
  socket.onclose = ({code}) => resolve(code);
  socket.onmessage = ({data}) => resolve(data);
})"""


def invited(owner: Page, role: str) -> str:
    """The link of a new invitation."""
    owner.get_by_test_id("together").click()
    owner.get_by_test_id("invite-role").select_option(role)
    owner.get_by_test_id("make-invite").click()
    link = owner.get_by_test_id("invite-url").input_value()
    owner.get_by_test_id("together-dialog").get_by_test_id("close").click()
    return link


def join(open_page: OpenPage, server: Server, link: str, name: str, **how: Any) -> Page:
    page = open_page(server, link.removeprefix(server.url), expected=EXPECTED, **how)
    expect(page.get_by_test_id("join-title")).to_have_text("Kyoto in winter")
    page.locator("#join-name").fill(name)
    page.get_by_test_id("join").click()
    expect(page.get_by_test_id("day")).to_have_count(3)
    return page


def join_by_the_list(open_page: OpenPage, server: Server, used: str, link: str) -> Page:
    """A phone in Chinese finds a link used and no trip, joins by the other one, and goes to the trip from the list."""
    page = open_page(server, used.removeprefix(server.url), locale="zh-CN", width=390, expected=EXPECTED)
    expect(page.get_by_test_id("join")).to_have_count(0)
    page.goto(f"{server.url}/trips/")
    expect(page.get_by_test_id("trip")).to_have_count(0)
    page.goto(link)
    expect(page.get_by_test_id("join-title")).to_have_text("Kyoto in winter")
    assert violations(page) == []
    assert overflow(page) == []
    page.locator("#join-name").fill("小林")
    page.get_by_test_id("join").click()
    expect(page.get_by_test_id("day")).to_have_count(3)
    page.goto(f"{server.url}/trips/")
    expect(page.get_by_test_id("shared-role")).to_be_visible()
    page.get_by_test_id("trip").click()
    expect(page.get_by_test_id("day")).to_have_count(3)
    return page


def here(page: Page, name: str) -> Any:
    return page.locator(f'[data-testid="person"][data-name="{name}"]')


def test_three_people_on_one_trip(offline_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    owner = open_trip(open_page, offline_server, saved, expected=EXPECTED)
    used = invited(owner, "editor")
    editor = join(open_page, offline_server, used, "Ben")
    viewer = join_by_the_list(open_page, offline_server, used, invited(owner, "viewer"))

    for page, others in ((owner, ("Ben", "小林")), (editor, ("小林",)), (viewer, ("Ben",))):
        for name in others:
            expect(here(page, name)).to_be_visible()
    editor.locator('[data-testid="day-chip"][data-day="2"]').click()
    expect(here(owner, "Ben")).to_have_attribute("data-day", "2")

    for testid in ("undo", "replan", "dates", "share", "delete", "grip", "add", "hours", "hotel"):
        assert viewer.locator(f'[data-testid="{testid}"]:visible').count() == 0, testid
    open_tab(viewer, "notes")
    viewer.get_by_test_id("notes").scroll_into_view_if_needed()
    expect(viewer.get_by_test_id("journal")).to_be_visible()
    for testid in ("attach", "change-file", "add-pictures"):
        assert viewer.get_by_test_id(testid).count() == 0, testid
    open_tab(viewer, "days")
    expect(viewer.get_by_test_id("title")).to_have_attribute("readonly", "")

    first = ids(owner, 1)[0]
    choose(owner, first, "remove")
    for page in (owner, editor, viewer):
        expect_version(page, 2)
        expect(visit(page, first)).to_have_count(0)

    editor.locator('[data-testid="day-chip"][data-day=""]').click()
    third = ids(editor, 3)[0]
    choose(editor, third, "remove")
    for page in (owner, editor, viewer):
        expect_version(page, 3)
    owner.get_by_test_id("undo").click()
    for page in (owner, editor, viewer):
        expect_version(page, 4)
        expect(visit(page, first)).to_have_count(1)
        expect(visit(page, third)).to_have_count(0)

    visit(viewer, first).get_by_test_id("stop").click()
    viewer.get_by_test_id("vote-up").click()
    viewer.get_by_test_id("comment-text").fill("早点去！")
    viewer.get_by_test_id("comment-send").click()
    visit(owner, first).get_by_test_id("stop").click()
    expect(owner.get_by_test_id("comment")).to_contain_text("早点去！")
    expect(owner.get_by_test_id("comment")).to_contain_text("小林")
    expect(owner.get_by_test_id("vote-up")).to_have_attribute("data-count", "1")
    owner.get_by_test_id("vote-down").click()
    expect(viewer.get_by_test_id("vote-down")).to_have_attribute("data-count", "1")
    viewer.get_by_test_id("comment-text").click()
    viewer.keyboard.type("@be")
    expect(viewer.get_by_test_id("mention-option")).to_have_text("Ben")
    assert violations(viewer) == []
    viewer.keyboard.press("Enter")
    viewer.keyboard.type("来吗")
    viewer.get_by_test_id("comment-send").click()
    expect(owner.get_by_test_id("mention")).to_have_text("@Ben")
    assert violations(viewer) == []
    assert overflow(viewer) == []
    owner.get_by_test_id("stop-sheet").get_by_test_id("close").click()
    editor.get_by_test_id("together").click()
    editor.get_by_test_id("lately").click()
    expect(editor.locator('[data-testid="happening"]', has=editor.get_by_test_id("mention"))).to_contain_text(
        "names you"
    )
    editor.get_by_test_id("together-dialog").get_by_test_id("close").click()

    owner.get_by_test_id("together").click()
    expect(owner.get_by_test_id("member")).to_have_count(3)
    assert violations(owner) == []
    owner.on("dialog", lambda dialog: dialog.accept())
    owner.locator('[data-testid="member"][data-name="Ben"]').get_by_test_id("remove-member").click()
    expect(editor.get_by_test_id("gone")).to_be_visible()
    expect(here(owner, "Ben")).to_have_count(0)
    assert editor.evaluate(STATUS, f"{editor.url.replace('/trips/', '/api/v1/trips/')}/files/") == 404
    assert editor.evaluate(REACHED, editor.url.replace("http", "ws").replace("/trips/", "/ws/trips/")) == 4404
    editor.reload()
    expect(editor.get_by_test_id("day")).to_have_count(0)
    expect(here(viewer, "Ben")).to_have_count(0)


@pytest.mark.full
def test_two_members_change_one_day_at_once(offline_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    """Each sends upon the same version: the first one is kept, the second one is shown what happened and goes on."""
    owner = open_trip(open_page, offline_server, saved, expected=EXPECTED)
    editor = join(open_page, offline_server, invited(owner, "editor"), "Ben")
    first, second, third = ids(owner, 1)[:3]
    other = ids(owner, 3)[0]
    held: list[Route] = []
    editor.route("**/edits/", lambda route: held.append(route))
    choose(editor, second, "remove")
    expect(editor.get_by_test_id("trip-days")).to_have_attribute("aria-busy", "true")
    choose(owner, first, "remove")
    expect_version(owner, 2)
    held.pop().continue_()
    notice = editor.get_by_test_id("notice")
    expect(notice).to_contain_text("This trip was changed elsewhere in the meantime")
    expect(visit(editor, first)).to_have_count(0)
    expect(visit(editor, second)).to_have_count(1)
    editor.unroute("**/edits/")
    notice.get_by_test_id("merge").click()
    for page in (owner, editor):
        expect_version(page, 3)
        expect(visit(page, first)).to_have_count(0)
        expect(visit(page, second)).to_have_count(0)

    editor.route("**/edits/", lambda route: held.append(route))
    choose(editor, other, "remove")
    expect(editor.get_by_test_id("trip-days")).to_have_attribute("aria-busy", "true")
    choose(owner, third, "remove")
    expect_version(owner, 4)
    held.pop().continue_()
    editor.unroute("**/edits/")
    for page in (owner, editor):
        expect_version(page, 5)
        expect(visit(page, third)).to_have_count(0)
        expect(visit(page, other)).to_have_count(0)
    expect(notice).to_be_hidden()

    editor.get_by_test_id("undo").click()
    for page in (owner, editor):
        expect_version(page, 6)
        expect(visit(page, other)).to_have_count(1)
        expect(visit(page, third)).to_have_count(0)


def test_an_invitation_is_mailed_and_joined(offline_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    owner = open_page(offline_server, "/account/login/", expected=EXPECTED)
    for name, value in (("login", USER), ("password", PASSWORD)):
        owner.locator(f"[name={name}]").fill(value)
    owner.locator("main form [type=submit], main form button").last.click()
    owner.wait_for_url(f"{offline_server.url}/")
    show_trip(owner, offline_server.url, saved)
    owner.get_by_test_id("together").click()
    owner.get_by_test_id("by-mail").click()
    owner.get_by_test_id("mail-address").fill("ben@example.com")
    owner.get_by_test_id("mail-language").select_option("zh")
    owner.get_by_test_id("mail-invite").click()
    expect(owner.get_by_test_id("mailed")).to_have_text("Sent to ben@example.com.")
    pending = owner.get_by_test_id("invite")
    expect(pending).to_contain_text("not accepted yet")
    assert violations(owner) == []
    mail = max((offline_server.data_dir / "mail").iterdir(), key=lambda path: path.stat().st_mtime)
    letter = message_from_bytes(mail.read_bytes(), policy=default)
    assert (letter["To"], letter["Subject"].strip()) == ("ben@example.com", f"{USER} 邀请你：Kyoto in winter")
    link = next(word for word in letter.get_content().split() if "/join/" in word).partition("http")[2]
    join(open_page, offline_server, f"http{link}", "Ben", locale="zh-CN", width=390)
    expect(owner.locator('[data-testid="member"][data-name="Ben"]')).to_be_visible()
    expect(pending).to_have_count(0)
