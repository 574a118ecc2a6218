"""Times of day, dates and months as they are written in either language: one pattern each, and what it reads."""

import re
from collections.abc import Iterator
from typing import Final

from travelagent.assistant.grounding.bounds import AFTERWARDS, bound_before
from travelagent.assistant.grounding.numerals import han
from travelagent.assistant.grounding.quantity import Quantity
from travelagent.assistant.grounding.words import Bound

# -- clock times -------------------------------------------------------------------------------------------------------

_HALF_DAY: Final = r"(?:(?P<half>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|深夜|晚|早)\s?)?"
CLOCK: Final = re.compile(
    rf"{_HALF_DAY}(?<![\d:.,])(?P<h>[01]?\d|2[0-4])\s?[:：]\s?(?P<m>[0-5]\d)(?![\d:])"
    r"(?:\s?(?P<ap>[ap])(?:m\b|\.m\.))?点?"
    r"|(?<![\d:.,$€£¥])(?P<h2>1[0-2]|0?[1-9])\s?(?P<ap2>[ap])(?:m\b|\.m\.)"
    r"|(?<![\d:.,$€£¥])(?P<h5>1[0-2]|0?[1-9])\s?(?P<oc>o['’]clock|(?=in the (?:morning|afternoon|evening)|at night))"
    r"(?:\s?in the (?P<ap5>morning|afternoon|evening)|\s?at (?P<night>night))?"
    rf"|{_HALF_DAY.replace('half', 'half3')}(?<![\d:.,])(?P<h3>[01]?\d|2[0-4]|[一二两三四五六七八九十]{{1,3}})"
    r"点(?!评|击|缀|心|位|半径|儿|以)(?:钟|(?P<q>半|一刻|三刻)|(?P<m3>[0-5]?\d(?![\d,.])"
    r"|[零一二三四五]?[一二三四五六七八九十]{1,2})(?:分|(?![\d万千百元个小天米])))?"
    r"|(?<![\d:.,$€£¥#-])(?P<h6>0\d)(?P<m6>[0-5]\d)(?![\d:.,])"
    r"|(?<![\d:.,$€£¥])(?P<h4>[01]?\d|2[0-4])\s?h(?:\s?(?P<m4>[0-5]\d))?\b(?!\s?(?:of|drive|tour|walk|visit|ride))"
    r"|\b(?P<noon>noon|midday|midnight)\b|(?P<zhnoon>正午|午夜|半夜)",
    re.IGNORECASE,
)
SPOKEN: Final = 10.0
"""A time in Chinese numerals, 八点半, is said of what is up to five minutes off."""
_BEFORE_NOON: Final = {"凌晨", "清晨", "早上", "早晨", "上午", "早", "morning"}
# `9–11 am`, `10-6`, `9–19h`, 8到17点: the first end of a span of hours, which has no mark of its own.
SPAN: Final = re.compile(
    r"(?<![\d:.,$€£¥/])(?P<h>[01]?\d|2[0-4])(?=\s?(?:–|—|-|~|～|to|until|till|到|至)\s?"
    r"(?:下午|晚上|傍晚|中午)?(?:(?:1[0-2]|0?[1-9])(?::[0-5]\d)?\s?[ap]\.?m\b|[01]?\d(?::[0-5]\d)?点"
    r"|(?:[01]?\d|2[0-4])h\b))",
    re.IGNORECASE,
)

# -- dates and months --------------------------------------------------------------------------------------------------

_MONTHS: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH: Final = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\b"
)
_DAY_OF_MONTH: Final = r"(?:3[01]|[12]?\d|0[1-9])(?:st|nd|rd|th)?"
DATE: Final = re.compile(
    r"(?<!\d)(?P<y1>20\d\d)[-/.](?P<m1>0?[1-9]|1[0-2])[-/.](?P<d1>3[01]|[12]\d|0?[1-9])(?!\d)"
    r"|(?:(?P<y2>20\d\d)\s?年\s?)?(?<!\d)(?P<m2>1[0-2]|0?[1-9])\s?月\s?(?P<d2>3[01]|[12]?\d)\s?(?:[日号]"
    r"|(?=\s?[-–~～至到]\s?\d{1,2}\s?[日号]))(?:\s?[-–~～至到]\s?(?P<e2>3[01]|[12]?\d)\s?[日号])?"
    rf"|\b(?P<m3>{_MONTH})\.?[ ](?P<d3>{_DAY_OF_MONTH})(?!\d|:\d|\s?[°℃%]|\s?[-–]\s?\d+\s?[°℃%])"
    rf"(?:\s?[-–]\s?(?P<e3>{_DAY_OF_MONTH})(?!\d|:\d))?(?:,?\s(?P<y3>20\d\d))?"
    rf"|(?<![\d:])(?P<d4>{_DAY_OF_MONTH})(?:\s?[-–]\s?(?P<e4>{_DAY_OF_MONTH}))?(?:\sof)?[ ]"
    rf"(?P<m4>{_MONTH})(?:,?\s(?P<y4>20\d\d))?"
)
_MONTH_ZH: Final = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
MONTH_ALONE: Final = re.compile(
    rf"\b(?P<en>{_MONTH})(?:\s?(?:–|—|-|to|through|until)\s?(?P<to>{_MONTH}))?"
    rf"|(?<![\d.])(?P<zh>{_MONTH_ZH}(?:月?\s?[、,，和到至–—~～-]\s?(?:次年)?{_MONTH_ZH})*)\s?月(?:份)?"
)


def clock(match: re.Match[str]) -> Iterator[Quantity]:
    """Minutes of the day. A half of the day may be said; `12 am` is midnight, 晚上12点 too."""
    half = match["half"] or match["half3"] or ""
    if match["h3"] and not (match["q"] or match["m3"]) and not _strikes(match, half):
        return
    if match["noon"] or match["zhnoon"]:
        midnight = (match["noon"] or match["zhnoon"]).lower() in ("midnight", "午夜", "半夜")
        yield Quantity(*match.span(), "clock", 1440.0 if midnight else 720.0, unit=5.0)
        return
    hours = match["h"] or match["h2"] or match["h3"] or match["h4"] or match["h5"] or match["h6"]
    hour = float(hours) if hours.isdigit() else han(hours)
    if hour is None or hour > 24:
        return
    minutes = _minutes(match["m"] or match["m3"] or match["m4"] or match["m6"] or "", match["q"] or "")
    apm = (match["ap"] or match["ap2"] or "").lower() or {"morning": "a", "afternoon": "p", "evening": "p"}.get(
        (match["ap5"] or ("evening" if match["night"] else "")).lower(), ""
    )
    if apm:
        hour = hour % 12 + (12 if apm == "p" else 0)
    elif half and half not in _BEFORE_NOON and hour < 12 and not (half == "中午" and hour > 9):
        hour += 12
    noun = "h" if match["h4"] else "" if apm or half or hour > 12 else "half"
    unit = SPOKEN if match["h3"] and not (hours.isdigit() or match["m3"]) else 1.0
    yield Quantity(*match.span(), "clock", hour * 60 + minutes, unit, bound=_clock_bound(match), noun=noun)


def _strikes(match: re.Match[str], half: str) -> bool:
    """Whether 两点 is a time: 早一点 is not, nor 提醒两点 or 两点："""
    if match["h3"] == "一" and half in ("", "早", "晚"):
        return False
    spoken = half or match["h3"].isdigit()
    if spoken:
        return True
    return not (_POINTS.search(match.string[: match.start()]) or match.string.startswith(("：", ":"), match.end()))


_POINTS: Final = re.compile(r"(?:提醒|注意|建议|补充|说明|强调|以下|下面|这|那)(?:你|您|大家)?$")


def _clock_bound(match: re.Match[str]) -> Bound:
    """`about` where the words around a time say so; `until` and the like leave it exact."""
    behind = AFTERWARDS.match(match.string, match.end())
    if behind and not (behind["over"] or behind["under"]):
        return "about"
    before = bound_before(match.string[max(0, match.start() - 16) : match.start()])
    return before if before == "about" else ""


def _minutes(written: str, quarter: str) -> float:
    if quarter:
        return {"半": 30.0, "一刻": 15.0, "三刻": 45.0}[quarter]
    if not written:
        return 0.0
    return float(written) if written.isdigit() else (han(written.lstrip("零")) or 0.0)


def span(match: re.Match[str]) -> Iterator[Quantity]:
    yield Quantity(*match.span(), "clock", float(match["h"]) * 60, noun="half")


def dates(match: re.Match[str]) -> Iterator[Quantity]:
    for number in "1234":
        month = match[f"m{number}"]
        if month is None:
            continue
        at = int(month) if month.isdigit() else _MONTHS.index(month[:3].lower()) + 1
        year = int(match[f"y{number}"] or 0)
        days = [match[f"d{number}"], match[f"e{number}"] if number != "1" else None]
        for day in filter(None, days):
            value = year * 10_000 + at * 100 + int(re.sub(r"\D", "", day))
            yield Quantity(*match.span(), "date", float(value))


def months(match: re.Match[str]) -> Iterator[Quantity]:
    if match["en"]:
        if match["en"] in ("may", "march", "mar", "Mar", "sept"):
            return
        first = _MONTHS.index(match["en"][:3].lower()) + 1
        last = _MONTHS.index(match["to"][:3].lower()) + 1 if match["to"] else first
        for month in _through(first, last):
            yield Quantity(*match.span(), "month", float(month))
        return
    parts = re.split(r"月?\s?([、,，和到至–—~～-])\s?(?:次年)?", match["zh"])
    read = [int(part) if part.isdigit() else int(han(part) or 0) for part in parts[::2]]
    for joint, first, last in zip(parts[1::2], read, read[1:], strict=False):
        if joint in "到至–—~～-":
            read.extend(_through(first, last))
    for month in dict.fromkeys(read):
        yield Quantity(*match.span(), "month", float(month))


def _through(first: int, last: int) -> list[int]:
    """The months from one to another, across the turn of the year too."""
    return [(first - 1 + step) % 12 + 1 for step in range((last - first) % 12 + 1)]
