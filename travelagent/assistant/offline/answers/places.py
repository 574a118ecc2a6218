"""Answers about places: sights, food, facts, and the question which city is meant."""

from collections.abc import Sequence

from travelagent.assistant.offline.answers.climate import asks_warmth, child_lines, climate_lines
from travelagent.assistant.offline.answers.needs import (
    diet_words,
    eating_note,
    hidden_foods,
    judged_dishes,
    suiting_first,
)
from travelagent.assistant.offline.answers.words import unheard_lines
from travelagent.assistant.offline.reading.asked import unheard
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.visits import days_named
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.city import CityFacts, Costs
from travelagent.assistant.results.route import Route
from travelagent.assistant.results.sights import FoundSight, SightsOfCity
from travelagent.assistant.tool_results import Found
from travelagent.assistant.wording import (
    Say,
    about,
    listed,
    money,
    months,
    problem,
    speaker,
    table,
)
from travelagent.briefs.lodging import central_stop
from travelagent.catalog import source
from travelagent.catalog.hours_words import hours_text
from travelagent.plans.values import PARTS_OF_DAY
from travelagent.plans.wire_fields import minutes_of

COMPARED = 3


def sights_answer(understood: Understood, turn: Turn) -> str:
    language = understood.language
    say = speaker(language)
    found = turn.last("query_attractions")
    if found is None:
        failures = turn.failures("query_attractions")
        if failures:
            return problem(failures[-1].error or {}, language)
        return say("Looking up sights is not available right now.", "目前无法查询景点。")
    if not any(city.sights for city in found.attractions.cities):
        return say("No sight there fits all of that.", "那里没有同时满足这些条件的景点。")
    names = listed([c.name for c in found.attractions.cities], language)
    best = [s.name for c in found.attractions.cities for s in c.sights[:COMPARED]]
    lead = say(f"**{names}: do not miss {listed(best, 'en')}.**", f"**{names}最值得看的：{listed(best, 'zh')}。**")
    return "\n".join(
        [
            *_in_short(turn.last("get_city_info"), say, language),
            lead,
            "",
            *sight_table(found.attractions.cities, language),
        ]
    )


def evening_answer(understood: Understood, turn: Turn, plan: Route) -> str:
    """What the plan has in its evenings, in that alone which is asked about, and what the city has for them."""
    say, begins = speaker(understood.language), PARTS_OF_DAY["evening"][0]
    named = days_named(turn.said[-1], plan.days, turn.today)
    lines = [
        say(
            f"- Day {day.day}, {visit.arrive}: {visit.name}",
            f"- 第 {day.day} 天 {visit.arrive}：{visit.name}",
        )
        for day in plan.days
        for visit in day.visits
        if minutes_of(visit.arrive) >= begins and (day.day in named or not named)
    ]
    head = say("**In the evenings of your plan:**", "**行程里安排在傍晚和晚上的：**")
    none = say("The plan has nothing in its evenings yet.", "行程里晚上还没有安排。")
    if named:
        head = say("**On that evening of your plan:**", "**行程里那天傍晚和晚上安排的：**")
        none = say("The plan has nothing on that evening yet.", "行程里那天晚上还没有安排。")
    told = [head, "", *lines] if lines else [none]
    found = turn.last("query_attractions")
    if found is not None and not any(city.sights for city in found.attractions.cities):
        more = say("I know no other place for an evening there.", "资料里没有其他适合晚上去的地方。")
    else:
        more = sights_answer(understood, turn)
    return "\n".join([*told, "", more])


def _in_short(info: Found | None, say: Say, language: str) -> list[str]:
    """A city in a sentence and its best months."""
    if info is None:
        return []
    best = months(info.city.best_months, language)
    told = f"**{info.city.name}**{say(': ', '：')}{info.city.summary}"
    return [f"{told}{say(f' Best months: {best}.', f'最佳月份：{best}。')}", ""]


def sight_table(cities: Sequence[SightsOfCity], language: str) -> list[str]:
    say = speaker(language)
    head = say("Sight|Score|Visit|Hours|Ticket|Good to know", "景点|评分|游览|开放时间|门票|提示").split("|")
    lines: list[str] = []
    for city in cities:
        if len(cities) > 1:
            lines += ["", f"### {city.name}", ""]
        rows = [
            [
                f"**{s.name}**",
                f"{s.score}/10",
                say(f"{s.minutes} min", f"{s.minutes} 分钟"),
                say(*hours_words(s.hours)),
                say("free", "免费") if s.price == 0 else money(s.price, s.currency, language),
                s.note,
            ]
            for s in city.sights
        ]
        lines += table(head, rows)
    return lines


def hours_words(hours: str) -> tuple[str, str]:
    said = hours_text(hours)
    return said.en, said.zh


def food_answer(understood: Understood, turn: Turn) -> str:
    language = understood.language
    say = speaker(language)
    info, streets = turn.last("get_city_info"), turn.last("query_attractions")
    if info is None and streets is None:
        failures = [*turn.failures("get_city_info"), *turn.failures("query_attractions")]
        if failures:
            return problem(failures[0].error or {}, language)
        return say("Looking up food is not available right now.", "目前无法查询美食。")
    lines: list[str] = []
    if "allergy" in unheard(turn.said[-1], turn.today):
        lines += [*unheard_lines(["allergy"], say), ""]
    if info is not None:
        name = info.city.name
        if pattern("eating", "asks_heat").search(turn.said[-1].lower()):
            lines += [_heat(info.city.food, language), ""]
        lines += _dishes(name, info.city.food, understood.entities.diet, language)
        lines.append(_meals(info.city.costs, say))
    places = streets.attractions.sights if streets else []
    if places:
        lines += ["", say("**Where to eat your way around**", "**美食街区**"), ""]
        ordered = suiting_first(places, understood.entities.diet)
        lines += [_eating_place(s, language) for s in ordered]
    if pattern("eating", "restaurants").search(turn.said[-1].lower()):
        lines += [
            "",
            say(
                "I know no single restaurants, only dishes and quarters to eat in: look on a map around the place where"
                " you are.",
                "我没有具体餐厅的资料，只有特色菜和美食街区：附近的餐厅请在地图上查找。",
            ),
        ]
    return "\n".join(lines)


def _eating_place(sight: FoundSight, language: str) -> str:
    note = eating_note(sight.note, language)
    return f"- **{sight.name}**" + (speaker(language)(": ", "：") + note if note else "")


def _dishes(name: str, dishes: Sequence[str], diet: Sequence[str], language: str) -> list[str]:
    """What to try there; with a diet, which of it suits as it is usually made, and that recipes vary."""
    say = speaker(language)
    if not diet:
        tried = listed(dishes, language)
        return [say(f"**In {name}, try {tried}.**", f"**到{name}必尝：{tried}。**")] if dishes else []
    judged, words = judged_dishes(dishes, diet), diet_words(diet, language)
    lines = [say(f"**{words[0].upper()}{words[1:]}:**", f"**{words}：**")]
    for named, en, zh in (
        (
            judged.out,
            f"Of what {name} is known for, not for you as usually made: ",
            f"{name}的特色里，通常做法不适合的：",
        ),
        (judged.suit, "usually fine: ", "通常可以的："),
        (judged.open, "depends on how it is made: ", "要看做法的："),
    ):
        if named:
            told = say(en, zh) + listed(named, language) + say(".", "。")
            lines.append(told[0].upper() + told[1:])
    if not judged.suit:
        lines.append(say("Ask for a place that cooks for it.", "建议找专门的餐厅。"))
    lines.append(
        say(
            "Recipes vary and I have no ingredient lists, so tell the kitchen and ask before you order.",
            "各家做法不同，我没有配料表，点餐前请告诉店家并确认。",
        )
    )
    if hidden := hidden_foods(diet, language):
        lines.append(hidden)
    return lines


def _heat(dishes: Sequence[str], language: str) -> str:
    """An answer to "is it spicy?", from how the dishes are usually made."""
    say = speaker(language)
    hot = judged_dishes(dishes, ("no_spicy",)).out
    if not hot:
        return say(
            "None of its best-known dishes is usually hot; ask for it mild where you are not sure.",
            "当地特色菜通常都不辣，不确定时点餐可以说“不要辣”。",
        )
    return say(
        f"Some of it is usually spicy: {listed(hot, 'en')}. Ask for it mild where you are not sure.",
        f"有些菜通常是辣的：{listed(hot, 'zh')}。不确定时点餐可以说“不要辣”。",
    )


def facts_answer(understood: Understood, turn: Turn) -> str:
    """City facts; what was asked for leads."""
    language = understood.language
    say = speaker(language)
    found = turn.results("get_city_info")
    lines: list[str] = []
    if understood.intent == "season_query" and pattern("intents", "beyond", "forecast").search(turn.said[-1].lower()):
        lines += [
            say(
                "I have no weather forecast, only what the season is usually like. Look at a forecast shortly before.",
                "我没有天气预报，只知道这个季节通常的天气。临近出发请查看预报。",
            ),
            "",
        ]
    for item in found:
        lines += [*_facts(item.city, understood, turn), ""]
        if understood.intent == "accommodation":
            lines += [_where_to_stay(item.city, turn, language), ""]
            if pattern("intents", "hostels").search(turn.said[-1].lower()):
                lines += [_hostels(say), ""]
    if len(found) > 1:
        rows = [_compared(f.city, language) for f in found]
        head = say(
            "City|A person a day, mid-range|Best months|Known for", "城市|人均每天（舒适档）|最佳月份|特色"
        ).split("|")
        lines += [*table(head, rows), ""]
    month = understood.entities.month
    failures = turn.failures("get_city_info")
    lines += [problem(f.error or {}, language, month) for f in failures]
    lines += _not_compared(understood, failures, say)
    if not lines:
        return say("Looking up city facts is not available right now.", "目前无法查询城市资料。")
    return "\n".join(lines).strip()


def _hostels(say: Say) -> str:
    """That beds in a hostel are not known, and what comes nearest to them."""
    return say(
        "I know no hostels and no prices of beds: the budget tier counts a simple double room, and a bed in a dormitory"
        " usually costs less. Say “on a budget” and the plan counts with that tier.",
        "我没有青旅和床位价格的资料：经济档按普通双人间估算，青旅床位通常更便宜。说“按经济档算”，预算就按这一档计算。",
    )


def _where_to_stay(info: CityFacts, turn: Turn, language: str) -> str:
    """The stop from which the others are near, of the plan or else of the city's best: what can be said of areas."""
    plan = turn.standing_route
    days = plan.itinerary.days if plan else []
    visited = [v.sight for day in days if day.city == info.id for v in day.visits if v.sight]
    sight = source.sights()[central_stop(visited or [best.id for best in info.sights])]
    stops = ("the stops of your plan", "你行程里的各站") if visited else ("its best sights", "主要景点")
    return speaker(language)(
        f"I know no districts or single hotels. Around {sight.name_en} {stops[0]} are nearest on the whole, so a room"
        " there saves time on the way; say “my hotel is near …” and the days begin there.",
        f"我没有街区和具体酒店的资料。从{sight.name_zh}一带到{stops[1]}总路程最短，住在附近最省路；"
        "告诉我“酒店在……”，每天就从那里出发。",
    )


def _facts(info: CityFacts, understood: Understood, turn: Turn) -> list[str]:
    language = understood.language
    say = speaker(language)
    cash = info.costs.currency
    lines = [f"**{info.name}**{say(': ', '：')}{info.summary}", ""]
    best = months(info.best_months, language)
    match understood.intent:
        case "season_query":
            for_child = child_lines(info, understood, turn)
            if for_child or asks_warmth(turn):
                return [f"**{info.name}**", "", *for_child, *climate_lines(info, understood, turn)]
            lines.append(say(f"Best months: {best}.", f"最佳月份：{best}。"))
            lines += climate_lines(info, understood, turn)
        case "accommodation":
            rooms = info.costs.lodging
            prices = [money(rooms[t], cash, language) for t in ("budget", "mid", "luxury")]
            lines.append(
                say(
                    f"A double room a night: {prices[0]} budget, {prices[1]} mid-range, {prices[2]} luxury (estimates)."
                    "",
                    f"双人间每晚：经济 {prices[0]}、舒适 {prices[1]}、豪华 {prices[2]}（估算）。",
                )
            )
        case "transportation":
            day = money(info.costs.transit_day, cash, language)
            lines.append(
                say(
                    f"Getting around by public transport costs about {day} a person a day."
                    " Timetables are not in my data.",
                    f"市内公共交通约每人每天 {day}。我没有班次时刻数据。",
                )
            )
        case "comparison":
            lines.append(say(f"Best months: {best}.", f"最佳月份：{best}。"))
            lines += climate_lines(info, understood, turn) if understood.entities.month else []
            if "food" in understood.entities.interests:
                lines += ["", *_dishes(info.name, info.food, understood.entities.diet, language)]
                lines.append(_meals(info.costs, say))
        case _:
            lines.append(say(f"Best months: {best}.", f"最佳月份：{best}。"))
    return lines


def _meals(costs: Costs, say: Say) -> str:
    """What a person eats for in a day."""
    meals, cash = costs.meals, costs.currency
    return say(
        f"A person's food costs about {money(meals['budget'], cash, 'en')} a day on a budget,"
        f" {money(meals['mid'], cash, 'en')} mid-range.",
        f"人均餐费：经济约 {money(meals['budget'], cash, 'zh')}/天，舒适约 {money(meals['mid'], cash, 'zh')}/天。",
    )


def _not_compared(understood: Understood, failures: Sequence[Found], say: Say) -> list[str]:
    """Of which cities of a comparison nothing is known that could decide it."""
    if understood.intent != "comparison":
        return []
    cities = [str(f.error["city"]) for f in failures if f.error and f.error.get("known")]
    if not cities:
        return []
    return [
        "",
        say(
            f"I have no data on sights, food and prices in {listed(cities, 'en')}, so I cannot say which of them suits"
            " you better.",
            f"我没有{listed(cities, 'zh')}的景点、美食和价格资料，所以没法断定哪个更适合。",
        ),
    ]


def _compared(info: CityFacts, language: str) -> list[str]:
    daily = info.costs.daily["mid"]
    return [
        info.name,
        about(daily, info.costs.currency, language),
        months(info.best_months, language),
        listed(info.food[:2], language),
    ]


def ask_city_answer(understood: Understood) -> str:
    say = speaker(understood.language)
    return say(
        "Which city is it about? Name one, or say what you like (food, mountains, a warm beach)"
        " and I will suggest some.",
        "想了解哪座城市？直接说名字，或告诉我喜好（美食、山水、温暖海滩），我来推荐。",
    )
