"""Cities to look around in."""

from playwright.sync_api import expect

from tests.browser.scenes.stage import SLOW_MS, Stage, scene


@scene()
def cities(stage: Stage) -> None:
    stage.go("/explore")
    stage.seen("city-card")


@scene()
def nothing(stage: Stage) -> None:
    page = stage.go("/explore")
    stage.seen("city-card")
    page.get_by_test_id("filter-q").fill("Brigadoon")
    expect(page.get_by_test_id("city-card")).to_have_count(0, timeout=SLOW_MS)


@scene()
def city(stage: Stage) -> None:
    stage.go("/cities/kyoto")
    stage.seen("sight-card")


@scene("404")
def no_such_city(stage: Stage) -> None:
    stage.go("/cities/atlantis")


@scene()
def attribution(stage: Stage) -> None:
    stage.go("/attribution/")


@scene()
def live_services(stage: Stage) -> None:
    stage.go("/data/services/")
