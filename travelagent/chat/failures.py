"""How often tools and models failed lately, and which of them fail more often than the settings bear."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from travelagent.chat.models import ModelUse, ToolUse

DAY, WEEK = timedelta(days=1), timedelta(days=7)
TOOL_FAILED = Q(status__in=["failed", "timeout"])
MODEL_FAILED = Q(finish_reason="error")


@dataclass(frozen=True, slots=True)
class Rate:
    """The calls of a span of time, and how many of them failed."""

    calls: int = 0
    failed: int = 0

    @property
    def percent(self) -> float:
        """The share of failed calls in percent, 0 without calls."""
        return 100 * self.failed / self.calls if self.calls else 0.0

    @property
    def is_alarming(self) -> bool:
        """Return whether the rate passes `FAILURE_ALARM_PERCENT`, of at least `FAILURE_ALARM_CALLS` calls."""
        enough = self.calls >= settings.FAILURE_ALARM_CALLS
        return enough and self.percent > settings.FAILURE_ALARM_PERCENT


@dataclass(frozen=True, slots=True)
class Lately:
    """The rates of the last 24 hours and of the last seven days."""

    day: Rate = Rate()
    week: Rate = Rate()

    @property
    def is_alarming(self) -> bool:
        """Whether the rate of the day or of the week is alarming."""
        return self.day.is_alarming or self.week.is_alarming


def tool_failures() -> Mapping[str, Lately]:
    """Return the rates by the tool's name, in one query."""
    return _failures(ToolUse.objects.all(), "tool", TOOL_FAILED)


def model_failures() -> Mapping[str, Lately]:
    """Return the rates by the model's name, in one query."""
    return _failures(ModelUse.objects.all(), "model", MODEL_FAILED)


def _failures(uses: QuerySet[Any], name: str, failed: Q) -> Mapping[str, Lately]:
    now = timezone.now()
    rows = uses.filter(at__gte=now - WEEK).order_by().values(name).annotate(**_counts(now, failed))
    return {
        row[name]: Lately(Rate(row["day"], row["day_failed"]), Rate(row["week"], row["week_failed"])) for row in rows
    }


def _counts(now: datetime, failed: Q) -> dict[str, Count]:
    today = Q(at__gte=now - DAY)
    return {
        "day": Count("pk", filter=today),
        "day_failed": Count("pk", filter=today & failed),
        "week": Count("pk"),
        "week_failed": Count("pk", filter=failed),
    }
