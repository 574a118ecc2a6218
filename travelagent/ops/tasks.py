"""The duties as Celery tasks; `settings.CELERY_BEAT_SCHEDULE` has their times."""

from travelagent.celery import app
from travelagent.ops import duties


@app.task(name="do_duty")
def do_duty(name: str) -> None:
    """Do a duty by its name."""
    duties.do(name)
