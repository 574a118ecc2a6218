"""A conversation with a model behind an endpoint: its words come in as they are made, and another model can go on."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plan_page import RUN_MS, ask, expect_itinerary, expect_phases, last_answer
from tests.support.aimock import aimock, in_turn, reply
from tests.support.server import Server

pytestmark = pytest.mark.browser

ANSWER = (
    "Your two days in Kyoto are planned. The mornings begin with the temples of the east, while the lanes are empty. "
    "Lunch is near the river, with time to sit down. The afternoons keep to one quarter each, so that little is lost "
    "to rides, and a garden closes each of them. Evenings are free: the old theatre street has food for every purse. "
    "Shoes that slip off easily help at each threshold."
)
ROUTE = {"city": "Kyoto", "days": 2, "start_date": "2027-04-13", "travellers": 2}


@pytest.fixture(scope="module")
def far_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The product with two models: one behind an endpoint, slow to speak, and one behind an address without anybody."""
    folder = tmp_path_factory.mktemp("models")
    calls = [
        {"name": "generate_route", "arguments": json.dumps(ROUTE), "id": "call_1"},
        {"name": "get_city_info", "arguments": '{"city": "Kyoto"}', "id": "call_2"},
    ]
    replies = in_turn({"content": "Let me look.", "toolCalls": calls}, reply({"content": ANSWER}, latency=60))
    with aimock(replies, folder, "--chunk-size", "12") as endpoint:
        models = folder / "models.toml"
        models.write_text(
            f'[models.far]\nlabel = "Far model"\nmodel = "gpt-test"\nbase_url = "{endpoint.url}"\ndefault = true\n'
            '[models.gone]\nlabel = "Gone model"\nmodel = "gpt-gone"\nbase_url = "http://127.0.0.1:9/v1"\n',
            encoding="utf-8",
        )
        server = Server(folder, settings={"TRAVELAGENT_MODELS_FILE": str(models)})
        server.prepare()
        server.start()
        yield server
        assert server.stop() == 0, server.log()


def test_its_words_come_in_one_by_one_and_another_model_goes_on(
    far_server: Server, open_page: OpenPage, screenshot: Callable[[Page], None]
) -> None:
    page = open_page(far_server)
    ask(page, "Plan 2 days in Kyoto for two from 13 April 2027")
    answer = page.get_by_test_id("answer").last
    expect(answer).to_contain_text("Your two days", timeout=RUN_MS)

    lengths: list[int] = []
    length = len(answer.inner_text())
    while answer.get_attribute("data-final") != "true":  # read after the length, which is thus none of the final text
        lengths.append(length)
        page.wait_for_timeout(40)
        if len(lengths) == 12:
            screenshot(page)
        length = len(answer.inner_text())

    assert lengths == sorted(lengths)
    assert len(set(lengths)) >= 10
    expect_phases(page)
    expect_itinerary(page, 2)
    expect(page.get_by_test_id("run-status")).to_contain_text("Far model")

    page.get_by_test_id("options").locator("summary").click()
    page.get_by_test_id("model").select_option("offline")
    ask(page, "make it more relaxed")
    expect(last_answer(page)).to_contain_text("relaxed pace")
    expect(page.get_by_test_id("run-status")).to_contain_text("Embedded assistant")
    assert "Far model" not in page.get_by_test_id("run-status").inner_text()


@pytest.mark.parametrize(
    ("locale", "question", "expected"),
    [
        ("en-US", "What should I eat in Kyoto?", "Gone model could not answer; this answer is by Embedded assistant."),
        ("zh-CN", "京都有什么好吃的？", "Gone model未能作答，以上回答来自内置助手。"),
    ],
)
@pytest.mark.sampled
def test_with_nobody_at_the_endpoint_the_embedded_assistant_answers_and_says_so(
    far_server: Server, open_page: OpenPage, locale: str, question: str, expected: str
) -> None:
    page = open_page(far_server, locale=locale)
    page.get_by_test_id("options").locator("summary").click()
    page.get_by_test_id("model").select_option("gone")

    ask(page, question)

    expect(last_answer(page)).to_contain_text(expected, timeout=10_000)
    expect(page.get_by_test_id("notice")).to_contain_text("Gone model")
