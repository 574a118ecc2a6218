"""A language model that is slow, breaks off or errs: what the page shows meanwhile, and that it shows one answer."""

import json
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import (
    ask,
    choose_model,
    expect_itinerary,
    expect_phases,
    last_answer,
    say,
    until,
)
from tests.support.server import Server
from tests.support.wire import Endpoint, Event, Gate, Reply, called, delta, text_reply

pytestmark = pytest.mark.browser

LEAVE_S = 60.0
ROUTE = {"city": "Kyoto", "days": 2, "start_date": "2027-04-13", "travellers": 2}
PLANS = called(("c1", "generate_route", ROUTE), ("c2", "get_city_info", {"city": "Kyoto"}))
LOOKS_UP = called(("c1", "query_attractions", {"cities": ["Rome"], "limit": 6}))


@dataclass(frozen=True)
class Words:
    """The texts of one language: what is written and shown."""

    locale: str
    plan: str
    planned: str
    question: str
    reasoning: tuple[str, str, str]
    reasoning_title: str
    half: str
    whole: str
    broke_off: str
    refused: str
    cut: str
    left_alone: str
    closing: str
    sights: str
    untouched: str
    wrong: str
    right: str
    known: str
    legend: str
    relax: str
    relaxed: str
    embedded: str
    gone: str


WORDS = [
    Words(
        "en-US", "Plan 2 days in Kyoto for two from 13 April 2027", "Two days of temples and gardens.",
        "When is Kyoto at its best?",
        ("They ask for a season. ", "Blossom or leaves", "? Both."), "The model's reasoning",
        "Kyoto is at its ", "Come for the leaves, or for the blossom.", "The reply broke off here",
        "Failing model is unavailable at the moment; Embedded assistant goes on.",
        "Failing model did not finish its reply; Embedded assistant goes on.",
        "Failing model kept failing and is not asked for the moment; Embedded assistant goes on.",
        "Failing model could not answer; this answer is by Embedded assistant.",
        "What is there to see in Rome?", "Rome rewards those who walk.", "The Colosseum costs €23.",
        "The Colosseum costs €18.", "Bar Fondi is from 1931.", "general knowledge of the model",
        "make it more relaxed", "relaxed pace", "Embedded assistant",
        "Gone model could not answer; this answer is by Embedded assistant.",
    ),
    Words(
        "zh-CN", "规划京都两日游，2027年4月13日出发，两个人", "两天的寺院与庭园。",
        "京都什么季节最好？", ("用户在问季节。", "樱花还是红叶", "？都可以。"), "模型的思考过程",
        "京都最美的是", "可以看红叶，也可以看樱花。", "回答在这里中断了",
        "Failing model暂时不可用，由内置助手继续。",
        "Failing model没有把回复说完，由内置助手继续。",
        "Failing model连续出错，暂不再试，由内置助手继续。",
        "Failing model未能作答，以上回答来自内置助手。",
        "罗马有什么好玩的？", "罗马适合慢慢走。", "斗兽场门票23欧元。",
        "斗兽场门票18欧元。", "Bar Fondi创办于1931年。", "模型的常识",
        "轻松一点", "轻松", "内置助手",
        "Gone model未能作答，以上回答来自内置助手。",
    ),
]  # fmt: skip
sampled_words = pytest.mark.parametrize("words", WORDS, ids=lambda words: words.locale)

WATCH = """(node) => {
  window.textLost = false;
  const answer = node.closest("[data-testid=answer]"), text = node.textContent;
  const look = () => { window.textLost ||= !answer.isConnected || !answer.textContent.includes(text); };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  getSelection().selectAllChildren(node);
}"""
"""Notes whether the text of this node is ever missing from its answer, and selects it."""


def answers(page: Page) -> Locator:
    return page.get_by_test_id("turn").last.get_by_test_id("answer")


def expect_running_clock(page: Page) -> None:
    """The elapsed time of the station at work goes on, and so does that of the run."""
    for clock in (page.locator(".phase[data-state=active] .phase-time"), page.get_by_test_id("run-status")):
        expect(clock).not_to_have_text(clock.inner_text())


@sampled_words
@pytest.mark.sampled
def test_a_plan_is_there_before_a_word_of_the_model(
    endpoint: Endpoint, scripted_server: Server, open_page: OpenPage, words: Words
) -> None:
    """Its words come in one by one; the embedded assistant goes on; a silent model is stopped and the plan stays."""
    silence, halves = Gate(), Gate()
    parts = [words.planned[:6], words.planned[6:]]
    text = [silence, delta(content=parts[0]), halves, *text_reply(parts[1]).events]
    endpoint.play(PLANS, Reply(text))
    page = open_page(scripted_server, locale=words.locale)
    choose_model(page, "slow")
    ask(page, words.plan)

    tools = page.get_by_test_id("tool-line")
    expect(tools).to_have_count(2)
    for tool in tools.all():
        expect(tool).to_have_attribute("data-status", "success")
    expect_itinerary(page, 2)
    expect(answers(page)).to_have_count(0)
    expect_running_clock(page)
    tools.first.locator("summary").click()
    expect(tools.first).to_contain_text("generate_route")
    page.get_by_test_id("composer-input").fill("…")
    expect(page.get_by_test_id("composer-input")).to_have_value("…")

    silence.open()
    expect(answers(page)).to_have_text(parts[0].strip())
    expect(answers(page)).to_have_attribute("data-final", "false")
    halves.open()
    expect(last_answer(page)).to_contain_text(words.planned)
    expect_phases(page)
    expect_itinerary(page, 2)
    status = page.get_by_test_id("run-status")
    expect(status).to_contain_text("Slow model")

    choose_model(page, "offline")
    expect(say(page, words.relax)).to_contain_text(words.relaxed)
    expect(status).to_contain_text(words.embedded)
    expect(status).not_to_contain_text("Slow model")

    silence, requests_before = Gate(), len(endpoint.requests)
    endpoint.play(PLANS, Reply([silence]), text_reply(words.whole))
    choose_model(page, "slow")
    ask(page, words.plan)
    expect(page.get_by_test_id("turn")).to_have_count(3)
    expect(page.get_by_test_id("turn").last.get_by_test_id("tool-line")).to_have_count(2)
    expect(page.get_by_test_id("itinerary").get_by_test_id("day")).to_have_count(2)
    until(lambda: len(endpoint.requests) == requests_before + 2)
    page.get_by_test_id("stop").click()
    expect(status).to_have_attribute("data-status", "cancelled")
    assert silence.left.wait(LEAVE_S)
    expect_itinerary(page, 2)
    expect(say(page, words.question)).to_contain_text(words.whole)


@sampled_words
@pytest.mark.sampled
@pytest.mark.full
def test_reasoning_breaks_and_corrections_leave_one_answer(
    endpoint: Endpoint, scripted_server: Server, open_page: OpenPage, words: Words
) -> None:
    page = open_page(scripted_server, locale=words.locale)
    choose_model(page, "slow")
    expect_one_sentence_mended(page, endpoint, words)
    page.goto(scripted_server.url)
    choose_model(page, "slow")
    expect_reasoning_folded(page, endpoint, words)
    expect_broken_reply_replaced(page, endpoint, words)


def expect_reasoning_folded(page: Page, endpoint: Endpoint, words: Words) -> None:
    """Reasoning is shown folded and never as the answer."""
    thinking, (first, second, third) = Gate(), words.reasoning
    thoughts: list[Event | Gate] = [
        delta(reasoning_content=first),
        delta(reasoning_content=second),
        thinking,
        delta(reasoning_content=third),
    ]
    endpoint.play(Reply([*thoughts, *text_reply(words.whole).events]))
    ask(page, words.question)

    reasoning = page.get_by_test_id("reasoning")
    expect(reasoning.locator("summary")).to_have_text(words.reasoning_title + first.strip())
    expect(reasoning).not_to_have_attribute("open", "")
    expect(answers(page)).to_have_count(0)
    reasoning.locator("summary").click()
    expect(reasoning.locator(".reasoning-text")).to_have_text(first + second)
    reasoning.locator("summary").click()

    thinking.open()
    expect(last_answer(page)).to_have_text(words.whole)
    expect(reasoning).to_be_hidden()
    page.locator(".phase", has=reasoning).locator(".phase-head").click()
    expect(reasoning.locator("summary")).to_have_text(words.reasoning_title)
    reasoning.locator("summary").click()
    expect(reasoning.locator(".reasoning-text")).to_have_text(first + second + third)


def expect_broken_reply_replaced(page: Page, endpoint: Endpoint, words: Words) -> None:
    """A reply that broke off stays until the next one takes its place."""
    again = Gate()
    endpoint.play(Reply([delta(content=words.half)], cut=True), Reply([again, *text_reply(words.whole).events]))
    turns = page.get_by_test_id("turn").count()
    ask(page, words.question)
    expect(page.get_by_test_id("turn")).to_have_count(turns + 1)
    expect(page.get_by_test_id("voided")).to_contain_text(words.broke_off)
    expect(answers(page)).to_contain_text(words.half.strip())

    again.open()
    expect(last_answer(page)).to_have_text(words.whole)
    expect(answers(page)).to_have_count(1)
    expect(page.get_by_test_id("notice")).to_have_count(0)
    expect(page.get_by_test_id("run-status")).to_contain_text("Slow model")


def expect_one_sentence_mended(page: Page, endpoint: Endpoint, words: Words) -> None:
    """Only the sentence that is mended changes in an answer."""
    mending = Gate()
    text = "\n\n".join([words.untouched, words.wrong, words.known])
    endpoint.play(LOOKS_UP, text_reply(text), Reply([mending, *text_reply(json.dumps([words.right])).events]))
    ask(page, words.sights)

    answer = answers(page)
    expect(answer.locator("p")).to_have_text([words.untouched, words.wrong, words.known])
    expect(answer).to_have_attribute("data-final", "false")
    untouched = answer.locator("p").first.element_handle()
    assert untouched is not None
    untouched.evaluate(WATCH)

    mending.open()
    expect(last_answer(page).locator("p:not([data-testid]) ins")).to_have_text([words.right])
    expect(answer.locator("p:not([data-testid]) u").first).to_be_visible()
    expect(answer.locator("p:not([data-testid])")).to_have_text([words.untouched, words.right, words.known])
    expect(answer.get_by_test_id("legend")).to_contain_text(words.legend)
    assert page.evaluate("window.textLost") is False
    assert untouched.evaluate("(node) => node === document.querySelector('[data-testid=answer] p')")
    assert page.evaluate("getSelection().toString()").strip() == words.untouched


@sampled_words
@pytest.mark.sampled
@pytest.mark.full
def test_fallback_notice_names_the_model_that_failed(
    endpoint: Endpoint, scripted_server: Server, open_page: OpenPage, words: Words
) -> None:
    page = open_page(scripted_server, locale=words.locale)
    replies = {"refused": Reply(status=500), "cut": Reply([delta(content=words.half)], cut=True)}
    for failure, failing in replies.items():
        endpoint.play(failing, failing, failing)
        choose_model(page, f"{failure}-{words.locale}")
        for notice in (words.cut if failure == "cut" else words.refused, words.left_alone):
            answer = say(page, words.question)
            expect(answer).to_contain_text(words.closing)
            assert words.half.strip() not in answer.inner_text()
            expect(answers(page)).to_have_count(1)
            expect(page.get_by_test_id("turn").last.get_by_test_id("notice")).to_have_text([notice])

    choose_model(page, "gone")
    expect(say(page, words.question)).to_contain_text(words.gone)
    expect(page.get_by_test_id("turn").last.get_by_test_id("notice")).to_contain_text("Gone model")
