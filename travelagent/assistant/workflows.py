"""Guided orders of tools: what should follow an outcome, and what code refuses to skip.

A data question is made into SQL, the SQL is checked, and only checked SQL is run. A model may bring SQL of its own to
the check; nothing may go past it.
"""

from agent_core.workflow import Workflow

DATA_QUESTIONS = Workflow(
    hints={
        ("generate_sql", "ok"): "validate_sql",
        ("generate_sql", "failed"): "answer_with_common_sense",
        ("validate_sql", "ok"): "run_sql",
        ("validate_sql", "failed"): "analyze_validation_error",
        ("run_sql", "ok"): "summarize_final_answer",
        ("run_sql", "empty"): "summarize_final_answer",
        ("run_sql", "failed"): "summarize_final_answer",
    },
    requires={"run_sql": "validate_sql"},
)
