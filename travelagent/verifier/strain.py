"""Is no day harder than those who go can bear at their pace, but for what they asked for by name?"""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.day_strain import DayStrain, strained_days
from travelagent.plans.strain_words import load_text
from travelagent.plans.values import Check, LocalizedText
from travelagent.verifier.trip import Message, Trip

DAY = Message("strain", "{figure:.1f} of {limit:.1f}{why} — {parts}", "{figure:.1f}，上限 {limit:.1f}{why}：{parts}")
REQUESTED = Message(
    "strain",
    "{figure:.1f}, over the limit of {limit:.1f}{why}, for what you asked for — {parts}",
    "{figure:.1f}，超过上限 {limit:.1f}{why}，因为这些都是你指定的：{parts}",
)
UNLIMITED = Message(
    "strain",
    "{figure:.1f}, no limit as it is not known who goes — {parts}",
    "{figure:.1f}，不知道同行的人，没有设上限：{parts}",
)
TRIP = Message(
    "strain",
    "the whole trip: {figure:.1f} of {limit:.1f}, the hardest day {most:.1f} (1 is an hour's walk on the flat)",
    "全程：{figure:.1f}，上限 {limit:.1f}，最累的一天 {most:.1f}（1 相当于平地步行一小时）",
)
TRIP_UNLIMITED = Message(
    "strain",
    "the whole trip: {figure:.1f}, the hardest day {most:.1f} (1 is an hour's walk on the flat)",
    "全程：{figure:.1f}，最累的一天 {most:.1f}（1 相当于平地步行一小时）",
)
AFTER_HARD = LocalizedText(" after day {day}, which was hard", "，因为第 {day} 天较累")
LIGHT = LocalizedText(" on the first day at {height:,} m", "，因为第一天到海拔 {height:,} 米")
LIGHT_AFTER = LocalizedText(
    " on the first day at {height:,} m, {gain:,} m higher than the night before",
    "，因为第一天到海拔 {height:,} 米，比前一晚高 {gain:,} 米",
)


def check(trip: Trip) -> Iterator[Check]:
    """Check that no day and not the whole trip is harder than those who go may bear, except by what was requested by
    name.
    """
    days = list(strained_days(trip.itinerary.days, trip.request, trip.known))
    for day in days:
        yield _of_day(day)
    if not days:
        return
    totals, limits = [day.strain.total for day in days], [day.limit for day in days if day.limit is not None]
    if not limits:
        yield TRIP_UNLIMITED(True, figure=sum(totals), most=max(totals))
        return
    ok = sum(totals) <= sum(limits) or any(day.is_over and day.requested for day in days)
    yield TRIP(ok, figure=sum(totals), limit=sum(limits), most=max(totals))


def _of_day(day: DayStrain) -> Check:
    figure, parts = day.strain.total, load_text(day.load)
    if day.limit is None:
        return UNLIMITED(True, day=day.day, figure=figure, parts=parts)
    message = REQUESTED if day.is_over and day.requested else DAY
    ok = not day.is_over or day.requested
    return message(ok, day=day.day, figure=figure, limit=day.limit, why=_why(day), parts=parts)


def _why(day: DayStrain) -> LocalizedText:
    """Why the limit is lower than usual; empty where it is not."""
    if day.acclimatises:
        light, gain = (LIGHT_AFTER if day.before else LIGHT), day.height - (day.before or 0)
        return LocalizedText(*(text.format(height=day.height, gain=gain) for text in (light.en, light.zh)))
    if day.rests:
        return LocalizedText(AFTER_HARD.en.format(day=day.day - 1), AFTER_HARD.zh.format(day=day.day - 1))
    return LocalizedText("", "")
