"""The chat page when something goes wrong."""

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.plan_page import ask
from tests.browser.scenes.chat import PLAN, speaking
from tests.browser.scenes.stage import SLOW_MS, Stage, scene
from tests.browser.scripted import BREAKS

LOST = ("WebSocket connection", "ERR_INTERNET_DISCONNECTED")


@scene(framed=True)
def stopped(stage: Stage) -> None:
    speaking(stage)
    stage.page.keyboard.press("Escape")
    expect(stage.page.get_by_test_id("run-status")).to_have_attribute("data-status", "cancelled", timeout=SLOW_MS)


@scene(framed=True)
def failed(stage: Stage) -> None:
    page = stage.go(server=stage.scripted)
    ask(page, stage.say(BREAKS[1], BREAKS[0]))
    stage.seen("trouble")


@scene(*LOST, "Failed to load resource", framed=True)
def not_sent(stage: Stage) -> None:
    """A first message without a line: it is given back."""
    page = stage.go()
    page.context.set_offline(True)
    ask(page, stage.say(*PLAN))
    expect(page.locator("#composer-hint")).not_to_be_empty()


@scene(framed=True)
def cannot_be_done(stage: Stage) -> None:
    stage.answered_page("Plan 3 days in Kyoto for two under $50", "规划北京三日游，预算一共一百元")


@scene(framed=True)
def not_understood(stage: Stage) -> None:
    stage.answered_page("asdf qwer zxcv", "啊啊啊啊啊")


@scene(framed=True)
def unknown_city(stage: Stage) -> None:
    stage.answered_page("Plan 3 days in Ulan-Ude", "规划双鸭山三日游")


@scene(framed=True)
def untraced(stage: Stage) -> None:
    stage.answered_page("Is Kyoto nice?", "京都好玩吗？", server=stage.scripted)


@scene("404", framed=True)
def not_yours(stage: Stage) -> None:
    stage.go("/chat/00000000-0000-0000-0000-000000000000")
    expect(stage.page.locator("#composer-hint, .notice-code").first).not_to_be_empty(timeout=SLOW_MS)


@scene(*LOST, framed=True)
def offline(stage: Stage) -> None:
    """The line breaks under a conversation with a plan."""
    lines: list[WebSocketRoute] = []
    broken = False

    def route(line: WebSocketRoute) -> None:
        if broken:
            line.close()
        else:
            line.connect_to_server()
            lines.append(line)

    stage.page.route_web_socket("**/ws/**", route)
    page = stage.answered_page(*PLAN)
    broken = True
    for line in lines:
        line.close()
    stage.seen("offline")
    page.context.set_offline(True)
