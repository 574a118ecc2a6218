"""The Celery application: `celery -A travelagent.celery worker`, and `beat` for the periodic duties.

The event loop that a worker's runs live on is in `travelagent.ops.worker`.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")

app = Celery("travelagent")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
