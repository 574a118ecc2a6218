"""The quantities of a text: times of day, money, durations, lengths, temperatures, counts, dates, months.

Mechanism: what is no claim (numbering, `Day 2`, 第二天) and what has a form of its own (clock times, dates, months) is
found by one pattern each and blanked; every number that is left gets its kind from the unit behind it or the currency
beside it. The two ends of a range lend each other their unit. Offsets are those of the text.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from travelagent.assistant.grounding.numerals import Number, han, numbers
from travelagent.assistant.grounding.words import Bound, bounds, money_signs, word_list

Kind: TypeAlias = Literal[
    "clock",
    "date",
    "month",
    "money",
    "minutes",
    "days",
    "metres",
    "celsius",
    "millimetres",
    "percent",
    "score",
    "count",
    "bare",
]


@dataclass(frozen=True, slots=True)
class Quantity:
    """`text[start:end]` states `value`, in the kind's own unit: minutes, metres, °C, minutes of the day for `clock`.

    A date is year × 10,000 + month × 100 + day, its year 0 where none is said. `unit` is the step of what is stated
    (0.5 of it either way is rounding), `grain` the size of the last place that is not zero, `noun` what is counted.
    `currencies` are the codes that a sign may mean, empty for an unknown one.
    """

    start: int
    end: int
    kind: Kind
    value: float
    unit: float = 1.0
    grain: float = 1.0
    bound: Bound = ""
    currencies: frozenset[str] = frozenset()
    noun: str = ""


# -- clock times -------------------------------------------------------------------------------------------------------

_HALF_DAY: Final = r"(?:(?P<half>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|深夜|晚|早)\s?)?"
_CLOCK: Final = re.compile(
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
_SPAN: Final = re.compile(
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
_DATE: Final = re.compile(
    r"(?<!\d)(?P<y1>20\d\d)[-/.](?P<m1>0?[1-9]|1[0-2])[-/.](?P<d1>3[01]|[12]\d|0?[1-9])(?!\d)"
    r"|(?:(?P<y2>20\d\d)\s?年\s?)?(?<!\d)(?P<m2>1[0-2]|0?[1-9])\s?月\s?(?P<d2>3[01]|[12]?\d)\s?(?:[日号]"
    r"|(?=\s?[-–~～至到]\s?\d{1,2}\s?[日号]))(?:\s?[-–~～至到]\s?(?P<e2>3[01]|[12]?\d)\s?[日号])?"
    rf"|\b(?P<m3>{_MONTH})\.?[ ](?P<d3>{_DAY_OF_MONTH})(?!\d|:\d|\s?[°℃%]|\s?[-–]\s?\d+\s?[°℃%])"
    rf"(?:\s?[-–]\s?(?P<e3>{_DAY_OF_MONTH})(?!\d|:\d))?(?:,?\s(?P<y3>20\d\d))?"
    rf"|(?<![\d:])(?P<d4>{_DAY_OF_MONTH})(?:\s?[-–]\s?(?P<e4>{_DAY_OF_MONTH}))?(?:\sof)?[ ]"
    rf"(?P<m4>{_MONTH})(?:,?\s(?P<y4>20\d\d))?"
)
_MONTH_ZH: Final = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_MONTH_ALONE: Final = re.compile(
    rf"\b(?P<en>{_MONTH})(?:\s?(?:–|—|-|to|through|until)\s?(?P<to>{_MONTH}))?"
    rf"|(?<![\d.])(?P<zh>{_MONTH_ZH}(?:月?\s?[、,，和到至–—~～-]\s?(?:次年)?{_MONTH_ZH})*)\s?月(?:份)?"
)

# -- what is no claim --------------------------------------------------------------------------------------------------

_LABEL: Final = re.compile(
    r"(?m:^\s*(?:[-*+>#]+\s*)*\(?\d{1,2}[.)、:：](?=\D|$))"
    r"|[①-⑳❶-❿]|\d️?⃣"
    r"|\b(?:days?|stops?|steps?|options?|tips?|parts?|nos?\.?|numbers?|top|lines?|bus(?:es)?|trams?|routes?"
    r"|terminals?|platforms?|chapters?|levels?|pier|gate|exit|round|phase)\s?#?"
    r"\d{1,3}[A-Za-z]?(?:\s?(?:-|–|—|to|and|&|/)\s?\d{1,3})?\b(?!\s?[.:]\d)"
    r"|\bdays?\s(?:one|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"|第\s?(?:\d{1,3}|[一二三四五六七八九十]{1,3})\s?(?:[-–~～至到、和]\s?第?(?:\d{1,3}"
    r"|[一二三四五六七八九十]{1,3})\s?)?(?:天|日|站|步|个|晚|次|条|点|周|部分|类|种|家|名|位|层)?"
    r"|(?<![A-Za-z])D(?:ay)?\s?\d{1,2}(?:[-–]D?\d{1,2})?(?![A-Za-z\d])"
    r"|(?<!\d)\d{1,2}(?:st|nd|rd|th)\b"
    r"|\d{1,3}\s?(?:号线|路公交|号馆|号楼|号口|号航站楼)"
    r"|\b[A-Za-z]{1,2}\d{1,3}\b"
    r"|(?:周|星期|礼拜)[一二三四五六日天]"
    r"|\b24/7\b|\b24[ -]hours?(?= a day|\b(?!.*ticket))|24\s?小时(?=开放|营业|全天)"
    r"|\b(?:one|a|an)(?=[ -](?:way|of|more|another|place|thing|must|quick|good|great|nice|little|few|lot))\b"
    r"|一(?:下|些|起|般|定|直|样|路|边|切|共|旦|圈|带|番|并|律|流|站式|日游|棵|条龙)",
    re.IGNORECASE,
)

# -- units and currencies ----------------------------------------------------------------------------------------------

_SIGNS: Final = money_signs()
_BY_LENGTH: Final = sorted(_SIGNS, key=len, reverse=True)
_SIGN: Final = "|".join(
    rf"{re.escape(s)}(?![a-z])" if s.isalpha() and s.isascii() else re.escape(s) + ("" if s.isalpha() else r"(?!\s?\d)")
    for s in _BY_LENGTH
)
# Signs and codes stand before an amount, words behind it.
_BEFORE: Final = tuple(
    s for s in _BY_LENGTH if s in word_list("codes") or not s.isalpha() or s in ("rmb", "kr", "人民币")
)
_MORE: Final = r"(?P<more>\s?(?:多|余|来|几|出头)|\+|\splus\b)?"
_UNIT: Final = re.compile(
    rf"{_MORE}\s?(?:[-‐]\s?)?(?:"
    rf"(?P<money>{_SIGN})"
    r"|(?P<halfhour>个?半(?:小时|钟头))|(?P<tohalf>个半小时)"
    r"|(?P<andhalf>(?:\s?and a half|½)[ -](?:hours?|hrs?)\b)|(?P<hourhalf>(?:hours?|hrs?) and a half\b)"
    r"|(?P<sunhours>(?:hours?|小时)(?=\s?(?:of )?(?:sun|daylight|日照)))"
    r"|(?P<hours>(?:hours?|hrs?)\b|h\b|个?(?:小时|钟头)(?P<plus>半)?)|(?P<minutes>(?:minutes?|mins?)\b|分钟"
    r"|分(?=[，,。、 )）]?(?:步行|车程|路程)))"
    r"|(?P<nights>(?:[a-z]{3,12} )?nights?\b|晚(?![上餐饭点])|夜(?!景|市|游))"
    r"|(?P<weeks>weeks?\b|周(?![一二三四五六日末边])|个?星期(?![一二三四五六日天]))"
    r"|(?P<days>(?:[a-z]{3,12} )?days?\b|天(?!坛|安|台|文|空|然|池|然)|日(?=游|行程|[，。、 )）]|$))"
    r"|(?P<km>km\b|kilomet(?:er|re)s?\b|公里|千米)|(?P<miles>miles?\b|mi\b|英里)"
    r"|(?P<mm>mm\b|millimet(?:er|re)s?\b|毫米)"
    r"|(?P<metres>met(?:er|re)s?\b|m\b|米(?![其粉饭线])(?:高)?)|(?P<feet>feet\b|ft\b|英尺)"
    r"|(?P<f>°\s?F\b|℉|degrees? fahrenheit|华氏度?)|(?P<c>°\s?C\b|℃|°(?!\s?[A-Z])|摄氏度|度(?!假|过)|degrees?\b|C\b)"
    r"|(?P<percent>%|％|percent\b|per cent\b|个百分点)|(?P<tenths>成(?![都为了功熟]))"
    r"|(?P<score>(?:\s?/\s?|\sout of )10\b(?!\d)|分(?!钟|之|别|时|享|开|为|区|布|散)|stars?\b|星级?|points?\b)"
    r"|(?P<noun>(?!\d|(?:to|or|and|until|till)\b|[至到和或、])[\w\u4e00-\u9fff]+(?: [a-z]+)?)?)",
    re.IGNORECASE,
)
# What may stand between such a word and its number: formatting, and a small word.
_PADDING: Final = " \t*_“”\"'(（[【:：,，"
_FILLERS: Final = ("需要", "需", "要", "是", "为", "花费", "花", "在", "共")
_AFTERWARDS: Final = re.compile(
    r"\s?(?:左右|上下|出头|(?P<over>以上|or more|and up|\+|起)|(?P<under>以内|以下|之内|or less)|or so\b"
    r"|give or take|[- ]ish\b|大约)",
    re.IGNORECASE,
)
BELOW_ZERO: Final = "below zero"
_BELOW_ZERO: Final = re.compile(r"(?:零下|minus |(?<![\d°℃C])[-−])\s?$")
JOINT_CHARS: Final = 20
_JOINT_CUE: Final = re.compile(r"[–—~～到至或、-]|to|or|and", re.IGNORECASE)
_JOINT: Final = re.compile(
    r"\s?(?:–|—|-|~|～|到|至|to|or|and|或|、)\s?(?:about |around |次年|[-−](?=\d))?",
    re.IGNORECASE,
)
_APPROXIMATE_MORE: Final = re.compile(r"[多余来几]|出头|\+|plus")


@lru_cache(maxsize=4096)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity of a text, in order."""
    found: list[Quantity] = []
    text = _taken(text, _SPAN, _span, found)
    text = _taken(text, _CLOCK, _clock, found)
    text = _taken(text, _DATE, _dates, found)
    text = _taken(text, _MONTH_ALONE, _months, found)
    text = _LABEL.sub(lambda match: _blank(match[0]), text)
    found.extend(_measured(text))
    found.sort(key=lambda quantity: quantity.start)
    return tuple(found)


def _blank(taken: str) -> str:
    return "\ufffc" * len(taken)


def _taken(text: str, pattern: re.Pattern[str], read: object, found: list[Quantity]) -> str:
    """The text without what the pattern finds; its quantities go to `found`."""

    def take(match: re.Match[str]) -> str:
        made = list(read(match))  # type: ignore[operator]  # one of the readers below
        found.extend(made)
        return _blank(match[0]) if made else match[0]

    return pattern.sub(take, text)


def _clock(match: re.Match[str]) -> Iterator[Quantity]:
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
    behind = _AFTERWARDS.match(match.string, match.end())
    if behind and not (behind["over"] or behind["under"]):
        return "about"
    before = _bound_before(match.string[max(0, match.start() - 16) : match.start()])
    return before if before == "about" else ""


def _minutes(written: str, quarter: str) -> float:
    if quarter:
        return {"半": 30.0, "一刻": 15.0, "三刻": 45.0}[quarter]
    if not written:
        return 0.0
    return float(written) if written.isdigit() else (han(written.lstrip("零")) or 0.0)


def _span(match: re.Match[str]) -> Iterator[Quantity]:
    yield Quantity(*match.span(), "clock", float(match["h"]) * 60, noun="half")


def _dates(match: re.Match[str]) -> Iterator[Quantity]:
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


def _months(match: re.Match[str]) -> Iterator[Quantity]:
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


def _measured(text: str) -> list[Quantity]:
    """The numbers that are left, each with the kind that its surroundings give it."""
    found: list[tuple[Number, Quantity | None]] = []
    taken = 0
    for number in numbers(text):
        if number.start < taken:
            continue
        quantity = _quantity(text, number)
        found.append((number, quantity))
        taken = quantity.end if quantity else 0
    for at, (number, quantity) in enumerate(found):
        following = found[at + 1] if at + 1 < len(found) else None
        if following is None or _is_article(text, number) or _is_article(text, following[0]):
            continue
        if not _joined(text, number, quantity, following[0]):
            continue
        other = following[1]
        if _open(quantity) and other is not None and other.kind not in ("bare",):
            found[at] = number, _lent(number, quantity, other)
        elif quantity is not None and _open(other):
            found[at + 1] = following[0], _lent(following[0], other, quantity)
    return list(_compounds(text, [quantity for _, quantity in found if quantity is not None]))


_COMPOUND: Final = re.compile(r"\s?(?:and\s|零|又)?\s?", re.IGNORECASE)


def _compounds(text: str, found: Iterable[Quantity]) -> Iterator[Quantity]:
    """`four hours and twenty minutes` as one duration."""
    last: Quantity | None = None
    for quantity in found:
        if (
            last is not None
            and (last.noun, quantity.noun) == ("hours", "minutes")
            and _COMPOUND.fullmatch(text, last.end, quantity.start)
        ):
            last = replace(
                quantity, start=last.start, value=last.value + quantity.value, bound=last.bound or quantity.bound
            )
            continue
        if last is not None:
            yield last
        last = quantity
    if last is not None:
        yield last


def _is_article(text: str, number: Number) -> bool:
    """Whether a number is but `a` or 一, which takes no unit from a range."""
    return text[number.start : number.end].lower() in ("a", "an", "一")


def _open(quantity: Quantity | None) -> bool:
    return quantity is None or quantity.kind == "bare" or quantity.noun == BELOW_ZERO


def _joined(text: str, number: Number, quantity: Quantity | None, following: Number) -> bool:
    between = text[max(number.end, quantity.end if quantity else 0) : following.start]
    if len(between) > JOINT_CHARS or not _JOINT_CUE.search(between):
        return False
    between = re.sub(_SIGN, "", between, flags=re.IGNORECASE) if between else between
    return bool(_JOINT.fullmatch(between))


def _lent(number: Number, own: Quantity | None, other: Quantity) -> Quantity:
    """A number with the unit of the other end of its range."""
    factor = _FACTORS.get(other.kind, {}).get(other.noun, 1.0) if other.kind in _FACTORS else 1.0
    bound = own.bound if own is not None and own.bound else other.bound
    if other.kind == "clock":
        return Quantity(number.start, number.end, "clock", number.value * 60, noun="half")
    sign = -1.0 if other.kind == "celsius" and own is not None and own.noun == BELOW_ZERO else 1.0
    value = sign * abs(number.value) * factor
    return replace(
        other, start=number.start, end=number.end, value=value, unit=number.unit * factor,
        grain=number.grain * factor, bound=bound,
    )  # fmt: skip


HOUR_STEP: Final = 20.0
"""Whole hours are said of what is up to ten minutes off."""
# What one of a unit is in the kind's own; the noun remembers the unit for the other end of a range.
_FACTORS: Final[dict[Kind, dict[str, float]]] = {
    "minutes": {"hours": 60.0, "sunhours": 60.0, "minutes": 1.0},
    "metres": {"km": 1000.0, "miles": 1609.344, "metres": 1.0, "feet": 0.3048},
    "days": {"days": 1.0, "nights": 1.0, "weeks": 7.0},
}
_KIND_OF: Final[dict[str, Kind]] = {
    "sunhours": "minutes", "hours": "minutes", "minutes": "minutes", "nights": "days", "weeks": "days",
    "days": "days", "km": "metres", "miles": "metres", "metres": "metres", "feet": "metres", "f": "celsius",
    "c": "celsius", "mm": "millimetres", "percent": "percent", "tenths": "percent", "score": "score",
}  # fmt: skip


def _quantity(text: str, number: Number) -> Quantity | None:
    head = text[max(0, number.start - 24) : number.start]
    sign = "" if _is_article(text, number) else _sign_before(head)
    after = _UNIT.match(text, number.end)
    assert after is not None
    unit = next((name for name in _NAMES if after[name]), "")
    start = number.start - len(sign)
    bound = _bound(head[: len(head) - len(sign)], text, number, after, unit)
    if unit in ("c", "f") and _BELOW_ZERO.search(head):
        number = replace(number, value=-number.value)
    if number.written == "english" and unit == "money" and not after["money"].isalpha():
        return None
    if sign or unit == "money":
        said = (sign or after["money"]).strip().lower()
        end = after.end() if unit == "money" else after.end("more") if after["more"] else number.end
        return Quantity(start, end, "money", number.value, number.unit, number.grain, bound, _SIGNS[said])
    if unit in ("halfhour", "tohalf", "andhalf", "hourhalf"):
        minutes = (number.value + 0.5) * 60
        return Quantity(start, after.end(), "minutes", minutes, 1.0, 30.0, bound, noun="minutes")
    if unit in _KIND_OF:
        return _in_unit(number, start, after, unit, bound)
    if number.written == "english" and number.value > 1 and head.endswith("for "):
        return Quantity(start, number.end, "count", number.value, noun="people")
    if number.written in ("english", "han") and not _counts(after["noun"] or "") and not _is_large(text, number):
        return None
    noun = (after["noun"] or "").lower()
    if number.written == "arabic" and _BELOW_ZERO.search(head):
        noun, number = BELOW_ZERO, replace(number, value=-number.value)
    kind: Kind = "count" if noun else "bare"
    return Quantity(start, number.end, kind, number.value, number.unit, number.grain, bound, noun=noun)


_NAMES: Final = (
    *(
        "money",
        "halfhour",
        "tohalf",
        "andhalf",
        "hourhalf",
        "sunhours",
        "hours",
        "minutes",
        "nights",
        "weeks",
        "days",
        "km",
    ),
    *("miles", "mm", "metres", "feet", "f", "c", "percent", "tenths", "score"),
)


def _in_unit(number: Number, start: int, after: re.Match[str], unit: str, bound: Bound) -> Quantity:
    kind = _KIND_OF[unit]
    factor = _FACTORS.get(kind, {}).get(unit, 10.0 if unit == "tenths" else 1.0)
    value = number.value + (0.5 if unit == "hours" and after["plus"] else 0.0)
    step = number.unit * factor
    if unit == "hours" and number.unit == 1:
        step = HOUR_STEP
    if unit == "f":
        value, factor, step = (number.value - 32) / 1.8, 1.0, 0.6
    if unit == "tenths" and not bound:
        bound = "about"
    if unit in ("miles", "feet"):
        bound = bound or "about"
    return Quantity(start, after.end(), kind, value * factor, step, number.grain * factor, bound, noun=unit)


def _bound(head: str, text: str, number: Number, after: re.Match[str], unit: str) -> Bound:
    if after["more"]:
        return "over" if _APPROXIMATE_MORE.search(after["more"]) else ""
    if before := _bound_before(head):
        return before
    behind = _AFTERWARDS.match(text, after.end() if unit else number.end)
    if behind:
        return "over" if behind["over"] else "under" if behind["under"] else "about"
    return ""


def _sign_before(head: str) -> str:
    """The sign or code of money that ends a text, with the space behind it; empty for none."""
    said = head.rstrip(" ").lower()
    if len(head) - len(said) > 1 or not said.endswith(_BEFORE):
        return ""
    sign = next((s for s in _BEFORE if said.endswith(s) and _stands_alone(said, s)), "")
    return head[len(said) - len(sign) :] if sign else ""


def _bound_before(head: str) -> Bound:
    """What the words before an amount say of it."""
    said = head.rstrip(_PADDING).lower()
    if said.endswith(_FILLERS):
        said = said.rstrip("需要是为花费在共")
    for bound, words in bounds():
        if said.endswith(words) and any(_stands_alone(said, word) for word in words if said.endswith(word)):
            return bound
    return ""


def _stands_alone(said: str, word: str) -> bool:
    before = said[: -len(word)][-1:]
    return not (word[0].isascii() and before.isascii() and before.isalpha())


# Chinese measure words and English nouns behind which a written-out number counts something.
_COUNTED: Final = re.compile(
    r"个(?:景点|城市|站|人|地方|博物馆|公园|寺|区)|站|处|座|家(?!人|里|庭)|人(?!民|均|气)|位|间|口|级|层|项|条|张"
    r"|(?:stop|sight|attraction|place|visit|museum|temple|cit|room|people|person|traveller|traveler|adult"
    r"|ticket|step|floor|check)",
    re.IGNORECASE,
)


def _is_large(text: str, number: Number) -> bool:
    """Whether a Chinese number without a unit is an amount all the same: 一万二, 三百五."""
    written = text[number.start : number.end]
    return number.written == "han" and len(written) > 1 and number.value >= 100 and written[0] not in "百千万"


def _counts(noun: str) -> bool:
    return _COUNTED.match(noun) is not None


def of_kind(found: Iterable[Quantity], *kinds: Kind) -> list[Quantity]:
    return [quantity for quantity in found if quantity.kind in kinds]
