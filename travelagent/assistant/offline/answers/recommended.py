"""Answers that recommend cities: the list with its reasons, what was weighed, and what could not be."""

from collections.abc import Iterator, Sequence

from travelagent.assistant.offline.answers.cost import TIERS
from travelagent.assistant.offline.answers.needs import access_answer
from travelagent.assistant.offline.reach import hours_of_few_days, wish_of
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.likes import likes_told
from travelagent.assistant.offline.tour import goes_farther
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import DEFAULT_CITIES, Understood
from travelagent.assistant.results.cities import FoundCity, Reach
from travelagent.assistant.tool_results import Found
from travelagent.assistant.wording import Say, about, listed, months, problem, speaker, table

COMPARED = 3
WAYS = {
    "train": ("by train", "火车"),
    "car": ("by car", "车程"),
    "bus": ("by coach", "大巴"),
    "flight": ("in the air", "飞行"),
    None: ("door to door", "门到门"),
}


def recommendation_answer(understood: Understood, turn: Turn) -> str:
    say = speaker(understood.language)
    found = turn.last("search_cities")
    if found is None:
        failures = turn.failures("search_cities")
        if failures:
            return problem(failures[-1].error or {}, understood.language)
        return say("Searching for cities is not available right now.", "目前无法搜索城市。")
    cities, most = found.search.cities, found.call.args["limit"]
    if not cities:
        return say(
            "No city of the catalogue fits all of that. Say which wish matters least, and I will look again.",
            "没有同时满足这些条件的城市。告诉我哪个条件可以放宽，我再找一次。",
        )
    lines = [_lead(cities, found, understood), *_left_aside(turn, say), *_reach_taken(found, turn, say)]
    lines += _few_days_taken(found, understood, turn, say)
    lines += _unranked(turn, say)
    if DEFAULT_CITIES != most > len(cities):
        lines.append(say(f"Only {len(cities)} cities fit all of that.", f"符合条件的只有 {len(cities)} 座城市。"))
    lines.append("")
    for rank, city in enumerate(cities, 1):
        where = say(f" ({city.region})", f"（{city.region}）") if city.region != city.name else ""
        lines.append(f"{rank}. **{city.name}**{where}{say(': ', '：')}{city.summary}")
        lines.append(f"   - {say('. ', '；').join(city.match_reasons)}")
    lines += ["", *_comparison(cities[:COMPARED], understood.language), *_way_there(found, turn, say)]
    if understood.needs:
        lines += ["", access_answer(understood.needs, say)]
    return "\n".join(lines)


def _lead(cities: Sequence[FoundCity], found: Found, understood: Understood) -> str:
    names = listed([c.name for c in cities[:COMPARED]], understood.language)
    say = speaker(understood.language)
    if found.call.args.get("nearest") and (reach := found.search.reach):
        home = reach.origin
        return say(f"**Nearest to {home} first: {names}.**", f"**从{home}出发由近到远：{names}。**")
    return say(f"**Best matches: {names}.**", f"**最合适的是：{names}。**")


def _left_aside(turn: Turn, say: Say) -> Iterator[str]:
    """What the list does not heed, as nothing fitted it."""
    first, *others = turn.results("search_cities")
    if not others:
        return
    if goes_farther(turn) and (reach := first.search.reach):
        limit = _limit(reach, say)
        yield say(
            f"No city that fits lies within {limit} of {reach.origin}; these are the nearest of those that do.",
            f"{reach.origin}周边{limit}以内没有合适的城市，以下是合适的城市里最近的。",
        )
    else:
        yield say(
            "Nothing fitted the budget as said, so it is left aside here.",
            "没有城市符合所说预算，以下未计预算限制。",
        )


def _limit(reach: Reach, say: Say) -> str:
    """`3 hours by train`, `400 km as the crow flies`."""
    if reach.km_max:
        return say(f"{reach.km_max:g} km as the crow flies", f"直线 {reach.km_max:g} 公里")
    hours, (english, chinese) = reach.hours_max, WAYS[reach.way]
    return say(f"{hours:g} hour{'' if hours == 1 else 's'} {english}", f"{chinese} {hours:g} 小时")


def _reach_taken(found: Found, turn: Turn, say: Say) -> Iterator[str]:
    """What "not far" was taken for, and that somewhere nearer is from home."""
    wish, reach = wish_of(turn), found.search.reach
    if reach and wish.near and not wish.nearer and not wish.on_the_way and (reach.km_max or reach.hours_max):
        limit = _limit(reach, say)
        yield say(
            f"“Not far” is taken as up to {limit} from {reach.origin}; say so if it may be more or less.",
            f"“不远”按离{reach.origin}{limit}以内算，想放宽或缩小请告诉我。",
        )
    if reach is None and _wants_reach(turn):
        yield say(
            "How far these are I can only weigh from your home: say where you set out from, and I look again.",
            "远近要从你的出发地算：告诉我从哪里出发，我再找一次。",
        )


def _few_days_taken(found: Found, understood: Understood, turn: Turn, say: Say) -> Iterator[str]:
    """How far one goes for a trip of few days, where that was not said."""
    reach, days = found.search.reach, understood.entities.days
    if reach and reach.hours_max and not _wants_reach(turn) and hours_of_few_days(understood):
        limit = _limit(reach, say)
        yield say(
            f"For {'a day' if days == 1 else f'{days} days'} I looked no farther than {limit} from {reach.origin}; say"
            " so if it may be more.",
            f"只有 {days} 天，按离{reach.origin}{limit}以内找；可以再远一点的话请告诉我。",
        )


def _unranked(turn: Turn, say: Say) -> Iterator[str]:
    """What was wished for and no figure tells: how many people there are, and when the leaves turn this year."""
    if pattern("intents", "quiet").search(turn.said[-1].lower()):
        yield say(
            "I have no figures on visitors, so this is no ranking by crowds: it goes by season and taste alone, and"
            " famous places are crowded on public holidays. Name a region or a taste, and smaller places come up.",
            "我没有客流数据，无法按人多人少排名：下面只按季节和喜好推荐，其中的热门城市节假日人会很多。"
            "说说地区或喜好，我可以找更小众的地方。",
        )
    if wish_of(turn).direct:
        yield say(
            "Direct flights: I know no flights, so I cannot tell which of these have one; look that up before you"
            " choose.",
            "直飞：我没有航班资料，说不准哪些有直飞，选定前请先查。",
        )
    for like in likes_told(turn.said[-1], turn.today):
        yield say(
            f"{like.words[0].upper()}{like.words[1:]}: that is not among what cities are searched by here.",
            f"{like.words}：目前不能按这一项找城市，没有计入。",
        )
    if wish_of(turn).spectacle:
        yield say(
            "These are the cities whose sights my notes tell of for it; the notes give its usual time, and the days"
            " differ from year to year.",
            "以下是资料里提到这种景色的城市；时间是往年的大致时间，每年早晚不同，出发前请查当年的预报。",
        )


def _way_there(found: Found, turn: Turn, say: Say) -> list[str]:
    """What of the journey is known and weighed, unless it was told already."""
    reach = found.search.reach
    if reach is None and _wants_reach(turn):
        return []
    if reach is None:
        told = say(
            "How far they are from you, and the journey's price, are not weighed here: pick one and say where you"
            " set out from, and the plan counts it.",
            "这里没有计入路程远近和往返交通费：选一个城市，再告诉我从哪里出发，行程预算会算进去。",
        )
    elif reach.way == "flight" and reach.hours_max:
        told = say(
            f"By distance all of them are within {reach.hours_max:g} hours in the air; I know no flights, so look up"
            " whether one goes there directly.",
            f"按直线距离估算，都在 {reach.hours_max:g} 小时飞行以内；我没有航班资料，有没有直飞请另查。",
        )
    else:
        told = say(
            "The journeys are estimated by distance; look up the trains and flights. Their price is not weighed here.",
            "路上时间按距离估算，车次和航班请另查；这里没有计入往返交通费。",
        )
    return ["", told]


def _wants_reach(turn: Turn) -> bool:
    """Whether it is said how far the place may be."""
    wish = wish_of(turn)
    return bool(wish.near or wish.nearer or wish.on_the_way)


def _comparison(cities: Sequence[FoundCity], language: str) -> list[str]:
    say = speaker(language)
    head = say("City|A person a day|Best months|Usual stay", "城市|人均每天|最佳月份|建议天数").split("|")
    rows = [
        [
            c.name,
            _estimate(c, language),
            months(c.best_months, language),
            f"{c.days_min}–{c.days_max} {say('days', '天')}",
        ]
        for c in cities
    ]
    return table(head, rows)


def _estimate(city: FoundCity, language: str) -> str:
    """`CN¥620 (mid-range)`, ¥620（舒适）."""
    cost = city.daily_cost
    tier = TIERS[cost.tier][language == "zh"]
    amount = about(cost.amount, cost.currency, language)
    return f"{amount}（{tier}）" if language == "zh" else f"{amount} ({tier})"
