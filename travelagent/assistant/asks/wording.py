"""Texts of answers in the language of the run: messages by id, lists, amounts, and the limit of length."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from travelagent.assistant.asks.values import Asked, TopicAnswer
from travelagent.catalog.money import amount_text
from travelagent.catalog.values import City, Sight
from travelagent.plans import words
from travelagent.plans.messages import Messages
from travelagent.plans.values import LocalizedText

MOST_WORDS: Final = 80
MOST_CHARACTERS: Final = 160
"""The length of an answer in English words, and in characters of a Chinese one."""
MOST_LISTED: Final = 5
_MESSAGES: Final = Messages("travelagent.assistant.asks.messages")


def say(asked: Asked, id: str, /, **values: object) -> str:
    """Return the text `table.name`; a `LocalizedText` among the values is put in by the language."""
    texts = _MESSAGES.zh if asked.locale == "zh" else _MESSAGES.en
    return texts[id].format(**{name: _put(asked, value) for name, value in values.items()})


def in_locale(asked: Asked, text: LocalizedText) -> str:
    return text.zh if asked.locale == "zh" else text.en


def _put(asked: Asked, value: object) -> object:
    return in_locale(asked, value) if isinstance(value, LocalizedText) else value


def counted(asked: Asked, noun: str, number: int) -> str:
    """Return a number with its noun: `count.NOUN`, `count.NOUN_one` for one."""
    return say(asked, f"count.{noun}_one" if number == 1 else f"count.{noun}", n=number)


def listed(asked: Asked, items: Iterable[str], most: int = MOST_LISTED) -> str:
    """Return the items as one phrase; beyond `most` only how many more there are."""
    every = list(items)
    shown, rest = every[:most], len(every) - most
    if rest > 0:
        return say(asked, "list.more", names=say(asked, "list.comma").join(shown), rest=rest)
    if len(shown) < 2:
        return "".join(shown)
    return say(asked, "list.last", names=say(asked, "list.comma").join(shown[:-1]), last=shown[-1])


def money(asked: Asked, amount: Decimal, currency: str) -> str:
    """Return an exact amount, `€18`."""
    return in_locale(asked, amount_text(amount, currency))


def about_money(asked: Asked, amount: Decimal, currency: str) -> str:
    """Return an estimated amount in whole units."""
    return money(asked, amount.quantize(Decimal(1), ROUND_HALF_UP), currency)


def clause(asked: Asked, text: str) -> str:
    """Return a sentence as a part of a longer one: without its full stop and, in English, its capital letter."""
    bare = text.rstrip(" .。")
    return bare if asked.locale == "zh" else bare[:1].lower() + bare[1:]


def day_label(asked: Asked, number: int, on: date) -> str:
    """Return `day 2 (Tue 8 Dec)`."""
    return say(asked, "day.label", day=number, date=words.short_day(on))


def short_date(asked: Asked, on: date) -> str:
    return in_locale(asked, words.short_day(on))


def length_of_time(asked: Asked, minutes: int) -> str:
    return in_locale(asked, words.duration(minutes))


def name_of(asked: Asked, place: City | Sight) -> str:
    return place.name_zh if asked.locale == "zh" else place.name_en


def note_of(asked: Asked, sight: Sight) -> str:
    return sight.note_zh if asked.locale == "zh" else sight.note_en


def month_range(asked: Asked, months: Sequence[int]) -> str:
    """Return months as spans, across the turn of the year too: `Mar–May, Oct`, 3–5月、10月."""
    wanted = sorted(set(months))
    if len(wanted) == 12:
        return say(asked, "month.all")
    parts = []
    for start in (m for m in wanted if (m - 2) % 12 + 1 not in wanted):
        end = start
        while end % 12 + 1 in wanted:
            end = end % 12 + 1
        parts.append(say(asked, "month.span", first=_month(asked, start), last=_month(asked, end), until=end))
        if start == end:
            parts[-1] = say(asked, "month.one", name=_month(asked, start))
    return say(asked, "list.comma").join(parts)


def _month(asked: Asked, month: int) -> str:
    return str(month) if asked.locale == "zh" else words.MONTHS[month - 1][:3]


def joined(asked: Asked, *sentences: str) -> str:
    """Return sentences one behind the other."""
    return ("" if asked.locale == "zh" else " ").join(filter(None, sentences))


def compose_answer(
    asked: Asked,
    sentences: Iterable[str],
    facts: Mapping[str, Any],
    *,
    known: bool = True,
    sights: Iterable[Sight] = (),
) -> TopicAnswer:
    """Return the answer of these sentences, the most important first; those that make it too long are left out.
    `sights`: what it is about."""
    text = ""
    for sentence in filter(None, sentences):
        longer = joined(asked, text, sentence)
        if not text or fits(longer, asked.locale):
            text = longer
    return TopicAnswer(text, facts, known, tuple(sight.id for sight in sights))


def fits(text: str, locale: str) -> bool:
    """Whether a text is short enough for an answer."""
    return len(text) <= MOST_CHARACTERS if locale == "zh" else len(text.split()) <= MOST_WORDS
