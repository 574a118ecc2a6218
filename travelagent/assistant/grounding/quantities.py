"""The quantities of a text: times of day, money, durations, lengths, temperatures, counts, dates, months.

Mechanism: what is no claim (numbering, `Day 2`, 第二天) and what has a form of its own (clock times, dates, months) is
found by one pattern each and blanked; every number that is left gets its kind from the unit behind it or the currency
beside it. The two ends of a range lend each other their unit. Offsets are those of the text.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from travelagent.assistant.grounding.bounds import AFTERWARDS, bound_before, stands_alone
from travelagent.assistant.grounding.clocks import CLOCK, DATE, MONTH_ALONE, SPAN, clock, dates, months, span
from travelagent.assistant.grounding.numerals import Number, numbers
from travelagent.assistant.grounding.quantity import Kind, Quantity
from travelagent.assistant.grounding.words import Bound, money_signs, word_list

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
    text = _taken(text, SPAN, span, found)
    text = _taken(text, CLOCK, clock, found)
    text = _taken(text, DATE, dates, found)
    text = _taken(text, MONTH_ALONE, months, found)
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
        if _open(quantity) and other is not None and other.kind != "bare":
            if other.kind == "money" and number.written == "english":
                continue
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
    if before := bound_before(head):
        return before
    behind = AFTERWARDS.match(text, after.end() if unit else number.end)
    if behind:
        return "over" if behind["over"] else "under" if behind["under"] else "about"
    return ""


def _sign_before(head: str) -> str:
    """The sign or code of money that ends a text, with the space behind it; empty for none."""
    said = head.rstrip(" ").lower()
    if len(head) - len(said) > 1 or not said.endswith(_BEFORE):
        return ""
    sign = next((s for s in _BEFORE if said.endswith(s) and stands_alone(said, s)), "")
    return head[len(said) - len(sign) :] if sign else ""


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
