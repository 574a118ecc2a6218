"""Texts of answers in the language of the run: messages by id, lists, amounts, and the limit of length."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Final

from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.catalog.money import amount_text, whole
from travelagent.catalog.values import City, Sight
from travelagent.plans import words
from travelagent.plans.messages import Messages
from travelagent.plans.values import LocalizedText

MOST_WORDS: Final = 80
MOST_CHARACTERS: Final = 160
"""The length of an answer in English words, and in characters of a Chinese one."""
MOST_LISTED: Final = 5
_MESSAGES: Final = Messages("travelagent.assistant.asks.messages")


def say(trip: TripContext, id: str, /, **values: object) -> str:
    """Return the text `table.name`; a `LocalizedText` among the values is put in by the language."""
    texts = _MESSAGES.zh if trip.locale == "zh" else _MESSAGES.en
    return texts[id].format(**{name: _put(trip, value) for name, value in values.items()})


def in_locale(trip: TripContext, text: LocalizedText) -> str:
    """Return a text in the trip's language."""
    return text.zh if trip.locale == "zh" else text.en


def _put(trip: TripContext, value: object) -> object:
    return in_locale(trip, value) if isinstance(value, LocalizedText) else value


def counted(trip: TripContext, noun: str, number: int) -> str:
    """Return a number with its noun: `count.NOUN`, `count.NOUN_one` for one."""
    return say(trip, f"count.{noun}_one" if number == 1 else f"count.{noun}", n=number)


def listed(trip: TripContext, items: Iterable[str], most: int = MOST_LISTED) -> str:
    """Return the items as one phrase; of more than `most` items, the first ones and the number of the rest."""
    every = list(items)
    shown, rest = every[:most], len(every) - most
    if rest > 0:
        return say(trip, "list.more", names=say(trip, "list.comma").join(shown), rest=rest)
    if len(shown) < 2:
        return "".join(shown)
    return say(trip, "list.last", names=say(trip, "list.comma").join(shown[:-1]), last=shown[-1])


def money(trip: TripContext, amount: Decimal, currency: str) -> str:
    """Return an exact amount, `€18`."""
    return in_locale(trip, amount_text(amount, currency))


def about_money(trip: TripContext, amount: Decimal, currency: str) -> str:
    """Return an estimated amount in whole units."""
    return money(trip, whole(amount), currency)


def clause(trip: TripContext, text: str) -> str:
    """Return a sentence as a part of a longer one: without its full stop and, in English, its capital letter."""
    bare = text.rstrip(" .。")
    return bare if trip.locale == "zh" else bare[:1].lower() + bare[1:]


def day_label(trip: TripContext, number: int, on: date) -> str:
    """Return `day 2 (Tue 8 Dec)`."""
    return say(trip, "day.label", day=number, date=words.short_day(on))


def short_date(trip: TripContext, on: date) -> str:
    """Return a date in its short form in the trip's language."""
    return in_locale(trip, words.short_day(on))


def length_of_time(trip: TripContext, minutes: int) -> str:
    """Return a duration in minutes in words of the trip's language."""
    return in_locale(trip, words.duration(minutes))


def name_of(trip: TripContext, place: City | Sight) -> str:
    """Return the name of a city or sight in the trip's language."""
    return place.name_zh if trip.locale == "zh" else place.name_en


def note_of(trip: TripContext, sight: Sight) -> str:
    """Return the note of a sight in the trip's language."""
    return sight.note_zh if trip.locale == "zh" else sight.note_en


def month_range(trip: TripContext, months: Sequence[int]) -> str:
    """Return months as spans, across the turn of the year too: `Mar–May, Oct`, 3–5月、10月."""
    wanted = sorted(set(months))
    if len(wanted) == 12:
        return say(trip, "month.all")
    parts = []
    for start in (m for m in wanted if (m - 2) % 12 + 1 not in wanted):
        end = start
        while end % 12 + 1 in wanted:
            end = end % 12 + 1
        parts.append(say(trip, "month.span", first=_month(trip, start), last=_month(trip, end), until=end))
        if start == end:
            parts[-1] = say(trip, "month.one", name=_month(trip, start))
    return say(trip, "list.comma").join(parts)


def _month(trip: TripContext, month: int) -> str:
    return str(month) if trip.locale == "zh" else words.MONTHS[month - 1][:3]


def joined(trip: TripContext, *sentences: str) -> str:
    """Return sentences one behind the other."""
    return ("" if trip.locale == "zh" else " ").join(filter(None, sentences))


def compose_answer(
    trip: TripContext,
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
        longer = joined(trip, text, sentence)
        if not text or fits(longer, trip.locale):
            text = longer
    return TopicAnswer(text, facts, known, tuple(sight.id for sight in sights))


def fits(text: str, locale: str) -> bool:
    """Return whether a text is short enough for an answer."""
    return len(text) <= MOST_CHARACTERS if locale == "zh" else len(text.split()) <= MOST_WORDS
