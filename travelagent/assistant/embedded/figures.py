"""A data question: made into a query, checked, run; a refusal that states how to repair the query is followed once."""

from travelagent.assistant.embedded.script import Script
from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.questions.mend import mended
from travelagent.assistant.results.figures import Query


def figure_calls(question: str, turn: Turn) -> Script:
    """Make the calls towards the figures that a question asks for, in the order that the workflow demands."""
    turn = yield (("generate_sql", {"question": question}),)
    made = turn.last("generate_sql")
    if made is None or not (sql := made.result(Query).sql):
        return turn
    turn = yield (("validate_sql", {"sql": sql}),)
    if refused := turn.failures("validate_sql"):
        again = mended(sql, refused[-1].error or {})
        if again and again != sql:
            turn = yield (("validate_sql", {"sql": again}),)
    if (checked := turn.last("validate_sql")) is not None:
        turn = yield (("run_sql", {"sql": checked.value["sql"]}),)
    return turn
