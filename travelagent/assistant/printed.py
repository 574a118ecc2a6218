"""A plan and its budget as lines of plain text for a terminal, in English or Chinese.

A day is printed in the order in which it happens: every leg, meal and visit at its time, under a visit its hours, its
ticket and why it is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from travelagent.assistant.wording import Say, listed, money, speaker
from travelagent.costs.values import Budget
from travelagent.plans.fields import MIDNIGHT, clock
from travelagent.plans.values import Certificate, DayPlan, Itinerary, LeftOut, Leg, LocalizedText, Meal, Visit
from travelagent.plans.words import week_day
from travelagent.travel.legs import MODE_NAMES

MEALS = {"lunch": LocalizedText("Lunch", "午餐"), "dinner": LocalizedText("Dinner", "晚餐")}
INDENT = " " * 13

TIERS: Final = {"budget": ("budget", "经济"), "mid": ("mid-range", "舒适"), "luxury": ("luxury", "豪华")}


def itinerary_lines(itinerary: Itinerary, language: str) -> Iterator[str]:
    """Yield the days, what is left out, what was assumed, and the certificate's verdict."""
    say = speaker(language)
    for day in itinerary.days:
        yield from _day(day, itinerary, say, language)
        yield ""
    if itinerary.left_out:
        yield say("Left out", "未能安排")
        yield from (f"  {line}" for line in _left_out(itinerary.left_out, say))
        yield ""
    if itinerary.assumptions:
        yield say("Assumed", "默认假设")
        yield from (f"  {_localized(text, say)}" for text in itinerary.assumptions)
        yield ""
    yield _verdict(itinerary.certificate, say)


def budget_lines(found: Budget, language: str) -> Iterator[str]:
    """Yield the budget's lines with quantity × unit price, the total with its range, and the notes."""
    say = speaker(language)
    tier = TIERS[found.tier]
    people = say(f"{found.travellers} travelling, {tier[0]}", f"{found.travellers} 人，{tier[1]}档")
    yield say(f"Budget ({people})", f"预算（{people}）")
    for item in found.items:
        amount, unit = (money(value, found.currency, language) for value in (item.amount, item.unit_price))
        yield f"  {amount:>12}  {_localized(item.label, say)} ({item.quantity} × {unit})"
    total, low, high, each = (
        money(value, found.currency, language) for value in (found.total, found.low, found.high, found.per_person_day)
    )
    yield say(
        f"  {total:>12}  in all, {low} to {high}; {each} a person and day",
        f"  {total:>12}  合计，{low}～{high}；每人每天 {each}",
    )
    yield from (f"  {_localized(note, say)}" for note in found.notes)


def _localized(text: LocalizedText, say: Say) -> str:
    return say(text.en, text.zh)


def _day(day: DayPlan, itinerary: Itinerary, say: Say, language: str) -> Iterator[str]:
    city = _localized(itinerary.city_names[day.city], say)
    when = week_day(day.date)
    yield say(f"Day {day.day}, {when.en}, {city}", f"第 {day.day} 天，{when.zh}，{city}")
    if not day.visits:
        yield say(f"{INDENT}at leisure", f"{INDENT}自由活动")
    yield from (line for _, _, lines in sorted(_events(day, say, language)) for line in lines)
    if day.visits:
        yield _line(day.end, None, say("back", "返回"))


def _events(day: DayPlan, say: Say, language: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """(begin, end, lines) of everything that happens: what ends first comes first, a way of no minutes before all."""
    for leg in day.legs:
        yield leg.depart, leg.depart + leg.minutes, (_line(leg.depart, None, _leg(leg, say)),)
    for meal in day.meals:
        yield meal.start, meal.end, (_line(meal.start, meal.end, _meal(meal, say)),)
    for visit in day.visits:
        details = f"{_facts(visit, say, language)}; {_localized(visit.why, say)}"
        yield (
            visit.arrive,
            visit.depart,
            (_line(visit.arrive, visit.depart, _localized(visit.name, say)), f"{INDENT}{details}"),
        )


def _line(begin: int, end: int | None, text: str) -> str:
    span = clock(begin) if end is None else f"{clock(begin)}–{clock(end)}"
    return f"{span:<11}  {text}"


def _leg(leg: Leg, say: Say) -> str:
    mode, there = _localized(MODE_NAMES[leg.mode], say), _localized(leg.destination_name, say)
    return say(
        f"→ {there}: {leg.minutes} min {mode}, {leg.km:.1f} km",
        f"→ {there}：{mode} {leg.minutes} 分钟，{leg.km:.1f} 公里",
    )


def _meal(meal: Meal, say: Say) -> str:
    name = _localized(MEALS[meal.kind], say)
    return name + (say(", on site", "（在景区内）") if meal.visit else "")


def _facts(visit: Visit, say: Say, language: str) -> str:
    always = visit.opens == 0 and visit.closes == MIDNIGHT
    span = f"{clock(visit.opens)}–{clock(visit.closes)}"
    if visit.sight is None:
        return say("your own", "自己的安排")
    hours = say("always open", "全天开放") if always else say(f"open {span}", f"开放 {span}")
    if visit.ticket is None:
        return hours
    free = visit.ticket.amount == 0
    price = say("free", "免费") if free else money(visit.ticket.amount, visit.ticket.currency, language)
    return say(f"{hours}, {price}", f"{hours}，{price}")


def _left_out(left_out: Iterable[LeftOut], say: Say) -> Iterator[str]:
    """The sights that are left out for the same reason, and what would let them in, in one line."""
    names: dict[tuple[LocalizedText, LocalizedText], list[str]] = {}
    for left in left_out:
        names.setdefault((left.reason, left.relaxation), []).append(_localized(left.name, say))
    for (reason, relaxation), alike in names.items():
        listing = say(", ".join(alike), "、".join(alike))
        yield say(f"{listing}: {reason.en} {relaxation.en}", f"{listing}：{reason.zh}{relaxation.zh}")


def _verdict(certificate: Certificate, say: Say) -> str:
    checks = len(certificate.checks)
    if certificate.feasible:
        return say(f"Certificate: feasible, all {checks} checks passed", f"校验：可行，{checks} 项检查全部通过")
    failed = listed(sorted({check.constraint for check in certificate.failures}), say("en", "zh"))
    return say(f"Certificate: infeasible: {failed}", f"校验：不可行：{failed}")
