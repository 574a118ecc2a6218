"""Saved trips: their list, their page with its dialogs, and what others see of them."""

from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.scenes.stage import SLOW_MS, Stage, scene
from tests.browser.trip_page import MUSEUM, choose, day, expect_version, in_menu, open_tab, post, show_board, visit

IMPORTED = Path(__file__).parents[2] / "trips" / "files" / "my-maps.kml"


@scene()
def list_empty(stage: Stage) -> None:
    stage.go("/trips/")


@scene()
def list_filled(stage: Stage) -> None:
    stage.trip()
    stage.go("/trips/")


@scene()
def page(stage: Stage) -> None:
    stage.trip_page()


@scene(framed=True)
def stop(stage: Stage) -> None:
    stage.trip_page().get_by_test_id("stop").first.click()
    stage.seen("stop-sheet")


@scene(framed=True)
def menu(stage: Stage) -> None:
    stage.trip_page().get_by_test_id("more-menu").locator("summary").click()


@scene(framed=True)
def exports(stage: Stage) -> None:
    stage.trip_page().get_by_test_id("exports").locator("summary").click()


@scene(framed=True)
def replan(stage: Stage) -> None:
    stage.trip_page().get_by_test_id("replan").click()
    stage.seen("difference")


@scene(framed=True)
def put_in(stage: Stage) -> None:
    stage.trip_page().get_by_test_id("put-in").first.click()
    expect(stage.page.get_by_test_id("difference").or_(stage.page.get_by_test_id("refusal"))).to_be_visible(
        timeout=SLOW_MS
    )


@scene(framed=True)
def alternatives(stage: Stage) -> None:
    in_menu(stage.trip_page(), "show-alternatives")
    stage.seen("alternative")


@scene(framed=True)
def add(stage: Stage) -> None:
    day(stage.trip_page(), 1).get_by_test_id("add").click()
    stage.seen("add-sight")


@scene(framed=True)
def own_place(stage: Stage) -> None:
    add(stage)
    stage.page.get_by_test_id("own-place").click()
    stage.seen("chosen-place")


@scene(framed=True)
def hotel(stage: Stage) -> None:
    day(stage.trip_page(), 1).get_by_test_id("hotel").click()
    stage.seen("chosen-place")


@scene(framed=True)
def dates(stage: Stage) -> None:
    stage.trip_page().get_by_test_id("dates").click()
    stage.seen("start-date")


@scene(framed=True)
def hours(stage: Stage) -> None:
    day(stage.trip_page(), 1).get_by_test_id("hours").click()
    stage.seen("submit")


@scene(framed=True)
def on_the_way(stage: Stage) -> None:
    in_menu(stage.trip_page(), "way")
    stage.seen("way-rain")


@scene()
def budget(stage: Stage) -> None:
    open_tab(stage.trip_page(), "budget")


@scene()
def notes(stage: Stage) -> None:
    page = stage.trip_page()
    open_tab(page, "notes")
    expect(page.get_by_test_id("packing")).to_be_visible()


@scene(framed=True)
def list_entry(stage: Stage) -> None:
    """The form of an entry of the packing list."""
    notes(stage)
    stage.page.get_by_test_id("packing").get_by_test_id("change-item").first.click()


@scene()
def broken_plan(stage: Stage) -> None:
    """A museum was moved to the day on which it is closed."""
    page = stage.open_trip()
    trip = page.url.rsplit("/", 1)[-1]
    post(page, f"trips/{trip}/edits/", {"edits": [{"op": "move", "visit": MUSEUM, "day": 2}]})
    page.reload()
    expect_version(page, 2)


@scene()
def all_opened(stage: Stage) -> None:
    """All that folds is unfolded, so that no word stays unread."""
    broken_plan(stage)
    folded = "main details:not(.fold-menu)"
    stage.page.locator(folded).evaluate_all("all => all.forEach((each) => { each.open = true; })")


@scene(framed=True)
def carried(stage: Stage) -> None:
    """A visit in the hand, by keyboard."""
    page = stage.open_trip()
    visit(page, MUSEUM).get_by_test_id("grip").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")


@scene()
def board(stage: Stage) -> None:
    show_board(stage.open_trip())


def spend(stage: Stage) -> Page:
    """Three travellers, expenses in two currencies, the budget's tab."""
    page = stage.open_trip()
    trip = page.url.rsplit("/", 1)[-1]
    ann, ben, _ = (post(page, f"trips/{trip}/travellers/", {"name": name})["id"] for name in ("Ann", "Ben", "小明"))
    spent = {"day": "2026-12-06", "kind": "food", "label": "Okonomiyaki"}
    post(page, f"trips/{trip}/expenses/", {**spent, "payer": ann, "amount": "9600", "currency": "JPY"})
    spent = {"day": "2026-12-07", "kind": "tickets"}
    post(page, f"trips/{trip}/expenses/", {**spent, "payer": ben, "amount": "48.50", "currency": "EUR"})
    open_tab(page, "budget")
    expect(page.get_by_test_id("balance")).to_have_count(3)
    return page


@scene()
def expenses(stage: Stage) -> None:
    spend(stage)


@scene(framed=True)
def expense(stage: Stage) -> None:
    """The form of an expense, split by shares."""
    page = spend(stage)
    page.get_by_test_id("expense").first.click()
    page.get_by_test_id("method").select_option("shares")


@scene("412")
def overtaken(stage: Stage) -> None:
    """Somebody else was faster."""
    page = stage.open_trip()
    trip = page.url.rsplit("/", 1)[-1]
    first = page.get_by_test_id("visit").first.get_attribute("data-visit")
    post(page, f"trips/{trip}/edits/", {"edits": [{"op": "remove", "visit": first}]})
    page.route("**/edits/", _upon_the_first_version, times=1)  # whether or not the page has heard of it
    choose(page, page.get_by_test_id("visit").nth(1).get_attribute("data-visit") or "", "pin")
    stage.seen("notice")


def _upon_the_first_version(route: Route) -> None:
    route.continue_(headers={**route.request.headers, "if-match": '"1"'})


@scene("Failed to load resource", "ERR_INTERNET_DISCONNECTED")
def not_saved(stage: Stage) -> None:
    page = stage.open_trip()
    page.context.set_offline(True)
    choose(page, page.get_by_test_id("visit").first.get_attribute("data-visit") or "", "pin")
    stage.seen("notice")


@scene(framed=True)
def sharing(stage: Stage) -> None:
    stage.open_trip().get_by_test_id("share").click()
    stage.page.get_by_test_id("make-link").click()
    stage.seen("share-url")


@scene(framed=True)
def history(stage: Stage) -> None:
    page = stage.open_trip()
    choose(page, page.get_by_test_id("visit").first.get_attribute("data-visit") or "", "pin")
    expect_version(page, 2)
    in_menu(page, "show-history")
    stage.seen("history")


@scene("404")
def gone(stage: Stage) -> None:
    stage.go("/trips/trip_00000000000000000000000000")


@scene()
def shared(stage: Stage) -> None:
    trip = stage.trip()
    link = post(stage.page, f"trips/{trip}/share/", {"days": timedelta(days=1).days})["url"]
    stage.page.goto(link)
    stage.seen("visit")


@scene("404")
def shared_ended(stage: Stage) -> None:
    stage.go("/shared/no-such-link")


@scene()
def import_preview(stage: Stage) -> None:
    """What was read of a map of another program, before it is kept."""
    page = stage.go("/trips/")
    page.get_by_test_id("import").set_input_files(IMPORTED)
    expect(page.get_by_test_id("import-preview")).to_be_visible(timeout=SLOW_MS)


@scene()
def not_a_trip(stage: Stage) -> None:
    """A file that is no trip was chosen."""
    page = stage.go("/trips/")
    page.get_by_test_id("import").set_input_files({"name": "a.json", "mimeType": "application/json", "buffer": b"no"})
    expect(page.get_by_test_id("import-told")).not_to_be_empty(timeout=SLOW_MS)
