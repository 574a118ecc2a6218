"""A trip is changed on its page with the mouse: visits moved, undone, pinned, added; the days planned anew."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import ask, last_answer
from tests.browser.trip_page import (
    MUSEUM,
    SLOW_MS,
    choose,
    day,
    expect_closed_on_monday,
    expect_feasible,
    expect_version,
    ids,
    in_menu,
    long_trip,
    open_tab,
    open_trip,
    post,
    show_board,
    visit,
    where,
)
from tests.support.server import Server
from tests.support.trips import kyoto
from travelagent.catalog import source
from travelagent.plans.wire_fields import minutes_of
from travelagent.plans.words import clock

pytestmark = pytest.mark.browser

BOOKED = "beijing/forbidden-city"


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    return kyoto()


def test_it_works(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], screenshot: Callable[..., None]
) -> None:
    page = open_trip(open_page, offline_server, body)
    expect_feasible(page, True)
    origin = where(page, MUSEUM)
    assert origin != 2

    show_board(page)
    visit(page, MUSEUM).drag_to(day(page, 2).get_by_test_id("visit").first)
    expect_version(page, 2)
    assert where(page, MUSEUM) == 2
    expect_closed_on_monday(page)
    screenshot(page, "-violation")

    page.get_by_test_id("undo").click()
    expect_version(page, 3)
    assert where(page, MUSEUM) == origin
    expect_feasible(page, True)

    page.get_by_test_id("redo").click()
    expect_version(page, 4)
    assert where(page, MUSEUM) == 2
    expect(page.get_by_test_id("redo")).to_be_disabled()
    page.keyboard.press("Control+Z")
    expect_version(page, 5)
    assert where(page, MUSEUM) == origin

    kept = next(sight for sight in ids(page, 1) if sight != MUSEUM)
    choose(page, kept, "pin")
    expect_version(page, 6)
    expect(visit(page, kept)).to_have_attribute("data-pinned", "true")

    visit(page, MUSEUM).drag_to(day(page, 2).get_by_test_id("visit").first)
    expect_version(page, 7)
    expect_closed_on_monday(page)
    page.get_by_test_id("replan").click()
    proposed = page.get_by_test_id("proposed")
    expect(proposed.get_by_test_id("difference")).to_be_visible(timeout=SLOW_MS)
    expect(proposed.get_by_test_id("certificate")).to_have_attribute("data-feasible", "true")
    expect_version(page, 7)
    screenshot(page, "-difference")
    page.get_by_test_id("apply").click()
    expect_version(page, 8)
    expect_feasible(page, True)
    assert kept in ids(page, 1)


def test_what_was_undone_is_done_again_step_by_step_until_something_else_is_changed(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body)
    first, second = ids(page, 1)[:2]
    for version, gone in ((2, first), (3, second)):
        choose(page, gone, "remove")
        expect_version(page, version)
    for version in (4, 5):
        page.keyboard.press("Control+Z")
        expect_version(page, version)
    assert ids(page, 1)[:2] == [first, second]

    page.keyboard.press("Control+Shift+Z")
    expect_version(page, 6)
    assert ids(page, 1)[0] == second
    page.get_by_test_id("redo").click()
    expect_version(page, 7)
    assert second not in ids(page, 1)

    page.get_by_test_id("undo").click()
    expect_version(page, 8)
    page.get_by_test_id("title").fill("Autumn")
    page.get_by_test_id("title").blur()
    expect_version(page, 9)
    expect(page.get_by_test_id("redo")).to_be_disabled()


@pytest.mark.parametrize(
    ("locale", "bring", "back"),
    [("en-GB", "Restore version 1", "Back to version 1."), ("zh-CN", "恢复此版本：第 1 版", "恢复到第 1 版。")],
)
@pytest.mark.sampled
def test_an_older_version_is_brought_back_from_the_history(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, bring: str, back: str
) -> None:
    page = open_trip(open_page, offline_server, body, locale=locale)
    stops = ids(page, 1)
    for version in (2, 3):
        choose(page, ids(page, 1)[0], "remove")
        expect_version(page, version)

    in_menu(page, "show-history")
    expect(page.get_by_test_id("bring-back")).to_have_count(2)
    page.get_by_role("button", name=bring).click()
    expect_version(page, 4)
    assert ids(page, 1) == stops
    in_menu(page, "show-history")
    expect(page.get_by_test_id("history").locator("li").first).to_contain_text(back)


@pytest.mark.parametrize(("locale", "expected"), [("en-GB", "The trip begins on"), ("zh-CN", "行程改为从")])
@pytest.mark.sampled
def test_a_trip_is_moved_to_other_dates_and_checked_for_them(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, expected: str
) -> None:
    page = open_trip(open_page, offline_server, body, locale=locale)
    museum = where(page, MUSEUM)
    monday = date(2026, 12, 14)
    start = monday - timedelta(days=museum - 1)

    page.get_by_test_id("dates").click()
    page.get_by_test_id("start-date").fill(start.isoformat())
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("redated")).to_contain_text(expected, timeout=SLOW_MS)
    expect_version(page, 1)
    page.get_by_test_id("apply").click()
    expect_version(page, 2)

    dates = [each.get_attribute("data-date") for each in page.get_by_test_id("day").all()]
    assert dates == [(start + timedelta(days=n)).isoformat() for n in range(3)]
    expect_feasible(page, True)
    assert MUSEUM not in ids(page, museum)


def test_dates_that_a_pinned_stop_forbids_are_had_with_what_would_help(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body)
    start = date(2026, 12, 14) - timedelta(days=where(page, MUSEUM) - 1)
    choose(page, MUSEUM, "pin")
    expect_version(page, 2)

    page.get_by_test_id("dates").click()
    page.get_by_test_id("start-date").fill(start.isoformat())
    page.get_by_test_id("submit").click()
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("closed on day", timeout=SLOW_MS)
    refusal.get_by_role("button", name="Do that").click()
    page.get_by_test_id("apply").click(timeout=SLOW_MS)
    expect_version(page, 3)
    expect(day(page, 1)).to_have_attribute("data-date", start.isoformat())
    expect_feasible(page, True)


def test_a_place_is_found_by_a_sights_name_and_by_a_press_on_the_map(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body)
    sight = source.sights()[MUSEUM]
    day(page, 1).get_by_test_id("hotel").click()
    form = page.get_by_test_id("hotel-dialog")
    lat, lon = form.get_by_test_id("lat"), form.get_by_test_id("lon")
    expect(form.get_by_test_id("chosen-place")).to_have_count(1)
    expect(form.locator(f'option[value="{sight.name_en}"]')).to_have_count(1)
    form.get_by_test_id("find-sight").fill(sight.name_en)
    assert float(lat.input_value()) == pytest.approx(sight.lat, abs=1e-4)
    expect(form.get_by_test_id("name")).to_have_value(sight.name_en)

    form.get_by_test_id("place-map").click(position={"x": 200, "y": 120})
    assert float(lat.input_value()) != pytest.approx(sight.lat, abs=1e-4)
    pressed = [round(float(field.input_value()), 4) for field in (lat, lon)]
    with page.expect_request(lambda request: request.url.endswith("/edits/")) as sent:
        form.get_by_test_id("submit").click()
    hotel = sent.value.post_data_json["edits"][0]["hotel"]
    assert [round(hotel["lat"], 4), round(hotel["lon"], 4)] == pressed
    expect_version(page, 2)
    expect(day(page, 1).get_by_test_id("hotel")).to_contain_text(sight.name_en)


@pytest.mark.parametrize(
    ("locale", "coming", "leaving"),
    [
        ("en-GB", "Arrival · in town by 09:05", "Departure · train · set off by 22:10"),
        ("zh-CN", "到达 · 09:05 前到市区", "返程 · 高铁/火车 · 22:10 前动身"),
    ],
)
@pytest.mark.sampled
def test_the_hours_of_arriving_and_leaving_stand_in_the_days(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, coming: str, leaving: str
) -> None:
    rides = {"arrival": {"at": "08:20", "minutes": 45}, "departure": {"at": "22:40", "minutes": 30, "way": "train"}}
    plan = {**body["itinerary"], "request": {**body["itinerary"]["request"], **rides}}
    page = open_trip(open_page, offline_server, {**body, "itinerary": plan}, locale=locale)

    expect(page.get_by_test_id("ride")).to_have_count(2)
    expect(day(page, 1).locator("li").first).to_contain_text(f"08:20{coming}")
    expect(day(page, 3).get_by_test_id("ride")).to_contain_text(f"22:40{leaving}")
    page.emulate_media(media="print")
    expect(day(page, 3).get_by_test_id("ride")).to_be_visible()


def test_stops_are_added_and_removed(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    gone = ids(page, 1)[0]
    choose(page, gone, "remove")
    expect_version(page, 2)
    expect(visit(page, gone)).to_have_count(0)
    expect(page.get_by_test_id("left-out").locator(f'[data-sight="{gone}"]')).to_contain_text("You took it out.")

    day(page, 1).get_by_test_id("add").click()
    planned = {stop["sight"] for each in body["itinerary"]["days"] for stop in each["visits"]}
    new = next(sight for sight in source.sights_of("kyoto") if sight.id not in planned)
    page.get_by_test_id("search-sights").fill(new.name_en)
    row = page.get_by_test_id("nearby").locator(f'[data-sight="{new.id}"]')
    row.get_by_test_id("add-sight").click()
    expect_version(page, 3)
    assert new.id in ids(page, 1)


def test_a_booking_of_ones_own_is_kept_to_when_the_day_is_planned_anew(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body)
    stop = body["itinerary"]["days"][1]["visits"][1]
    during = clock(minutes_of(stop["arrive"]) + 10)
    day(page, 2).get_by_test_id("add").click()
    page.get_by_test_id("own-place").click()
    form = page.get_by_test_id("place-dialog")
    form.get_by_test_id("name").fill("Tea ceremony")
    form.get_by_test_id("start").fill(during)
    form.get_by_test_id("submit").click()
    expect_version(page, 2)
    booking = visit(page, "fixed/1")
    expect(booking).to_contain_text("Tea ceremony")
    assert where(page, "fixed/1") == 2
    expect_feasible(page, False)
    expect(booking.get_by_test_id("faults")).to_contain_text(during)

    page.get_by_test_id("replan").click()
    page.get_by_test_id("apply").click(timeout=SLOW_MS)
    expect_version(page, 3)
    expect_feasible(page, True)
    assert where(page, "fixed/1") == 2
    expect(booking).to_have_attribute("data-arrive", during)


def test_the_hotel_and_the_hours_of_a_day_are_set(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body)
    day(page, 1).get_by_test_id("hotel").click()
    form = page.get_by_test_id("hotel-dialog")
    form.get_by_test_id("name").fill("Inn by the river")
    form.get_by_test_id("near").select_option(index=2)
    form.get_by_test_id("submit").click()
    expect_version(page, 2)
    for number in (1, 2, 3):
        expect(day(page, number).get_by_test_id("hotel")).to_contain_text("Inn by the river")
    expect(page.locator("#subtitle")).to_contain_text("2 travellers")

    begins, ends = day(page, 1).get_by_test_id("hours").inner_text().strip().split("–")
    day(page, 1).get_by_test_id("hours").click()
    form = page.get_by_test_id("hours-dialog")
    expect(form.get_by_test_id("start")).to_have_value(begins)
    expect(form.get_by_test_id("end")).to_have_value(ends)
    form.get_by_test_id("start").fill("11:00")
    with page.expect_request(lambda request: request.url.endswith("/edits/")) as sent:
        form.get_by_test_id("submit").click()
    assert sent.value.post_data_json["edits"] == [{"op": "hours", "day": 1, "start": "11:00"}]
    expect_version(page, 3)
    assert (visit(page, ids(page, 1)[0]).get_attribute("data-arrive") or "") >= "11:00"


def test_why_and_why_not(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    first = visit(page, ids(page, 1)[0])
    first.get_by_test_id("stop").click()
    expect(page.get_by_test_id("stop-sheet").get_by_test_id("why")).to_contain_text("of 10")
    page.keyboard.press("Escape")
    left = page.get_by_test_id("left-out").locator("li").first
    wanted = left.get_attribute("data-sight") or ""
    left.get_by_test_id("put-in").click()
    page.get_by_test_id("apply").click(timeout=SLOW_MS)
    expect_version(page, 2)
    expect(visit(page, wanted)).to_have_count(1)
    expect_feasible(page, True)


def hears_nothing(page: Page) -> None:
    """Load the page anew without its live connection, so that it does not know what others do meanwhile."""
    page.route_web_socket("**/ws/trips/**", lambda socket: None)
    page.reload()
    expect(page.get_by_test_id("day").first).to_be_visible()


def test_edits_of_different_days_are_both_made(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body)
    hears_nothing(page)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_test_id("day")).to_have_count(3)
    theirs, mine = ids(page, 1)[0], ids(page, 3)[0]
    choose(other, theirs, "remove")
    expect_version(other, 2)
    choose(page, mine, "remove")
    for each in (page, other):
        expect_version(each, 3)
        for gone in (mine, theirs):
            expect(visit(each, gone)).to_have_count(0)


def test_two_editors_of_a_day_lose_nothing(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    hears_nothing(page)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_test_id("day")).to_have_count(3)
    theirs, mine = ids(page, 1)[:2]

    choose(other, theirs, "remove")
    expect_version(other, 2)
    choose(page, mine, "remove")
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text("changed elsewhere")
    expect(notice).to_contain_text("Dropped")
    expect(visit(page, theirs)).to_have_count(0)
    expect(visit(page, mine)).to_have_count(1)

    notice.get_by_test_id("merge").click()
    expect_version(page, 3)
    expect(visit(page, mine)).to_have_count(0)
    expect(visit(page, theirs)).to_have_count(0)


def test_a_link_opens_the_days_and_nothing_else(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body)
    page.get_by_test_id("share").click()
    page.get_by_test_id("make-link").click()
    url = page.get_by_test_id("share-url").input_value()

    reader = open_page(offline_server, url.removeprefix(offline_server.url))
    expect(reader.get_by_test_id("shared-title")).to_have_text("Kyoto in winter")
    expect(reader.get_by_test_id("day")).to_have_count(3)
    expect(reader.get_by_test_id("visit").first).to_be_visible()
    expect(reader.get_by_test_id("stop-marker").first).to_be_visible()
    assert "Passport!" not in reader.content()
    assert reader.locator("button:visible, a:visible").filter(has_text="Remove").count() == 0

    page.get_by_test_id("revoke").click()
    expect(page.get_by_test_id("links").locator("li")).to_have_count(0)
    answer = page.request.get(url)
    assert answer.status == 404


def test_files_are_downloaded(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    for name, start in (("ics", b"BEGIN:VCALENDAR"), ("pdf", b"%PDF"), ("json", b"{"), ("md", b"# Kyoto")):
        page.get_by_test_id("exports").evaluate("details => { details.open = true; }")
        with page.expect_download() as download:
            page.get_by_test_id(f"export-{name}").click()
        path = download.value.path()
        assert path.read_bytes().startswith(start)
        assert download.value.suggested_filename == f"kyoto-in-winter.{name}"
    page.get_by_test_id("exports").evaluate("details => { details.open = true; }")
    with page.expect_download() as download:
        page.get_by_test_id("export-book").click()
    assert download.value.path().read_bytes().startswith(b"%PDF")
    assert download.value.suggested_filename == "kyoto-in-winter-journal.pdf"


@pytest.mark.parametrize("kind", ["way-rain", "way-late-30", "way-here", "way-skip-go"])
@pytest.mark.sampled
def test_under_way_the_rest_of_the_day_is_one_press_away_on_a_phone(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], kind: str, screenshot: Callable[..., None]
) -> None:
    page = open_trip(open_page, offline_server, body, locale="zh-CN", width=390, height=844)
    second = visit(page, ids(page, 1)[1])
    past, now = ids(page, 1)[0], second.get_attribute("data-arrive") or ""
    in_menu(page, "way")
    page.get_by_test_id("way-now").fill(now)
    screenshot(page, "-asked")
    page.get_by_test_id(kind).click()
    expect(page.get_by_test_id("apply")).to_be_visible(timeout=SLOW_MS)
    if kind == "way-rain":
        expect(page.get_by_test_id("newly-assumed")).to_contain_text("第 1 天按雨天安排")
    page.get_by_test_id("apply").click()
    expect_version(page, 2)

    assert ids(page, 1)[0] == past
    expect(day(page, 1).get_by_test_id("marker")).to_have_count(1)
    numbers = day(page, 1).locator(".disc").all_inner_texts()
    assert numbers == [str(number) for number in range(1, len(ids(page, 1)) + 1)]
    after = [each.get_attribute("data-arrive") or "" for each in day(page, 1).get_by_test_id("visit").all()]
    assert after == sorted(after)
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    screenshot(page, "-applied")


def test_thirty_full_days_stay_quick(offline_server: Server, open_page: OpenPage) -> None:
    page = open_trip(open_page, offline_server, long_trip(30, 12))
    expect(page.get_by_test_id("visit")).to_have_count(360)
    page.evaluate("() => { for (const each of document.querySelectorAll('.trip-day')) each.dataset.seen = 'before'; }")
    visit(page, "fixed/1").get_by_test_id("grip").focus()
    for key in ("Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect_version(page, 2)
    kept = page.locator('.trip-day[data-seen="before"]').count()
    assert kept == 28, f"{30 - kept} days were drawn anew for a change of two"


def test_a_plan_saved_in_the_chat_is_found_on_its_page(
    offline_server: Server, open_page: OpenPage, screenshot: Callable[..., None]
) -> None:
    page = open_page(offline_server)
    ask(page, "Plan 2 days in Chengdu")
    last_answer(page)
    ask(page, "Save this trip")
    page.get_by_test_id("approve").click(timeout=SLOW_MS)
    expect(page.get_by_test_id("open-trip")).to_be_visible(timeout=SLOW_MS)
    screenshot(page)
    page.get_by_test_id("open-trip").click()
    expect(page.get_by_test_id("title")).to_have_value("2 days in Chengdu")
    expect(page.get_by_test_id("day")).to_have_count(2)
    expect_feasible(page, True)

    page.get_by_role("link", name="My trips").click()
    expect(page.get_by_test_id("trip")).to_have_text("2 days in Chengdu")


def test_a_title_and_notes_are_kept(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    page.get_by_test_id("title").fill("Kyoto, again")
    page.get_by_test_id("title").press("Tab")
    expect_version(page, 2)
    open_tab(page, "notes")
    page.get_by_test_id("notes").fill("Tickets in the blue bag")
    page.get_by_test_id("notes").blur()
    expect_version(page, 3)
    page.reload()
    expect(page.get_by_test_id("title")).to_have_value("Kyoto, again")
    expect(page.get_by_test_id("notes")).to_have_value("Tickets in the blue bag")
    in_menu(page, "show-history")
    expect(page.get_by_test_id("history").locator("li")).to_have_count(3)


@pytest.mark.parametrize(("locale", "saved"), [("en-US", "Saved."), ("zh-CN", "已保存。")])
@pytest.mark.sampled
def test_notes_are_kept_while_one_writes_and_when_the_page_is_left(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any], locale: str, saved: str
) -> None:
    page = open_trip(open_page, offline_server, body, locale=locale)
    open_tab(page, "notes")
    notes, state = page.get_by_test_id("notes"), page.get_by_test_id("notes-state")
    notes.fill("Tickets in the ")
    expect(state).to_have_text(saved)
    expect(notes).to_have_value("Tickets in the ")

    notes.press_sequentially("blue bag")
    page.reload()
    expect(page.get_by_test_id("day")).to_have_count(3)
    expect(notes).to_have_value("Tickets in the blue bag")


def test_what_could_not_be_saved_of_the_notes_stays_in_the_field(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body)
    hears_nothing(page)
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    expect(elsewhere.get_by_test_id("day")).to_have_count(len(body["itinerary"]["days"]))
    for each in (elsewhere, page):
        open_tab(each, "notes")
    elsewhere.get_by_test_id("notes").fill("Theirs")
    expect(elsewhere.get_by_test_id("notes-state")).to_have_text("Saved.")

    page.get_by_test_id("notes").fill("Mine")
    expect(page.get_by_test_id("notes-state")).to_have_text("Not saved.")
    expect(page.get_by_test_id("notes")).to_have_value("Mine")
    page.get_by_test_id("leave-theirs").click()
    expect(page.get_by_test_id("notes")).to_have_value("Theirs")


@pytest.mark.parametrize(
    ("locale", "question", "wish", "gone"),
    [
        ("en-US", "Plan 1 day in Chengdu", "Save this trip", "This trip has been deleted."),
        ("zh-CN", "规划成都一日游", "把这个行程保存下来", "此行程已删除。"),
    ],
)
@pytest.mark.sampled
def test_a_deleted_trip_is_offered_nowhere(
    offline_server: Server, open_page: OpenPage, locale: str, question: str, wish: str, gone: str
) -> None:
    page = open_page(offline_server, locale=locale)
    ask(page, question)
    last_answer(page)
    ask(page, wish)
    page.get_by_test_id("approve").click(timeout=SLOW_MS)
    page.get_by_test_id("open-trip").click(timeout=SLOW_MS)
    expect_version(page, 1)
    in_menu(page, "delete")
    page.get_by_test_id("keep").click()
    expect(page.get_by_test_id("delete-dialog")).to_have_count(0)
    in_menu(page, "delete")
    page.get_by_test_id("delete-for-good").click()
    page.wait_for_url("**/trips/")
    expect(page.get_by_test_id("trip")).to_have_count(0)

    page.goto(f"{offline_server.url}/")
    page.locator("#rail-toggle").click()
    page.get_by_test_id("session-item").locator("a").click()
    expect(page.get_by_test_id("deleted-trip")).to_have_text(gone)
    expect(page.get_by_test_id("open-trip")).to_have_count(0)


def test_on_a_phone_the_days_stand_below_one_another(
    offline_server: Server, open_page: OpenPage, body: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, body, width=390, height=844)
    boxes = [day(page, number).bounding_box() or {} for number in (1, 2, 3)]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    tops = [box["y"] for box in boxes] + [(page.get_by_test_id("left-out").bounding_box() or {})["y"]]
    assert tops == sorted(tops)
    assert all(below - above["y"] >= above["height"] for above, below in zip(boxes, tops[1:], strict=True))


def test_a_strangers_trip_is_no_page(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_page(offline_server, "/trips/")
    mine = post(page, "trips/", body)["id"]
    stranger = open_page(offline_server, "/trips/")
    assert stranger.request.get(f"{offline_server.url}/trips/{mine}").status == 404


def far_ahead(days: int) -> dict[str, Any]:
    """A trip in another year than any clock's: a sight that wants booking, with lunch taken inside it."""
    first = date(date.today().year + 2, 4, 13)
    sight = source.sights()[BOOKED]
    visit = {"id": BOOKED, "sight": BOOKED, "name": {"en": sight.name_en, "zh": sight.name_zh}}
    visit |= {"lat": sight.lat, "lon": sight.lon, "arrive": "09:00", "depart": "14:00"}
    meal = {"kind": "lunch", "start": "12:00", "end": "13:00", "visit": BOOKED}
    rows = [
        {
            **{"city": sight.city, "start": "08:30", "end": "21:00", "day": number + 1},
            **{"date": str(first + timedelta(days=number)), "visits": [visit], "meals": [meal]},
        }
        for number in range(days)
    ]
    return {"title": "Booked", "itinerary": {"cities": [sight.city], "days": rows}}


@pytest.mark.parametrize(
    ("locale", "booking", "meal"),
    [("en-US", "book ahead", "Lunch on site, 12:00–13:00"), ("zh-CN", "需预约", "午餐就地解决，12:00–13:00")],
)
@pytest.mark.sampled
def test_a_page_and_its_print_tell_the_year_what_to_book_and_the_meal_inside_a_visit(
    offline_server: Server, open_page: OpenPage, locale: str, booking: str, meal: str
) -> None:
    trip = far_ahead(2)
    page = open_trip(open_page, offline_server, trip, locale=locale)
    year = trip["itinerary"]["days"][0]["date"][:4]
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        expect(visit(page, BOOKED).first.get_by_text(booking)).to_be_visible()
        expect(visit(page, BOOKED).first.get_by_text(meal)).to_be_visible()
        expect(day(page, 2).locator(".day-head")).to_contain_text(year)
        expect(page.locator("#subtitle")).to_contain_text(year)
    expect(page.get_by_test_id("meal")).to_have_count(0)

    link = post(page, f"trips/{page.url.rsplit('/', 1)[-1]}/share/", {"days": 1})
    page.goto(link["url"])
    expect(visit(page, BOOKED).first.get_by_text(booking)).to_be_visible()
    expect(visit(page, BOOKED).first.get_by_text(meal)).to_be_visible()
    expect(day(page, 2).locator(".day-head")).to_contain_text(year)


@pytest.mark.parametrize(("width", "rows"), [(360, 2), (768, 1), (880, 1), (1000, 1), (1440, 1)])
@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
@pytest.mark.sampled
def test_the_tools_of_a_trip_stand_in_few_rows(
    offline_server: Server, open_page: OpenPage, locale: str, width: int, rows: int
) -> None:
    page = open_trip(open_page, offline_server, long_trip(1, 2), locale=locale, width=width)

    tops = "all => new Set(all.map((each) => Math.round(each.getBoundingClientRect().top))).size"
    assert page.locator(".trip-tools > :visible").evaluate_all(tops) == rows


def test_a_whole_day_is_swapped_and_left_out(offline_server: Server, open_page: OpenPage, body: dict[str, Any]) -> None:
    page = open_trip(open_page, offline_server, body)
    first, second = set(ids(page, 1)), set(ids(page, 2))
    day(page, 1).get_by_test_id("change-day").select_option(label="Swap with Day 2")
    expect_version(page, 2)
    assert second <= set(ids(page, 1))
    assert set(ids(page, 2)) & first

    third = set(ids(page, 3))
    day(page, 2).get_by_test_id("change-day").select_option(label="Leave this day out")
    expect_version(page, 3)
    expect(page.get_by_test_id("day")).to_have_count(2)
    assert set(ids(page, 2)) >= third
    expect(page.get_by_test_id("certificate")).to_have_attribute("data-feasible", "true")
