"""The Celery application: `celery -A travelagent.celery worker`, and `beat` for the periodic duties.

A worker's part beyond its tasks, the event loop that runs live on, is `travelagent.ops.worker`.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")

app = Celery("travelagent")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
