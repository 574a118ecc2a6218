"""Gauges of the whole installation, read from the database whenever Prometheus asks."""

from collections.abc import Iterator

from django.db import DatabaseError
from django.db.models import Count
from prometheus_client import REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from travelagent.chat.models import OPEN, Proposal, Run


class OpenRuns(Collector):
    """Runs that have not ended, by status, and proposals that wait; nothing while the database is gone."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        runs = GaugeMetricFamily("travelagent_runs_open", "Runs that have not ended.", labels=["status"])
        waiting = GaugeMetricFamily("travelagent_proposals_open", "Proposals that wait for a decision.")
        try:
            counted = Run.objects.filter(status__in=OPEN).order_by().values("status").annotate(count=Count("pk"))
            counts = {row["status"]: row["count"] for row in counted}
            waiting.add_metric([], Proposal.objects.filter(status=Proposal.Status.OPEN).count())
        except DatabaseError:
            return
        for status in OPEN:
            runs.add_metric([status], counts.get(status, 0))
        yield from (runs, waiting)

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Registered without asking the database."""
        return iter(())


def register() -> None:
    """Register the metrics that are read from the database; call it once a process."""
    REGISTRY.register(OpenRuns())
