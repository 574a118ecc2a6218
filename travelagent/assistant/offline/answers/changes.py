"""What a follow-up changed: the planner's own account of the days, what the money was and became, and where a wish of
now stands against an earlier one."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from travelagent.assistant.language import language_asked
from travelagent.assistant.offline.answers.changed_cities import days_of_a_city, moves_between_cities, other_cities
from travelagent.assistant.offline.answers.changed_days import (
    empty_days,
    lost_meals,
    other_first_day,
    other_hours,
    other_length,
)
from travelagent.assistant.offline.answers.cost import TIERS
from travelagent.assistant.offline.answers.taxis import rides_left, taxis_left
from travelagent.assistant.offline.answers.unmet import not_met
from travelagent.assistant.offline.answers.words import unheard_lines
from travelagent.assistant.offline.brief import NEEDS
from travelagent.assistant.offline.reading.asked import refuses_taxis, shuns_rides, unheard
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import fares_settled, read_message
from travelagent.assistant.offline.reading.visits import days_named
from travelagent.assistant.offline.revision import CHEAPER
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Fares, Understood
from travelagent.assistant.tool_results import Found
from travelagent.assistant.wording import Say, listed, money, speaker
from travelagent.briefs.suitability import STRAINS
from travelagent.catalog import source
from travelagent.plans.words import STRAIN_NAMES, duration, short_day, term

OF_SIGHTS = frozenset({"itinerary", "add", "drop", "move", "avoid_on", "only_on", "interests", "rainy_days"})
"""The arguments of change_route that are wishes about which sights there are and when."""


def changed_lines(understood: Understood, turn: Turn, say: Say) -> list[str]:
    """The lines of "What changed" for this turn's change of the plan at hand; empty without a change."""
    route = turn.route
    if route is not None and route.tool == "generate_route":
        lines = other_cities(turn, route.itinerary, say)
        return [*lines, *_money(understood, turn, say)] if lines else []
    if route is None:
        return []
    undone = [say("The last change is taken back.", "已撤销上一次改动。")] if understood.undo else []
    lines = [
        *undone,
        *_without_fares(fares_settled(read_message(turn.said[-1], turn.today)), say),
        *not_met(understood, turn, route, say),
        *_hard_on_somebody(understood, route, say),
        *other_first_day(turn, route.itinerary, say),
        *_base(route.call.args, say),
        *other_length(turn, route.itinerary, say),
        *other_hours(understood, turn, route, say),
        *empty_days(turn, route, say),
        *lost_meals(turn, route.itinerary, say),
    ]
    lines += route.itinerary.changed or ()
    lines += [
        *days_of_a_city(turn, route.itinerary, say),
        *moves_between_cities(turn, route.itinerary, understood.journey, say),
    ]
    lines += [*_against_earlier(understood, route.call.args, say), *_money(understood, turn, say)]
    lines += [*_hours_kept(route, say), *_lasting(turn, route, say)]
    if lines and shuns_rides(turn.said[-1], turn.today):
        lines += rides_left(route.itinerary, say)
    if lines and refuses_taxis(turn.said[-1], understood.intent, turn.today):
        lines += taxis_left(route.itinerary, say)
    if not lines and "rainy_days" in route.call.args:
        return [_nothing_drier(route, say)]
    if lines or pattern("intents", "question").search(turn.said[-1].lower()):
        return lines
    if set(route.call.args) == {"itinerary", "interests"} and (new := _new_interests(turn, route)):
        kinds = [term(kind) for kind in new]
        return [
            say(
                f"I found no sight for {listed([kind.en for kind in kinds], 'en')} that suits better than those in it.",
                f"没有找到比现有安排更合适的{listed([kind.zh for kind in kinds], 'zh')}类景点。",
            )
            + _of_that_kind(new, route, say)
        ]
    if understood.weekday or set(route.call.args) > {"itinerary"}:
        return [say("That is how the plan stands already.", "行程已经是这样安排的。")]
    return []


def _without_fares(fares: Fares | None, say: Say) -> list[str]:
    """Why the journey there and back is not counted."""
    if fares == "paid":
        return [say("The journey there and back is paid, so it is not counted.", "往返交通已付，不再计入预算。")]
    if fares == "left_out":
        return [say("The journey there and back is not counted, as you wished.", "按你的要求，往返交通不计入预算。")]
    return []


def _hard_on_somebody(understood: Understood, route: Found, say: Say) -> list[str]:
    """What a sight that was wished for asks of somebody who is to be spared it."""
    wished = [*route.call.args.get("add", ()), *(move["sight"] for move in route.call.args.get("move", ()))]
    visited = {visit.sight: visit.name for day in route.itinerary.days for visit in day.visits}
    spared = {strain for need in understood.needs if need in NEEDS for strain in STRAINS.get(NEEDS[need], ())}
    lines, known = [], source.sights()
    for sight in (sight for sight in wished if sight in visited and sight in known):
        if strains := [STRAIN_NAMES[strain] for strain in source.strains_of(known[sight]) if strain in spared]:
            en, zh = listed([strain.en for strain in strains], "en"), listed([strain.zh for strain in strains], "zh")
            lines.append(
                say(
                    f"**Mind {en} at {visited[sight]}**: you told me that this is hard for one of you.",
                    f"**注意：{visited[sight]}有{zh}**，你说过同行的人不方便，去之前想好怎么上下。",
                )
            )
    return lines


def _of_that_kind(interests: Collection[str], route: Found, say: Say) -> str:
    """Which sights of a plan meet an interest, on which days, and how one of them comes to another day."""
    met = [
        (visit.name, day.day)
        for day in route.itinerary.days
        for visit in day.visits
        if (sight := source.sights().get(visit.sight or "")) and not {sight.category, *sight.tags}.isdisjoint(interests)
    ]
    if not met:
        return ""
    name, number = met[0]
    other = 1 if number > 1 else len(route.itinerary.days)
    return say(
        f" In it are {listed([f'{name} (day {number})' for name, number in met], 'en')}. For another day say, for"
        f" example, *move {name} to day {other}*.",
        f"行程里已有{listed([f'{name}（第 {number} 天）' for name, number in met], 'zh')}。"
        f"想换一天可以说：*{name}改到第{other}天*。",
    )


def _new_interests(turn: Turn, route: Found) -> list[str]:
    """The interests that the change brings to those of the plan before."""
    before = turn.plan_before
    held = before.itinerary.asked.interests if before else ()
    return [interest for interest in route.call.args["interests"] if interest not in held]


def nothing_read(understood: Understood, turn: Turn) -> str | None:
    """The answer to a message behind a plan that changed nothing of it: no change could be read, what is asked is not
    known, or only told why there is none. None where something changed, or where the plan is to be told again."""
    say = speaker(understood.language)
    route, said = turn.route, turn.said[-1].lower()
    if route is None or route.tool != "change_route":
        return None
    if pattern("dialogue", "tell_again").search(said) or language_asked(said):
        return None
    lines = changed_lines(understood, turn, say)
    if not lines and pattern("intents", "question").search(said):
        answered = set(route.call.args) > {"itinerary"} or _of_the_plan(said, route, turn.today)
        return None if answered else _not_answered(say)
    wishes = unheard(said, turn.today)
    if lines:
        return _only_told([*unheard_lines(wishes, say), *lines], turn, route, say)
    if wishes:
        return "\n\n".join((*unheard_lines(wishes, say), say("The plan stays as it is.", "行程保持不变。")))
    first = route.itinerary.days[0].date
    wished = read_message(said, turn.today).when.start
    if wished and understood.entities.start_date == first and wished.weekday() == first.weekday():
        day = short_day(first)
        return say(f"The trip begins on {day.en} already; it stays as it is.", f"行程本来就从{day.zh}开始，保持不变。")
    return say(
        "I read no change of the plan in this, so it stays as it is. I understand, for example: *start later on day 2*,"
        " *drop the last museum*, *a day more*, *make it cheaper*.",
        "这句话里没读出要改什么，行程保持不变。你可以说：*第二天晚点出发*、*去掉最后一个博物馆*、*多玩一天*、*便宜一点*。",
    )


def _of_the_plan(said: str, route: Found, today: date) -> bool:
    """Whether a question is about the plan as a whole or about days of it."""
    about = pattern("dialogue", "of_the_plan").search(said) is not None
    return about or bool(days_named(said, route.itinerary.days, today))


def _not_answered(say: Say) -> str:
    """That a question beside the plan was not understood, and which are."""
    return say(
        "I have no answer to that, so the plan stays as it is. What I can tell: why a sight is in or not, opening hours"
        " and tickets, what it costs, how much walking it is, the usual weather. A wish is best said as one, for"
        " example *drop the last museum*.",
        "这个问题我答不上来，行程保持不变。我能回答：为什么安排或没安排某个景点、开放时间和门票、大概花费、要走多少路、"
        "通常的天气。想改行程可以直接说，比如*去掉最后一个博物馆*。",
    )


def _only_told(lines: Sequence[str], turn: Turn, route: Found, say: Say) -> str | None:
    """The lines alone, where sights were wished for and the plan and its budget are what they were."""
    before, told = turn.plan_before, turn.newest_before("calculate_budget")
    costs = turn.last("calculate_budget")
    if before is None or not route.call.args.keys() <= OF_SIGHTS or _visits(before) != _visits(route):
        return None
    if told is None or costs is None or Decimal(told.budget.total) != Decimal(costs.budget.total):
        return None
    return "\n\n".join([*lines, say("The plan stays as it is.", "行程保持不变。")])


def _visits(plan: Found) -> list[tuple[str | None, str]]:
    """The visits of a plan, each with its date and hour."""
    return [(v.sight, f"{day.date} {v.arrive}") for day in plan.itinerary.days for v in day.visits]


def _hours_kept(route: Found, say: Say) -> list[str]:
    """When a sight is visited that was wished for or moved, where the difference does not tell."""
    args = route.call.args
    moved = (move["sight"] for move in args.get("move", ()) if "minutes" not in move)
    meant = {*args.get("add", ()), *moved}
    visits = [(day.day, visit) for day in route.itinerary.days for visit in day.visits if visit.sight in meant]
    return [
        say(
            f"{visit.name} is on day {day} at {visit.arrive}.",
            f"{visit.name}安排在第 {day} 天 {visit.arrive}。",
        )
        for day, visit in visits
        if not any(visit.name in line for line in route.itinerary.changed or ())
    ]


def _lasting(turn: Turn, route: Found, say: Say) -> list[str]:
    """How long each visit lasts that was to be longer or shorter, and how long it did before; a meal there included."""
    meant = {move["sight"] for move in route.call.args.get("move", ()) if "minutes" in move}
    plan = turn.plan_before
    before = {visit.sight: visit.minutes for day in plan.itinerary.days for visit in day.visits} if plan else {}
    lines = []
    for row in route.itinerary.days:
        for visit in (visit for visit in row.visits if visit.sight in meant):
            was, lasts = duration(before.get(visit.sight, visit.minutes)), duration(visit.minutes)
            lines.append(
                say(
                    f"{visit.name}: {was.en} → {lasts.en}, on day {row.day} from {visit.arrive}.",
                    f"{visit.name}：{was.zh} → {lasts.zh}，第 {row.day} 天 {visit.arrive} 开始。",
                )
            )
    return lines


def _nothing_drier(route: Found, say: Say) -> str:
    """That the rainy days stay as they are, and what of them is in the open."""
    rainy = set(route.call.args["rainy_days"])
    visits = [visit for day in route.itinerary.days if day.day in rainy for visit in day.visits]
    there = [(visit.name, source.sights().get(visit.sight or "")) for visit in visits]
    bare = [name for name, sight in there if sight and sight.indoor == "none" and sight.id not in source.roofs()]
    line = say("I found nothing that suits a wet day better.", "没有找到更适合雨天的安排。")
    if not bare:
        return line
    return f"{line}{say(' ', '')}" + say(
        f"In the open: {listed(bare, 'en')}; take something against the rain.",
        f"{listed(bare, 'zh')}在室外，记得带雨具。",
    )


def _base(args: Mapping[str, Any], say: Say) -> list[str]:
    """Where the days begin and end from now on."""
    hotel = args.get("hotel")
    if not hotel:
        return []
    name = hotel["name"]
    return [say(f"Every day begins and ends at your hotel near {name}.", f"每天从{name}的酒店出发，晚上回到那里。")]


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
    old, new = before.budget, after.budget
    if old.currency != new.currency:
        return []
    if Decimal(old.total) == Decimal(new.total):
        wanted = CHEAPER.search(turn.said[-1]) is not None
        return [say("No cheaper plan was found.", "没有找到更便宜的安排。")] if wanted else []
    was, became = (money(value.total, value.currency, understood.language) for value in (old, new))
    why = []
    if old.tier != new.tier:
        (was_en, was_zh), (is_en, is_zh) = TIERS[old.tier], TIERS[new.tier]
        why.append(say(f"food and lodging {is_en} instead of {was_en}", f"食宿由{was_zh}档改为{is_zh}档"))
    if old.travellers != new.travellers:
        why.append(
            say(
                f"for {new.travellers} instead of {old.travellers}",
                f"由 {old.travellers} 人改为 {new.travellers} 人",
            )
        )
    cause = say(f" ({'; '.join(why)})", f"（{'；'.join(why)}）") if why else ""
    return [say(f"Budget: {was} → {became}{cause}.", f"预算：{was} → {became}{cause}。")]
