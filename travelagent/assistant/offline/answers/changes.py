"""What a follow-up changed: the planner's own account of the days, what the money was and became, and where a wish of
now stands against an earlier one."""

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from travelagent.assistant.offline.answers.cost import TIERS
from travelagent.assistant.offline.answers.journey import of_the_day
from travelagent.assistant.offline.answers.tongue import Say, money
from travelagent.assistant.offline.base import hotel_of
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.places import city_of
from travelagent.assistant.offline.revision import CHEAPER, MOVE
from travelagent.assistant.offline.turn import ROUTES, Found, Turn
from travelagent.assistant.offline.values import Understood
from travelagent.catalog import gazetteer, source
from travelagent.planning.words import short_day, term

THE_KIND = re.compile(r"\bthe (\w+)(?=$|[,.!?]| (?:and|for|or|with|on|to|in|instead)\b)")
# From when to when a part of the day goes, by the clock of the arrival.
PARTS_OF_DAY = {"morning": ("00:00", "12:00"), "afternoon": ("12:00", "18:00"), "evening": ("17:00", "24:00")}


def changed_lines(understood: Understood, turn: Turn, say: Say) -> list[str]:
    """The lines of "What changed" for this turn's change of the plan at hand; empty without a change."""
    route = turn.route
    if route is None or route.tool != "change_route":
        return []
    undone = [say("The last change is taken back.", "已撤销上一次改动。")] if understood.undo else []
    lines = [*undone, *_dates(turn, route.value, say), *_base(route.call.args, say), *_hours(understood, route, say)]
    lines += route.value["changed"]
    lines += [*_against_earlier(understood, route.call.args, say), *_money(understood, turn, say)]
    lines += [*_parts_of_day(understood, route.value, turn.said[-1], say), *_not_met(understood, turn, route, say)]
    if lines or pattern("intents", "question").search(turn.said[-1].lower()):
        return lines
    if understood.weekday or set(route.call.args) > {"itinerary"}:
        return [say("That is how the plan stands already.", "行程已经是这样安排的。")]
    return [say("I read no change of the plan in this; it stays as it is.", "这句话里没读出要改什么，行程保持不变。")]


def _parts_of_day(understood: Understood, plan: Mapping[str, Any], said: str, say: Say) -> list[str]:
    """When a sight is visited that is to be moved to a part of its day: its hour is not set here."""
    parts = [part for part in PARTS_OF_DAY if pattern("dialogue", part).search(said.lower())]
    if len(parts) != 1 or not MOVE.search(said):
        return []
    begins, ends = PARTS_OF_DAY[parts[0]]
    lines = []
    for day in plan["days"]:
        for visit in (each for each in day["visits"] if each["sight"] in understood.about):
            name, at = visit["name"], visit["arrive"]
            if begins <= at < ends:
                lines.append(say(f"{name} is on day {day['day']} at {at}.", f"{name}在第 {day['day']} 天 {at}。"))
            else:
                lines.append(
                    say(
                        f"{name} is on day {day['day']} at {at}: here I can set the day of a visit, but not its hour."
                        " Save the trip to move the stop by hand on its page.",
                        f"{name}在第 {day['day']} 天 {at}：在这里只能指定哪一天去，不能指定几点。"
                        "保存行程后，可以在行程页上手动调整先后。",
                    )
                )
    return lines


def _not_met(understood: Understood, turn: Turn, route: Found, say: Say) -> list[str]:
    """What of the message the change could not take up: names that are not known, sights that were not in the plan."""
    lines = []
    message = read_message(turn.said[-1], date.today())
    for name in message.unknown:
        lines.append(say(f"I know no sight called {name} here.", f"我的资料里没有叫“{name}”的景点。"))
    for kind in _kinds_not_here(turn.said[-1], understood):
        lines.append(say(f"I know no {kind} here.", f"我的资料里这里没有“{kind}”。"))
    area = understood.entities.hotel_area
    if area and area.lower() in turn.said[-1].lower() and hotel_of(understood, understood.entities.cities) is None:
        lines.append(
            say(
                f"I do not know where {area} is, so the days begin as before; name a sight near it.",
                f"我的资料里找不到“{area}”的位置，每天的起点不变；告诉我附近的一个景点即可。",
            )
        )
    before = _plan_before(turn)
    stops = {visit["sight"] for day in before.value["days"] for visit in day["visits"]} if before else set()
    for sight in dict.fromkeys((*route.call.args.get("drop", ()), *message.places.of("sight", "refused"))):
        if sight in source.sights() and city_of(sight) in understood.entities.cities and sight not in stops:
            row = source.sights()[sight]
            lines.append(
                say(f"{row.name_en} was not in the plan; it stays out.", f"{row.name_zh}本来就不在行程里，不会再安排。")
            )
    return lines


def _kinds_not_here(said: str, understood: Understood) -> list[str]:
    """The kinds of sights that are named as the one there is, where the cities have none: "the zoo"."""
    names = {word for city in understood.entities.cities for s in source.sights_of(city) for word in _words(s.name_en)}
    named = dict.fromkeys(THE_KIND.findall(said.lower()))
    return [kind for kind in named if kind in gazetteer.word_lists().kinds_en and kind not in names]


def _words(name: str) -> list[str]:
    return name.lower().split()


def _calmer(route: Found, told: set[int], say: Say) -> list[str]:
    """Which other days end sooner."""
    windows = [w for w in route.call.args.get("day_windows", ()) if w["day"] not in told and w.get("end")]
    return [say(f"Day {w['day']} ends by {w['end']}.", f"第 {w['day']} 天 {w['end']} 前结束。") for w in windows]


def _plan_before(turn: Turn) -> Found | None:
    """The newest plan of the turns before."""
    return next((f for f in reversed(turn.earlier) if f.tool in ROUTES and f.error is None), None)


def _dates(turn: Turn, plan: Mapping[str, Any], say: Say) -> list[str]:
    """The first day, where it is another than before."""
    before = _plan_before(turn)
    if before is None:
        return []
    was, is_now = (date.fromisoformat(value["days"][0]["date"]) for value in (before.value, plan))
    if was == is_now:
        return []
    old, new = short_day(was), short_day(is_now)
    return [say(f"Begins on {new.en} instead of {old.en}.", f"出发日由{old.zh}改为{new.zh}。")]


def _base(args: Mapping[str, Any], say: Say) -> list[str]:
    """Where the days begin and end from now on."""
    hotel = args.get("hotel")
    if not hotel:
        return []
    name = hotel["name"]
    return [say(f"Every day begins and ends at your hotel near {name}.", f"每天从{name}的酒店出发，晚上回到那里。")]


def _hours(understood: Understood, route: Found, say: Say) -> list[str]:
    """Which days begin or end otherwise for the journey's sake."""
    days, lines, told = len(route.value["days"]), [], set()
    for number in (window["day"] for window in route.call.args.get("day_windows", ())):
        said = " ".join(of_the_day(understood.journey, number, days, say))
        if said:
            told.add(number)
            lines.append(say(f"Day {number}: {said}", f"第 {number} 天：{said}"))
    return [*lines, *_calmer(route, told, say)]


def _against_earlier(understood: Understood, args: Mapping[str, Any], say: Say) -> list[str]:
    """The sights that are added although their kind is refused: the name outweighs the kind."""
    lines = []
    for sight in args.get("add", ()):
        row = source.sights()[sight]
        refused = [kind for kind in understood.entities.avoid if kind in (row.category, *row.tags)]
        if refused:
            kind = term(refused[0])
            lines.append(
                say(
                    f"{row.name_en} is in because you named it, although you wanted none of its kind ({kind.en});"
                    " others of the kind stay out.",
                    f"你点名要去{row.name_zh}，所以加上了；它属于你之前不要的类型（{kind.zh}），同类的其他景点仍不安排。",
                )
            )
    return lines


def _money(understood: Understood, turn: Turn, say: Say) -> list[str]:
    """What the budget was and became; where less was wanted and cannot be had, that."""
    before, after = turn.newest_before("calculate_budget"), turn.last("calculate_budget")
    if before is None or after is None or before.call.args["city"] != after.call.args["city"]:
        return []
    old, new = before.value, after.value
    if old["currency"] != new["currency"]:
        return []
    if Decimal(old["total"]) == Decimal(new["total"]):
        wanted = CHEAPER.search(turn.said[-1]) is not None
        return [say("No cheaper plan was found.", "没有找到更便宜的安排。")] if wanted else []
    was, became = (money(value["total"], value["currency"], understood.language) for value in (old, new))
    why = []
    if old["tier"] != new["tier"]:
        (was_en, was_zh), (is_en, is_zh) = TIERS[old["tier"]], TIERS[new["tier"]]
        why.append(say(f"food and lodging {is_en} instead of {was_en}", f"食宿由{was_zh}档改为{is_zh}档"))
    if old["travellers"] != new["travellers"]:
        why.append(
            say(
                f"for {new['travellers']} instead of {old['travellers']}",
                f"由 {old['travellers']} 人改为 {new['travellers']} 人",
            )
        )
    cause = say(f" ({'; '.join(why)})", f"（{'；'.join(why)}）") if why else ""
    return [say(f"Budget: {was} → {became}{cause}.", f"预算：{was} → {became}{cause}。")]
