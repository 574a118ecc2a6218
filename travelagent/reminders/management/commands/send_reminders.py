from typing import Any

from django.core.management.base import BaseCommand

from travelagent.reminders.sending import send_reminders


class Command(BaseCommand):
    """The command `send_reminders`."""

    help = "Send the reminders that are due now, as the server or Celery's beat does by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{send_reminders()} reminders sent")
