"""What a follow-up changed: the planner's own account of the days, what the money was and became, and where a wish of
now stands against an earlier one."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from travelagent.assistant.offline.answers.cost import TIERS
from travelagent.assistant.offline.answers.journey import of_the_day
from travelagent.assistant.offline.answers.tongue import Say, listed, money, speaker
from travelagent.assistant.offline.answers.words import unheard_lines
from travelagent.assistant.offline.base import hotel_of
from travelagent.assistant.offline.reading.asked import unheard
from travelagent.assistant.offline.reading.hours import Hours
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import Message, of_a_day, read_message
from travelagent.assistant.offline.reading.places import city_of, sight_of
from travelagent.assistant.offline.reading.visits import days_named, exchanged
from travelagent.assistant.offline.revision import CHEAPER
from travelagent.assistant.offline.turn import ROUTES, Found, Turn
from travelagent.assistant.offline.values import Understood
from travelagent.catalog import gazetteer, source
from travelagent.planning.travel import MODE_NAMES
from travelagent.planning.words import short_day, term

OF_SIGHTS = frozenset({"itinerary", "add", "drop", "move", "avoid_on", "interests", "rainy_days"})
"""The arguments of change_route that are wishes about which sights there are and when."""
THE_KIND = re.compile(r"(?:\b(?:the|an?|add|visit|see) |^)(\w+)(?=$|[,.!?]| (?:and|for|or|with|on|to|in|instead)\b)")


def changed_lines(understood: Understood, turn: Turn, say: Say) -> list[str]:
    """The lines of "What changed" for this turn's change of the plan at hand; empty without a change."""
    route = turn.route
    if route is not None and route.tool == "generate_route":
        return _other_cities(understood, turn, route.value, say)
    if route is None:
        return []
    undone = [say("The last change is taken back.", "已撤销上一次改动。")] if understood.undo else []
    lines = [
        *undone,
        *_not_met(understood, turn, route, say),
        *_dates(turn, route.value, say),
        *_base(route.call.args, say),
        *_length(turn, route.value, say),
        *_hours(understood, turn, route, say),
        *_empty_days(turn, route, say),
    ]
    lines += route.value["changed"]
    lines += [*_days_of_a_city(turn, route.value, say), *_moves_between_cities(turn, route.value, say)]
    lines += [*_against_earlier(understood, route.call.args, say), *_money(understood, turn, say)]
    lines += _hours_kept(route, say)
    if not lines and "rainy_days" in route.call.args:
        return [say("I found nothing that suits a wet day better.", "没有找到更适合雨天的安排。")]
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


def _of_that_kind(interests: Collection[str], route: Found, say: Say) -> str:
    """Which sights of a plan meet an interest, on which days, and how one of them comes to another day."""
    met = [
        (visit["name"], day["day"])
        for day in route.value["days"]
        for visit in day["visits"]
        if (sight := source.sights().get(visit["sight"])) and not {sight.category, *sight.tags}.isdisjoint(interests)
    ]
    if not met:
        return ""
    name, number = met[0]
    other = 1 if number > 1 else len(route.value["days"])
    return say(
        f" In it are {listed([f'{name} (day {number})' for name, number in met], 'en')}. For another day say, for"
        f" example, *move {name} to day {other}*.",
        f"行程里已有{listed([f'{name}（第 {number} 天）' for name, number in met], 'zh')}。"
        f"想换一天可以说：*{name}改到第{other}天*。",
    )


def _new_interests(turn: Turn, route: Found) -> list[str]:
    """The interests that the change brings to those of the plan before."""
    before = _plan_before(turn)
    held = before.value["asked"].get("interests", ()) if before else ()
    return [interest for interest in route.call.args["interests"] if interest not in held]


def nothing_read(understood: Understood, turn: Turn) -> str | None:
    """The answer to a message behind a plan that changed nothing of it: no change could be read, what is asked is not
    known, or only told why there is none. None where something changed, or where the plan is to be told again."""
    say = speaker(understood.language)
    route, said = turn.route, turn.said[-1].lower()
    if route is None or route.tool != "change_route":
        return None
    if pattern("dialogue", "tell_again").search(said):
        return None
    lines = changed_lines(understood, turn, say)
    if not lines and pattern("intents", "question").search(said):
        return None if set(route.call.args) > {"itinerary"} or _of_the_plan(said, route) else _not_answered(say)
    if lines:
        return _only_told(lines, turn, route, say)
    if wishes := unheard(said):
        return "\n\n".join((*unheard_lines(wishes, say), say("The plan stays as it is.", "行程保持不变。")))
    first = date.fromisoformat(route.value["days"][0]["date"])
    wished = read_message(said, date.today()).when.start
    if wished and understood.entities.start_date == first and wished.weekday() == first.weekday():
        day = short_day(first)
        return say(f"The trip begins on {day.en} already; it stays as it is.", f"行程本来就从{day.zh}开始，保持不变。")
    return say(
        "I read no change of the plan in this, so it stays as it is. I understand, for example: *start later on day 2*,"
        " *drop the last museum*, *a day more*, *make it cheaper*.",
        "这句话里没读出要改什么，行程保持不变。你可以说：*第二天晚点出发*、*去掉最后一个博物馆*、*多玩一天*、*便宜一点*。",
    )


def _of_the_plan(said: str, route: Found) -> bool:
    """Whether a question is about the plan as a whole or about days of it."""
    about = pattern("dialogue", "of_the_plan").search(said) is not None
    return about or bool(days_named(said, route.value["days"]))


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
    before, told = _plan_before(turn), turn.newest_before("calculate_budget")
    costs = turn.last("calculate_budget")
    if before is None or not route.call.args.keys() <= OF_SIGHTS or _visits(before) != _visits(route):
        return None
    if told is None or costs is None or Decimal(told.value["total"]) != Decimal(costs.value["total"]):
        return None
    return "\n\n".join([*lines, say("The plan stays as it is.", "行程保持不变。")])


def _visits(plan: Found) -> list[tuple[str, str]]:
    """The visits of a plan, each with its date and hour."""
    return [(v["sight"], f"{day['date']} {v['arrive']}") for day in plan.value["days"] for v in day["visits"]]


def _moves_between_cities(turn: Turn, plan: Mapping[str, Any], say: Say) -> list[str]:
    """The moves between cities that go another way than in the plan before."""
    before = _plan_before(turn)
    if before is None:
        return []
    old, new = (
        {
            (leg["from"], leg["to"]): leg
            for day in value["days"]
            for leg in day["legs"]
            if leg["from"].startswith("city:")
        }
        for value in (before.value, plan)
    )
    names = {f"city:{city['id']}": city["name"] for city in plan["cities"]}
    lines = []
    for ends, leg in new.items():
        if ends in old and old[ends]["mode"] != leg["mode"]:
            was, mode = MODE_NAMES[old[ends]["mode"]], MODE_NAMES[leg["mode"]]
            here, there = (names[end] for end in ends)
            lines.append(
                say(f"{here} to {there}: {mode.en} instead of {was.en}.", f"{here}至{there}：由{was.zh}改为{mode.zh}。")
            )
    return lines


def _other_cities(understood: Understood, turn: Turn, plan: Mapping[str, Any], say: Say) -> list[str]:
    """What a plan anew with some of the cities of the one before made of it; empty where it has none of them."""
    before = _plan_before(turn)
    if before is None:
        return []
    old, new = ({city["id"]: city["name"] for city in value["cities"]} for value in (before.value, plan))
    held, holds = (_days_by_city(value) for value in (before.value, plan))
    if not old.keys() & new.keys() or held == holds:
        return []
    lines = []
    if added := [name for id, name in new.items() if id not in old]:
        lines.append(say(f"Now with {listed(added, 'en')}.", f"加入{listed(added, 'zh')}。"))
    if given_up := [name for id, name in old.items() if id not in new]:
        lines.append(say(f"Without {listed(given_up, 'en')}.", f"不再去{listed(given_up, 'zh')}。"))
    lines += _length(turn, plan, say)
    lines += _days_told([id for id in new if id in old and held[id] != holds[id]], held, holds, new, say)
    stays = {visit["sight"] for day in plan["days"] for visit in day["visits"]}
    visits = [visit for day in before.value["days"] if day["city"] in new for visit in day["visits"]]
    if lost := [visit["name"] for visit in visits if visit["sight"] not in stays]:
        lines.append(say(f"Dropped: {', '.join(lost)}.", f"去掉：{'、'.join(lost)}。"))
    return [*lines, *_money(understood, turn, say)]


def _days_by_city(plan: Mapping[str, Any]) -> Counter[str]:
    """How many days of a plan each city has, by its id."""
    return Counter(day["city"] for day in plan["days"])


def _days_told(
    cities: Iterable[str], old: Mapping[str, int], new: Mapping[str, int], names: Mapping[str, str], say: Say
) -> list[str]:
    """How many days these cities had and have."""
    return [
        say(f"Days in {names[c]}: {old[c]} → {new[c]}.", f"{names[c]}：{old[c]} 天 → {new[c]} 天。") for c in cities
    ]


def _days_of_a_city(turn: Turn, plan: Mapping[str, Any], say: Say) -> list[str]:
    """Which cities have other days than before; where the message changes the days of one and that is not what came of
    it, how they are set."""
    message, before = read_message(turn.said[-1], date.today()), _plan_before(turn)
    names = {city["id"]: city["name"] for city in plan["cities"]}
    named = [city for city in message.places.cities if city in names]
    if before is None or len(names) < 2:
        return []
    old, new = _days_by_city(before.value), _days_by_city(plan)
    lines = _days_told([city for city in names if old[city] != new[city]], old, new, names, say)
    if not named or not message.length.change:
        return lines
    wished = {city: old[city] for city in names} | {named[0]: old[named[0]] + message.length.change}
    if len(named) == 1 and message.days is None and wished == {city: new[city] for city in names}:
        return lines
    split = [say(f"{name} {new[city]}", f"{name} {new[city]} 天") for city, name in names.items()]
    return [
        *lines,
        say(
            f"Days now: {listed(split, 'en')}. To set them, say the days of every city at once.",
            f"目前：{listed(split, 'zh')}。要指定各城市的天数，请一次说全每座城市几天。",
        ),
    ]


def _hours_kept(route: Found, say: Say) -> list[str]:
    """When a sight is visited that was wished for or moved, where the difference does not tell."""
    args = route.call.args
    meant = {*args.get("add", ()), *(move["sight"] for move in args.get("move", ()))}
    visits = [(day["day"], visit) for day in route.value["days"] for visit in day["visits"] if visit["sight"] in meant]
    return [
        say(
            f"{visit['name']} is on day {day} at {visit['arrive']}.",
            f"{visit['name']}安排在第 {day} 天 {visit['arrive']}。",
        )
        for day, visit in visits
        if not any(visit["name"] in line for line in route.value["changed"])
    ]


def _not_met(understood: Understood, turn: Turn, route: Found, say: Say) -> list[str]:
    """What of the message the change could not take up: names that are not known, sights that were not in the plan."""
    lines = []
    message = read_message(turn.said[-1], date.today())
    for name in message.unknown:
        lines.append(say(f"I know no sight called {name} here.", f"我的资料里没有叫“{name}”的景点。"))
    for kind in dict.fromkeys((*_kinds_not_here(turn.said[-1], understood), *_named_elsewhere(message, understood))):
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
    refused = (sight for sight in route.call.args.get("drop", ()) if sight in understood.entities.avoid)
    for sight in dict.fromkeys((*refused, *message.places.of("sight", "refused"))):
        if sight in source.sights() and city_of(sight) in understood.entities.cities and sight not in stops:
            row = source.sights()[sight]
            lines.append(
                say(f"{row.name_en} was not in the plan; it stays out.", f"{row.name_zh}本来就不在行程里，不会再安排。")
            )
    return lines


def _kinds_not_here(said: str, understood: Understood) -> list[str]:
    """The kinds of sights that are named as the one there is, where the cities have none: "the zoo", 动物园."""
    sights = [sight for city in understood.entities.cities for sight in source.sights_of(city)]
    names, lists = {word for sight in sights for word in _words(sight.name_en)}, gazetteer.word_lists()
    named = dict.fromkeys(THE_KIND.findall(said.lower()))
    english = [kind for kind in named if kind in lists.kinds_en and kind not in names]
    chinese = [kind for kind in lists.kinds_one_zh if kind in said and not any(kind in s.name_zh for s in sights)]
    return [*english, *chinese]


def _named_elsewhere(message: Message, understood: Understood) -> list[str]:
    """The names that sights of several other cities go by, and none of the trip's: a ferris wheel."""
    cities = understood.entities.cities
    sights = (place for place in message.places.all if place.kind == "sight" and place.part != "refused")
    return [p.surface for p in sights if sight_of(p, cities) is None and len({city_of(sight) for sight in p.ids}) > 1]


def _words(name: str) -> list[str]:
    return name.lower().split()


def _day_hours(route: Found, told: set[int], say: Say) -> list[str]:
    """The hours that other days were given."""
    windows = [w for w in route.call.args.get("day_windows", ()) if w["day"] not in told]
    empty = {day["day"] for day in route.value["days"] if not day["visits"]}
    lines = []
    for w in windows:
        if w["day"] in empty:
            lines.append(say(f"Day {w['day']} is left free.", f"第 {w['day']} 天不安排行程。"))
            continue
        if start := w.get("start"):
            lines.append(say(f"Day {w['day']} begins at {start}.", f"第 {w['day']} 天 {start} 出发。"))
        if end := w.get("end"):
            lines.append(say(f"Day {w['day']} ends by {end}.", f"第 {w['day']} 天 {end} 前结束。"))
    return lines


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


def _length(turn: Turn, plan: Mapping[str, Any], say: Say) -> list[str]:
    """How many days there are, where they are more or fewer than before."""
    before = _plan_before(turn)
    was, is_now = len(before.value["days"]) if before else 0, len(plan["days"])
    return [] if was in (0, is_now) else [say(f"{is_now} days instead of {was}.", f"由 {was} 天改为 {is_now} 天。")]


def _empty_days(turn: Turn, route: Found, say: Say) -> list[str]:
    """The days on which nothing is visited any longer, or from the first, and which no wish leaves free."""
    before = _plan_before(turn)
    empty = {day["date"] for day in before.value["days"] if not day["visits"]} if before else set()
    wished = {window["day"] for window in route.call.args.get("day_windows", ())} if _leaves_free(turn) else set()
    new = [day for day in route.value["days"] if not day["visits"] and day["date"] not in empty]
    return [
        say(f"Nothing is visited on day {day['day']}.", f"第 {day['day']} 天没有安排游览。")
        for day in new
        if day["day"] not in wished
    ]


def _leaves_free(turn: Turn) -> bool:
    """Whether the message itself wishes for hours of days, of which it is told what becomes of them."""
    return read_message(turn.said[-1], date.today()).hours != Hours()


def _base(args: Mapping[str, Any], say: Say) -> list[str]:
    """Where the days begin and end from now on."""
    hotel = args.get("hotel")
    if not hotel:
        return []
    name = hotel["name"]
    return [say(f"Every day begins and ends at your hotel near {name}.", f"每天从{name}的酒店出发，晚上回到那里。")]


def _hours(understood: Understood, turn: Turn, route: Found, say: Say) -> list[str]:
    """Which days begin or end otherwise, for the journey's sake where the message does not wish it itself."""
    message = read_message(turn.said[-1], date.today())
    if _leaves_free(turn) or (message.manner.pace and of_a_day(message)):
        return _day_hours(route, set(), say)
    lines, told = [], set()
    for number in (window["day"] for window in route.call.args.get("day_windows", ())):
        said = " ".join(of_the_day(understood, number, route.value, say))
        if said:
            told.add(number)
            lines.append(say(f"Day {number}: {said}", f"第 {number} 天：{said}"))
    return [*lines, *_day_hours(route, told, say)]


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
