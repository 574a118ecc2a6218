"""The assistant's clock: whatever depends on the day is handed it as a parameter, from here."""

from datetime import date

from django.utils import timezone


def today() -> date:
    """Return the date in the time zone of the settings."""
    return timezone.localdate()
