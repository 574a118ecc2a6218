"""Events of the application: what they may be called, when a tool's are emitted, and who gets them."""

import math

import pytest

from agent_core.events import CORE_TYPES, Artifact, CustomEvent, Event, wire_data
from agent_core.messages import call
from agent_core.nested import agent_as_tool
from agent_core.testing import calls, text
from agent_core.tools import Shown, Tool, ToolContext, ToolResult, as_result, tool
from tests.agent_core.cast import Recorder, add, agent_with, model_of, task


@tool
def shelve(title: str, *, context: ToolContext) -> ToolResult:
    """Put a book on the shelf."""
    moved = CustomEvent("shelf_changed", {"title": title, "artifact": context.artifact_id(2)})
    return ToolResult(
        {"title": title}, shown=(Shown("book", {"title": title}), Shown("shelf", {})), events=(moved, moved)
    )


def types_behind_the_call(events: list[Event]) -> list[str]:
    return [event.type for event in events if event.type in ("tool_end", "artifact", "shelf_changed", "evaluation")]


@pytest.mark.parametrize("type", [*CORE_TYPES, "", "Shelf", "shelf-changed", "2_shelves", "shelf changed\n", "s" * 31])
def test_a_type_is_a_name_of_the_applications_own(type: str) -> None:
    with pytest.raises(ValueError, match="event"):
        CustomEvent(type, {})


def test_the_wire_data_is_the_data() -> None:
    event = CustomEvent("shelf_changed", {"titles": ("Emma", "Utopia"), "rows": {"a": [1, None]}})

    assert wire_data(event) == {"titles": ["Emma", "Utopia"], "rows": {"a": [1, None]}}


async def test_a_tools_events_follow_its_artifacts() -> None:
    sink, observed = Recorder(), list[Event]()
    agent = agent_with(
        calls(call("c1", "shelve", title="Emma")), text("Done."), tools=(shelve,), observers=(observed.append,)
    )

    await agent.run(task(), sink=sink)

    expected = ["tool_end", "artifact", "artifact", "shelf_changed", "shelf_changed", "evaluation"]
    assert types_behind_the_call(sink.events) == types_behind_the_call(observed) == expected
    shelf = sink.of("artifact")[1]
    assert isinstance(shelf, Artifact)
    assert wire_data(sink.of("shelf_changed")[0]) == {"title": "Emma", "artifact": shelf.id}


async def test_a_reader_of_the_stream_gets_them() -> None:
    agent = agent_with(calls(call("c1", "shelve", title="Emma")), text("Done."), tools=(shelve,))

    streamed = [event async for event in agent.stream(task())]

    assert types_behind_the_call(streamed)[-2:] == ["shelf_changed", "evaluation"]


async def test_those_of_a_nested_agent_carry_the_call_it_runs_in() -> None:
    inner = agent_with(calls(call("i1", "shelve", title="Emma")), text("Shelved."), tools=(shelve,))
    librarian = agent_as_tool(inner, "librarian", "Look after the books.")
    agent = agent_with(calls(call("c1", "librarian", task="Shelve Emma")), text("Done."), tools=(librarian,))
    sink = Recorder()

    await agent.run(task(), sink=sink)

    parents = [p for event, p in zip(sink.events, sink.parents, strict=True) if event.type == "shelf_changed"]
    assert parents == ["c1", "c1"]


@pytest.mark.parametrize("data", [{"at": object()}, {"weight": math.nan}])
async def test_events_that_are_no_json_are_an_error_of_the_tool(data: dict[str, object]) -> None:
    @tool
    def shelve_badly() -> ToolResult:
        """Put a book on the shelf."""
        return ToolResult({}, shown=(Shown("shelf", {}),), events=(CustomEvent("shelf_changed", data),))

    agent = agent_with(calls(call("c1", "shelve_badly")), text("Sorry."), tools=(shelve_badly,))
    sink = Recorder()

    result = await agent.run(task(), sink=sink)

    assert types_behind_the_call(sink.events) == ["tool_end", "evaluation"]
    assert '"bad_result"' in model_of(agent).requests[1].messages[-1].text
    assert result.final_reply == "Sorry."


async def test_a_failed_call_emits_none_and_its_neighbour_its_own() -> None:
    def lost(title: str) -> ToolResult:
        """Lose a book."""
        raise OSError(title)

    tools: tuple[Tool, ...] = (shelve, tool(lost), add)
    both = calls(call("c1", "lost", title="Utopia"), call("c2", "shelve", title="Emma"))
    sink = Recorder()

    await agent_with(both, text("One is gone."), tools=tools, on_tool_crash=lambda call, error: None).run(
        task(), sink=sink
    )

    assert [event.data["title"] for event in sink.of("shelf_changed")] == ["Emma", "Emma"]


def test_a_result_keeps_its_events() -> None:
    event = CustomEvent("shelf_changed", {"n": 1})

    assert as_result(ToolResult(1, events=(event,))).events == (event,)
