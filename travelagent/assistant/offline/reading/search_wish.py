"""What a search for a place to go is to weigh beside tastes, time and money: how far, which weather, what to see and
whether hot food."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, TypeVar, get_args

from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import Message, read_message
from travelagent.assistant.questions.numerals import count
from travelagent.catalog.fits import Weather
from travelagent.catalog.spectacles import Spectacle
from travelagent.plans.values import Way

LONGEST_WISH: Final = 60
WEATHERS: Final[tuple[Weather, ...]] = get_args(Weather)
SPECTACLES: Final[tuple[Spectacle, ...]] = get_args(Spectacle)
_Said = TypeVar("_Said", bound=str)
_WAYS: Final[Mapping[str, Way | None]] = {"flight": "flight", "car": "car", "train": "train", "any": None}


@dataclass(frozen=True, slots=True)
class OnTheWay:
    """So many hours at most, aboard the way or, where none was said, from door to door."""

    hours: int
    way: Way | None


@dataclass(frozen=True, slots=True)
class SearchWish:
    """The newest word on each. `near`: not far from home, `around` where only its neighbourhood is meant; `nearer`:
    than what was shown before, and so no word of the first message. `cheap`: a day there is to cost little; `direct`:
    one wants to fly there directly."""

    near: Literal["near", "around"] | None = None
    nearer: bool = False
    on_the_way: OnTheWay | None = None
    weather: Weather | None = None
    spectacle: Spectacle | None = None
    spicy: bool = False
    cheap: bool = False
    direct: bool = False


def search_wish(said: Sequence[str], today: date) -> SearchWish:
    """What these messages, the last one last, wish of a place to go."""
    texts = [read_message(text, today).sentence.masked for text in reversed(said)]
    return SearchWish(
        near=next(filter(None, map(_near, texts)), None),
        nearer=any(pattern("search", "near", "nearer").search(text) for text in texts[:-1]),
        on_the_way=next(filter(None, map(on_the_way, texts)), None),
        weather=next(filter(None, (_first(WEATHERS, "weather", text) for text in texts)), None),
        spectacle=next(filter(None, map(spectacle_named, texts)), None),
        cheap=any(pattern("search", "price", "cheap").search(text) for text in texts),
        direct=any(pattern("search", "flights", "direct").search(text) for text in texts),
        spicy=next((spicy for spicy in map(_spicy, texts) if spicy is not None), False),
    )


def spectacle_named(text: str) -> Spectacle | None:
    """What is to be seen in its weeks of the year, by a text."""
    return _first(SPECTACLES, "spectacle", text.lower())


def wants_nearer(message: Message) -> bool:
    """Whether all that a message wishes for is a place nearer than those that were shown."""
    text = message.sentence.masked
    if message.places.all or message.days is not None or len(text) > LONGEST_WISH:
        return False
    told = pattern("search", "near", "nearer").search(text)
    return told is not None and pattern("search", "near", "within_the_trip").search(text) is None


def on_the_way(text: str) -> OnTheWay | None:
    """How many hours one wants to be on the way at most, by a marked text."""
    for kind, way in _WAYS.items():
        if found := pattern("search", "hours", kind).search(text):
            said = next(filter(None, found.groups()))
            hours = 1 if said in ("a", "an") else count(said)
            return OnTheWay(hours, way) if hours else None
    return None


def _near(text: str) -> Literal["near", "around"] | None:
    if pattern("search", "near", "around").search(text):
        return "around"
    return "near" if pattern("search", "near", "say").search(text) else None


def _first(names: Sequence[_Said], section: str, text: str) -> _Said | None:
    return next((name for name in names if pattern("search", section, name).search(text)), None)


def _spicy(text: str) -> bool | None:
    """Whether hot food is wished for; None where a text does not speak of it."""
    if pattern("search", "spicy", "refused").search(text):
        return False
    return True if pattern("search", "spicy", "say").search(text) else None
