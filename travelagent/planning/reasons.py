"""Why a visit is where it is, in a sentence out of the plan's own figures."""

from __future__ import annotations

from travelagent.planning.messages import message
from travelagent.planning.taste import after_dark
from travelagent.plans.daylight import NIGHTFALL
from travelagent.plans.fields import clock
from travelagent.plans.values import Leg, LocalizedText, PlanRequest, Sight
from travelagent.plans.words import joined, listed, sentence
from travelagent.travel.legs import MODE_NAMES
from travelagent.travel.values import Hop

FAR_MINUTES = 45
"""A leg of at least so many minutes is mentioned."""
BOOKING = message("why.booking")


def why(request: PlanRequest, sight: Sight, hop: Hop | Leg, *, first: bool, arrive: int, spare: int) -> LocalizedText:
    """Return why a visit is in the plan where it is.

    Demanded or of high score, the interests it meets, its nearness or distance, its hour, its session or the minutes to
    spare.
    """
    parts = [_merit(request, sight)]
    if met := [tag for tag in request.interests if tag in (sight.category, *sight.tags)]:
        names = joined(met)
        parts.append(message("why.interests", names=names))
    if (hop.mode == "walk" and not first) or hop.minutes >= FAR_MINUTES:
        start = message("why.day_start") if first else message("why.stop_before")
        key = {"walk": "why.walk", "car": "why.drive"}.get(hop.mode, "why.ride")
        parts.append(message(key, minutes=hop.minutes, mode=MODE_NAMES[hop.mode], start=start))
    if after_dark(sight) and arrive >= NIGHTFALL:
        parts.append(message("why.evening"))
    parts.append(message("why.session", at=clock(arrive)) if sight.sessions else message("why.spare", spare=spare))
    return sentence(listed(parts, "; ", "；"))


def _merit(request: PlanRequest, sight: Sight) -> LocalizedText:
    if any(pin.sight == sight.id and pin.by_traveller for pin in request.pinned):
        return message("why.pinned")
    if sight.id in request.must_see:
        return message("why.must_see")
    return message("why.rated", score=sight.score)
