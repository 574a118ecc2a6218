"""What workers do for Celery. The runs themselves live on the worker's supervisor, not in a task."""

from travelagent.celery import app
from travelagent.chat import dispatch, runtime


@app.task(name=dispatch.TASK)
def work_run(run: str) -> None:
    """A hint: this process takes the run if it waits and there is room. The row is the truth."""
    runtime.hint(run)
