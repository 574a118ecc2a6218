"""The order of the three tools of data questions is kept by code, whatever the model calls."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from agent_core.agent import Agent, Task
from agent_core.messages import call
from agent_core.runtime import Parts
from agent_core.state import Result
from agent_core.testing import ScriptedModel, calls, text
from agent_core.tools import Tool, ToolError, ToolRegistry, ToolResult
from tests.agent_core.cast import Recorder
from tests.assistant.asking import run_question
from travelagent.assistant.tools import TOOLS
from travelagent.assistant.workflows import DATA_QUESTIONS
from travelagent.catalog import source

MUSEUMS = "SELECT count(*) AS museums FROM sights WHERE category = 'museum'"
CHECKED = "SELECT COUNT(*) AS museums FROM sights WHERE category = 'museum' LIMIT 200"


async def scripted(*steps: tuple[str, dict[str, Any]]) -> tuple[Result, Recorder]:
    """A run in which the model makes these calls one after the other."""
    replies = [calls(call(f"c{number}", name, **args)) for number, (name, args) in enumerate(steps)]
    sink = Recorder()
    agent = Agent(Parts(ScriptedModel(*replies, text("Done.")), ToolRegistry(TOOLS), workflow=DATA_QUESTIONS))
    return await agent.run(Task("How many museums are there?"), sink=sink), sink


def errors(result: Result) -> list[str]:
    return [str((row.action.error or {}).get("code", "")) for row in result.history if row.action]


async def test_a_models_own_sql_runs_once_it_is_validated() -> None:
    result, _ = await scripted(("validate_sql", {"sql": MUSEUMS}), ("run_sql", {"sql": MUSEUMS}))
    assert errors(result) == ["", ""]
    found = result.history[1].action
    assert found is not None
    museums = sum(sight.category == "museum" for sight in source.sights().values())
    assert found.result["rows"] == [[museums]]
    assert found.result["sql"] == CHECKED


async def test_without_a_validation_nothing_runs() -> None:
    result, sink = await scripted(("run_sql", {"sql": MUSEUMS}))
    assert errors(result) == ["out_of_order"]
    assert [event.status for event in sink.events if event.type == "tool_end"] == ["refused"]


async def test_a_failed_validation_counts_for_nothing() -> None:
    result, sink = await scripted(
        ("validate_sql", {"sql": "SELECT * FROM auth_user"}), ("run_sql", {"sql": "SELECT * FROM auth_user"})
    )
    assert errors(result) == ["unknown_table", "out_of_order"]
    hints = [event.suggested_next_step for event in sink.events if event.type == "next_step"]
    assert hints[0] == "analyze_validation_error"


async def test_another_query_than_the_validated_one_is_refused() -> None:
    result, _ = await scripted(
        ("validate_sql", {"sql": MUSEUMS}), ("run_sql", {"sql": "SELECT count(*) AS sights FROM sights"})
    )
    assert errors(result) == ["", "not_validated"]


async def test_the_validation_of_an_earlier_run_does_not_count() -> None:
    sink = Recorder()
    parts = Parts(
        ScriptedModel(
            calls(call("c1", "validate_sql", sql=MUSEUMS)),
            text("Checked."),
            calls(call("c2", "run_sql", sql=MUSEUMS)),
            text("Done."),
        ),
        ToolRegistry(TOOLS),
        workflow=DATA_QUESTIONS,
    )
    agent = Agent(parts)
    await agent.run(Task("Check it.", run="run_1"), sink=sink)
    second = await agent.run(Task("Run it.", run="run_2"), sink=sink)
    assert errors(second) == ["out_of_order"]


def with_tool(name: str, change: Any) -> Iterable[Tool]:
    """The tools with one of them working otherwise."""
    return [replace(tool, function=change(tool.function)) if tool.name == name else tool for tool in TOOLS]


async def test_a_mistyped_name_is_mended_and_checked_again() -> None:
    def mistyping(function: Any) -> Any:
        def generate(**values: Any) -> ToolResult:
            made = function(**values)
            return replace(made, value={**made.value, "sql": made.value["sql"].replace("category", "categori")})

        return generate

    result, _ = await run_question("How many museums does Rome have?", with_tool("generate_sql", mistyping))
    assert [row.action.tool for row in result.history if row.action] == [
        *("generate_sql", "validate_sql", "validate_sql", "run_sql"),
    ]
    assert errors(result) == ["", "unknown_column", "", ""]
    assert "3" in result.final_reply


async def test_a_query_that_stays_refused_is_answered_honestly() -> None:
    def refusing(function: Any) -> Any:
        def validate(**values: Any) -> Any:
            raise ToolError("too_complex", "The query is too long.")

        return validate

    result, _ = await run_question("How many museums does Rome have?", with_tool("validate_sql", refusing))
    assert errors(result) == ["", "too_complex"]
    assert result.final_reply.startswith("The query is too long.")


async def test_without_the_tools_the_answer_says_so() -> None:
    result, _ = await run_question("How many museums does Rome have?", TOOLS.without(["generate_sql", "run_sql"]))
    assert errors(result) == []
    assert result.final_reply == "Questions over the whole catalogue are not available right now."
