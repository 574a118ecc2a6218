"""What resolving a name and scanning a sentence give back."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["city", "sight", "region", "country", "world_city", "macro"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One place that a name may mean. `id` is a curated city's id or `geonames:<id>`; `where` names its region."""

    id: str
    name_en: str
    name_zh: str
    where_en: str
    where_zh: str


@dataclass(frozen=True, slots=True)
class CityMatch:
    """One city is meant.

    `covered` is false for a `geonames:<id>` outside the curated cities; `score` is 100 for an exact name and lower for
    a mended typo; `corrected` is then the name that was understood.
    """

    id: str
    covered: bool
    score: float
    corrected: str | None = None


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several cities carry the name, none far ahead: ask."""

    text: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """No city carries the name.

    `near` are the likeliest ones meant; `region` is set when it names a region, country or macro-region instead (`ids`
    of its curated cities in `members`).
    """

    text: str
    near: tuple[Choice, ...]
    region: str | None = None
    members: tuple[str, ...] = ()


Resolution = CityMatch | Ambiguous | Unknown


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a name.

    `ids` by kind: curated city ids; sight ids `city/slug`; a region's English name; ISO country codes; `geonames:<id>`;
    a macro-region's English name. Several ids: which one is meant is open, or all are (`together`), as for a compound
    such as 江浙 and 苏杭.
    """

    kind: Kind
    ids: tuple[str, ...]
    together: bool = False

    @property
    def ambiguous(self) -> bool:
        """Whether one of several places is meant, and not all of them together."""
        return len(self.ids) > 1 and not self.together


@dataclass(frozen=True, slots=True)
class Mention:
    """A place named in a sentence: `text[start:end] == surface`.

    `reading` is the likeliest sense, `also` the others in order. `confidence` is between 0 and 1: about 1 for a full
    unmistakable name, 0.5 for one that is a common word too and stands in a fitting place, below for long shots.
    `mended`: the text spells the name otherwise.
    """

    start: int
    end: int
    surface: str
    reading: Reading
    confidence: float
    also: tuple[Reading, ...] = ()
    mended: bool = False

    @property
    def kind(self) -> Kind:
        """The kind of place."""
        return self.reading.kind

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the places that are meant."""
        return self.reading.ids
