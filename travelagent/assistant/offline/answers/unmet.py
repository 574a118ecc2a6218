"""What a follow-up wished for that the change could not take up."""

import re

from travelagent.assistant.lexer.places import city_of
from travelagent.assistant.offline.reading.dialogue import in_the
from travelagent.assistant.offline.reading.message import Message, dislikes_rides, read_message, refuses_cabs, says
from travelagent.assistant.offline.reading.places import sight_of
from travelagent.assistant.offline.reading.visits import exchanged
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.tool_results import Found
from travelagent.assistant.wording import Say
from travelagent.briefs.lodging import point_near
from travelagent.catalog import gazetteer, source

THE_KIND = re.compile(r"(?:\b(?:the|an?|add|visit|see) |^)(\w+)(?=$|[,.!?]| (?:and|for|or|with|on|to|in|instead)\b)")

THE_NAME = re.compile(r"\b(?:[Tt]he|an?|[Aa]dd|[Vv]isit|[Ss]ee) ((?:[A-Z][\w'’-]+ )+([A-Z]\w+))\b")


def not_met(understood: Understood, turn: Turn, route: Found, say: Say) -> list[str]:
    """What of the message the change could not take up: names that are not known, sights that were not in the plan."""
    lines = []
    message = read_message(turn.said[-1], turn.today)
    for name in message.unknown:
        lines.append(say(f"I know no sight called {name} here.", f"我的资料里没有叫“{name}”的景点。"))
    kinds = (*_kinds_not_here(message, turn.said[-1], understood), *_named_elsewhere(message, understood))
    for kind in dict.fromkeys(kinds):
        lines.append(say(f"I know no {kind} here.", f"我的资料里这里没有“{kind}”。"))
    area = understood.entities.hotel_area
    if area and area.lower() in turn.said[-1].lower() and point_near(area, understood.entities.cities) is None:
        lines.append(
            say(
                f"I do not know where {area} is, so the days begin as before; name a sight near it.",
                f"我的资料里找不到“{area}”的位置，每天的起点不变；告诉我附近的一个景点即可。",
            )
        )
    before = turn.plan_before
    stops = before.itinerary.sights if before else frozenset()
    for sights in exchanged(message, understood.about):
        if not stops & set(sights):
            row = source.sights()[sights[0]]
            lines.append(
                say(
                    f"{row.name_en} is not in the plan, so nothing can change places with it; *add {row.name_en}* puts"
                    " it in.",
                    f"{row.name_zh}不在行程里，没法对调；想去可以说“加上{row.name_zh}”。",
                )
            )
    goes_less_far = any(says(message, cue) for cue in ("in_town", "too_far"))
    of_many = goes_less_far or dislikes_rides(message) or refuses_cabs(message)
    dropped = () if of_many else route.call.args.get("drop", ())
    refused = (sight for sight in dropped if sight in understood.entities.avoid)
    for sight in dict.fromkeys((*refused, *message.places.of("sight", "refused"))):
        if sight in source.sights() and city_of(sight) in understood.entities.cities and sight not in stops:
            row = source.sights()[sight]
            lines.append(
                say(f"{row.name_en} was not in the plan; it stays out.", f"{row.name_zh}本来就不在行程里，不会再安排。")
            )
    return lines


def _kinds_not_here(message: Message, said: str, understood: Understood) -> list[str]:
    """The kinds of sights that are named as the one there is, where the cities have none, and those that are called by
    a name which none there goes by: "the zoo", 动物园, "the Science Museum"."""
    cities = understood.entities.cities
    sights = [s for city in cities for s in source.sights_of(city)]
    names, lists = {word for sight in sights for word in _words(sight.name_en)}, gazetteer.word_lists()
    named = dict.fromkeys(THE_KIND.findall(said.lower()))
    covered = [(place.start, place.end) for place in in_the(cities, message).places.all]
    called = [n for n in THE_NAME.finditer(said) if n[2].lower() in lists.kinds_en | lists.generic_en]
    proper = [n[1] for n in called if not any(n.start(1) < end and start < n.end(1) for start, end in covered)]
    english = [kind for kind in named if kind in lists.kinds_en and kind not in names]
    chinese = [kind for kind in lists.kinds_one_zh if kind in said and not any(kind in s.name_zh for s in sights)]
    return [*english, *proper, *chinese]


def _named_elsewhere(message: Message, understood: Understood) -> list[str]:
    """The names that sights of several other cities go by, and none of the trip's: a ferris wheel."""
    cities = understood.entities.cities
    sights = (place for place in message.places.all if place.kind == "sight" and place.part != "refused")
    return [p.surface for p in sights if sight_of(p, cities) is None and len({city_of(sight) for sight in p.ids}) > 1]


def _words(name: str) -> list[str]:
    return name.lower().split()
