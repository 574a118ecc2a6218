"""What a follow-up changed: the planner's own account of the days, what the money was and became, and where a wish of
now stands against an earlier one."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from travelagent.assistant.offline.answers.cost import TIERS
from travelagent.assistant.offline.answers.journey import of_the_day
from travelagent.assistant.offline.answers.tongue import Say, money
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.revision import CHEAPER
from travelagent.assistant.offline.turn import ROUTES, Found, Turn
from travelagent.assistant.offline.values import Understood
from travelagent.catalog import source
from travelagent.planning.words import short_day, term


def changed_lines(understood: Understood, turn: Turn, say: Say) -> list[str]:
    """The lines of "What changed" for this turn's change of the plan at hand; empty without a change."""
    route = turn.route
    if route is None or route.tool != "change_route":
        return []
    undone = [say("The last change is taken back.", "已撤销上一次改动。")] if understood.undo else []
    lines = [*undone, *_dates(turn, route.value, say), *_base(route.call.args, say), *_hours(understood, route, say)]
    lines += route.value["changed"]
    lines += [*_against_earlier(understood, route.call.args, say), *_money(understood, turn, say)]
    if lines or pattern("intents", "question").search(turn.said[-1].lower()):
        return lines
    return [say("Nothing had to change.", "行程无需改动。")]


def _dates(turn: Turn, plan: Mapping[str, Any], say: Say) -> list[str]:
    """The first day, where it is another than before."""
    before = next((f for f in reversed(turn.earlier) if f.tool in ROUTES and f.error is None), None)
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
    days, lines = len(route.value["days"]), []
    for number in (window["day"] for window in route.call.args.get("day_windows", ())):
        said = " ".join(of_the_day(understood.journey, number, days, say))
        lines += [say(f"Day {number}: {said}", f"第 {number} 天：{said}")] if said else []
    return lines


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
