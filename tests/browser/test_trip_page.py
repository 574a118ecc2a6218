"""A trip is changed on its page with the mouse: visits moved, undone, pinned, added; the days planned anew."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import ask, say, titles
from tests.browser.trip_page import (
    MUSEUM,
    choose,
    day,
    expect_closed_on_monday,
    expect_feasible,
    expect_version,
    hear_nothing,
    ids,
    in_menu,
    open_trip,
    post,
    show_board,
    show_trip,
    version,
    visit,
    where,
)
from tests.support.server import Server
from travelagent.catalog import source
from travelagent.plans.fields import clock, minutes_of

pytestmark = pytest.mark.browser

BOOKED = "beijing/forbidden-city"
MONDAY = date(2026, 12, 14)


def test_it_works(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any], screenshot: Callable[..., None]
) -> None:
    page = open_trip(open_page, offline_server, saved)
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
    expect(proposed.get_by_test_id("difference")).to_be_visible()
    expect(proposed.get_by_test_id("certificate")).to_have_attribute("data-feasible", "true")
    expect_version(page, 7)
    screenshot(page, "-difference")
    page.get_by_test_id("apply").click()
    expect_version(page, 8)
    expect_feasible(page, True)
    assert kept in ids(page, 1)
    expect_steps_undone_and_done_again(page)


def expect_steps_undone_and_done_again(page: Page) -> None:
    """What was undone is done again step by step, until something else is changed."""
    began = version(page)
    first, second = ids(page, 1)[:2]
    for number, gone in ((1, first), (2, second)):
        choose(page, gone, "remove")
        expect_version(page, began + number)
    for number in (3, 4):
        page.keyboard.press("Control+Z")
        expect_version(page, began + number)
    assert ids(page, 1)[:2] == [first, second]

    page.keyboard.press("Control+Shift+Z")
    expect_version(page, began + 5)
    assert ids(page, 1)[0] == second
    page.get_by_test_id("redo").click()
    expect_version(page, began + 6)
    assert second not in ids(page, 1)

    page.get_by_test_id("undo").click()
    expect_version(page, began + 7)
    page.get_by_test_id("title").fill("Autumn")
    page.get_by_test_id("title").press("Tab")
    expect_version(page, began + 8)
    expect(page.get_by_test_id("redo")).to_be_disabled()
    page.reload()
    expect(page.get_by_test_id("title")).to_have_value("Autumn")


@pytest.mark.parametrize(
    ("locale", "bring", "back", "begins"),
    [
        ("en-GB", "Restore version 1", "Back to version 1.", "The trip begins on"),
        ("zh-CN", "恢复此版本：第 1 版", "恢复到第 1 版。", "行程改为从"),
    ],
)
@pytest.mark.sampled
def test_an_older_version_is_brought_back_and_a_trip_is_moved_to_other_dates_and_checked_for_them(
    offline_server: Server,
    open_page: OpenPage,
    saved: dict[str, Any],
    locale: str,
    bring: str,
    back: str,
    begins: str,
) -> None:
    page = open_trip(open_page, offline_server, saved, locale=locale)
    stops = ids(page, 1)
    for number in (2, 3):
        choose(page, ids(page, 1)[0], "remove")
        expect_version(page, number)
    in_menu(page, "show-history")
    expect(page.get_by_test_id("bring-back")).to_have_count(2)
    page.get_by_role("button", name=bring).click()
    expect_version(page, 4)
    assert ids(page, 1) == stops
    in_menu(page, "show-history")
    expect(page.get_by_test_id("history").locator("li").first).to_contain_text(back)
    page.keyboard.press("Escape")

    museum = where(page, MUSEUM)
    start = MONDAY - timedelta(days=museum - 1)
    move_to(page, start)
    expect(page.get_by_test_id("redated")).to_contain_text(begins)
    expect_version(page, 4)
    page.get_by_test_id("apply").click()
    expect_version(page, 5)
    dates = [each.get_attribute("data-date") for each in page.get_by_test_id("day").all()]
    assert dates == [(start + timedelta(days=n)).isoformat() for n in range(3)]
    expect_feasible(page, True)
    assert MUSEUM not in ids(page, museum)


def move_to(page: Page, start: date) -> None:
    page.get_by_test_id("dates").click()
    page.get_by_test_id("start-date").fill(start.isoformat())
    page.get_by_test_id("submit").click()


@pytest.mark.full
def test_places_bookings_and_hours_of_ones_own(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, saved)
    find_hotel(page)
    begins, ends = day(page, 1).get_by_test_id("hours").inner_text().strip().split("–")
    day(page, 1).get_by_test_id("hours").click()
    form = page.get_by_test_id("hours-dialog")
    expect(form.get_by_test_id("start")).to_have_value(begins)
    expect(form.get_by_test_id("end")).to_have_value(ends)
    form.get_by_test_id("start").fill("11:00")
    with page.expect_request(lambda request: request.url.endswith("/edits/")) as sent:
        form.get_by_test_id("submit").click()
    assert sent.value.post_data_json["edits"] == [{"op": "hours", "day": 1, "start": "11:00"}]
    expect_version(page, 4)
    assert (visit(page, ids(page, 1)[0]).get_attribute("data-arrive") or "") >= "11:00"

    show_trip(page, offline_server.url, saved)
    stop = saved["itinerary"]["days"][1]["visits"][1]
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
    page.get_by_test_id("apply").click()
    expect_version(page, 3)
    expect_feasible(page, True)
    assert where(page, "fixed/1") == 2
    expect(booking).to_have_attribute("data-arrive", during)


def find_hotel(page: Page) -> None:
    """A place is found by a sight's name, by a press on the map, and beside a stop; the hotel is that of all days."""
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

    day(page, 1).get_by_test_id("hotel").click()
    form.get_by_test_id("name").fill("Inn by the river")
    form.get_by_test_id("near").select_option(index=2)
    form.get_by_test_id("submit").click()
    expect_version(page, 3)
    for number in (1, 2, 3):
        expect(day(page, number).get_by_test_id("hotel")).to_contain_text("Inn by the river")
    expect(page.locator("#subtitle")).to_contain_text("2 travellers")


def test_stops_and_days_are_added_left_out_and_swapped(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any]
) -> None:
    page = open_trip(open_page, offline_server, saved)
    expect_why_and_why_not(page)
    gone = ids(page, 1)[0]
    choose(page, gone, "remove")
    expect_version(page, 3)
    expect(visit(page, gone)).to_have_count(0)
    expect(page.get_by_test_id("left-out").locator(f'[data-sight="{gone}"]')).to_contain_text("You took it out.")

    day(page, 1).get_by_test_id("add").click()
    planned = {stop["sight"] for each in saved["itinerary"]["days"] for stop in each["visits"]}
    shown = {ident for number in (1, 2, 3) for ident in ids(page, number)}
    new = next(sight for sight in source.sights_of("kyoto") if sight.id not in planned | shown)
    page.get_by_test_id("search-sights").fill(new.name_en)
    row = page.get_by_test_id("nearby").locator(f'[data-sight="{new.id}"]')
    row.get_by_test_id("add-sight").click()
    expect_version(page, 4)
    assert new.id in ids(page, 1)

    show_trip(page, offline_server.url, saved)
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

    full = ids(page, 1)
    day(page, 1).get_by_test_id("change-day").select_option(label="Make it lighter")
    expect_version(page, 4)
    light = ids(page, 1)
    assert (len(light), set(light) < set(full)) == (len(full) - 1, True)
    visit(page, light[0]).get_by_test_id("stop").click()
    page.get_by_test_id("stop-exchange").select_option(label="something near")
    expect_version(page, 5)
    assert light[0] not in ids(page, 1)
    assert len(ids(page, 1)) == len(light)

    show_trip(page, offline_server.url, saved)
    expect_forbidden_dates_to_be_helped(page)


def expect_why_and_why_not(page: Page) -> None:
    """Expect a reason in the sheet of a stop; put in what was left out."""
    visit(page, ids(page, 1)[0]).get_by_test_id("stop").click()
    expect(page.get_by_test_id("stop-sheet").get_by_test_id("why")).to_contain_text("of 10")
    page.keyboard.press("Escape")
    left = page.get_by_test_id("left-out").locator("li").first
    wanted = left.get_attribute("data-sight") or ""
    left.get_by_test_id("put-in").click()
    page.get_by_test_id("apply").click()
    expect_version(page, 2)
    expect(visit(page, wanted)).to_have_count(1)
    expect_feasible(page, True)


def expect_forbidden_dates_to_be_helped(page: Page) -> None:
    """Dates that a pinned stop forbids are had with what would help."""
    start = MONDAY - timedelta(days=where(page, MUSEUM) - 1)
    choose(page, MUSEUM, "pin")
    expect_version(page, 2)
    move_to(page, start)
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("closed on day")
    refusal.get_by_role("button", name="Do that").click()
    page.get_by_test_id("apply").click()
    expect_version(page, 3)
    expect(day(page, 1)).to_have_attribute("data-date", start.isoformat())
    expect_feasible(page, True)


def test_two_editors_lose_nothing(offline_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    """Edits of different days are both made; of one day, the second editor sees the first one's and goes on."""
    page = open_trip(open_page, offline_server, saved)
    hear_nothing(page)
    other = page.context.new_page()
    other.goto(page.url)
    expect_version(other, 1)
    theirs, mine = ids(page, 1)[0], ids(page, 3)[0]
    choose(other, theirs, "remove")
    expect_version(other, 2)
    choose(page, mine, "remove")
    for each in (page, other):
        expect_version(each, 3)
        for gone in (mine, theirs):
            expect(visit(each, gone)).to_have_count(0)

    theirs, mine = ids(page, 1)[:2]
    choose(other, theirs, "remove")
    expect_version(other, 4)
    choose(page, mine, "remove")
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text("changed elsewhere")
    expect(notice).to_contain_text("Dropped")
    expect(visit(page, theirs)).to_have_count(0)
    expect(visit(page, mine)).to_have_count(1)
    notice.get_by_test_id("merge").click()
    expect_version(page, 5)
    expect(visit(page, mine)).to_have_count(0)
    expect(visit(page, theirs)).to_have_count(0)


@pytest.mark.parametrize("kind", ["way-rain", "way-late-30", "way-here", "way-skip-go"])
@pytest.mark.sampled
def test_under_way_the_rest_of_the_day_is_one_press_away_on_a_phone(
    offline_server: Server, open_page: OpenPage, saved: dict[str, Any], kind: str, screenshot: Callable[..., None]
) -> None:
    page = open_trip(open_page, offline_server, saved, locale="zh-CN", width=390, height=844)
    second = visit(page, ids(page, 1)[1])
    past, now = ids(page, 1)[0], second.get_attribute("data-arrive") or ""
    in_menu(page, "way")
    page.get_by_test_id("way-now").fill(now)
    screenshot(page, "-asked")
    page.get_by_test_id(kind).click()
    expect(page.get_by_test_id("apply")).to_be_visible()
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


@pytest.mark.parametrize(
    ("locale", "question", "wish", "rejected", "confirmation", "gone"),
    [
        ("en-US", "Plan 1 day in Chengdu", "Save this trip", "was not done", "Saved", "This trip has been deleted."),
        ("zh-CN", "规划成都一日游", "把这个行程保存下来", "没有执行", "已保存", "此行程已删除。"),
    ],
)
@pytest.mark.sampled
@pytest.mark.full
def test_a_plan_is_saved_behind_ones_word_found_on_its_page_and_deleted(
    offline_server: Server,
    open_page: OpenPage,
    locale: str,
    question: str,
    wish: str,
    rejected: str,
    confirmation: str,
    gone: str,
    screenshot: Callable[..., None],
) -> None:
    page = open_page(offline_server, locale=locale)
    say(page, question)
    ask(page, wish)
    last = page.get_by_test_id("turn").last
    expect(page.get_by_test_id("confirmation")).to_be_visible()
    assert titles(page) == []
    page.get_by_test_id("reject").click()
    expect(last).to_contain_text(rejected)
    assert titles(page) == []
    ask(page, wish)
    expect(page.get_by_test_id("turn")).to_have_count(3)
    page.get_by_test_id("approve").click()
    expect(last).to_contain_text(confirmation)
    screenshot(page)
    page.get_by_test_id("open-trip").click()
    expect_version(page, 1)
    expect_feasible(page, True)
    title = page.get_by_test_id("title").input_value()
    page.locator('nav a[href="/trips/"]').click()
    expect(page.get_by_test_id("trip")).to_have_text(title)
    page.get_by_test_id("trip").click()
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
    ("locale", "booking", "meal", "coming", "leaving"),
    [
        (
            *("en-US", "book ahead", "Lunch on site, 12:00–13:00"),
            *("Arrival · in town by 09:05", "Departure · train · set off by 22:10"),
        ),
        (
            *("zh-CN", "需预约", "午餐就地解决，12:00–13:00"),
            *("到达 · 09:05 前到市区", "返程 · 高铁/火车 · 22:10 前动身"),
        ),
    ],
)
@pytest.mark.sampled
def test_a_page_and_its_print_tell_the_year_the_rides_what_to_book_and_the_meal_inside_a_visit(
    offline_server: Server,
    open_page: OpenPage,
    saved: dict[str, Any],
    locale: str,
    booking: str,
    meal: str,
    coming: str,
    leaving: str,
) -> None:
    rides = {"arrival": {"at": "08:20", "minutes": 45}, "departure": {"at": "22:40", "minutes": 30, "way": "train"}}
    plan = {**saved["itinerary"], "request": {**saved["itinerary"]["request"], **rides}}
    page = open_trip(open_page, offline_server, {**saved, "itinerary": plan}, locale=locale)
    expect(page.get_by_test_id("ride")).to_have_count(2)
    expect(day(page, 1).locator("li").first).to_contain_text(f"08:20{coming}")
    expect(day(page, 3).get_by_test_id("ride")).to_contain_text(f"22:40{leaving}")
    page.emulate_media(media="print")
    expect(day(page, 3).get_by_test_id("ride")).to_be_visible()
    page.emulate_media(media="screen")

    trip = far_ahead(2)
    show_trip(page, offline_server.url, trip)
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
