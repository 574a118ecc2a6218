"""What a follow-up changes of the plan at hand: only that is changed, and the rest of the plan stays as it is."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from travelagent.assistant.offline.journey import BEDTIME, late_evenings
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.numerals import ORDINALS, count
from travelagent.assistant.offline.turn import ROUTES, Found, Turn
from travelagent.assistant.offline.values import Understood
from travelagent.planning.wire import minutes_of
from travelagent.planning.words import clock

CHEAPER = re.compile(
    r"便宜|省钱|省一点|少花|划算|\b(?:cheaper|less expensive|spend less|save money|more affordable)\b", re.I
)
RAIN = re.compile(r"下雨|雨天|\b(?:rain|rains|rainy|raining)\b", re.I)
DAY = re.compile(r"第([一二三四五六七八九十\d]+)[天日]|\bday (\w+)\b|\bthe (\w+) day\b", re.I)
SAME_DAY = re.compile(r"同(?:一|1)[天日]|\bsame day\b", re.I)
LAST_DAY = re.compile(r"最后一[天日]|\blast day\b", re.I)
SOONER = 120
"""So many minutes sooner ends a day that was too full."""
MOVE = re.compile(
    r"[挪移调换改排放]|安排|推迟|提前|留到|\b(?:move|shift|put|push|bring|swap|switch|schedule|reschedule|leave|keep|pin)\b",
    re.I,
)


def revision(understood: Understood, turn: Turn, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments of change_route that turn the plan at hand into the wanted one, none but the plan where it stays as
    it is; None when there is no plan of these cities, or the message asks for one of its cities anew. `wanted` are
    generate_route's arguments as of now. An earlier wish that could not be met is not tried again."""
    standing = _changed_plan(turn)
    if standing is None or [place["id"] for place in standing.value["cities"]] != _cities(wanted):
        return None
    asked = standing.value["asked"]
    said = turn.said[-1]
    refusals = _refusals(said, asked["days"])
    of_a_day = {refusal["what"] for refusal in refusals}
    new = {name: [x for x in wanted[name] if x not in asked.get(name, ())] for name in ("must_see", "avoid")}
    moves = _moves(understood, _wish(turn), asked["days"]) or _on_one_day(understood, said, standing.value["days"])
    moved = {move["sight"] for move in moves}
    changes = {
        "move": moves,
        "add": [sight for sight in new["must_see"] if sight not in moved and sight in understood.about],
        "drop": [
            *(x for x in new["avoid"] if x not in of_a_day),
            *(x for x in asked.get("must_see", ()) if x not in wanted["must_see"]),
        ],
        "days": wanted["days"] if understood.entities.days not in (None, asked["days"]) else None,
        "pace": wanted["pace"] if understood.entities.pace not in (None, asked.get("pace")) else None,
        "start_date": _start(understood, standing.value, wanted["start_date"]),
        "travellers": wanted["travellers"] if wanted["travellers"] != asked.get("travellers") else None,
        "hotel": wanted["hotel"] if wanted["hotel"] and wanted["hotel"]["name"] != asked.get("hotel") else None,
        "interests": wanted["interests"] if wanted["interests"] != list(asked.get("interests", ())) else None,
        "avoid_on": refusals,
        "day_windows": [
            *_new_windows(wanted["day_windows"], asked.get("day_windows", ())),
            *_calmer_days(said, standing.value["days"]),
        ],
        "rainy_days": _rainy_days(said, asked["days"]),
        "cheaper": CHEAPER.search(said) is not None or None,
    }
    changes = {name: value for name, value in changes.items() if value or (name == "interests" and value is not None)}
    if not changes and _asks_anew(understood, said):
        return None
    return {"itinerary": standing.artifact("itinerary"), **changes}


def with_first_day_kept(understood: Understood, turn: Turn) -> Understood:
    """With the first day of the plan at hand where only a day of the week was said and the plan begins on it, on a date
    that was an assumption: the plan keeps it."""
    standing, entities = turn.standing_route, understood.entities
    if standing is None or entities.start_date is None:
        return understood
    first = date.fromisoformat(standing.value["days"][0]["date"])
    if _start(understood, standing.value, entities.start_date.isoformat()) or standing.value["asked"].get("start_date"):
        return understood
    return replace(understood, entities=replace(entities, start_date=first))


def _new_windows(wanted: Iterable[Mapping[str, Any]], asked: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The wanted hours of days that the plan at hand does not keep to; the evening that the children were given for a
    sight stays theirs."""
    held = {window["day"]: window for window in asked}
    late = set(late_evenings(held.values()))
    new = [w for w in wanted if w["day"] not in late or w.get("end") != clock(BEDTIME)]
    return [w for w in new if any(held.get(w["day"], {}).get(name) != value for name, value in w.items())]


def _changed_plan(turn: Turn) -> Found | None:
    """The plan that the message changes: that at hand, or the one before it where its last change was not meant so."""
    standing = turn.standing_route
    if standing is None or standing.tool != "change_route" or not _corrects(turn):
        return standing
    of = standing.call.args["itinerary"]
    plans = (f for f in turn.earlier if f.tool in ROUTES and f.error is None)
    return next((plan for plan in plans if plan.artifact("itinerary") == of), standing)


def _corrects(turn: Turn) -> bool:
    """Whether the message only says what the one before it should have named."""
    return len(turn.said) > 1 and pattern("dialogue", "meant").search(turn.said[-1].lower()) is not None


def _wish(turn: Turn) -> str:
    """What is wished for: the last message, with the one before it where it only corrects a name."""
    return f"{turn.said[-2]}; {turn.said[-1]}" if _corrects(turn) else turn.said[-1]


def _calmer_days(said: str, days: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The hours of the named days of the plan that are too full: each ends sooner."""
    if read_message(said, date.today()).manner.pace != "relaxed":
        return []
    rows = [day for day in days if day["day"] in days_named(said, len(days)) and day["visits"]]
    ends = {row["day"]: max(minutes_of(row["end"]) - SOONER, minutes_of(row["start"]) + SOONER) for row in rows}
    return [{"day": day, "end": clock(end)} for day, end in ends.items()]


def lower_tier(turn: Turn) -> str | None:
    """The tier below the one last calculated with, when something cheaper is wanted."""
    if not CHEAPER.search(turn.said[-1]):
        return None
    before = turn.newest("calculate_budget")
    return {"luxury": "mid", "mid": "budget"}.get(str(before.value["tier"])) if before else None


def _cities(wanted: Mapping[str, Any]) -> list[str]:
    return [str(wanted["city"]), *wanted["cities"]]


def _asks_anew(understood: Understood, said: str) -> bool:
    """Whether the message names a city of the plan, other than to tell where one stays."""
    named = any("/" not in place for place in understood.about)
    return named and pattern("intents", "base").search(said.lower()) is None


def _start(understood: Understood, plan: Mapping[str, Any], wanted: str | None) -> str | None:
    """The first day that is wanted where it is another. A mere weekday is kept by a plan that begins on one, as long as
    its date is an assumption."""
    said = plan["asked"].get("start_date")
    if wanted in (None, said):
        return None
    first = date.fromisoformat(plan["days"][0]["date"])
    if understood.weekday and said is None and date.fromisoformat(wanted).weekday() == first.weekday():
        return None
    return wanted


def _moves(understood: Understood, said: str, days: int) -> list[dict[str, Any]]:
    """The sights that are to be visited on the day that is named; empty where none or several are."""
    to = days_named(said, days)
    if len(to) != 1 or not MOVE.search(said) or RAIN.search(said):
        return []
    unwanted = understood.entities.avoid
    return [{"sight": place, "day": to[0]} for place in understood.about if "/" in place and place not in unwanted]


def _on_one_day(understood: Understood, said: str, days: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The sights that are to share a day of the plan, all kept on the day of the first one that it visits; empty where
    they share one already."""
    if not SAME_DAY.search(said) or RAIN.search(said):
        return []
    wanted = [place for place in understood.about if "/" in place and place not in understood.entities.avoid]
    on = {visit["sight"]: day["day"] for day in days for visit in day["visits"]}
    shared = next((on[sight] for sight in wanted if sight in on), None)
    if shared is None or {on.get(sight) for sight in wanted} == {shared}:
        return []
    return [{"sight": sight, "day": shared} for sight in wanted]


def _refusals(said: str, days: int) -> list[dict[str, Any]]:
    """What the message does not want on the days that it names: "no museums on day 1"."""
    unwanted = read_message(said, date.today()).tastes.avoid
    return [{"day": day, "what": term} for day in days_named(said, days) for term in unwanted]


def _rainy_days(said: str, days: int) -> list[int]:
    """The days that are said to be rainy, all of them when none is named; empty without rain."""
    if not RAIN.search(said):
        return []
    return days_named(said, days) or list(range(1, days + 1))


def days_named(said: str, days: int) -> list[int]:
    """The days of the plan that a message names, in its order."""
    words = [next(filter(None, match.groups())).lower() for match in DAY.finditer(said)]
    named = [ORDINALS.get(word) or count(word) for word in words]
    if LAST_DAY.search(said):
        named.append(days)
    return [day for day in named if day is not None and 1 <= day <= days]
