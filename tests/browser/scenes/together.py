"""Travelling together: the people of a trip, what they say, and the page of an invitation."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from tests.browser.scenes.stage import LANGUAGES, Stage, scene
from tests.browser.trip_page import expect_version, post

UNFOLDED = "dialog details"
JOIN = "trips/join/"


@contextmanager
def _somebody_else(stage: Stage) -> Iterator[Page]:
    """A page of another visitor, for as long."""
    browser = stage.page.context.browser
    assert browser is not None
    context = browser.new_context(locale=LANGUAGES[stage.language])
    try:
        page = context.new_page()
        page.goto(f"{stage.offline.url}/trips/")
        yield page
    finally:
        context.close()


def _accompanied(stage: Stage) -> Page:
    """The owner's page of a trip that Ann may change and Ben may read; a stop was removed, and people named."""
    return stage.kept("accompanied", lambda: _accompany(stage))


def _accompany(stage: Stage) -> None:
    page = stage.open_trip()
    trip = page.url.rsplit("/", 1)[-1]
    visit = page.get_by_test_id("visit").nth(1).get_attribute("data-visit")
    with _somebody_else(stage) as ann, _somebody_else(stage) as ben:
        for guest, name, role in ((ann, "Ann", "editor"), (ben, "Ben", "viewer")):
            token = post(page, f"trips/{trip}/invites/", {"role": role})["url"].rpartition("/")[2]
            post(guest, JOIN, {"token": token, "name": name})
        first = page.get_by_test_id("visit").first.get_attribute("data-visit")
        post(ann, f"trips/{trip}/edits/", {"edits": [{"op": "remove", "visit": first}]})
        members = ben.evaluate(
            "async (path) => (await (await fetch(path)).json()).results", f"/api/v1/trips/{trip}/members/"
        )
        owner, member = members[0]["name"], members[1]["id"]
        text = stage.say(f"@Ann, shall we? @{owner} decides.", f"@Ann 去吗？@{owner} 来定。")
        mentions = [{"member": member, "at": 0}, {"member": "owner", "at": text.rindex("@")}]
        post(ben, f"trips/{trip}/comments/", {"visit": visit, "text": text, "mentions": mentions})
        post(ben, f"trips/{trip}/votes/", {"visit": visit, "value": 1})
    page.reload()
    expect_version(page, 2)


@scene(framed=True)
def comments(stage: Stage) -> None:
    """Comments on a stop, and a name that is about to be completed."""
    page = _accompanied(stage)
    page.get_by_test_id("visit").first.get_by_test_id("stop").click()
    stage.seen("mention")
    page.get_by_test_id("comment-text").click()
    page.keyboard.type("@")
    stage.seen("mention-option")


@scene(framed=True)
def members(stage: Stage) -> None:
    """The members dialog of the owner: everything unfolded, two links open, what happened lately."""
    page = _accompanied(stage)
    page.get_by_test_id("together").click()
    expect(page.get_by_test_id("member")).to_have_count(3)
    page.get_by_test_id("make-invite").click()
    stage.seen("invite-url")
    page.locator(UNFOLDED).evaluate_all("all => all.forEach((each) => { each.open = true; })")
    stage.seen("happening")
    stage.seen("mentions-push")


@scene("400", framed=True)
def no_mail(stage: Stage) -> None:
    """Somebody without an account has an invitation mailed."""
    page = stage.open_trip()
    page.get_by_test_id("together").click()
    page.get_by_test_id("by-mail").click()
    page.get_by_test_id("mail-address").fill("ben@example.org")
    page.get_by_test_id("mail-invite").click()
    stage.seen("together-fault")


@scene()
def viewer(stage: Stage) -> None:
    """The trip as a viewer sees it, beside its owner."""
    with _somebody_else(stage) as owner:
        link = _invited(stage, owner, "viewer")
        page = stage.page
        page.goto(link)
        page.locator("#join-name").fill("Ben")
        page.get_by_test_id("join").click()
        stage.seen("person")


@scene(framed=True)
def member(stage: Stage) -> None:
    """The members dialog of an editor."""
    with _somebody_else(stage) as owner:
        page = stage.page
        page.goto(_invited(stage, owner, "editor"))
        page.locator("#join-name").fill("Ben")
        page.get_by_test_id("join").click()
        stage.seen("person")
        page.get_by_test_id("together").click()
        stage.seen("leave")


@scene()
def invitation(stage: Stage) -> None:
    with _somebody_else(stage) as owner:
        stage.page.goto(_invited(stage, owner, "editor"))
    stage.seen("join")


@scene("404")
def invitation_ended(stage: Stage) -> None:
    stage.go("/join/no-such-link")


@scene()
def taken_out(stage: Stage) -> None:
    """The owner takes one out while one looks."""
    with _somebody_else(stage) as owner:
        page = stage.page
        page.goto(_invited(stage, owner, "editor"))
        page.locator("#join-name").fill("Ben")
        page.get_by_test_id("join").click()
        stage.seen("person")
        owner.get_by_test_id("together").click()
        owner.on("dialog", lambda dialog: dialog.accept())
        owner.get_by_test_id("remove-member").click()
        stage.seen("gone")


def _invited(stage: Stage, owner: Page, role: str) -> str:
    """The link of an invitation to a trip whose page its owner has open."""
    title = stage.say("Kyoto in winter", "冬天的京都")
    trip = post(owner, "trips/", {**stage.saved, "title": title})["id"]
    owner.goto(f"{stage.offline.url}/trips/{trip}")
    expect(owner.get_by_test_id("day")).to_have_count(len(stage.saved["itinerary"]["days"]))
    return str(post(owner, f"trips/{trip}/invites/", {"role": role})["url"])
