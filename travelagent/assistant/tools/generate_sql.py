"""generate_sql: a question about the catalogue's figures as SQL, where it is one of the family that is understood."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from agent_core.messages import HumanMessage, Message
from agent_core.tools import ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.language import language_of
from travelagent.assistant.places import localize
from travelagent.assistant.questions.compile import compiled, measure_column, with_currency
from travelagent.assistant.questions.describe import described
from travelagent.assistant.questions.read import read_in_turn, read_question
from travelagent.assistant.questions.values import DataQuery, UnsupportedQuestion
from travelagent.assistant.results.figures import Query
from travelagent.assistant.results.parsing import dumped


def _label(args: Mapping[str, Any], locale: str) -> str:
    return "正在把问题写成查询…" if locale == "zh" else "Writing the question as a query…"


@tool(category="data", tags=("sql",), wants_history=True, label=_label)
def generate_sql(
    question: Annotated[str, Field(min_length=1, max_length=2000, description="In Chinese or English, as asked.")],
    *,
    context: ToolContext,
) -> ToolResult:
    """Write a question that counts, ranks, filters, averages or compares cities, sights, climate or costs as SQL."""
    language = language_of(question, context.locale)
    try:
        query = with_currency(_read(question, context.history), language)
    except UnsupportedQuestion as error:
        raise ToolError("beyond_family", localize(error.why, context.locale), words=list(error.words)) from error
    reading = described(query)
    return ToolResult(
        dumped(
            Query(
                sql=compiled(query),
                reading=localize(reading, context.locale),
                title=reading,
                measure=measure_column(query),
                limit=query.limit,
            )
        )
    )


def _read(question: str, history: Sequence[Message]) -> DataQuery:
    """Return the query of a question: of a follow-up if it is worded so, else by itself. Raises UnsupportedQuestion."""
    before = [message.text for message in history if isinstance(message, HumanMessage) and message.text != question]
    return read_in_turn(question, before) or read_question(question)
