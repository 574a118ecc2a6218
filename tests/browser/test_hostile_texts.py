"""Texts that attack: typed, worded by a model, found by a tool, kept as titles, notes, places, corrections, names.

None of them may run, on any page, for their owner, for whoever has a link, or for staff. The pages' own policy would
stop and tell of what slips through: `open_page` fails on whatever the browser's console calls an error.
"""

from collections.abc import Iterator

import pytest
from django.contrib.admin.utils import quote
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, _server
from tests.browser.hostile import ATTACK
from tests.browser.plan_page import ask
from tests.browser.trip_page import post
from tests.support.server import Server
from tests.support.trips import kyoto

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery"
SEED = f"""
from travelagent.accounts.models import Memory, Person, User
from travelagent.catalog import overlay
from travelagent.catalog.models import Correction
user = User.objects.create_superuser("ada", first_name="<script>1</script>", password="{PASSWORD}")
person = Person.objects.create(user=user)
Memory.objects.create(person=person, text={ATTACK[:250]!r})
Correction.objects.create(place="kyoto/kinkaku-ji", column="note_en", value={ATTACK[:118]!r}, reason={ATTACK[:250]!r})
Correction.objects.create(place="kyoto", column="summary_en", value={ATTACK[:158]!r}, reason="x")
overlay.publish()
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    for found in _server(tmp_path_factory.mktemp("hostile"), "-m", "tests.browser.hostile"):
        found.manage("shell", "-v", "0", "-c", SEED)
        yield found


def sign_in(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/account/login/")
    page.locator("input[name=login]").fill("ada")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("form.fields button").click()
    expect(page).to_have_url(f"{server.url}/")


def expect_harmless(page: Page) -> None:
    assert page.evaluate("window.owned") is None
    assert page.locator("img[onerror], svg[onload], a[href^='javascript:'], a[href^='data:'], iframe").count() == 0


def test_nothing_that_attacks_runs(server: Server, open_page: OpenPage) -> None:
    page = open_page(server)
    sign_in(page, server)
    ask(page, ATTACK)
    expect(page.get_by_test_id("answer").last).to_have_attribute("data-final", "true", timeout=30_000)
    expect_harmless(page)
    expect(page.get_by_test_id("question")).to_have_text(ATTACK)
    session = page.url.rpartition("/")[2]
    page.reload()
    expect(page.get_by_test_id("answer").last).to_have_attribute("data-final", "true")
    expect_harmless(page)

    body = kyoto()
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
