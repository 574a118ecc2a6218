"""What is known of single sights that a question names."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from travelagent.assistant.offline.answers.places import hours_words
from travelagent.assistant.offline.answers.when import when_answer_of
from travelagent.assistant.offline.reading.asked import OpenOn, open_asked
from travelagent.assistant.offline.reading.extra_day import ExtraDay
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.tastes import kinds_named
from travelagent.assistant.offline.reading.visits import PARTS, Days, arrival_at, visits_wished
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.sights import FoundSight
from travelagent.assistant.wording import Say, listed, money, speaker
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sight
from travelagent.catalog.names import place_name
from travelagent.planning.hours import windows_of
from travelagent.plans.values import PARTS_OF_DAY, PartOfDay
from travelagent.plans.words import WEEKDAY_NAMES, clock, term

WORTH = (
    (9, ("Yes: by my notes it is among the sights not to miss.", "值得：按资料评分，它属于不可错过的地方。")),
    (7, ("By my notes it is worth a visit where there is time.", "按资料评分，时间够的话值得一去。")),
    (0, ("By my notes only if it is what you like.", "按资料评分，感兴趣再去就好。")),
)
"""What is said of a sight from which score on."""
PARTS_ZH: Mapping[PartOfDay, str] = {"morning": "上午", "afternoon": "下午", "evening": "晚上"}


def elsewhere_answer(understood: Understood, sights: Sequence[str]) -> str:
    """Where sights are that are wished for in a plan of other cities, and how to have them."""
    say, language = speaker(understood.language), understood.language
    lines = []
    for sight in sights:
        row = source.sights()[sight]
        city = place_name(sight.partition("/")[0], language)
        lines.append(
            say(
                f"**{row.name_en}** is in {city}, which is not part of this trip; the plan stays as it is."
                f" Say “add {city} for a day” to go there.",
                f"**{row.name_zh}**在{city}，不在这趟行程的城市里，行程保持不变。想去的话，可以说“再加一天{city}”。",
            )
        )
    return "\n\n".join(lines)


def in_vain_answer(understood: Understood, wish: ExtraDay, cities: Sequence[str]) -> str:
    """Why no day is added for what is not there."""
    if wish.elsewhere:
        return elsewhere_answer(understood, wish.elsewhere)
    kinds = [term(kind) for kind in wish.kinds]
    names = [place_name(city, understood.language) for city in cities]
    return speaker(understood.language)(
        f"I know no further sight of the kind {listed([kind.en for kind in kinds], 'en')} in {listed(names, 'en')}, so"
        " no day is added; the plan stays as it is.",
        f"我没有{listed(names, 'zh')}其他{listed([kind.zh for kind in kinds], 'zh')}类景点的资料，所以没有加这一天，"
        "行程保持不变。",
    )


def no_further_answer(understood: Understood, kinds: Sequence[str], cities: Sequence[str]) -> str:
    """That a day of the plan has all that is known of these kinds of sight."""
    words = [term(kind) for kind in kinds]
    names = [place_name(city, understood.language) for city in cities]
    return speaker(understood.language)(
        f"I know no further sight of the kind {listed([word.en for word in words], 'en')} in {listed(names, 'en')} for"
        " that day; the plan stays as it is.",
        f"我没有{listed(names, 'zh')}其他{listed([word.zh for word in words], 'zh')}类景点的资料可以放进那一天，"
        "行程保持不变。",
    )


def named_sights_answer(understood: Understood, turn: Turn, sights: Sequence[str]) -> str | None:
    """What is known of the sights that were asked about, and when the plan at hand visits them; None where the tool
    found none of them."""
    found, asked = turn.last("query_attractions"), open_asked(turn.said[-1])
    rows = {s.id: s for s in found.attractions.sights} if found else {}
    told = [_sight(rows[sight], understood, turn) for sight in sights if sight in rows]
    verdicts = [open_verdict(asked, s, understood, turn) for s in sights if s in rows] if asked else []
    if _is_of_a_child(turn.said[-1], turn.today):
        verdicts += [_child_verdict(rows[s], turn.said[-1], speaker(understood.language)) for s in sights if s in rows]
    return "\n\n".join([*verdicts, *told]) or None


def open_verdict(asked: OpenOn, sight: str, understood: Understood, turn: Turn) -> str:
    """Yes or no to the question whether a sight is open on a day of the week, or shut: on that of the plan, else the
    next one."""
    say, row = speaker(understood.language), source.sights()[sight]
    days = turn.standing_route.itinerary.days if turn.standing_route else ()
    dates = [day.date for day in days]
    coming = [turn.today + timedelta(days=n) for n in range(7)]
    on = next(day for day in (*dates, *coming) if day.weekday() == asked.weekday)
    windows = windows_of(planning_sight(row, source.cities()[row.city].currency), on)
    yes = say("Yes", "是的") if asked.shut is not bool(windows) else say("No", "不是")
    weekday = tuple(WEEKDAY_NAMES.values())[asked.weekday]
    if not windows:
        return say(
            f"**{yes}**: {row.name_en} is closed on {weekday.en}s.", f"**{yes}**，{row.name_zh}{weekday.zh}不开放。"
        )
    hours = [f"{clock(opens)}–{clock(closes)}" for opens, closes in windows]
    return say(
        f"**{yes}**: {row.name_en} is open on {weekday.en}s, {listed(hours, 'en')}.",
        f"**{yes}**，{row.name_zh}{weekday.zh} {listed(hours, 'zh')} 开放。",
    )


def _sight(row: FoundSight, understood: Understood, turn: Turn) -> str:
    say, language = speaker(understood.language), understood.language
    free = row.price == 0
    price = say("free", "免费") if free else money(row.price, row.currency, language)
    lines = [
        f"**{row.name}**",
        "",
        *_worth(row, turn.said[-1], language, turn.today),
        say(f"- Rated {row.score} of 10", f"- 评分 {row.score}/10"),
        say("- Open: ", "- 开放：") + say(*hours_words(row.hours)),
        say("- Ticket: ", "- 门票：") + price,
        say(f"- A visit takes about {row.minutes} minutes", f"- 游览约 {row.minutes} 分钟"),
    ]
    if row.note:
        lines.append(say("- Good to know: ", "- 提示：") + row.note)
    if turn.standing_route:
        plan = turn.standing_route.itinerary
        lines += ["", when_answer_of(row.id, plan, understood), *_offered(row, plan.days, understood, turn)]
    return "\n".join(lines)


def _worth(row: FoundSight, said: str, language: str, today: date) -> list[str]:
    """What the notes make of a sight, where a message asks whether it is worth a visit."""
    masked, say = read_message(said, today).sentence.masked, speaker(language)
    if not pattern("intents", "asks_worth").search(masked):
        return []
    if _is_of_a_child(said, today):
        return []
    return [say(*next(words for least, words in WORTH if row.score >= least)), ""]


def _is_of_a_child(said: str, today: date) -> bool:
    """Whether a message asks if something suits a child."""
    masked = read_message(said, today).sentence.masked
    return all(pattern("intents", cue).search(masked) for cue in ("asks_for_children", "suits_a_child"))


def visits_for_a_child(turn: Turn) -> tuple[str, ...]:
    """The sights of the plan at hand of the kind that a message asks for a child about: the castle."""
    said, known = turn.said[-1], source.sights()
    if turn.standing_route is None or not _is_of_a_child(said, turn.today):
        return ()
    kinds = kinds_named(read_message(said, turn.today).sentence.masked)
    stops = (visit.sight for visit in turn.standing_route.itinerary.visits if visit.sight)
    return tuple(sight for sight in stops if sight in known and known[sight].category in kinds)


def _child_verdict(row: FoundSight, said: str, say: Say) -> str:
    """Whether a sight suits a child, by what the notes name it as."""
    sight, minutes = source.sights()[row.id], row.minutes
    negative = pattern("intents", "too_young").search(said.lower()) is not None
    en, zh = sight.name_en, sight.name_zh
    if "atrocity" in source.strains_of(sight):
        lead = say("Yes" if negative else "No", "是的" if negative else "不适合")
        return say(
            f"**{lead}**: {en} shows atrocities and is no place for children.",
            f"**{lead}**：{zh}讲述暴行，不适合孩子。",
        )
    if "adult" in source.strains_of(sight):
        lead = say("Yes" if negative else "No", "是的" if negative else "不适合")
        return say(f"**{lead}**: {en} is a place for grown-ups.", f"**{lead}**：{zh}是成年人去的地方。")
    if "family" in sight.tags:
        lead = say("No" if negative else "Yes", "不会" if negative else "会的")
        return say(
            f"**{lead}**: my notes name {en} as one for families.", f"**{lead}**：资料里把{zh}列为适合亲子的地方。"
        )
    lead = say("Perhaps" if negative else "Perhaps not", "可能会" if negative else "不一定")
    return say(
        f"**{lead}**: my notes do not name {en} as one for children, and a visit takes about {minutes} minutes."
        " I know no ages that it is meant for.",
        f"**{lead}**：资料里没有把{zh}列为适合孩子的地方，游览约 {minutes} 分钟。适合几岁我没有资料。",
    )


def _offered(row: FoundSight, days: Days, understood: Understood, turn: Turn) -> list[str]:
    """How to have a sight of the plan in the part of the day that was asked about, or at another hour of that; where it
    is open then on no day of the plan, that."""
    message = read_message(turn.said[-1], turn.today)
    wished = visits_wished(message, understood.about, days).get(row.id, {}).get("when")
    arrives = arrival_at(row.id, days)
    if arrives is None or wished not in PARTS:
        return []
    say, name, part = speaker(understood.language), row.name, PARTS_ZH[wished]
    begins, ends = PARTS_OF_DAY[wished]
    if begins <= arrives <= ends:
        told = say(f"That is in the {wished}. For another hour, name it.", f"这就在{part}。想换时间，直接说几点。")
        return ["", told]
    dates = [day.date for day in days]
    if not any(_is_open(row.id, on, wished) for on in dates):
        return [
            "",
            say(f"Its hours leave no time for a visit in the {wished}.", f"按它的开放时间，{part}来不及参观。"),
        ]
    return [
        "",
        say(f"To have it then, say “move {name} to the {wished}”.", f"想{part}去，可以说“把{name}改到{part}”。"),
    ]


def _is_open(sight: str, on: date, part: PartOfDay) -> bool:
    """Whether a visit that begins in that part of the day has time enough."""
    row = source.sights()[sight]
    begins, ends = PARTS_OF_DAY[part]
    windows = windows_of(planning_sight(row, source.cities()[row.city].currency), on)
    return any(max(begins, opens) + row.minutes <= closes and opens <= ends for opens, closes in windows)
