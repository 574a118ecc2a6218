"""Results as a model reads them: in their view in the turn that made them, in a line in later ones."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from agent_core.agent import Agent, Task
from agent_core.messages import AssistantMessage, HumanMessage, Message, SystemMessage, ToolCall, ToolMessage, call
from agent_core.models.viewed import LINE_CHARS, Viewed, viewed
from agent_core.models.window import cost, fitted
from agent_core.policy import NoPrompt
from agent_core.runtime import Parts
from agent_core.state import AgentState
from agent_core.testing import ScriptedModel, calls, text
from agent_core.tools import Shown, ToolError, ToolRegistry, ToolResult, tool
from tests.agent_core.cast import add


def _listed(value: Mapping[str, Any]) -> str:
    ids = "".join(f"{shown['kind']} {shown['id']}: " for shown in value.get("artifacts", ()))
    return "\n".join([f"{ids}{len(value['books'])} books", *value["books"]])


@tool(view=_listed)
def search_books(subject: str) -> ToolResult:
    """Search books."""
    if subject == "none":
        raise ToolError("nothing_found", "no book", near=["a", "b"])
    return ToolResult({"books": ["Walden", subject], "shelf": 3}, shown=(Shown("books", {"n": 2}),))


TOOLS = ToolRegistry([search_books, add])


def result(id: str, value: object, name: str = "search_books") -> tuple[Message, Message]:
    return AssistantMessage("", (ToolCall(id, name),)), ToolMessage(id, name, json.dumps(value))


async def messages_of(agent: Agent, run: str) -> tuple[Message, ...]:
    """The conversation at the end of a run."""
    checkpoint = await agent.parts.checkpointer.load(run)
    assert checkpoint is not None
    return checkpoint.state.messages


async def test_this_turns_results_are_viewed_and_earlier_ones_folded() -> None:
    inner = ScriptedModel(
        calls(call("c1", "search_books", subject="Emma")), text("Two."),
        calls(call("c2", "search_books", subject="Ulysses")), text("Two, too."),
    )  # fmt: skip
    agent = Agent(Parts(Viewed(inner, TOOLS), TOOLS))
    await agent.run(Task("books?", run="r1"))
    first = await messages_of(agent, "r1")
    await agent.run(Task("others?", run="r2", history=first))

    sent = [[m.text for m in request.messages if isinstance(m, ToolMessage)] for request in inner.requests]
    assert sent == [
        [],
        ["books c1_a1: 2 books\nWalden\nEmma"],
        ["books c1_a1: 2 books (folded)"],
        ["books c1_a1: 2 books (folded)", "books c2_a1: 2 books\nWalden\nUlysses"],
    ]
    kept = [json.loads(m.text) for m in first if isinstance(m, ToolMessage)]
    assert kept[0]["shelf"] == 3


def test_what_has_no_view_stays_as_it_is() -> None:
    messages = (HumanMessage("1 + 1"), *result("c", 2, "add"), *result("d", {"x": 1}, "gone"))
    assert viewed(messages, TOOLS) == messages


def test_folded_error_drops_its_data() -> None:
    error = {"code": "nothing_found", "message": "no book", "near": ["a"] * 50}
    failed = ToolMessage("c", "search_books", json.dumps({"error": error}), "failed")
    old = (HumanMessage("books?"), AssistantMessage("", (ToolCall("c", "search_books"),)), failed)

    now = viewed(old, TOOLS)
    later = viewed((*old, AssistantMessage("None."), HumanMessage("really?")), TOOLS)

    assert now[2] == failed
    assert json.loads(later[2].text) == {"error": {"code": "nothing_found", "message": "no book"}}


def test_a_folded_line_is_short() -> None:
    messages = (HumanMessage("1"), *result("c", "x" * 5_000, "add"), HumanMessage("2"))
    assert len(viewed(messages, TOOLS)[2].text) < LINE_CHARS + 20


class _Situated(NoPrompt):
    def system(self, state: AgentState) -> SystemMessage:
        return SystemMessage("You sell books.")

    def situation(self, state: AgentState) -> SystemMessage:
        return SystemMessage(f"It is turn {state.turn}.")


async def test_the_situation_stands_before_the_last_message_of_the_user() -> None:
    inner = ScriptedModel(text("Two."), text("Three."))
    agent = Agent(Parts(inner, TOOLS, prompter=_Situated()))
    await agent.run(Task("books?", run="r1"))
    await agent.run(Task("others?", run="r2", history=await messages_of(agent, "r1")))

    sent = [[(m.role, m.text) for m in request.messages] for request in inner.requests]
    assert sent[1] == [
        ("system", "You sell books."),
        ("human", "books?"),
        ("assistant", "Two."),
        ("system", "It is turn 2."),
        ("human", "others?"),
    ]


@pytest.mark.parametrize("room", [60, 120, 400])
def test_a_window_keeps_the_situation_with_its_turn(room: int) -> None:
    earlier = [HumanMessage("a" * 90), AssistantMessage("b" * 90)]
    messages = [SystemMessage("role"), *earlier, SystemMessage("now"), HumanMessage("c")]

    kept = fitted(messages, room)

    assert kept[0] == messages[0]
    assert kept[-2:] == tuple(messages[-2:])
    assert sum(map(cost, kept)) <= room
