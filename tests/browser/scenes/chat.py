"""The chat page while all goes well."""

from playwright.sync_api import expect

from tests.browser.plan_page import ask
from tests.browser.scenes.stage import SLOW_MS, Stage, scene
from tests.browser.scripted import SPEAKS_ON, THINKS_ON

PLAN = ("Three days in Kyoto in April for two, under $900", "规划北京三日游")

STILL = """() => {
  const {length} = document.querySelector("[data-testid=answer]").textContent;
  const still = length > 0 && window.lengthBefore === length;
  window.lengthBefore = length;
  return still;
}"""
"""The words have stopped."""


@scene(framed=True)
def first_visit(stage: Stage) -> None:
    stage.go()
    stage.seen("sample")


@scene(framed=True)
def options(stage: Stage) -> None:
    stage.go().get_by_test_id("options").locator("summary").click()


@scene(framed=True)
def help(stage: Stage) -> None:
    stage.go().get_by_test_id("help").click()
    stage.seen("help-sheet")


@scene(framed=True)
def thinking(stage: Stage) -> None:
    page = stage.go(server=stage.scripted)
    ask(page, stage.say(THINKS_ON[1], THINKS_ON[0]))
    expect(page.get_by_test_id("tool-line")).to_have_attribute("data-status", "success", timeout=SLOW_MS)


@scene(framed=True)
def speaking(stage: Stage) -> None:
    page = stage.go(server=stage.scripted)
    ask(page, stage.say(SPEAKS_ON[1], SPEAKS_ON[0]))
    expect(page.get_by_test_id("answer")).to_contain_text(" ", timeout=SLOW_MS)
    stage.seen("itinerary")
    page.wait_for_function(STILL, polling=500)


@scene(framed=True)
def plan(stage: Stage) -> None:
    page = stage.read_page(*PLAN)
    page.get_by_test_id("question").evaluate("question => question.scrollIntoView({block: 'start'})")


@scene(framed=True)
def plan_days(stage: Stage) -> None:
    page = stage.read_page(*PLAN)
    page.get_by_test_id("tab-plan").dispatch_event("click")  # what a narrow window will show
    page.get_by_test_id("itinerary").scroll_into_view_if_needed()
    page.get_by_test_id("day").first.evaluate("day => day.scrollIntoView({block: 'start'})")


@scene(framed=True)
def plan_budget(stage: Stage) -> None:
    page = stage.read_page(*PLAN)
    page.get_by_test_id("tab-plan").dispatch_event("click")
    page.get_by_test_id("budget").evaluate("budget => budget.scrollIntoView({block: 'start'})")


@scene(framed=True)
def stop_sheet(stage: Stage) -> None:
    page = stage.read_page(*PLAN)
    page.get_by_test_id("visit").first.get_by_test_id("stop-more").click()
    stage.seen("stop-sheet")


@scene(framed=True)
def brief_form(stage: Stage) -> None:
    page = stage.read_page(*PLAN)
    page.locator("[data-testid=brief-edit][data-field=party]").click()
    stage.seen("brief-form")


@scene(framed=True)
def sources(stage: Stage) -> None:
    stage.read_page(*PLAN)
    stage.page.get_by_test_id("sources").locator("summary").click()


@scene(framed=True)
def steps_opened(stage: Stage) -> None:
    page = stage.read_page(*PLAN)
    page.get_by_test_id("phase-execution").locator("summary").first.click()
    page.get_by_test_id("tool-line").first.locator("summary").click()
    page.get_by_test_id("phase-execution").evaluate("phase => phase.scrollIntoView({block: 'start'})")


@scene(framed=True)
def plan_as_text(stage: Stage) -> None:
    page = stage.read_page(*PLAN)
    page.get_by_test_id("card-text").click()
    stage.seen("plan-text")


@scene(framed=True)
def wrong_fact(stage: Stage) -> None:
    page = stage.read_page(*PLAN)
    page.get_by_test_id("visit").first.get_by_test_id("stop-more").click()
    page.get_by_test_id("stop-sheet").get_by_test_id("report").click()
    stage.seen("report-text")


@scene(framed=True)
def fact_reported(stage: Stage) -> None:
    wrong_fact(stage)
    stage.page.get_by_test_id("report-text").fill(stage.say("It closes earlier.", "关门时间更早。"))
    stage.page.get_by_test_id("report-send").click()
    expect(stage.page.get_by_test_id("report-dialog").get_by_role("status")).not_to_be_empty(timeout=SLOW_MS)


@scene(framed=True)
def everything_opened(stage: Stage) -> None:
    """All that folds is unfolded, so that no word stays unread."""
    page = stage.read_page(*PLAN)
    expect(page.get_by_test_id("certificate")).to_be_visible()
    page.evaluate(
        "() => document.querySelectorAll(':is(main, aside, .result) details').forEach((each) => { each.open = true; })"
    )
    expect(page.get_by_test_id("certificate").first.locator("li").first).to_be_visible()


@scene(framed=True)
def plan_of_a_phone(stage: Stage) -> None:
    """Ten days of two cities, one of them alone."""
    page = stage.go()
    page.set_viewport_size({"width": 390, "height": 844})
    ask(page, stage.say("Plan 10 days in Kyoto and Osaka", "京都和大阪十日游"))
    expect(page.get_by_test_id("tab-plan")).to_have_attribute("aria-selected", "true", timeout=SLOW_MS)
    page.locator("[data-testid=day-chip][data-day='4']").click()


@scene(framed=True)
def sights(stage: Stage) -> None:
    stage.answered_page("What is worth seeing in Kyoto?", "京都有什么值得看的？")


@scene(framed=True)
def comparison(stage: Stage) -> None:
    stage.answered_page("Compare Kyoto and Osaka for food", "成都和重庆哪个更好吃？")


@scene(framed=True)
def recommendation(stage: Stage) -> None:
    stage.answered_page("A warm beach in January, cheap", "一月份想去暖和的海边，便宜点")


@scene(framed=True)
def climate(stage: Stage) -> None:
    stage.answered_page("Is Reykjavik cold in April?", "四月的哈尔滨冷吗？")


@scene(framed=True)
def table(stage: Stage) -> None:
    stage.answered_page(
        "Which ten cities in Yunnan and Sichuan have the most sights over 9 points?",
        "云南和四川哪十个城市九分以上的景点最多？",
    )


@scene(framed=True)
def changed(stage: Stage) -> None:
    stage.answered_page(*PLAN)
    stage.ask("make it more relaxed", "轻松一点")


@scene(framed=True)
def confirming(stage: Stage) -> None:
    page = stage.answered_page("Plan two days in Chengdu", "规划成都两日游")
    ask(page, stage.say("save this trip", "把这个行程保存下来"))
    stage.seen("confirmation")


@scene(framed=True)
def confirmed(stage: Stage) -> None:
    confirming(stage)
    stage.page.get_by_test_id("approve").click()
    expect(stage.page.get_by_test_id("run-status")).to_have_attribute("data-status", "succeeded", timeout=SLOW_MS)


@scene(framed=True)
def rejected(stage: Stage) -> None:
    confirming(stage)
    stage.page.get_by_test_id("reject").click()
    expect(stage.page.get_by_test_id("run-status")).to_have_attribute("data-status", "succeeded", timeout=SLOW_MS)


@scene(framed=True)
def read_again(stage: Stage) -> None:
    """A conversation of two turns, loaded anew."""
    page = stage.answered_page(*PLAN)
    stage.ask("What should I eat there?", "那里有什么好吃的？")
    page.reload()
    stage.seen("itinerary")


@scene(framed=True)
def rail(stage: Stage) -> None:
    """The list of conversations, with one to be deleted, in the drawer where the page is narrow."""
    page = stage.answered_page("What should I eat in Kyoto?", "京都有什么好吃的？")
    stage.answered_page("Is Reykjavik cold in April?", "四月的哈尔滨冷吗？")
    page.set_viewport_size({"width": 360, "height": 800})
    page.locator("#rail-toggle").click()
    row = page.get_by_test_id("session-item").nth(1)
    row.hover()
    row.get_by_role("button").last.click()
    page.get_by_test_id("delete-confirm").wait_for()


@scene(framed=True)
def nothing_found(stage: Stage) -> None:
    page = stage.go()
    page.set_viewport_size({"width": 360, "height": 800})
    page.locator("#rail-toggle").click()
    page.locator("#session-search").fill("Atlantis")
    expect(page.locator(".sessions-note")).to_be_visible(timeout=SLOW_MS)


@scene(framed=True)
def renaming(stage: Stage) -> None:
    stage.answered_page("What should I eat in Kyoto?", "京都有什么好吃的？")
    stage.page.get_by_test_id("session-item").first.get_by_role("button").first.click()
    stage.seen("rename-input")


@scene(framed=True)
def thumbed(stage: Stage) -> None:
    stage.answered_page("What should I eat in Kyoto?", "京都有什么好吃的？")
    stage.page.get_by_test_id("thumb-up").click()
    expect(stage.page.get_by_test_id("thumb-up")).to_have_attribute("aria-pressed", "true", timeout=SLOW_MS)
