"""Notes on needs that planning cannot guarantee: how the plan serves them, and what the traveller has to check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from travelagent.briefs.values import Need
from travelagent.catalog import source
from travelagent.catalog.values import Sight
from travelagent.plans.values import Itinerary, LocalizedText, MealKind
from travelagent.plans.words import clock, listed

MOST_NAMES: Final = 4
RISKY: Final = frozenset({"hot_spring", "theme_park", "ski", "adventure", "diving", "surfing", "rafting"})
"""Categories and tags of sights that not every pregnant traveller may enjoy."""


def describe_needs(needs: tuple[Need, ...], itinerary: Itinerary) -> LocalizedText | None:
    """Return what a plan does for these needs and what it cannot know; None where no need has a note."""
    texts = [NEED_NOTES[need](itinerary) for need in needs if need in NEED_NOTES]
    if not texts:
        return None
    return LocalizedText(" ".join(text.en for text in texts), "".join(text.zh for text in texts))


def _pregnant(itinerary: Itinerary) -> LocalizedText:
    risky = [sight for sight in _sights(itinerary) if RISKY & {sight.category, *sight.tags}]
    names = _names(risky)
    en = f" Ask a doctor about {names.en}." if risky else ""
    zh = f"{names.zh}请先问过医生。" if risky else ""
    return LocalizedText(
        f"Pregnant: gentle days, without climbs and thin air.{en}", f"孕期：行程放缓，不爬山，不去高海拔的地方。{zh}"
    )


def _regular_meals(itinerary: Itinerary) -> LocalizedText:
    spans = {kind: _span(itinerary, kind) for kind in ("lunch", "dinner")}
    en = " and ".join(f"{kind} begins {span.en}" for kind, span in spans.items() if span)
    zh = "，".join(f"{_MEALS_ZH[kind]}{span.zh}开始" for kind, span in spans.items() if span)
    return LocalizedText(
        f"Regular meals: {en or 'no day is long enough for one'}. Carry something to eat on the way.",
        f"按时用餐：{zh or '每天都不到用餐时间'}，路上随身带些吃的。",
    )


def _low_vision(itinerary: Itinerary) -> LocalizedText:
    names = _contacts(itinerary)
    return LocalizedText(
        f"Low vision: audio guides and touch tours are not in the data; ask {names.en} when you book.",
        f"视力不便：语音导览和触摸体验没有资料，订票时请问{names.zh}。",
    )


def _hard_of_hearing(itinerary: Itinerary) -> LocalizedText:
    names = _contacts(itinerary)
    return LocalizedText(
        f"Hard of hearing: written guides and signed tours are not in the data; ask {names.en} when you book.",
        f"听力不便：文字导览和手语讲解没有资料，订票时请问{names.zh}。",
    )


def _with_dog(itinerary: Itinerary) -> LocalizedText:
    names = _names([sight for sight in _sights(itinerary) if sight.indoor == "none"])
    en = f"in the open are {names.en}; whether" if names.en else "whether"
    zh = f"{names.zh}是露天的，其他" if names.zh else ""
    return LocalizedText(
        f"With a dog: {en} a place admits one is not in the data, so ask before you go.",
        f"带着狗：{zh}地方让不让狗进没有资料，去之前请先问。",
    )


def _feels_cold(itinerary: Itinerary) -> LocalizedText:
    names = _names(_roofed(itinerary))
    en = f"warm up in {names.en}" if names.en else "no stop of the plan is under a roof"
    zh = f"可以在{names.zh}里暖和一下" if names.zh else "行程里没有室内的地方"
    return LocalizedText(
        f"The cold: {en}. How long one is outdoors is not limited by the plan.",
        f"怕冷：{zh}；行程没有限制室外停留的时间。",
    )


def _feels_heat(itinerary: Itinerary) -> LocalizedText:
    names = _names(_roofed(itinerary))
    en = f"out of the sun in {names.en}" if names.en else "no stop of the plan is under a roof"
    zh = f"{names.zh}可以避暑" if names.zh else "行程里没有室内的地方"
    return LocalizedText(
        f"The heat: {en}. Stops in the open are not moved out of midday; say so for a day, and it is.",
        f"怕热：{zh}；室外的地方没有特意避开中午，想避开哪天就说一声。",
    )


def _quiet(itinerary: Itinerary) -> LocalizedText:
    return LocalizedText(
        "Quiet: how loud a place is at an hour is not in the data. Most fill up late in the morning.",
        "怕吵：各处什么时候吵没有资料，多数地方上午晚些时候人会多起来。",
    )


NEED_NOTES: Final[Mapping[Need, Callable[[Itinerary], LocalizedText]]] = {
    "pregnant": _pregnant,
    "regular_meals": _regular_meals,
    "low_vision": _low_vision,
    "hard_of_hearing": _hard_of_hearing,
    "with_dog": _with_dog,
    "feels_cold": _feels_cold,
    "feels_heat": _feels_heat,
    "quiet": _quiet,
}
"""Need to its note. The needs that are not here shape the plan alone (suitability.py)."""
_MEALS_ZH: Final[Mapping[str, str]] = {"lunch": "午餐", "dinner": "晚餐"}


def _span(itinerary: Itinerary, kind: MealKind) -> LocalizedText | None:
    """When meals of this kind begin: `at 12:00`, `between 11:45 and 12:30`; None where there is none."""
    starts = [meal.start for day in itinerary.days for meal in day.meals if meal.kind == kind]
    if not starts:
        return None
    first, last = clock(min(starts)), clock(max(starts))
    if first == last:
        return LocalizedText(f"at {first}", first)
    return LocalizedText(f"between {first} and {last}", f"{first} 至 {last} ")


def _sights(itinerary: Itinerary) -> Iterator[Sight]:
    """The catalogue's sights that are visited, each once, in order."""
    known = source.sights()
    ids = dict.fromkeys(visit.sight for visit in itinerary.visits if visit.sight in known)
    return (known[id] for id in ids if id is not None)


def _roofed(itinerary: Itinerary) -> list[Sight]:
    return [sight for sight in _sights(itinerary) if sight.indoor == "fully" or sight.id in source.roofs()]


def _contacts(itinerary: Itinerary) -> LocalizedText:
    """Whom one asks: the sights under a roof, where there is none the sights."""
    roofed = _roofed(itinerary)
    return _names(roofed) if roofed else LocalizedText("the sights", "各景点")


def _names(sights: list[Sight]) -> LocalizedText:
    return listed(LocalizedText(sight.name_en, sight.name_zh) for sight in sights[:MOST_NAMES])
