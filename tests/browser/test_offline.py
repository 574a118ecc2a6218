"""The site as an app: installable, a trip read without a network, changes sent on return, empty after sign-out."""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.trip_page import SLOW_MS, open_tab, post, show_trip
from tests.support.axe import violations
from tests.support.server import Server
from tests.support.trips import kyoto

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


KEPT_LISTS = """async (trip) => {
  const found = await caches.match(`/api/v1/trips/${trip}/lists/`, { ignoreVary: true });
  return found ? found.text() : "";
}"""


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    found = browser.new_context(locale="en-US", viewport={"width": 1440, "height": 900})
    yield found
    found.close()


def until(is_so: Callable[[], bool]) -> None:
    """Wait until it is so. Raises AssertionError when it does not become so."""
    deadline = time.monotonic() + SLOW_MS / 1000
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def kept(page: Page, path: str) -> list[str]:
    """The paths below that one that are in any cache."""
    return list(page.evaluate(KEPT, path))


def opened(context: BrowserContext, server: Server, body: dict[str, Any]) -> tuple[Page, str]:
    """A trip on its page with its copy made, and its id."""
    page = context.new_page()
    page.goto(f"{server.url}/trips/")
    show_trip(page, server.url, body)
    return page, copied(page)


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


def test_chromium_finds_nothing_that_keeps_it_from_being_installed(
    offline_server: Server, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(f"{offline_server.url}/trips/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    session = context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    manifest = json.loads(found["data"])

    assert found["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert (manifest["display"], manifest["scope"]) == ("standalone", "/")


def test_it_works(offline_server: Server, context: BrowserContext, body: dict[str, Any]) -> None:
    page, trip = opened(context, offline_server, body)
    open_tab(page, "notes")
    expect(box(page, "jacket")).to_be_visible()
    until(lambda: "jacket" in page.evaluate(KEPT_LISTS, trip))
    context.set_offline(True)
    page.reload()

    expect(page.get_by_test_id("day")).to_have_count(3)
    expect(page.get_by_test_id("offline-bar")).to_contain_text(re.compile(r"copy of \w+ \d+, \d{4}"))
    expect(page.get_by_test_id("notes")).to_have_value("Passport!")
    open_tab(page, "budget")
    expect(page.locator("#budget")).to_contain_text("Total")
    open_tab(page, "days")
    expect(page.locator(".ground-drawn path").first).to_be_attached()
    open_tab(page, "notes")
    box(page, "jacket").check()
    page.get_by_test_id("notes").fill("Passport! And tickets")
    page.get_by_test_id("notes").blur()
    expect(page.get_by_test_id("offline-bar")).to_contain_text("waiting to be sent: 2")
    page.reload()
    expect(box(page, "jacket")).to_be_checked()
    expect(page.get_by_test_id("notes")).to_have_value("Passport! And tickets")

    context.set_offline(False)
    expect(page.get_by_test_id("offline-bar")).to_be_hidden()
    expect(page.get_by_test_id("trip-head")).to_have_attribute("data-version", "2", timeout=SLOW_MS)
    assert at_server(page, trip)["notes"] == "Passport! And tickets"
    items = call(page, "POST", f"trips/{trip}/lists/propose/")["items"]
    assert [item["done"] for item in items if item["key"] == "jacket"] == [True]


def test_expenses_and_entries_made_offline_arrive_once(
    offline_server: Server, context: BrowserContext, body: dict[str, Any]
) -> None:
    page, trip = opened(context, offline_server, body)
    post(page, f"trips/{trip}/travellers/", {"name": "Ann"})
    page.reload()
    copied(page)
    page.wait_for_timeout(500)
    context.set_offline(True)
    page.reload()
    open_tab(page, "budget")
    page.get_by_test_id("add-expense").click()
    page.locator('dialog [name="amount"]').fill("1250")
    page.locator("dialog").get_by_test_id("submit").click()
    expect(page.get_by_test_id("expense")).to_have_count(1)
    open_tab(page, "notes")
    page.get_by_test_id("new-packing").fill("Camera")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("offline-bar")).to_contain_text("waiting to be sent: 2")

    other = context.new_page()
    other.goto(f"{offline_server.url}/trips/{trip}")
    context.set_offline(False)
    expect(page.get_by_test_id("offline-bar")).to_be_hidden()
    until(lambda: bool(page.evaluate(NOTHING_WAITS)))
    items = call(page, "POST", f"trips/{trip}/lists/propose/")["items"]
    assert [item["text"]["en"] for item in items if item["key"] == ""] == ["Camera"]
    expenses = call(page, "GET", f"trips/{trip}/expenses/?limit=50")["results"]
    assert [expense["amount"] for expense in expenses] == ["1250"]


def test_an_edit_upon_an_old_version_is_asked_about_and_can_be_made_upon_theirs(
    offline_server: Server, context: BrowserContext, body: dict[str, Any]
) -> None:
    page, trip = opened(context, offline_server, body)
    first, second = (visit["id"] for visit in body["itinerary"]["days"][0]["visits"][:2])
    context.set_offline(True)
    page.reload()
    page.locator(f'[data-testid="visit"][data-visit="{first}"]').get_by_test_id("stop").click()
    page.get_by_test_id("stop-remove").click()
    expect(page.get_by_test_id("notice")).to_contain_text("This change is kept")

    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrftoken")
    answer = context.request.post(
        f"{offline_server.url}/api/v1/trips/{trip}/edits/",
        data={"edits": [{"op": "remove", "visit": second}]},
        headers={"X-CSRFToken": token, "Referer": offline_server.url},
    )
    assert answer.ok, answer.text()
    context.set_offline(False)
    expect(page.get_by_test_id("notice")).to_contain_text("changed elsewhere", timeout=SLOW_MS)
    page.get_by_test_id("merge").click()
    expect(page.get_by_test_id("trip-head")).to_have_attribute("data-version", "3", timeout=SLOW_MS)
    left = [visit["id"] for day in at_server(page, trip)["itinerary"]["days"] for visit in day["visits"]]
    assert first not in left
    assert second not in left


def signed_up(context: BrowserContext, server: Server, name: str) -> Page:
    page = context.new_page()
    page.goto(f"{server.url}/account/signup/")
    page.locator('[name="username"]').fill(name)
    for field in ("password1", "password2"):
        page.locator(f'[name="{field}"]').fill(PASSWORD)
    page.locator('main button[type="submit"]').click()
    page.wait_for_url(f"{server.url}/")
    return page


def own_trip(page: Page, server: Server, body: dict[str, Any]) -> str:
    page.goto(f"{server.url}/trips/")
    show_trip(page, server.url, body)
    return copied(page)


def note_offline(context: BrowserContext, page: Page, text: str) -> None:
    """Change the notes of the trip that is shown without a network."""
    context.set_offline(True)
    page.reload()
    open_tab(page, "notes")
    page.get_by_test_id("notes").fill(text)
    page.get_by_test_id("notes").blur()
    expect(page.get_by_test_id("offline-bar")).to_contain_text("waiting to be sent: 1")


def test_signing_out_with_unsent_changes_is_asked_about(
    offline_server: Server, context: BrowserContext, body: dict[str, Any]
) -> None:
    page = signed_up(context, offline_server, "bea-offline")
    trip = own_trip(page, offline_server, body)
    note_offline(context, page, "Mine")
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrftoken")
    headers = {"X-CSRFToken": token, "Referer": offline_server.url}
    path = f"{offline_server.url}/api/v1/trips/{trip}/"
    assert context.request.patch(path, data={"notes": "Theirs"}, headers=headers).ok
    context.set_offline(False)
    expect(page.get_by_test_id("notice")).to_contain_text("changed elsewhere", timeout=SLOW_MS)

    page.goto(f"{offline_server.url}/account/logout/")
    prompt = page.get_by_test_id("unsent")
    expect(prompt).to_contain_text("only this device has: 1")
    expect(page.locator("main form")).to_be_hidden()
    assert violations(page) == []
    page.get_by_test_id("send-unsent").click()
    expect(prompt.get_by_role("status")).to_contain_text("Open it and decide")
    prompt.get_by_role("link").click()
    expect(page.get_by_test_id("notice")).to_contain_text("changed elsewhere", timeout=SLOW_MS)

    page.goto(f"{offline_server.url}/account/logout/")
    page.get_by_test_id("drop-unsent").click()
    page.wait_for_url(f"{offline_server.url}/")
    assert page.evaluate(NOTHING_WAITS)


def test_changes_are_never_sent_by_another_account(
    offline_server: Server, context: BrowserContext, body: dict[str, Any]
) -> None:
    page = signed_up(context, offline_server, "cleo-offline")
    trip = own_trip(page, offline_server, body)
    note_offline(context, page, "Cleo's own")
    context.clear_cookies()
    context.set_offline(False)
    page.wait_for_timeout(500)

    other = signed_up(context, offline_server, "dora-offline")
    own_trip(other, offline_server, body)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    page.wait_for_timeout(1000)
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


def test_signing_out_empties_the_copies(offline_server: Server, context: BrowserContext, body: dict[str, Any]) -> None:
    page = signed_up(context, offline_server, "ada-offline")
    trip = own_trip(page, offline_server, body)
    assert kept(page, f"/trips/{trip}")

    page.goto(f"{offline_server.url}/account/logout/")
    page.locator('main button[type="submit"]').click()
    page.wait_for_url(f"{offline_server.url}/")
    assert kept(page, "/trips/") == kept(page, "/api/") == []
    context.set_offline(True)
    page.goto(f"{offline_server.url}/trips/{trip}")
    expect(page.locator("h1")).to_have_text("You are offline")
    assert body["title"] not in page.content()


def test_weather_and_pictures_are_there_as_they_were_last_seen(
    offline_server: Server, context: BrowserContext, body: dict[str, Any]
) -> None:
    page, _ = opened(context, offline_server, body)
    stops = {visit["sight"] for day in body["itinerary"]["days"] for visit in day["visits"] if visit["sight"]}
    until(lambda: len(kept(page, "/pictures/sight/")) == len(stops))
    assert len(kept(page, "/api/v1/cities/kyoto/weather/")) == 1
    weather = page.get_by_test_id("day-weather").first
    expect(weather).to_contain_text("°C")
    expected = weather.text_content() or ""
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    context.set_offline(True)
    page.reload()

    expect(weather).to_have_text(expected)
    seen = page.locator(".stop-picture img").first
    seen.scroll_into_view_if_needed()
    until(lambda: bool(seen.evaluate("image => image.complete && image.naturalWidth > 0")))


@pytest.mark.parametrize(
    ("locale", "width", "expected"), [("zh-CN", 390, "显示的是"), ("en-US", 1440, "This is the copy of")]
)
def test_the_bar_fits_and_is_accessible(
    offline_server: Server, browser: Browser, body: dict[str, Any], locale: str, width: int, expected: str
) -> None:
    context = browser.new_context(locale=locale, viewport={"width": width, "height": 844})
    page, _ = opened(context, offline_server, body)
    context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("offline-bar")).to_contain_text(expected)
    expect(page.get_by_test_id("day")).to_have_count(3)
    assert violations(page) == []
    context.close()
