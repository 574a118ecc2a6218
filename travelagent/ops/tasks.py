"""The duties as Celery tasks; `settings.CELERY_BEAT_SCHEDULE` says when."""

from travelagent.celery import app
from travelagent.ops import duties


@app.task(name="do_duty")
def do_duty(name: str) -> None:
    duties.do(name)
