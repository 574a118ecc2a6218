"""A data question: made into a query, checked, run; a refusal that states how to repair the query is followed once."""

from collections.abc import Iterator
from typing import Any

from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.questions.mend import mended
from travelagent.assistant.results.figures import Query


def figure_calls(question: str, turn: Turn) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the next call towards the figures that a question asks for, in the order that the workflow demands."""
    made, checked = turn.last("generate_sql"), turn.last("validate_sql")
    if checked is not None:
        yield "run_sql", {"sql": checked.value["sql"]}
    elif made is None:
        yield "generate_sql", {"question": question}
    elif refused := turn.failures("validate_sql"):
        sql = mended(refused[0].call.args["sql"], refused[0].error or {})
        if sql and len(refused) == 1 and sql != refused[0].call.args["sql"]:
            yield "validate_sql", {"sql": sql}
    elif sql := made.result(Query).sql:
        yield "validate_sql", {"sql": sql}
