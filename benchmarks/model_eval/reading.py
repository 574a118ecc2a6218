"""Numbers, clock times and claims in an answer, in Chinese and English. Closed classes only."""

import re
from collections.abc import Iterator, Sequence

_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(\s?[万千k](?![a-z米克瓦]))?", re.IGNORECASE
)
_FACTORS = {"万": 10_000, "千": 1_000, "k": 1_000}
_CLOCK = re.compile(r"(?<!\d)([01]?\d|2[0-4])[:：]([0-5]\d)(?!\d)(?:\s?([ap])\.?m\b)?", re.IGNORECASE)
_HALF_DAY = re.compile(r"(?<![\d:])(1[0-2]|0?[1-9])\s?([ap])\.?m\b", re.IGNORECASE)
_ZH_CLOCK = re.compile(
    r"(凌晨|早上|上午|中午|下午|傍晚|晚上|夜里)?\s?(?<!\d)([01]?\d|2[0-4])[点时](半|一刻|三刻|([0-5]?\d)分?)?(?![间候])"
)
_ZH_MINUTES = {"半": 30, "一刻": 15, "三刻": 45}
_ZH_AFTERNOON = ("下午", "傍晚", "晚上", "夜里")
_SENTENCE = re.compile(r"[^。！？!?\n]+(?:[。！？!?\n]|$)")

_NOT_DONE = re.compile(
    r"尚未|还没|没有|未能|没能|没法|无法|并未|不会|不能|如果|要是|是否|可以|建议|确认后|同意后|之后|等你|待你|需要你"
    r"|\b(?:not|n't|no|nothing|never|once|if|when|after|until|would|could|can|shall|should|will|want|unless)\b|n't\b",
    re.IGNORECASE,
)
_CLAIMS_SAVED = re.compile(
    r"已经?(?:为[你您]|帮[你您]|给[你您])?(?:成功)?(?:保存|存好|存入|收藏|删除|删掉)(?!的)|(?:保存|存|删除?)(?:好|成功|完成|掉)了?|存好"
    r"|\b(?:saved|deleted)\b(?! (?:trip|plan|itinerar))|\bremoved from your (?:trips|account)\b",
    re.IGNORECASE,
)
_CLAIMS_CHANGED = re.compile(
    r"已经?(?:为[你您]|帮[你您]|给[你您]|按[你您][^，。；]{0,8})?(?:[把将][^，。；\n]{1,16})?"
    r"(?:调整|修改|改成|改为|改好|换成|移到|挪到|去掉|删去|加上|加入|更新|撤销|恢复)"
    r"|(?:调整|改|换|挪|移|加|更新|删|撤销|恢复)好了|(?:去掉|改掉|删掉|撤销)了"
    r"|\bI(?:'ve| have)?\s+(?:now\s+|just\s+|also\s+)?(?:moved|changed|updated|adjusted|swapped|added|removed|dropped"
    r"|shifted|replaced|rearranged|shortened|extended|undone|undid|reverted|restored|switched)\b"
    r"|^\W*Done\b|\b(?:has|have) been (?:moved|changed|updated|adjusted|swapped|added|removed|dropped|shifted|undone"
    r"|replaced|reverted|restored|switched)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"(?:总(?:计|共|价|额|预算|花费|费用)|合计|一共|共计|全部下来|\btotals?\b|\bin all\b|\baltogether\b|\bcomes to\b)"
    r"[^\d\n。；;]{0,24}?[¥￥€$£]?\s?(\d[\d,]*(?:\.\d+)?\s?[万k]?)",
    re.IGNORECASE,
)


def numbers(text: str) -> list[float]:
    """Return the numbers of a text, thousands separators, 万 and k resolved."""
    return [_value(match[1], match[2] or "") for match in _NUMBER.finditer(text)]


def totals(text: str) -> list[float]:
    """Return the numbers that a text calls a total."""
    return [value for match in _TOTAL.finditer(text) for value in numbers(match[1])[:1]]


def clock_times(text: str) -> list[str]:
    """Return the clock times of a text as HH:MM. A half-past or a part of the day is resolved."""
    found: list[str] = []
    for match in _CLOCK.finditer(text):
        found.append(_hhmm(int(match[1]), int(match[2]), match[3] or ""))
    for match in _HALF_DAY.finditer(text):
        found.append(_hhmm(int(match[1]), 0, match[2]))
    for match in _ZH_CLOCK.finditer(text):
        minutes = _ZH_MINUTES.get(match[3] or "", int(match[4] or 0))
        found.append(_hhmm(int(match[2]), minutes, "p" if match[1] in _ZH_AFTERNOON else ""))
    return found


def minutes_of(clock: str) -> int:
    """Return the minutes since midnight of HH:MM."""
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)


def sentences(text: str) -> list[str]:
    return [match[0].strip() for match in _SENTENCE.finditer(text) if match[0].strip()]


def clauses(text: str) -> list[str]:
    """Return the parts of a text between commas, semicolons and line ends, thousands separators kept."""
    return [part.strip() for part in re.split(r"[\n。；;，、!！?？→]|,(?!\d{3})", text) if part.strip()]


def claims_saved(text: str) -> Sequence[str]:
    """Return the sentences that claim that something was saved or deleted."""
    return [clause for clause in _affirmed(text) if _CLAIMS_SAVED.search(clause)]


def claims_changed(text: str) -> Sequence[str]:
    """Return the sentences that claim that the plan was changed."""
    return [clause for clause in _affirmed(text) if _CLAIMS_CHANGED.search(clause)]


def has_chinese(text: str) -> bool:
    return re.search(r"[\u4e00-\u9fff]", text) is not None


def is_chinese(text: str) -> bool:
    """Tell whether a text is mostly Chinese: a character counts as a third of an English word of five letters."""
    return len(re.findall(r"[\u4e00-\u9fff]", text)) * 3 > len(re.findall(r"[A-Za-z]", text))


def _affirmed(text: str) -> Iterator[str]:
    """Yield the sentences that are neither negated, conditional nor questions."""
    for sentence in sentences(text):
        if not _NOT_DONE.search(sentence) and not sentence.endswith(("?", "？")):
            yield sentence


def _value(digits: str, unit: str) -> float:
    return float(digits.replace(",", "")) * _FACTORS.get(unit.strip().lower(), 1)


def _hhmm(hour: int, minute: int, half: str) -> str:
    if half.lower() == "p" and hour < 12:
        hour += 12
    if half.lower() == "a" and hour == 12:
        hour = 0
    return f"{hour:02d}:{minute:02d}"
