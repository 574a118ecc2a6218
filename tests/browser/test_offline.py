"""The site as an app: installable, a trip read without a network, changes sent on return, empty after sign-out."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.plan_page import until
from tests.browser.trip_page import choose, expect_version, ids, open_tab, post, visit
from tests.support.axe import violations
from tests.support.server import Server

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery"
CALL = """async ([method, path, body, more]) => {
  const token = /csrftoken=([^;]+)/.exec(document.cookie)[1];
  const headers = {"Content-Type": "application/json", "X-CSRFToken": token, ...more};
  const sent = body === null ? undefined : JSON.stringify(body);
  const response = await fetch(`/api/v1/${path}`, {method, headers, body: sent});
  return response.status === 204 ? null : response.json();
}"""
NOTHING_WAITS = """() => new Promise((done) => {
  const opened = indexedDB.open("travelagent", 1);
  opened.onsuccess = () => {
    const all = opened.result.transaction("changes").objectStore("changes").getAll();
    all.onsuccess = () => { opened.result.close(); done(all.result.length === 0); };
  };
})"""
KEPT = """async (path) => {
  const names = await caches.keys();
  const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return keys.flat().map(({url}) => new URL(url).pathname).filter((each) => each.startsWith(path));
}"""


KEPT_TEXT = """async (path) => {
  const found = await caches.match(path, { ignoreVary: true, ignoreSearch: true });
  return found ? found.text() : "";
}"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    found = browser.new_context(locale="en-US", viewport={"width": 1440, "height": 900})
    yield found
    found.close()


def kept(page: Page, path: str) -> list[str]:
    """The paths below that one that are in any cache."""
    return list(page.evaluate(KEPT, path))


def copied(page: Page) -> str:
    """Wait for the copy of the trip that is shown; its id."""
    trip = page.url.partition("#")[0].rpartition("/")[2]
    until(lambda: len(kept(page, f"/api/v1/trips/{trip}/")) == 5 and len(kept(page, f"/trips/{trip}")) == 1)
    return trip


def call(page: Page, method: str, path: str, body: Any = None, **more: str) -> Any:
    return page.evaluate(CALL, [method, path, body, more])


def at_server(page: Page, trip: str) -> dict[str, Any]:
    """The trip past every copy: nothing that changes something is answered by one."""
    return dict(call(page, "PATCH", f"trips/{trip}/", {}))


def box(page: Page, key: str) -> Any:
    return page.locator(f'[data-testid="list-item"][data-key="{key}"]').get_by_test_id("packed")


def kept_text(page: Page, path: str) -> str:
    """What the copies hold of that path."""
    return str(page.evaluate(KEPT_TEXT, path))


def opened(page: Page, server: Server, body: dict[str, Any]) -> str:
    """Show a trip with a traveller on its page, wait until its copy is made, and return its id."""
    page.goto(f"{server.url}/trips/")
    trip = post(page, "trips/", body)["id"]
    post(page, f"trips/{trip}/travellers/", {"name": "Ann"})
    page.goto(f"{server.url}/trips/{trip}")
    expect_version(page, 1)
    return copied(page)


def waiting(page: Page, number: int) -> None:
    expect(page.get_by_test_id("offline-bar")).to_contain_text(f"waiting to be sent: {number}")


def token(context: BrowserContext) -> str:
    return next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrftoken")


def test_a_trip_without_a_network(offline_server: Server, context: BrowserContext, saved: dict[str, Any]) -> None:
    page = context.new_page()
    trip = opened(page, offline_server, saved)
    expect_installable(context, page)
    weather = expect_all_kept(page, trip, saved)
    browser_cache = context.new_cdp_session(page)
    browser_cache.send("Network.clearBrowserCache")
    browser_cache.detach()
    context.set_offline(True)
    page.reload()

    expect(page.get_by_test_id("day")).to_have_count(3)
    bar = page.get_by_test_id("offline-bar")
    expect(bar).to_contain_text(re.compile(r"copy of \w+ \d+, \d{4}"))
    expect(page.get_by_test_id("notes")).to_have_value("Passport!")
    expect(page.get_by_test_id("day-weather").first).to_have_text(weather)
    seen = page.locator(".stop-picture img").first
    seen.scroll_into_view_if_needed()
    until(lambda: bool(seen.evaluate("image => image.complete && image.naturalWidth > 0")))
    expect(page.locator(".ground-drawn path").first).to_be_attached()
    assert violations(page) == []
    open_tab(page, "budget")
    expect(page.locator("#budget")).to_contain_text("Total")
    page.get_by_test_id("add-expense").click()
    page.locator('dialog [name="amount"]').fill("1250")
    page.locator("dialog").get_by_test_id("submit").click()
    expect(page.get_by_test_id("expense")).to_have_count(1)
    open_tab(page, "notes")
    box(page, "jacket").check()
    page.get_by_test_id("notes").fill("Passport! And tickets")
    page.get_by_test_id("notes").blur()
    page.get_by_test_id("new-packing").fill("Camera")
    page.keyboard.press("Enter")
    waiting(page, 4)
    page.reload()
    expect(box(page, "jacket")).to_be_checked()
    expect(page.get_by_test_id("notes")).to_have_value("Passport! And tickets")

    other = context.new_page()
    other.goto(f"{offline_server.url}/trips/{trip}")
    context.set_offline(False)
    expect(bar).to_be_hidden()
    expect_version(page, 2)
    until(lambda: bool(page.evaluate(NOTHING_WAITS)))
    assert at_server(page, trip)["notes"] == "Passport! And tickets"
    items = call(page, "POST", f"trips/{trip}/lists/propose/")["items"]
    assert [item["done"] for item in items if item["key"] == "jacket"] == [True]
    assert [item["text"]["en"] for item in items if item["key"] == ""] == ["Camera"]
    expenses = call(page, "GET", f"trips/{trip}/expenses/?limit=50")["results"]
    assert [expense["amount"] for expense in expenses] == ["1250"]
    other.close()
    expect_prompt_for_stale_edit(context, page, trip, offline_server.url)


def expect_installable(context: BrowserContext, page: Page) -> None:
    """Chromium finds nothing that keeps the site from being installed."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    session = context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    installability = session.send("Page.getInstallabilityErrors")
    session.detach()
    manifest = json.loads(found["data"])
    assert found["errors"] == []
    assert installability["installabilityErrors"] == []
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert (manifest["display"], manifest["scope"]) == ("standalone", "/")


def expect_all_kept(page: Page, trip: str, body: dict[str, Any]) -> str:
    """Wait until lists, money, pictures and weather of the trip are kept; return the weather of the first day."""
    open_tab(page, "notes")
    expect(box(page, "jacket")).to_be_visible()
    until(lambda: "jacket" in kept_text(page, f"/api/v1/trips/{trip}/lists/"))
    until(lambda: "Ann" in kept_text(page, f"/api/v1/trips/{trip}/travellers/"))
    open_tab(page, "days")
    stops = {visit["sight"] for day in body["itinerary"]["days"] for visit in day["visits"] if visit["sight"]}
    until(lambda: len(kept(page, "/pictures/sight/")) == len(stops))
    until(lambda: len(kept(page, "/api/v1/cities/kyoto/weather/")) == 1)
    weather = page.get_by_test_id("day-weather").first
    expect(weather).to_contain_text("°C")
    return weather.text_content() or ""


def expect_prompt_for_stale_edit(context: BrowserContext, page: Page, trip: str, url: str) -> None:
    """An edit upon an old version is asked about, and can be made upon theirs."""
    open_tab(page, "days")
    first, second = ids(page, 1)[:2]
    context.set_offline(True)
    page.reload()
    open_tab(page, "days")
    choose(page, first, "remove")
    expect(page.get_by_test_id("notice")).to_contain_text("This change is kept")
    answer = context.request.post(
        f"{url}/api/v1/trips/{trip}/edits/",
        data={"edits": [{"op": "remove", "visit": second}]},
        headers={"X-CSRFToken": token(context), "Referer": url},
    )
    assert answer.ok, answer.text()
    context.set_offline(False)
    expect(page.get_by_test_id("notice")).to_contain_text("changed elsewhere")
    page.get_by_test_id("merge").click()
    for gone in (first, second):
        expect(visit(page, gone)).to_have_count(0)
    until(lambda: not {first, second} & stops_at_server(page, trip))


def stops_at_server(page: Page, trip: str) -> set[str]:
    return {stop["id"] for day in at_server(page, trip)["itinerary"]["days"] for stop in day["visits"]}


def signed_up(context: BrowserContext, server: Server, name: str) -> Page:
    page = context.new_page()
    page.goto(f"{server.url}/account/signup/")
    page.locator('[name="username"]').fill(name)
    for field in ("password1", "password2"):
        page.locator(f'[name="{field}"]').fill(PASSWORD)
    page.locator('main button[type="submit"]').click()
    page.wait_for_url(f"{server.url}/")
    return page


def note_offline(context: BrowserContext, page: Page, text: str) -> None:
    """Change the notes of the trip that is shown without a network."""
    context.set_offline(True)
    page.reload()
    open_tab(page, "notes")
    page.get_by_test_id("notes").fill(text)
    page.get_by_test_id("notes").blur()
    waiting(page, 1)


@pytest.mark.full
def test_changes_and_copies_are_an_accounts_own(
    offline_server: Server, context: BrowserContext, saved: dict[str, Any]
) -> None:
    """Another account never sends them; signing out asks about them, and leaves no copy behind."""
    page = signed_up(context, offline_server, "cleo-offline")
    trip = opened(page, offline_server, saved)
    note_offline(context, page, "Cleo's own")
    context.clear_cookies()
    context.set_offline(False)

    other = signed_up(context, offline_server, "dora-offline")
    page.evaluate("() => dispatchEvent(new Event('online'))")
    opened(other, offline_server, saved)
    assert not other.evaluate(NOTHING_WAITS)
    context.set_offline(True)
    other.reload()
    expect(other.get_by_test_id("offline-bar")).to_contain_text("This is the copy of")
    expect(other.get_by_test_id("offline-bar")).not_to_contain_text("waiting to be sent")
    context.set_offline(False)
    other.goto(f"{offline_server.url}/account/logout/")
    expect(other.get_by_test_id("unsent")).to_be_hidden()

    context.clear_cookies()
    other.goto(f"{offline_server.url}/account/login/")
    other.locator('[name="login"]').fill("cleo-offline")
    other.locator('[name="password"]').fill(PASSWORD)
    other.locator('main button[type="submit"]').click()
    other.wait_for_url(f"{offline_server.url}/")
    until(lambda: bool(other.evaluate(NOTHING_WAITS)))
    assert at_server(other, trip)["notes"] == "Cleo's own"
    page.close()
    other.goto(f"{offline_server.url}/trips/{trip}")
    expect(other.get_by_test_id("day")).to_have_count(3)
    copied(other)
    expect_signing_out_to_ask(context, other, trip, offline_server.url)
    assert kept(other, "/trips/") == kept(other, "/api/") == []
    context.set_offline(True)
    other.goto(f"{offline_server.url}/trips/{trip}")
    expect(other.locator("h1")).to_have_text("You are offline")
    assert saved["title"] not in other.content()


def expect_signing_out_to_ask(context: BrowserContext, page: Page, trip: str, url: str) -> None:
    """Unsent changes are sent or dropped before one signs out."""
    note_offline(context, page, "Mine")
    headers = {"X-CSRFToken": token(context), "Referer": url}
    assert context.request.patch(f"{url}/api/v1/trips/{trip}/", data={"notes": "Theirs"}, headers=headers).ok
    context.set_offline(False)
    expect(page.get_by_test_id("notice")).to_contain_text("changed elsewhere")

    page.goto(f"{url}/account/logout/")
    prompt = page.get_by_test_id("unsent")
    expect(prompt).to_contain_text("only this device has: 1")
    expect(page.locator("main form")).to_be_hidden()
    assert violations(page) == []
    page.get_by_test_id("send-unsent").click()
    expect(prompt.get_by_role("status")).to_contain_text("Open it and decide")
    prompt.get_by_role("link").click()
    expect(page.get_by_test_id("notice")).to_contain_text("changed elsewhere")

    page.goto(f"{url}/account/logout/")
    assert kept(page, f"/trips/{trip}")
    page.get_by_test_id("drop-unsent").click()
    page.wait_for_url(f"{url}/")
    assert page.evaluate(NOTHING_WAITS)


@pytest.mark.parametrize(
    ("locale", "width", "expected"), [("zh-CN", 390, "显示的是"), ("en-US", 1440, "This is the copy of")]
)
@pytest.mark.full
def test_the_bar_fits_and_is_accessible(
    offline_server: Server, browser: Browser, saved: dict[str, Any], locale: str, width: int, expected: str
) -> None:
    context = browser.new_context(locale=locale, viewport={"width": width, "height": 844})
    page = context.new_page()
    opened(page, offline_server, saved)
    context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("offline-bar")).to_contain_text(expected)
    expect(page.get_by_test_id("day")).to_have_count(3)
    assert violations(page) == []
    context.close()
