"""Notes on needs that planning cannot guarantee: how the plan serves them, and what the traveller has to check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from travelagent.briefs.values import Need
from travelagent.catalog import source
from travelagent.catalog.values import Sight
from travelagent.plans.fields import clock
from travelagent.plans.values import Itinerary, LocalizedText, MealKind
from travelagent.plans.words import MEAL_NAMES, listed

MOST_NAMES: Final = 4
SATURDAY: Final = 5
WELL_KNOWN: Final = 9
"""Points of a sight that many people come for."""
RISKY: Final = frozenset({"hot_spring", "theme_park", "ski", "adventure"})
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
        f"Pregnant: climbs and thin air are left out unless you asked for them.{en}",
        f"孕期：除非你点名要去，不安排爬坡和高海拔的地方。{zh}",
    )


def _regular_meals(itinerary: Itinerary) -> LocalizedText:
    spans = {name: _span(itinerary, kind) for kind, name in MEAL_NAMES.items()}
    en = " and ".join(f"{name.en} begins {span.en}" for name, span in spans.items() if span)
    zh = "，".join(f"{name.zh}{span.zh}开始" for name, span in spans.items() if span)
    return LocalizedText(
        f"Regular meals: {en or 'no day is long enough for one'}. Carry something to eat on the way.",
        f"按时用餐：{zh or '每天都不到用餐时间'}，路上随身带些吃的。",
    )


def _missing(who: LocalizedText, what: LocalizedText, itinerary: Itinerary) -> LocalizedText:
    """Say what of use to somebody is not in the data, and whom to ask: the sights under a roof, if there are any."""
    roofed = [sight for sight in _sights(itinerary) if source.is_under_roof(sight)]
    names = _names(roofed) if roofed else LocalizedText("the sights", "各景点")
    return LocalizedText(
        f"{who.en}: {what.en} are not in the data; ask {names.en} when you book.",
        f"{who.zh}：{what.zh}没有资料，订票时请问{names.zh}。",
    )


def _with_dog(itinerary: Itinerary) -> LocalizedText:
    names = _names([sight for sight in _sights(itinerary) if sight.indoor == "none"])
    en = f"in the open are {names.en}; whether" if names.en else "whether"
    zh = f"{names.zh}是露天的，其他" if names.zh else ""
    return LocalizedText(
        f"With a dog: {en} a place admits one is not in the data, so ask before you go.",
        f"带着狗：{zh}地方让不让狗进没有资料，去之前请先问。",
    )


def _indoors(what: LocalizedText, itinerary: Itinerary) -> LocalizedText:
    """Name the stops under a roof to somebody who does not bear the weather."""
    names = _names([sight for sight in _sights(itinerary) if source.is_under_roof(sight)])
    en = f"indoors are {names.en}" if names.en else "no stop of the plan is under a roof"
    zh = f"室内的有{names.zh}" if names.zh else "行程里没有室内的地方"
    return LocalizedText(
        f"{what.en}: {en}. The plan does not limit the time outdoors.",
        f"{what.zh}：{zh}；行程没有限制室外停留的时间。",
    )


def _quiet(itinerary: Itinerary) -> LocalizedText:
    return LocalizedText("Quiet: how loud a place is at an hour is not in the data.", "怕吵：各处什么时候吵没有资料。")


def _few_crowds(itinerary: Itinerary) -> LocalizedText:
    """Name the well-known stops that fall on a weekend, when most people go."""
    known = source.sights()
    days = [day for day in itinerary.days if day.date.weekday() >= SATURDAY]
    ids = (visit.sight or "" for day in days for visit in day.visits)
    busy = [known[id] for id in ids if id in known and known[id].score >= WELL_KNOWN]
    names = _names(busy)
    en = f" On a weekend: {names.en}; move them if you can." if busy else ""
    zh = f"{names.zh}排在周末，能换就换到平日。" if busy else ""
    return LocalizedText(
        f"Few crowds: how full a place is at an hour is not in the data; be there when it opens.{en}",
        f"避开人多：各处什么时候人多没有资料，开门时到人最少。{zh}",
    )


NEED_NOTES: Final[Mapping[Need, Callable[[Itinerary], LocalizedText]]] = {
    "pregnant": _pregnant,
    "regular_meals": _regular_meals,
    "low_vision": partial(
        _missing,
        LocalizedText("Low vision", "视力不便"),
        LocalizedText("audio guides and touch tours", "语音导览和触摸体验"),
    ),
    "hard_of_hearing": partial(
        _missing,
        LocalizedText("Hard of hearing", "听力不便"),
        LocalizedText("written guides and signed tours", "文字导览和手语讲解"),
    ),
    "with_dog": _with_dog,
    "feels_cold": partial(_indoors, LocalizedText("The cold", "怕冷")),
    "feels_heat": partial(_indoors, LocalizedText("The heat", "怕热")),
    "quiet": _quiet,
    "few_crowds": _few_crowds,
}
"""Need to its note. The needs that are not here shape the plan alone (suitability.py)."""


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


def _names(sights: list[Sight]) -> LocalizedText:
    return listed(LocalizedText(sight.name_en, sight.name_zh) for sight in sights[:MOST_NAMES])
