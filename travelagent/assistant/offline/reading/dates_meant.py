"""Which of the dates that a message says are the trip's: none that is given up or put right, and of a free day beside
others that day alone.
"""

from dataclasses import replace
from datetime import timedelta

from travelagent.assistant.offline.reading.calendar import Found, When, on_day
from travelagent.assistant.offline.reading.lexicon import corrects, pattern


def without_corrected(dates: list[Found], rest: str) -> list[Found]:
    """The dates of a text, of which those say nothing that are given up, or that a later one takes back."""
    given_up = {start for _, start, _, _ in dates if pattern("dialogue", "not_this").search(rest[:start][-24:])}
    said = [(start, said) for _, start, said, _ in dates if start not in given_up]
    first = min(said, default=(0, 0))[0]
    last = max((a for a, b in said if a > first and (corrects(rest[:a]) or corrects(rest[:b]))), default=0)
    meant = [start >= last and start not in given_up for _, start, _, _ in dates]
    return [
        (found if holds else When(), start, said, end)
        for holds, (found, start, said, end) in zip(meant, dates, strict=True)
    ]


def with_free_day(dates: list[Found], rest: str) -> list[Found]:
    """The dates of a text, of which only that of a free day says anything where there is one: the others are those of
    what fills the other days. A mere day of the week follows them."""
    free = [n for n, (_, start, _, end) in enumerate(dates) if _is_free(rest[:start], rest[end:])]
    if not free:
        return dates
    others = [dates[n] for n in range(len(dates)) if n not in free]
    single = bool(others) or _works(rest)
    return [
        (replace(_behind(when, others, start), free=single) if n in free else When(), start, said, end)
        for n, (when, start, said, end) in enumerate(dates)
    ]


def _is_free(before: str, after: str) -> bool:
    """Whether what stands around a date tells that one is free on it: beside work, what one does on it for oneself."""
    said = pattern("dates", "free_day", "before").search(before[-40:])
    said = said or pattern("dates", "free_day", "after").search(after[:40])
    return bool(said or (_works(f"{before} {after}") and pattern("dates", "free_day", "spent").search(after[:40])))


def _works(text: str) -> bool:
    """Whether a text tells that one travels for work."""
    return pattern("dates", "free_day", "work").search(text) is not None


def _behind(found: When, others: list[Found], at: int) -> When:
    """A mere day of the week as the first such one that is not before the other dates that are said before it."""
    last = max((when.start for when, start, _, _ in others if when.start and start < at), default=None)
    if not found.by_week or found.start is None or last is None or last <= found.start:
        return found
    return replace(on_day(found.start + timedelta(weeks=-((found.start - last).days // 7))), by_week=True)
