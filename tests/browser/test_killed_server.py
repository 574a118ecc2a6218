"""The server is killed under an open page: the page finds back by itself and shows the run's end, none before it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.plan_page import ask
from tests.support.cluster import SLOW
from tests.support.server import Server
from tests.support.slow import word

pytestmark = pytest.mark.browser

RUN_MS = 60_000
PIECES = 60

# In every page before its own scripts: `ended` holds the runs whose last event came, `early` what the page said of the
# end of a run that had not ended then.
WATCH = """
window.ended = new Set();
window.early = [];
window.WebSocket = class extends window.WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === "run_finished") window.ended.add(frame.run);
    });
  }
};
new MutationObserver(() => {
  const turn = [...document.querySelectorAll("[data-testid=turn]")].at(-1);
  const line = document.querySelector("[data-testid=run-status]");
  if (!turn?.dataset.run || window.ended.has(turn.dataset.run)) return;
  for (const { dataset } of [turn, line])
    if (["succeeded", "failed", "cancelled"].includes(dataset.status)) window.early.push(dataset.status);
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("killed"), SLOW)
    found.prepare()
    found.start()
    yield found
    found.kill()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor's browser; a script's error on any of its pages fails the test."""
    context = browser.new_context(locale="en-US")
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.add_init_script(WATCH)
    yield context
    context.close()
    assert errors == []


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page


def expect_finished(page: Page) -> str:
    """Expect that the run has succeeded, and that the page shows so now and not before. Return the answer."""
    turn = page.get_by_test_id("turn").last
    expect(turn).to_have_attribute("data-status", "succeeded", timeout=RUN_MS)
    expect(page.get_by_test_id("run-status")).to_have_attribute("data-status", "succeeded")
    expect(page.get_by_test_id("offline")).to_be_hidden()
    answer = turn.get_by_test_id("answer").last
    expect(answer).to_have_attribute("data-final", "true")
    assert page.evaluate("window.early") == []
    return answer.inner_text()


def log_of(page: Page) -> list[dict[str, object]]:
    run = page.get_by_test_id("turn").last.get_attribute("data-run")
    fetched = page.evaluate("run => fetch(`/api/v1/runs/${run}/events/?limit=1000`).then(r => r.json())", run)
    events: list[dict[str, object]] = fetched["results"]
    return events


@pytest.mark.parametrize("moment", ["tool-line", "answer"])
@pytest.mark.full
def test_pages_find_back_and_show_the_end(server: Server, context: BrowserContext, moment: str) -> None:
    page = opened(context, server.url)
    ask(page, f"plan, in {PIECES} pieces")
    expect(page.get_by_test_id("tool-line").first).to_be_visible(timeout=RUN_MS)
    tab = opened(context, page.url)
    for shown in (page, tab):
        expect(shown.get_by_test_id("run-status")).to_have_attribute("data-status", "running")
    if moment == "answer":
        expect(page.get_by_test_id("answer").last).to_contain_text(word(3), timeout=RUN_MS)

    server.kill()
    for shown in (page, tab):
        expect(shown.get_by_test_id("offline")).to_be_visible()
        expect(shown.get_by_test_id("turn").last).to_have_attribute("data-status", "running")
    server.start()

    answers = [expect_finished(shown) for shown in (page, tab)]
    assert answers[0] == answers[1]
    assert answers[0].split() == [word(piece) for piece in range(PIECES)]
    for shown in (page, tab):
        expect(shown.get_by_test_id("turn")).to_have_count(1)
        expect(shown.get_by_test_id("tool-line")).to_have_count(2)
    events = log_of(page)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    kinds = [event["type"] for event in events]
    assert "run_resumed" in kinds
    assert (kinds.count("tool_end"), kinds.count("run_finished")) == (2, 1)
