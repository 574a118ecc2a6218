"""What is wanted of the saved trips, and the arguments of the change that follows from it."""

import re
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import cn2an

from travelagent.assistant.language import Language
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.budget import Budget
from travelagent.assistant.results.route import Route
from travelagent.assistant.results.trips import SavedTrip, SavedTrips
from travelagent.assistant.tool_results import Found
from travelagent.catalog.names import place_name

SAVES = ("create_trip", "update_trip")
"""The tools that save a plan."""
Wish: TypeAlias = Literal["save", "list", "delete", "update"]

_DELETE = re.compile(r"删|移除|\b(?:delete|remove|get rid of|bin)\b", re.I)
_RENAME = re.compile(
    r"改名|重命名|命名为|^(?:那|就|请|把|它|这个|这趟|行程)*(?:叫|管它叫|取名)"
    r"|\b(?:call|name|title) (?:it|this|that|the trip)\b|[改换起取](?:一?个|一?下)?(?:新的?)?名|\b(?:rename|retitle)\b"
    r"|\b(?:give it|choose|pick|change) [^.!?]*\b(?:name|title)\b",
    re.I,
)
_LIST = re.compile(
    r"哪些|哪几|列出|列一下|查看|看看|已保存|保存了|存了|收藏了|收藏的|^\s*(?:please\s+)?list\b"
    r"|\b(?:show|which|what|saved|bookmarked|kept|stored)\b",
    re.I,
)
_SAVE = re.compile(r"保存|另存|存[为成]|存下来|存一下|收藏这|收藏起来|留着|\b(?:save|keep|store|bookmark)\b", re.I)
_UPDATE = re.compile(
    r"(?:更新|覆盖|同步)[^,，。]{0,6}(?:行程|计划)|(?:改动|修改|变动|变化)[^,，。]{0,4}(?:存|写|更新|同步|放)(?:到|进|入)"
    r"|\b(?:update|overwrite|refresh)\b[^.!?]{0,24}\b(?:saved|stored|kept)\b"
    r"|\b(?:put|save|store|keep) (?:the|these|my) changes\b",
    re.I,
)
_ANEW = re.compile(
    r"[为成]?(?:一个|一份)?(?:新的?|另一?[个份]|单独的?)(?:一个|一份)?(?:行程|计划)|[为成]?(?:一个|一份)?副本|另存(?:一个|一份)?"
    r"|\bas (?:a copy|another(?: one| trip| plan)?|(?:a )?(?:new|separate|second|different)(?: one| trip| plan)?)\b",
    re.I,
)
_SAVED_AS = re.compile(
    r"(?:保存|存|收藏)(?:下来|起来|一下)?(?:[这该本]?[个份趟条]?(?:行程|计划|方案|路线|旅程))?[,，]?"
    r"(?:为|成|叫做?|名[字称]?就?(?:叫|为|写|用)?|[取起]个?名字?(?:叫|为)?)\s*[“\"「]?([^”\"」，。,]+)"
    r"|\b(?:save|store|keep|bookmark)\b[^.!?]{0,16}?\b(?:as|called|named|under)\s+[“\"']?((?:[^”\"'’]|['’](?=\w))+)",
    re.I,
)
_NEW_NAME = re.compile(
    r"(?:名[字称]?[为成]|重命名为|改成|叫(?:做|它|作)?)\s*[“\"「]?([^”\"」，。]+)|\bto\s+[“\"']?((?:[^”\"'’]|['’](?=\w))+)"
    r"|\b(?:call|name|title) (?:it|this|that|the trip|this one)(?: as)?\s+[“\"']?((?:[^”\"'’]|['’](?=\w))+)",
    re.I,
)
_IT = re.compile(r"[它这]|^(?:那|就|请)*[改换删移叫取命]|\b(?:it|its|this|that)\b", re.I)


def trip_wish(turn: Turn) -> Wish:
    """What the last message wants of the saved trips."""
    said = turn.said[-1]
    if _DELETE.search(said):
        return "delete"
    if _RENAME.search(said):
        return "update"
    if _UPDATE.search(said):
        return "save"
    return "save" if _SAVE.search(said) and not _LIST.search(said) else "list"


def new_trip(understood: Understood, turn: Turn) -> dict[str, Any] | None:
    """The arguments that save the newest plan of the conversation, by the name that is said; None when there is no
    plan."""
    route = turn.standing_route
    if route is None:
        return None
    title = _name_said(turn) or _title(understood.language, _cities(route), len(route.itinerary.days))
    return {"title": title, **_content(turn, route)}


def saved_plan(turn: Turn) -> Found | None:
    """The newest saving of a plan in the turns before, where the plan at hand is one of its cities."""
    found = (f for f in reversed(turn.earlier) if f.tool in SAVES and f.error is None and "itinerary" in f.call.args)
    saved, route = next(found, None), turn.standing_route
    return saved if saved and route and set(saved.result(SavedTrip).cities) & set(_cities(route)) else None


def updates_saved(turn: Turn) -> bool:
    """Whether a message that saves means the trip which the plan was saved as before, not another one beside it."""
    return saved_plan(turn) is not None and not _ANEW.search(turn.said[-1]) and not _name_said(turn)


def holds_this_plan(turn: Turn) -> bool:
    """Whether the plan was saved as it stands."""
    saved, route = saved_plan(turn), turn.standing_route
    return bool(saved and route and saved.call.args["itinerary"] == route.artifact("itinerary"))


def saved_trip(turn: Turn) -> SavedTrip | None:
    """The trip which the plan was saved as, as it is listed; None when it is there no more."""
    saved, listed = saved_plan(turn), turn.last("list_trips")
    if saved is None or listed is None:
        return None
    return next((trip for trip in listed.result(SavedTrips).trips if trip.id == saved.result(SavedTrip).id), None)


def renewed_trip(turn: Turn, trip: SavedTrip) -> dict[str, Any] | None:
    """The arguments that put the newest plan in the place of a saved trip's days; a title that tells its old days tells
    the new ones. None when there is no plan."""
    route = turn.standing_route
    if route is None:
        return None
    languages: tuple[Language, ...] = ("en", "zh")
    told = (lang for lang in languages if _title(lang, trip.cities, trip.days) == trip.title)
    title = next((_title(lang, _cities(route), len(route.itinerary.days)) for lang in told), trip.title)
    return {"id": trip.id, **({"title": title} if title != trip.title else {}), **_content(turn, route)}


def _content(turn: Turn, route: Found) -> dict[str, Any]:
    """The artifacts of a plan and of its budget."""
    args, budget = {"itinerary": route.artifact("itinerary")}, turn.newest("calculate_budget")
    if budget is not None and _is_of(budget.budget, route.itinerary):
        args["budget"] = budget.artifact("budget")
    return args


def _name_said(turn: Turn) -> str:
    """The name under which the last message saves, empty where it gives none."""
    return _named(_SAVED_AS, _ANEW.sub("存", turn.said[-1]))


def changed_trip(wish: Wish, turn: Turn) -> dict[str, Any] | None:
    """The arguments of a deletion or renaming, None when the message does not tell which trip is meant or what it shall
    be called."""
    meant = meant_trip(turn)
    if meant is None:
        return None
    if wish == "delete":
        return {"id": meant.id}
    title = _named(_NEW_NAME, turn.said[-1])
    return {"id": meant.id, "title": title} if title else None


def _named(gives: re.Pattern[str], said: str) -> str:
    """The name that a message gives by these words, empty where it gives none."""
    name = gives.search(said)
    return next(filter(None, name.groups()), "").strip(" .!。！").removesuffix("吧") if name else ""


def meant_trip(turn: Turn) -> SavedTrip | None:
    """The one trip that the last message names, the one just saved where it says "it", or the only one there is."""
    listed = turn.last("list_trips")
    if listed is None:
        return None
    trips, said = listed.result(SavedTrips).trips, turn.said[-1]
    if name := _named(_NEW_NAME, said):  # of what it shall be called nothing says which trip it is
        said = said.replace(name, "")
    said = said.casefold()
    candidates = [t for t in trips if any(part in said for part in _parts(t.title))]
    saved = turn.newest("create_trip")
    if not candidates and saved is not None and _IT.search(said):
        candidates = [t for t in trips if t.id == saved.result(SavedTrip).id]
    candidates = candidates or list(trips)
    return candidates[0] if len(candidates) == 1 else None


def _parts(title: str) -> list[str]:
    """What of a title may be said instead of it: its words, its Chinese pairs of characters."""
    folded = title.casefold()
    words = [w for w in re.findall(r"[a-z]{4,}", folded) if w not in ("days", "trip")]
    han = re.findall(r"[\u4e00-\u9fff]{2,}", re.sub(r"[一二三四五六七八九十\d]+[天日]游?", " ", folded))
    return [folded, *words, *han]


def _cities(route: Found) -> list[str]:
    return [city.id for city in route.itinerary.cities]


def _title(language: Language, cities: Sequence[str], days: int) -> str:
    names = [place_name(city, language) for city in cities]
    if language == "zh":
        return f"{'、'.join(names)}{cn2an.an2cn(days)}日游"
    return f"{days} {'day' if days == 1 else 'days'} in {', '.join(names)}"


def _is_of(budget: Budget, route: Route) -> bool:
    return budget.days == len(route.days)
