"""The model behind OpenAI's wire, against an endpoint that speaks it: text, calls, usage, and every kind of failure."""

import pytest

from agent_core.agent import Agent, Task
from agent_core.messages import (
    AssistantMessage,
    Chunk,
    Finish,
    HumanMessage,
    ReasoningDelta,
    SystemMessage,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    ToolMessage,
    Usage,
    assemble_calls,
)
from agent_core.model import ModelError, ModelRequest, ToolSpec
from agent_core.models.openai import OpenAIModel
from agent_core.runtime import Parts
from agent_core.tools import ToolRegistry
from tests.agent_core.cast import Recorder, add
from tests.support.wire import Endpoint, Reply, called, delta, text_reply

KEY = "sk-planted-7f3a9c"


def model_at(endpoint: Endpoint, timeout_s: float = 5.0) -> OpenAIModel:
    return OpenAIModel("scripted", api_key=KEY, base_url=endpoint.url, timeout_s=timeout_s)


async def streamed(reply: Reply, request: ModelRequest | None = None) -> tuple[list[Chunk], Endpoint]:
    async with Endpoint(reply).serving() as endpoint:
        chunks = [chunk async for chunk in model_at(endpoint).stream(request or asking("hi"))]
    return chunks, endpoint


def asking(text: str) -> ModelRequest:
    return ModelRequest((HumanMessage(text),))


async def test_it_works() -> None:
    chunks, _ = await streamed(text_reply("Good ", "morning"))

    assert chunks == [TextDelta("Good "), TextDelta("morning"), Finish("stop"), Usage(7, 2)]


async def test_calls_come_in_pieces_and_side_by_side() -> None:
    chunks, _ = await streamed(called(("a", "add", {"a": 1, "b": 2}), ("b", "find", {"城市": "北京"})))

    calls = assemble_calls([c for c in chunks if isinstance(c, ToolCallDelta)], "x")
    assert calls == (ToolCall("a", "add", {"a": 1, "b": 2}), ToolCall("b", "find", {"城市": "北京"}))
    assert chunks[-1] == Finish("tool_calls")


async def test_reasoning_is_told_apart() -> None:
    chunks, _ = await streamed(Reply([delta(reasoning_content="hm"), delta(content="4"), delta(finish="stop")]))

    assert chunks == [ReasoningDelta("hm"), TextDelta("4"), Finish("stop")]


async def test_what_is_sent_is_the_whole_conversation_with_tools_and_temperature() -> None:
    history = (
        SystemMessage("be brief"),
        HumanMessage("1 + 2?"),
        AssistantMessage("", (ToolCall("c1", "add", {"a": 1, "b": 2}),)),
        ToolMessage("c1", "add", "3"),
    )
    tool = ToolSpec("add", "adds", {"type": "object", "properties": {}})
    _, endpoint = await streamed(text_reply("3"), ModelRequest(history, (tool,), 0.2))

    (sent,) = endpoint.requests
    assert [m["role"] for m in sent["messages"]] == ["system", "user", "assistant", "tool"]
    assert sent["messages"][2]["tool_calls"][0]["function"] == {"name": "add", "arguments": '{"a": 1, "b": 2}'}
    assert sent["messages"][3]["tool_call_id"] == "c1"
    assert sent["tools"][0]["function"]["name"] == "add"
    assert (sent["temperature"], sent["stream"]) == (0.2, True)
    assert endpoint.headers[0]["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("reply", "retryable", "after"),
    [
        (Reply(status=429, headers={"retry-after": "3"}), True, 3.0),
        (Reply(status=500), True, None),
        (Reply(status=503, headers={"retry-after": "soon"}), True, None),
        (Reply(status=401), False, None),
        (Reply(status=400), False, None),
        (Reply([delta(content="half an ans")], cut=True), True, None),
    ],
    ids=["429", "500", "503", "401", "400", "cut"],
)
async def test_a_failure_says_whether_to_try_again_and_never_the_key(
    reply: Reply, retryable: bool, after: float | None
) -> None:
    with pytest.raises(ModelError) as raised:
        await streamed(reply)

    assert (raised.value.retryable, raised.value.retry_after) == (retryable, after)
    assert KEY not in str(raised.value)


@pytest.mark.parametrize(
    "reply",
    [
        Reply([delta(content="half an ans")], cut=True),
        Reply([delta(content="half an ans")], clean=True),
        Reply([delta(content="half an ans")]),
        Reply([delta(content="half an ans")], garbled=True),
        Reply([], clean=True),
    ],
    ids=["broken chunk", "clean end", "done without a finish", "no JSON", "nothing"],
)
async def test_a_stream_without_a_finish_broke_off(reply: Reply) -> None:
    with pytest.raises(ModelError, match="broke off") as raised:
        await streamed(reply)

    assert raised.value.retryable
    assert raised.value.replying


async def test_a_hanging_endpoint_is_given_up() -> None:
    async with Endpoint(Reply(delay_s=30)).serving() as endpoint:
        with pytest.raises(ModelError, match="in time") as raised:
            async for _ in model_at(endpoint, timeout_s=0.2).stream(asking("hi")):
                pass
    assert raised.value.retryable


async def test_nobody_there() -> None:
    nowhere = OpenAIModel("scripted", api_key=KEY, base_url="http://127.0.0.1:9/v1")
    with pytest.raises(ModelError, match="reached") as raised:
        async for _ in nowhere.stream(asking("hi")):
            pass
    await nowhere.aclose()
    assert raised.value.retryable


async def test_an_agent_talks_over_the_wire() -> None:
    replies = called(("c1", "add", {"a": 1, "b": 2})), text_reply("It is ", "3.")
    async with Endpoint(*replies).serving() as endpoint:
        sink = Recorder()
        result = await Agent(Parts(model_at(endpoint), ToolRegistry([add]))).run(Task("1 + 2?"), sink=sink)

    assert result.final_reply == "It is 3."
    assert result.metadata["tools_used"] == ["add"]
    assert endpoint.requests[1]["messages"][-1]["tool_call_id"] == "c1"
