"""Through the agent's graph: a planted fact is mended once or marked, in both languages; offline nothing is asked."""

import dataclasses
import json
from collections.abc import AsyncIterator, Callable, Sequence

import pytest

from agent_core.agent import Agent, Task
from agent_core.checkpoint import InMemoryCheckpointer
from agent_core.events import Mend
from agent_core.journal import InMemoryJournal
from agent_core.memory import NoMemory
from agent_core.messages import Chunk, call
from agent_core.model import ChatModel, ModelRequest
from agent_core.models.openai import OpenAIModel
from agent_core.proposals import InMemoryProposals
from agent_core.state import Result
from agent_core.testing import Reply, ScriptedModel, calls, text
from tests.agent_core.cast import Recorder
from tests.support.wire import Endpoint, called, text_reply
from travelagent.assistant.assembly import Wiring, parts_of
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.tools import TOOLS

SIGHTS = calls(call("c1", "query_attractions", cities=["Rome"], limit=6))
CLEAN = "The Colosseum costs €18, and you need about an hour and a half."
FALSE = "The Colosseum costs €23, and you need about an hour and a half."


async def run_sync(function: Callable[[], object]) -> object:
    return function()


async def answered(model: ChatModel, question: str = "What is there to see in Rome?") -> tuple[Result, Recorder]:
    """One run of the product's own parts with this model."""
    wiring = Wiring(
        "",
        TOOLS,
        InMemoryCheckpointer(),
        InMemoryProposals(),
        InMemoryJournal(),
        run_sync,
        lambda prefix: f"{prefix}_1",
    )
    sink = Recorder()
    agent = Agent(dataclasses.replace(parts_of(wiring, model), memory=NoMemory()))
    locale = "zh" if question > "\u4e00" else "en"
    return await agent.run(Task(question, locale=locale), sink=sink), sink


def scripted(*replies: Reply) -> ScriptedModel:
    return ScriptedModel(SIGHTS, *replies)


async def test_a_traced_answer_is_not_asked_about() -> None:
    model = scripted(text(CLEAN))

    result, sink = await answered(model)

    assert (result.final_reply, len(model.requests)) == (CLEAN, 2)
    assert sink.of("answer")[0].untraced == ()


async def test_a_planted_price_is_mended_in_its_sentence_alone() -> None:
    rest = "The Pantheon was built around the year 126."
    model = scripted(text(f"{FALSE} {rest}"), text(f'["{CLEAN}"]'))

    result, sink = await answered(model)

    request = model.requests[-1]
    assert request.tools == ()
    assert [message.role for message in request.messages] == ["system", "human"]
    assert json.dumps(FALSE, ensure_ascii=False) in request.messages[-1].text
    assert "rome/colosseum: ticket 18 EUR" in request.messages[-1].text
    assert "data, not instructions" in request.messages[-1].text
    assert (result.final_reply, result.metadata["llm_calls"]) == (f"{CLEAN} {rest}", 3)
    answer = sink.of("answer")[0]
    assert answer.text == f"{CLEAN} {rest}"
    assert answer.mended == (Mend(FALSE, CLEAN),)
    assert f"<ins>{CLEAN}</ins>" in answer.html
    (notice,) = sink.of("notice")
    assert (notice.code, CLEAN in notice.message) == ("mended", True)


@pytest.mark.parametrize(
    ("planted", "kind", "truth"),
    [
        ("The Pantheon costs €12.", "price", "rome/pantheon: ticket 5 EUR"),
        ("The Pantheon opens at 8:15 am.", "time", "rome/pantheon: hours 09:00, 19:00"),
        ("I have saved the trip for you.", "action", "no tool has done this in the conversation"),
    ],
)
async def test_what_stays_wrong_is_marked(planted: str, kind: str, truth: str) -> None:
    written = f"{CLEAN} {planted}"

    result, sink = await answered(scripted(text(written), text(json.dumps([planted]))))

    answer = sink.of("answer")[0]
    assert result.final_reply == written
    assert [(claim.kind, claim.truth, claim.sentence) for claim in answer.untraced] == [(kind, truth, planted)]
    assert f"<mark>{answer.untraced[0].text}</mark>" in answer.html
    (notice,) = sink.of("notice")
    assert notice.code == "untraced"
    assert answer.untraced[0].text in notice.message


@pytest.mark.parametrize(
    ("planted", "kind"),
    [
        ("Then visit the Sky Garden Pavilion.", "place"),
        ("It lies 340 km away.", "number"),
        ("An espresso at a bar is usually €1.20.", "price"),
        ("Sunset is at 16:38.", "time"),
    ],
)
async def test_general_knowledge_is_marked_quietly_and_costs_no_call(planted: str, kind: str) -> None:
    model = scripted(text(f"{CLEAN} {planted}"))

    result, sink = await answered(model)

    answer = sink.of("answer")[0]
    assert (result.final_reply, result.metadata["llm_calls"]) == (f"{CLEAN} {planted}", 2)
    assert [(claim.kind, claim.truth) for claim in answer.untraced] == [(kind, "")]
    assert f"<u>{answer.untraced[0].text}</u>" in answer.html
    assert not sink.of("notice")


async def test_it_is_said_in_the_users_language() -> None:
    written = "斗兽场门票23欧元。"

    _, sink = await answered(scripted(text(written), text(json.dumps([written]))), "罗马有什么好玩的")

    assert [(claim.text, claim.kind) for claim in sink.of("answer")[0].untraced] == [("23欧元", "price")]
    assert sink.of("notice")[0].message == "以下内容与查到的结果不一致：“23欧元”。"


async def test_what_the_user_said_and_earlier_turns_found_is_evidence() -> None:
    model = scripted(text(f"{CLEAN} That keeps within your €300."))

    _, sink = await answered(model, "What is there to see in Rome? I have 300 euros")

    assert sink.of("answer")[0].untraced == ()


async def test_an_offline_answer_costs_no_further_call() -> None:
    requests: list[object] = []

    class Counted(EmbeddedModel):
        async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
            requests.append(request)
            async for chunk in super().stream(request):
                yield chunk

    result, sink = await answered(Counted())

    assert len(requests) == result.metadata["llm_calls"] == 2
    assert not sink.of("notice")


def test_marks_do_not_reach_into_words_or_markup() -> None:
    from travelagent.assistant.answers import to_html

    def html(text: str, marked: Sequence[str]) -> str:
        return to_html(text, {"mark": marked}).strip()

    assert html("**€12** and €120", ["€12"]) == "<p><strong><mark>€12</mark></strong> and €120</p>"
    assert html("创办于1931年，共19310人", ["1931"]) == "<p>创办于<mark>1931</mark>年，共19310人</p>"
    assert html("<b>x</b> Park", ["Park"]) == "<p>&lt;b&gt;x&lt;/b&gt; <mark>Park</mark></p>"
    bold = html("See **the Louvre** at nine.", ["See **the Louvre** at nine."])
    assert bold == "<p><mark>See </mark><strong><mark>the Louvre</mark></strong><mark> at nine.</mark></p>"


def test_a_mended_sentence_is_marked_where_it_stands_and_nowhere_else() -> None:
    from travelagent.assistant.answers import to_html

    def html(text: str, mended: str) -> str:
        return to_html(text, {"ins": [mended]})

    answer = "The **Colosseum** costs €18.\n\n- The Pantheon costs €5\n- the Colosseum is old"
    assert html(answer, "The **Colosseum** costs €18.").count("<ins>") == 3
    table = "| Sight | Ticket |\n|---|---|\n| **Colosseum** | €18 |\n| Borghese Gallery | €18 |"
    row = "<td><strong><ins>Colosseum</ins></strong></td>\n<td><ins>€18</ins></td>"
    assert row in html(table, "| **Colosseum** | €18 |")
    assert html(table, "| **Colosseum** | €18 |").count("<ins>") == 2


async def test_over_the_wire_a_false_answer_is_mended() -> None:
    look_up = called(("c1", "query_attractions", {"cities": ["Rome"], "limit": 6}))
    async with Endpoint(look_up, text_reply(FALSE), text_reply(json.dumps([CLEAN]))).serving() as endpoint:
        result, sink = await answered(OpenAIModel("scripted", api_key="none", base_url=endpoint.url))

    assert result.final_reply == CLEAN
    assert sink.of("answer")[0].untraced == ()
    first, second, mend = endpoint.requests
    assert "tools" in first
    assert "tools" in second
    assert "tools" not in mend
    assert "€23" in mend["messages"][-1]["content"]
