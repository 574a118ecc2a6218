"""Small helpers of wording: two languages side by side, money, lists, a tool's error as a sentence."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeAlias

from babel.numbers import format_decimal

from travelagent.assistant.results.city import Month
from travelagent.assistant.results.parsing import parsed
from travelagent.catalog.money import amount_text, whole
from travelagent.plans.words import MONTHS

Say: TypeAlias = Callable[[str, str], str]


def speaker(language: str) -> Say:
    """`say(english, chinese)` for a language."""
    return (lambda en, zh: zh) if language == "zh" else (lambda en, zh: en)


def money(amount: Any, currency: str, language: str) -> str:
    """Return an amount in the language's form, without cents where they are zero."""
    text = amount_text(Decimal(str(amount)), currency)
    return text.zh if language == "zh" else text.en


def month_name(month: int, language: str) -> str:
    """Return the name of a month (1 to 12)."""
    return f"{month}月" if language == "zh" else MONTHS[month - 1]


def months(numbers: Sequence[int], language: str) -> str:
    """Months as ranges, across the turn of the year too: `May–Jun, Dec–Feb`, `5–6月、12–2月`."""
    wanted = sorted(set(numbers))
    if len(wanted) == 12:
        return "全年" if language == "zh" else "all year"
    starts = [m for m in wanted if (m - 2) % 12 + 1 not in wanted]
    parts = []
    for start in starts:
        end = start
        while end % 12 + 1 in wanted:
            end = end % 12 + 1
        parts.append(_span(start, end, language))
    return listed(parts, language) if language == "zh" else ", ".join(parts)


def _span(start: int, end: int, language: str) -> str:
    if language == "zh":
        return f"{start}月" if start == end else f"{start}–{end}月"
    names = [MONTHS[m - 1][:3] for m in (start, end)]
    return names[0] if start == end else "–".join(names)


def about(amount: Any, currency: str, language: str) -> str:
    """Return an estimate, in whole units."""
    return money(whole(Decimal(str(amount))), currency, language)


def listed(items: Iterable[str], language: str, link: str = "and") -> str:
    """Return `a, b and c`, with another word for the last where one is given, or `a、b、c`."""
    names = list(items)
    if language == "zh":
        return "、".join(names)
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {link} {names[-1]}" if names else ""


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return a Markdown table as lines; cells may hold no line break and no bar."""
    columns = [str(c) for c in head]
    lines = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    lines.extend(f"| {' | '.join(str(c).replace('|', '/') for c in row)} |" for row in rows)
    return lines


_MEANT_FOR_MODELS: Mapping[str, tuple[str, str]] = {
    "tool_failed": (
        "Something went wrong there; it has been noted. Please try again, or ask for something simpler.",
        "这一步出了问题，已经记录下来。请再试一次，或者换个简单些的要求。",
    ),
    "timeout": (
        "That took too long. Please send it once more, or ask for fewer days or cities.",
        "用时太久，没有完成。请再发一次，或者减少天数、城市。",
    ),
    "invalid_arguments": (
        "I could not make a plan of that. Please say it in other words.",
        "我没能按这个要求来安排。请换个说法。",
    ),
}
"""Errors whose message instructs a model, with the message for a traveller instead."""
_TOO_MANY_CITIES = (
    "That is more cities than one plan can hold; name nine at most.",
    "城市太多，一份行程最多安排九座城市。",
)


def cause_of(error: Mapping[str, Any], language: str) -> str:
    """Return the cause of a tool's error in words for a traveller."""
    say = speaker(language)
    if any(fault["field"] == "cities" for fault in error.get("fields", ())):
        return say(*_TOO_MANY_CITIES)
    messages = _MEANT_FOR_MODELS.get(str(error.get("code")))
    explains_itself = error.get("code") == "invalid_arguments" and "field" in error and "fields" not in error
    if messages is None or explains_itself:
        return str(error.get("message", ""))
    return say(*messages)


def problem(error: Mapping[str, Any], language: str, month: int | None = None) -> str:
    """Return a tool's error as a sentence with what can be done: near names, choices.

    Of a city without sights it describes what is known, the climate of the month in question, or of the coldest and the
    warmest.
    """
    say = speaker(language)
    if any(fault["field"] == "days" for fault in error.get("fields", ())):
        return say("A trip has from 1 to 30 days; say how many it shall be.", "行程可安排 1 到 30 天，请告诉我天数。")
    lines = [cause_of(error, language)]
    if error.get("choices"):
        names = [f"{c['name']} ({c['where']})" for c in error["choices"]]
        lines.append(say(f"Did you mean {listed(names, 'en', 'or')}?", f"你指的是：{listed(names, 'zh')}？"))
    elif error.get("known"):
        lines += _known(error, say, language, month)
        names = [say(f"{n['name']} ({n['km']} km)", f"{n['name']}（{n['km']} 公里）") for n in error["near"]]
        lines.append(
            say(f"The nearest covered cities: {listed(names, 'en')}.", f"最近的已收录城市：{listed(names, 'zh')}。")
        )
    elif error.get("near"):
        names = [n["name"] for n in error["near"]]
        lines.append(say(f"Names like it: {listed(names, 'en')}.", f"相近的名字：{listed(names, 'zh')}。"))
    if error.get("cities_there"):
        there = listed(error["cities_there"], language)
        lines.append(say(f"It is a region; cities there: {there}.", f"这是一个地区，可选城市：{there}。"))
    if error.get("relaxation"):
        lines.append(str(error["relaxation"]))
    return " ".join(line for line in lines if line) if language == "en" else "".join(line for line in lines if line)


def _known(error: Mapping[str, Any], say: Say, language: str, month: int | None) -> list[str]:
    """Where a city without sights is, how large, and how warm."""
    if "country" not in error:
        return []
    people = format_decimal(error["people"], locale="zh_Hans_CN" if language == "zh" else "en_US")
    station, by_month = error["climate_station"], parsed(tuple[Month, ...], error["climate"])
    extremes = (min(by_month, key=_warmth), max(by_month, key=_warmth))
    shown = [m for m in by_month if m.month == month] or extremes
    weather = listed(
        [
            say(
                f"{degrees(m, 'en')} °C in {month_name(m.month, 'en')}",
                f"{month_name(m.month, 'zh')}为 {degrees(m, 'zh')} °C",
            )
            for m in shown
        ],
        language,
    )
    return [
        say(
            f"It is in {error['country']} and has {people} people. Lows and highs: {weather}"
            f" (station {station['name']}, {station['distance_km']} km away). I know cities, no small towns: one of the"
            " same name elsewhere may be missing here.",
            f"它在{error['country']}，人口 {people}。气温：{weather}"
            f"（数据来自 {station['distance_km']} 公里外的气象站：{station['name']}）。"
            "我只收录了城市，没有小镇：别处的同名小镇可能不在资料里。",
        )
    ]


def _warmth(month: Month) -> float:
    return month.t_mean


def degrees(month: Month, language: str) -> str:
    """Return a month's low and high in whole °C, or its mean where they are unknown: `-24 to -13`, `-24～-13`."""
    if month.t_min is None or month.t_max is None:
        return str(round(month.t_mean))
    return f"{round(month.t_min)}{'～' if language == 'zh' else ' to '}{round(month.t_max)}"
