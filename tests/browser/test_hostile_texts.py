"""Texts that attack: typed, worded by a model, found by a tool, kept as titles, notes, places, corrections, names.

None of them may run, on any page, for their owner, for whoever has a link, or for staff. The pages' own policy would
stop and tell of what slips through: `open_page` fails on whatever the browser's console calls an error.
"""

from copy import deepcopy
from typing import Any

import pytest
from django.contrib.admin.utils import quote
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.hostile import ATTACK, PASSWORD, STAFF
from tests.browser.plan_page import choose_model, last_answer, say
from tests.browser.trip_page import post
from tests.support.server import Server

pytestmark = pytest.mark.browser


def sign_in(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/account/login/")
    page.locator("input[name=login]").fill(STAFF)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("form.fields button").click()
    expect(page).to_have_url(f"{server.url}/")


def expect_harmless(page: Page) -> None:
    assert page.evaluate("window.owned") is None
    assert page.locator("img[onerror], svg[onload], a[href^='javascript:'], a[href^='data:'], iframe").count() == 0


def test_nothing_that_attacks_runs(scripted_server: Server, open_page: OpenPage, saved: dict[str, Any]) -> None:
    server = scripted_server
    page = open_page(server, None)
    sign_in(page, server)
    choose_model(page, "hostile")
    say(page, ATTACK)
    expect_harmless(page)
    expect(page.get_by_test_id("question")).to_have_text(ATTACK)
    session = page.url.rpartition("/")[2]
    page.reload()
    last_answer(page)
    expect_harmless(page)

    body = deepcopy(saved)
    body |= {"title": ATTACK[:80], "notes": ATTACK}
    body["itinerary"]["days"][0]["visits"][0]["name"] = {"en": ATTACK[:100], "zh": ATTACK[:100]}
    body["itinerary"]["days"][0]["visits"][0]["why"] = {"en": ATTACK, "zh": ATTACK}
    trip = post(page, "trips/", body)["id"]
    share = post(page, f"trips/{trip}/share/", {"days": 3})
    token = share["url"].rpartition("/")[2]
    run = page.evaluate(
        f"fetch('/api/v1/sessions/{session}/runs/').then((r) => r.json()).then((page) => page.results[0].id)"
    )
    paths = ["/trips/", f"/trips/{trip}", f"/shared/{token}", "/explore", "/cities/kyoto", "/memories/", "/account/"]
    admin = [
        *("", "usage/", "chat/run/", "chat/chatsession/", "chat/modelsetting/", "catalog/correction/", "trips/trip/"),
        *(f"chat/run/{quote(run)}/change/", f"chat/chatsession/{quote(session)}/change/"),
        f"trips/trip/{quote(trip)}/change/",
    ]
    for path in (*paths, *(f"/admin/{part}" for part in admin)):
        page.goto(server.url + path)
        page.wait_for_load_state("networkidle")
        expect_harmless(page)
