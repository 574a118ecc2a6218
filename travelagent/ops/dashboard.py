"""The usage dashboard: what runs did, took and cost over the last days, from the projections of the event log."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from statistics import quantiles
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.db.models import Count, Q, Sum
from django.db.models.functions import TruncDate
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from travelagent.chat.failures import MODEL_FAILED, TOOL_FAILED, Lately, model_failures, tool_failures
from travelagent.chat.labels import intent_label
from travelagent.chat.models import Feedback, ModelUse, Run, RunKind, RunStatus, ToolUse

PERIODS = (1, 7, 30, 90)
SAMPLE = 10_000
"""So many of the newest durations stand for all."""
CHART = (600, 150)
LABEL_PX = 18


@dataclass(frozen=True, slots=True)
class Bar:
    """A column of a chart in pixels: the good share of it, and the bad one below."""

    x: float
    width: float
    y: float
    height: float
    bad_y: float
    bad_height: float
    label: str
    title: str


@permission_required("chat.view_run", raise_exception=True)
def usage(request: HttpRequest) -> HttpResponse:
    """Render the figures of the last days: `/admin/usage/?days=30`."""
    given = request.GET.get("days", "")
    days = int(given) if given in map(str, PERIODS) else 30
    context = {
        **admin.site.each_context(request),
        "title": _("Usage"),
        "days": days,
        "periods": PERIODS,
        **figures(days),
    }
    return TemplateResponse(request, "admin/usage.html", context)


def figures(days: int) -> Mapping[str, Any]:
    """Return everything the page shows, in a fixed number of queries."""
    since = timezone.now() - timedelta(days=days)
    runs = Run.objects.filter(kind=RunKind.MESSAGE, created_at__gte=since).order_by()
    uses = ModelUse.objects.filter(at__gte=since).order_by()
    failed = Count("pk", filter=Q(status=RunStatus.FAILED))
    by_day = runs.annotate(day=TruncDate("created_at")).values("day").annotate(count=Count("pk"), failed=failed)
    per_day = {row["day"]: (row["count"], row["failed"]) for row in by_day}
    costs = uses.annotate(day=TruncDate("at")).values("day").annotate(usd=Sum("cost_usd"))
    cost_per_day = {row["day"]: row["usd"] for row in costs}
    took = runs.filter(duration_ms__isnull=False).order_by("-created_at").values_list("duration_ms", flat=True)
    verdicts = Feedback.objects.filter(created_at__gte=since).order_by().values("kind").annotate(count=Count("pk"))
    calendar = [timezone.now().date() - timedelta(days=back) for back in range(days - 1, -1, -1)]
    return {
        "runs": sum(count for count, _failed in per_day.values()),
        "failed": sum(failed for _count, failed in per_day.values()),
        "percentiles": percentiles([ms for ms in took[:SAMPLE] if ms is not None]),
        "cost": sum(cost_per_day.values(), Decimal(0)),
        "runs_chart": chart([(day, *per_day.get(day, (0, 0))) for day in calendar]),
        "cost_chart": chart([(day, float(cost_per_day.get(day, 0)), 0) for day in calendar]),
        "intents": [
            {**row, "label": intent_label(row["intent"])}
            for row in runs.values("intent").annotate(count=Count("pk")).order_by("-count")
        ],
        **called(since),
        "verdicts": {row["kind"]: row["count"] for row in verdicts},
        "size": CHART,
    }


def called(since: datetime) -> Mapping[str, Any]:
    """Return the tools and models that were called: how often, how often they failed, and which of them raise the
    alarm.
    """
    tools = ToolUse.objects.filter(at__gte=since).order_by().values("tool")
    models = ModelUse.objects.filter(at__gte=since).order_by().values("model")
    by_tool = _rated(
        tools.annotate(calls=Count("pk"), failed=Count("pk", filter=TOOL_FAILED)).order_by("-calls"),
        "tool",
        tool_failures(),
    )
    by_model = _rated(
        models.annotate(
            calls=Count("pk"),
            failed=Count("pk", filter=MODEL_FAILED),
            prompt=Sum("prompt_tokens"),
            completion=Sum("completion_tokens"),
            usd=Sum("cost_usd"),
        ).order_by("-calls"),
        "model",
        model_failures(),
    )
    return {
        "tools": by_tool,
        "models": by_model,
        "alarms": [row for row in (*by_tool, *by_model) if row["lately"].is_alarming],
        "bound": settings.FAILURE_ALARM_PERCENT,
    }


def _rated(rows: Iterable[Mapping[str, Any]], name: str, failures: Mapping[str, Lately]) -> list[dict[str, Any]]:
    """Return the rows with their failure rates; what was called lately, but not in the period, has a row of its own."""
    found = [{**row, "lately": failures.get(row[name], Lately())} for row in rows]
    shown = {row[name] for row in found}
    others = [each for each in failures if each not in shown]
    return [*found, *({name: each, "calls": 0, "failed": 0, "lately": failures[each]} for each in others)]


def percentiles(durations: Sequence[int]) -> Mapping[str, float]:
    """Return the 50th and 95th percentile of durations in milliseconds, in seconds; empty for fewer than two."""
    if len(durations) < 2:
        return {}
    cuts = quantiles(durations, n=20, method="inclusive")
    return {"p50": cuts[9] / 1000, "p95": cuts[18] / 1000}


def chart(rows: Sequence[tuple[date, float, float]]) -> Sequence[Bar]:
    """Columns of a bar chart of CHART's size: a day, its whole, and the share of it that is bad."""
    width, height = CHART
    top = max((whole for _day, whole, _bad in rows), default=0) or 1
    step, plot = width / len(rows), height - LABEL_PX
    labelled = max(1, len(rows) // 8)
    bars = []
    for at, (day, whole, bad) in enumerate(rows):
        good_px, bad_px = (whole - bad) / top * plot, bad / top * plot
        bars.append(
            Bar(
                x=round(at * step + step * 0.1, 1),
                width=round(step * 0.8, 1),
                y=round(plot - good_px - bad_px, 1),
                height=round(good_px, 1),
                bad_y=round(plot - bad_px, 1),
                bad_height=round(bad_px, 1),
                label=date_format(day, _("j M")) if at % labelled == 0 else "",
                title=" · ".join([date_format(day), f"{whole:g}", *([f"{bad:g} ✗"] if bad else [])]),
            )
        )
    return bars
