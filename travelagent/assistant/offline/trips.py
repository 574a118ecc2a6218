"""What is wanted of the saved trips, and the arguments of the change that follows from it."""

import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import cn2an

from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.catalog.names import place_name

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
_SAVE = re.compile(r"保存|存下来|存一下|收藏这|收藏起来|留着|\b(?:save|keep|store|bookmark)\b", re.I)
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
    return "save" if _SAVE.search(said) and not _LIST.search(said) else "list"


def new_trip(understood: Understood, turn: Turn) -> dict[str, Any] | None:
    """The arguments that save the newest plan of the conversation, by the name that is said; None when there is no
    plan."""
    route = turn.standing_route
    if route is None:
        return None
    budget = turn.newest("calculate_budget")
    said = _named(_SAVED_AS, turn.said[-1])
    args = {"title": said or _title(understood, route.value), "itinerary": route.artifact("itinerary")}
    if budget is not None and _is_of(budget.value, route.value):
        args["budget"] = budget.artifact("budget")
    return args


def changed_trip(wish: Wish, turn: Turn) -> dict[str, Any] | None:
    """The arguments of a deletion or renaming, None when the message does not tell which trip is meant or what it shall
    be called."""
    meant = meant_trip(turn)
    if meant is None:
        return None
    if wish == "delete":
        return {"id": meant["id"]}
    title = _named(_NEW_NAME, turn.said[-1])
    return {"id": meant["id"], "title": title} if title else None


def _named(gives: re.Pattern[str], said: str) -> str:
    """The name that a message gives by these words, empty where it gives none."""
    name = gives.search(said)
    return next(filter(None, name.groups()), "").strip(" .!。！").removesuffix("吧") if name else ""


def meant_trip(turn: Turn) -> Mapping[str, Any] | None:
    """The one trip that the last message names, the one just saved where it says "it", or the only one there is."""
    listed = turn.last("list_trips")
    if listed is None:
        return None
    trips, said = listed.value["trips"], turn.said[-1]
    if name := _named(_NEW_NAME, said):  # of what it shall be called nothing says which trip it is
        said = said.replace(name, "")
    said = said.casefold()
    candidates = [t for t in trips if any(part in said for part in _parts(t["title"]))]
    saved = turn.newest("create_trip")
    if not candidates and saved is not None and _IT.search(said):
        candidates = [t for t in trips if t["id"] == saved.value["id"]]
    candidates = candidates or trips
    return candidates[0] if len(candidates) == 1 else None


def _parts(title: str) -> list[str]:
    """What of a title may be said instead of it: its words, its Chinese pairs of characters."""
    folded = title.casefold()
    words = [w for w in re.findall(r"[a-z]{4,}", folded) if w not in ("days", "trip")]
    han = re.findall(r"[\u4e00-\u9fff]{2,}", re.sub(r"[一二三四五六七八九十\d]+[天日]游?", " ", folded))
    return [folded, *words, *han]


def _title(understood: Understood, route: Mapping[str, Any]) -> str:
    days = len(route["days"])
    names = [place_name(city["id"], understood.language) for city in route["cities"]]
    if understood.language == "zh":
        return f"{'、'.join(names)}{cn2an.an2cn(days)}日游"
    return f"{days} {'day' if days == 1 else 'days'} in {', '.join(names)}"


def _is_of(budget: Mapping[str, Any], route: Mapping[str, Any]) -> bool:
    return bool(budget["days"] == len(route["days"]))
