"""A data question: made into a query, checked, run; a refused query is not tried again."""

from collections.abc import Iterator
from typing import Any

from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.results.figures import Query


def figure_calls(question: str, turn: Turn) -> Iterator[tuple[str, dict[str, Any]]]:
    """The next call towards the figures that a question asks for; the workflow demands this order."""
    made, checked = turn.last("generate_sql"), turn.last("validate_sql")
    if checked is not None:
        yield "run_sql", {"sql": checked.value["sql"]}
    elif made is None:
        yield "generate_sql", {"question": question}
    elif sql := made.result(Query).sql:
        yield "validate_sql", {"sql": sql}
