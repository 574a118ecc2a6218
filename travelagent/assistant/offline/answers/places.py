"""Answers about places: recommended cities, sights, food, facts, and the question which city is meant."""

from collections.abc import Mapping, Sequence
from typing import Any

from travelagent.assistant.offline.answers.climate import child_lines, climate_lines
from travelagent.assistant.offline.answers.cost import TIERS
from travelagent.assistant.offline.answers.needs import (
    diet_words,
    eating_note,
    hidden_foods,
    judged_dishes,
    suiting_first,
)
from travelagent.assistant.offline.answers.tongue import (
    Say,
    about,
    listed,
    money,
    months,
    problem,
    speaker,
    table,
)
from travelagent.assistant.offline.answers.words import unheard_lines
from travelagent.assistant.offline.base import central_stop
from travelagent.assistant.offline.reading.asked import unheard
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.tour import flight_hours, from_home, wants_near
from travelagent.assistant.offline.turn import Found, Turn
from travelagent.assistant.offline.values import Understood
from travelagent.catalog import source
from travelagent.catalog.hours_words import hours_text
from travelagent.catalog.values import Sight

COMPARED = 3
LEAVES = 6
USUAL = 6
"""So many cities are recommended where no number was said."""


def recommendation_answer(understood: Understood, turn: Turn) -> str:
    language = understood.language
    say = speaker(language)
    found = turn.last("search_cities")
    if found is None:
        failures = turn.failures("search_cities")
        if failures:
            return problem(failures[-1].error or {}, language)
        return say("Searching for cities is not available right now.", "目前无法搜索城市。")
    hours = flight_hours(turn)
    most = USUAL if hours else found.call.args["limit"]
    cities = from_home(found.value["cities"], understood, turn)[:most]
    if hours and not cities and found.value["cities"]:
        return say(
            f"None of the best matches lies within {hours} hours of flight from where you set out. Allow a longer"
            " flight or name a country, and I will look again.",
            f"最合适的几座城市都超出了 {hours} 小时的飞行距离。放宽飞行时间，或说一个国家，我再找一次。",
        )
    if not cities:
        return say(
            "No city of the catalogue fits all of that. Say which wish matters least, and I will look again.",
            "没有同时满足这些条件的城市。告诉我哪个条件可以放宽，我再找一次。",
        )
    lead = listed([c["name"] for c in cities[:COMPARED]], language)
    lines = [say(f"**Best matches: {lead}.**", f"**最合适的是：{lead}。**")]
    if len(turn.results("search_cities")) > 1:
        lines.append(
            say(
                "Nothing fitted the budget as said, so it is left aside here.",
                "没有城市符合所说预算，以下未计预算限制。",
            )
        )
    if pattern("intents", "quiet").search(turn.said[-1].lower()):
        lines.append(
            say(
                "I have no figures on visitors, so this is no ranking by crowds: it goes by season and taste alone, and"
                " famous places are crowded on public holidays. Name a region or a taste, and smaller places come up.",
                "我没有客流数据，无法按人多人少排名：下面只按季节和喜好推荐，其中的热门城市节假日人会很多。"
                "说说地区或喜好，我可以找更小众的地方。",
            )
        )
    if pattern("intents", "leaves").search(turn.said[-1].lower()):
        lines.append(_leaves(say))
    if USUAL != most > len(cities):
        lines.append(say(f"Only {len(cities)} cities fit all of that.", f"符合条件的只有 {len(cities)} 座城市。"))
    lines.append("")
    for rank, city in enumerate(cities, 1):
        where = say(f" ({city['region']})", f"（{city['region']}）") if city["region"] != city["name"] else ""
        lines.append(f"{rank}. **{city['name']}**{where}{say(': ', '：')}{city['summary']}")
        lines.append(f"   - {say('. ', '；').join(city['match_reasons'])}")
    lines += ["", *_comparison(cities[:COMPARED], language)]
    if hours and understood.entities.origin:
        lines += [
            "",
            say(
                f"By distance all of them are within {hours} hours in the air; I know no flights, so look up whether"
                " one goes there directly.",
                f"按直线距离估算，都在 {hours} 小时飞行以内；我没有航班资料，有没有直飞请另查。",
            ),
        ]
    elif not wants_near(understood, turn):
        lines += [
            "",
            say(
                "How far they are from you, and the journey's price, are not weighed here: pick one and say where you"
                " set out from, and the plan counts it.",
                "这里没有计入路程远近和往返交通费：选一个城市，再告诉我从哪里出发，行程预算会算进去。",
            ),
        ]
    return "\n".join(lines)


def _leaves(say: Say) -> str:
    """Which sights the catalogue tells of for their autumn leaves, the best first, and what the list does not weigh."""
    told = [s for s in source.sights().values() if pattern("intents", "tells_leaves").search(_told_of(s))]
    best = sorted(told, key=lambda sight: (-sight.score, sight.id))[:LEAVES]
    cities = source.cities()
    english = listed([f"{s.name_en} ({cities[s.city].name_en})" for s in best], "en")
    chinese = listed([f"{s.name_zh}（{cities[s.city].name_zh}）" for s in best], "zh")
    return say(
        f"My notes tell of autumn leaves at {english}. I have no dates of them, and the list below goes by the months"
        " of the northern autumn alone: south of the equator it is spring then.",
        f"资料里提到红叶或秋色的有：{chinese}。我没有红叶的日期；下面的列表只按北半球秋季的月份推荐，南半球那时是春天。",
    )


def _told_of(sight: Sight) -> str:
    return f"{sight.name_en} {sight.name_zh} {sight.note_en} {sight.note_zh}".lower()


def _comparison(cities: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    say = speaker(language)
    head = say("City|A person a day|Best months|Usual stay", "城市|人均每天|最佳月份|建议天数").split("|")
    rows = [
        [
            c["name"],
            _estimate(c, language),
            months(c["best_months"], language),
            f"{c['days_min']}–{c['days_max']} {say('days', '天')}",
        ]
        for c in cities
    ]
    return table(head, rows)


def _estimate(city: Mapping[str, Any], language: str) -> str:
    """`CN¥620 (mid-range)`, ¥620（舒适）."""
    cost, tier = city["daily_cost"], tier_name(city, language)
    amount = about(cost["amount"], cost["currency"], language)
    return f"{amount}（{tier}）" if language == "zh" else f"{amount} ({tier})"


def tier_name(city: Mapping[str, Any], language: str) -> str:
    return TIERS[city["daily_cost"]["tier"]][language == "zh"]


def sights_answer(understood: Understood, turn: Turn) -> str:
    language = understood.language
    say = speaker(language)
    found = turn.last("query_attractions")
    if found is None:
        failures = turn.failures("query_attractions")
        if failures:
            return problem(failures[-1].error or {}, language)
        return say("Looking up sights is not available right now.", "目前无法查询景点。")
    if not any(city["sights"] for city in found.value["cities"]):
        return say("No sight there fits all of that.", "那里没有同时满足这些条件的景点。")
    names = listed([c["name"] for c in found.value["cities"]], language)
    best = [s["name"] for c in found.value["cities"] for s in c["sights"][:COMPARED]]
    lead = say(f"**{names}: do not miss {listed(best, 'en')}.**", f"**{names}最值得看的：{listed(best, 'zh')}。**")
    return "\n".join(
        [*_in_short(turn.last("get_city_info"), say, language), lead, "", *sight_table(found.value, language)]
    )


def _in_short(info: Found | None, say: Say, language: str) -> list[str]:
    """A city in a sentence and its best months."""
    if info is None:
        return []
    best = months(info.value["best_months"], language)
    told = f"**{info.value['name']}**{say(': ', '：')}{info.value['summary']}"
    return [f"{told}{say(f' Best months: {best}.', f'最佳月份：{best}。')}", ""]


def sight_table(value: Mapping[str, Any], language: str) -> list[str]:
    say = speaker(language)
    head = say("Sight|Score|Visit|Hours|Ticket|Good to know", "景点|评分|游览|开放时间|门票|提示").split("|")
    lines: list[str] = []
    for city in value["cities"]:
        if len(value["cities"]) > 1:
            lines += ["", f"### {city['name']}", ""]
        rows = [
            [
                f"**{s['name']}**",
                f"{s['score']}/10",
                say(f"{s['minutes']} min", f"{s['minutes']} 分钟"),
                say(*hours_words(s["hours"])),
                say("free", "免费") if float(s["price"]) == 0 else money(s["price"], s["currency"], language),
                s["note"],
            ]
            for s in city["sights"]
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
    if "allergy" in unheard(turn.said[-1]):
        lines += [*unheard_lines(["allergy"], say), ""]
    if info is not None:
        name = info.value["name"]
        if pattern("eating", "asks_heat").search(turn.said[-1].lower()):
            lines += [_heat(info.value["food"], language), ""]
        lines += _dishes(name, info.value["food"], understood.entities.diet, language)
        meals, cash = info.value["costs"]["meals"], info.value["costs"]["currency"]
        lines.append(
            say(
                f"A person's food costs about {money(meals['budget'], cash, 'en')} a day on a budget,"
                f" {money(meals['mid'], cash, 'en')} mid-range.",
                f"人均餐费：经济约 {money(meals['budget'], cash, 'zh')}/天，"
                f"舒适约 {money(meals['mid'], cash, 'zh')}/天。",
            )
        )
    places = [s for c in streets.value["cities"] for s in c["sights"]] if streets else []
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


def _eating_place(sight: Mapping[str, Any], language: str) -> str:
    note = eating_note(sight["note"], language)
    return f"- **{sight['name']}**" + (speaker(language)(": ", "：") + note if note else "")


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
        lines += [*_facts(item.value, understood, turn), ""]
        if understood.intent == "accommodation":
            lines += [_where_to_stay(item.value, turn, language), ""]
            if pattern("intents", "hostels").search(turn.said[-1].lower()):
                lines += [_hostels(say), ""]
    if len(found) > 1:
        rows = [_compared(f.value, language) for f in found]
        head = say(
            "City|A person a day, mid-range|Best months|Known for", "城市|人均每天（舒适档）|最佳月份|特色"
        ).split("|")
        lines += [*table(head, rows), ""]
    month = understood.entities.month
    lines += [problem(f.error or {}, language, month) for f in turn.failures("get_city_info")]
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


def _where_to_stay(info: Mapping[str, Any], turn: Turn, language: str) -> str:
    """The stop from which the others are near, of the plan or else of the city's best: what can be said of areas."""
    plan = turn.standing_route
    days = plan.value["days"] if plan else []
    visited = [v["sight"] for day in days if day["city"] == info["id"] for v in day["visits"] if v["sight"]]
    sight = source.sights()[central_stop(visited or [best["id"] for best in info["sights"]])]
    stops = ("the stops of your plan", "你行程里的各站") if visited else ("its best sights", "主要景点")
    return speaker(language)(
        f"I know no districts or single hotels. Around {sight.name_en} {stops[0]} are nearest on the whole, so a room"
        " there saves time on the way; say “my hotel is near …” and the days begin there.",
        f"我没有街区和具体酒店的资料。从{sight.name_zh}一带到{stops[1]}总路程最短，住在附近最省路；"
        "告诉我“酒店在……”，每天就从那里出发。",
    )


def _facts(info: Mapping[str, Any], understood: Understood, turn: Turn) -> list[str]:
    language = understood.language
    say = speaker(language)
    cash = info["costs"]["currency"]
    lines = [f"**{info['name']}**{say(': ', '：')}{info['summary']}", ""]
    best = months(info["best_months"], language)
    match understood.intent:
        case "season_query":
            lines = [*child_lines(info, understood, turn), *lines]
            lines.append(say(f"Best months: {best}.", f"最佳月份：{best}。"))
            lines += climate_lines(info, understood, turn)
        case "accommodation":
            rooms = info["costs"]["lodging"]
            prices = [money(rooms[t], cash, language) for t in ("budget", "mid", "luxury")]
            lines.append(
                say(
                    f"A double room a night: {prices[0]} budget, {prices[1]} mid-range, {prices[2]} luxury (estimates)."
                    "",
                    f"双人间每晚：经济 {prices[0]}、舒适 {prices[1]}、豪华 {prices[2]}（估算）。",
                )
            )
        case "transportation":
            day = money(info["costs"]["transit_day"], cash, language)
            lines.append(
                say(
                    f"Getting around by public transport costs about {day} a person a day."
                    " Timetables are not in my data.",
                    f"市内公共交通约每人每天 {day}。我没有班次时刻数据。",
                )
            )
        case _:
            lines.append(say(f"Best months: {best}.", f"最佳月份：{best}。"))
    return lines


def _compared(info: Mapping[str, Any], language: str) -> list[str]:
    daily = info["costs"]["daily"]["mid"]
    return [
        info["name"],
        about(daily, info["costs"]["currency"], language),
        months(info["best_months"], language),
        listed(info["food"][:2], language),
    ]


def ask_city_answer(understood: Understood) -> str:
    say = speaker(understood.language)
    return say(
        "Which city is it about? Name one, or say what you like (food, mountains, a warm beach)"
        " and I will suggest some.",
        "想了解哪座城市？直接说名字，或告诉我喜好（美食、山水、温暖海滩），我来推荐。",
    )
