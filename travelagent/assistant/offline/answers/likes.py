"""What becomes of the things that a message says one loves: the sights of the trip that tell of them, or that none
does."""

from collections.abc import Collection, Sequence
from datetime import date

from travelagent.assistant.offline.reading.likes import Like, likes_told
from travelagent.assistant.wording import listed, speaker
from travelagent.catalog import source
from travelagent.catalog.values import Sight

MOST = 3


def like_lines(said: str, cities: Sequence[str], stops: Collection[str], language: str, today: date) -> list[str]:
    """A line for each thing that is loved, in a plan of these cities with these sights."""
    return [_line(like, cities, stops, language) for like in likes_told(said, today)]


def _line(like: Like, cities: Sequence[str], stops: Collection[str], language: str) -> str:
    say = speaker(language)
    told = sorted(
        (s for city in cities for s in source.sights_of(city) if like.tells.search(_told_of(s))),
        key=lambda sight: (-sight.score, sight.id),
    )
    name = like.words[0].upper() + like.words[1:]
    if not told:
        return say(
            f"{name}: none of my notes on sights here tells of that, so the plan does not weigh it.",
            f"{name}：这里的景点资料没有提到，行程没有计入。",
        )
    planned, others = ([s for s in told if (s.id in stops) is there][:MOST] for there in (True, False))
    parts = []
    if planned:
        parts.append(say(f"in the plan {_names(planned, language)}", f"行程里有{_names(planned, language)}"))
    if others:
        parts.append(say(f"to add {_names(others, language)}", f"还可以加上{_names(others, language)}"))
    return say(f"{name}: {'; '.join(parts)}.", f"{name}：{'，'.join(parts)}。")


def _names(sights: Sequence[Sight], language: str) -> str:
    return listed([s.name_zh if language == "zh" else s.name_en for s in sights], language)


def _told_of(sight: Sight) -> str:
    return f"{sight.name_en} {sight.name_zh} {sight.note_en} {sight.note_zh}".lower()
