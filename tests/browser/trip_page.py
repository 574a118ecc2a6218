"""A trip on its page: made in the browser's own name, and read as a person sees it."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.support.places import MUSEUM
from tests.support.server import Server

POST = """async ([path, body]) => {
  const token = /csrftoken=([^;]+)/.exec(document.cookie)[1];
  const headers = {"Content-Type": "application/json", "X-CSRFToken": token};
  const response = await fetch(`/api/v1/${path}`, {method: "POST", headers, body: JSON.stringify(body)});
  return {status: response.status, body: await response.json()};
}"""
SLOW_MS = 60_000


def long_trip(days: int, visits: int) -> dict[str, Any]:
    """Places of one's own, as many as a trip may have."""

    def stop(number: int, n: int) -> dict[str, Any]:
        name = {"en": f"Stop {number}-{n}", "zh": f"第 {number}-{n} 站"}
        ident = f"fixed/{(number - 1) * visits + n + 1}"
        times = {"arrive": f"{9 + n:02d}:00", "depart": f"{9 + n:02d}:30"}
        return {"id": ident, "name": name, "lat": 35.0 + n / 500, "lon": 135.7, **times}

    rows = [
        {
            **{"city": "kyoto", "start": "08:30", "end": "23:00", "day": number, "date": f"2026-04-{number:02d}"},
            "visits": [stop(number, n) for n in range(visits)],
        }
        for number in range(1, days + 1)
    ]
    return {"title": "Long", "itinerary": {"cities": ["kyoto"], "days": rows}}


def post(page: Page, path: str, body: Any) -> Any:
    """A call of the API in the page's name."""
    answer = page.evaluate(POST, [path, body])
    assert answer["status"] in (200, 201), answer
    return answer["body"]


def open_trip(open_page: OpenPage, server: Server, body: dict[str, Any], **how: Any) -> Page:
    """A new visitor's browser with that trip on its page."""
    page = open_page(server, "/trips/", **how)
    show_trip(page, server.url, body)
    return page


def show_trip(page: Page, url: str, body: dict[str, Any]) -> None:
    """Save the trip in the name of a page of that server, go to it, and wait until all of it is drawn."""
    trip = post(page, "trips/", body)
    page.goto(f"{url}/trips/{trip['id']}")
    expect(page.get_by_test_id("day")).to_have_count(len(body["itinerary"]["days"]))
    expect_version(page, 1)


def at_rest(page: Page) -> Page:
    """Wait for what moves the stops of a trip when it comes, so that a pointer finds them where they are."""
    page.wait_for_load_state("networkidle")
    return page


def day(page: Page, number: int) -> Locator:
    return page.locator(f'[data-testid="day"][data-day="{number}"]')


def visit(page: Page, ident: str) -> Locator:
    return page.locator(f'[data-testid="visit"][data-visit="{ident}"]')


def ids(page: Page, number: int) -> list[str]:
    """The visits of a day, in order."""
    found: list[str] = (
        day(page, number).get_by_test_id("visit").evaluate_all("all => all.map((each) => each.dataset.visit)")
    )
    return found


def where(page: Page, ident: str) -> int:
    """The day that holds the visit."""
    return int(visit(page, ident).locator("xpath=ancestor::section").get_attribute("data-day") or 0)


def version(page: Page) -> int:
    """The version of the trip that the page shows."""
    return int(page.get_by_test_id("trip-head").get_attribute("data-version") or 0)


def expect_version(page: Page, number: int) -> None:
    """The page shows that version of the trip."""
    expect(page.get_by_test_id("trip-head")).to_have_attribute("data-version", str(number))
    expect(page.get_by_test_id("trip-days")).not_to_have_attribute("aria-busy", "true")


def expect_feasible(page: Page, feasible: bool) -> None:
    stamp = page.get_by_test_id("stamp").get_by_test_id("certificate")
    expect(stamp).to_have_attribute("data-feasible", str(feasible).lower())


def expect_closed_on_monday(page: Page) -> None:
    """Expect the museum's card to show that it is closed, and on which evidence."""
    expect_feasible(page, False)
    fault = visit(page, MUSEUM).get_by_test_id("faults")
    expect(fault).to_contain_text("Opening hours")
    expect(fault).to_contain_text("Monday 7 December 2026: closed all day")


def choose(page: Page, ident: str, action: str) -> None:
    """Press an action in the sheet of a visit: "pin", "remove", "map"."""
    visit(page, ident).get_by_test_id("stop").click()
    page.get_by_test_id(f"stop-{action}").click()


def open_tab(page: Page, name: str) -> None:
    """Go to a part of the trip: "days", "map", "budget", "notes"."""
    page.get_by_test_id(f"tab-{name}").click()
    expect(page.get_by_test_id(f"tab-{name}")).to_have_attribute("aria-selected", "true")


def show_board(page: Page) -> None:
    """The days side by side."""
    page.get_by_test_id("view-board").click()
    expect(page.get_by_test_id("trip-days")).to_have_attribute("data-view", "board")


def in_menu(page: Page, testid: str) -> None:
    """Press an entry of the menu "More"."""
    page.get_by_test_id("more-menu").locator("summary").click()
    page.get_by_test_id(testid).click()


FOCUS = """() => {
  const at = document.activeElement;
  const around = (name) => at.closest(`[data-${name}]`)?.dataset[name] ?? "";
  return [at.dataset.testid ?? "", around("visit"), around("day")];
}"""


def reach(page: Page, testid: str, *, visit: str = "", day: int | None = None) -> None:
    """Go on with Tab until that control, of that visit or day, has the focus."""
    for _ in range(400):
        control, of_visit, of_day = page.evaluate(FOCUS)
        if control == testid and visit in ("", of_visit) and (day is None or str(day) == of_day):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{testid} is not reached by keyboard")


def press(page: Page, testid: str, *, visit: str = "", day: int | None = None) -> None:
    """Reach a button by Tab and press it with Enter."""
    reach(page, testid, visit=visit, day=day)
    page.keyboard.press("Enter")


def write(page: Page, testid: str, text: str) -> None:
    """Reach a field by Tab and put that text in place of what it holds."""
    reach(page, testid)
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def hear_nothing(page: Page) -> None:
    """Load the page anew without its live connection, so that it does not know what others do meanwhile."""
    page.route_web_socket("**/ws/trips/**", lambda socket: None)
    page.reload()
    expect(page.get_by_test_id("day").first).to_be_attached()
