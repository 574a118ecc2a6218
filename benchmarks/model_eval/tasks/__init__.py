"""All tasks, in the order of the report: twenty in Chinese, twenty in English."""

from benchmarks.model_eval.tasks import changes, honesty, money, planning, questions, writes
from benchmarks.model_eval.tasks.values import Task

TASKS: tuple[Task, ...] = tuple(
    sorted(
        (task for module in (planning, changes, money, questions, writes, honesty) for task in module.TASKS),
        key=lambda task: task.language,
        reverse=True,
    )
)
"""Chinese ones first, by group as listed."""
