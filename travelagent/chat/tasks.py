"""What workers do for Celery. The runs themselves live on the worker's supervisor, not in a task."""

from travelagent.celery import app
from travelagent.chat import dispatch, runtime


@app.task(name=dispatch.TASK)
def work_run(run: str) -> None:
    """Take the run in this process if it waits and there is room; only a hint, the row decides."""
    runtime.hint(run)
