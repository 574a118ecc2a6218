"""The notes on days that are harder than they may be, and on nights that are too high too soon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from travelagent.planning.messages import message
from travelagent.plans.day_strain import DayStrain, named, strained_days
from travelagent.plans.strain_words import load_text
from travelagent.plans.values import Assumption, DayPlan, LocalizedText, PlanRequest, Sight
from travelagent.plans.words import listed

TOO_HARD, THIN_AIR = "too_hard", "thin_air"
"""The rules of the notes on days that are harder than they may be, and on nights that are too high too soon."""


def hard_days(days: Sequence[DayPlan], request: PlanRequest, sights: Sequence[Sight]) -> Iterator[Assumption]:
    """Yield a sentence for every day that is too hard for what was asked for by name."""
    known, named_sights = {sight.id: sight for sight in sights}, named(request)
    for day, strained in zip(days, strained_days(days, request, known), strict=True):
        if strained.is_over and strained.requested:
            names = [visit.name for visit in day.visits if visit.sight in named_sights] or [
                visit.name for visit in day.visits
            ]
            figures = {"figure": strained.strain.total, "limit": strained.limit, "parts": load_text(strained.load)}
            text = message("assumption.too_hard", day=day.day, names=listed(names), **figures)
            yield Assumption(text.en, text.zh, TOO_HARD)


def steep_nights(days: Sequence[DayPlan], request: PlanRequest) -> Iterator[Assumption]:
    """Yield a sentence for every night that is so much higher than the one before that a body may not bear it."""
    for strained in strained_days(days, request, {}):
        if strained.is_steep:
            text = _of_night(strained)
            yield Assumption(text.en, text.zh, THIN_AIR)


def _of_night(night: DayStrain) -> LocalizedText:
    if not night.before:
        return message("assumption.steep_at_once", day=night.day, height=night.height)
    return message("assumption.steep", day=night.day, height=night.height, gain=night.height - night.before)
