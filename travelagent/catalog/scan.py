"""Finding the places that a sentence names, in Chinese, English or both mixed.

Mechanism: from left to right, at every word start (and at every character of an unspaced script) the longest key of
the gazetteer that reads well there is taken; a hidden phrase (大理石, Peking duck) of at least that length hides it.
How well a name reads is its confidence (see `trust`): full names of covered places are taken in any case, ordinary
words and small towns only with a capital letter or a fitting word beside them. A sentence takes well under a
millisecond.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

from travelagent.catalog import gazetteer, source, trust
from travelagent.catalog.derived import follows_places
from travelagent.catalog.gazetteer import ADDED, ADDED_SIGHT, ALIAS, OWN_NAME, SIGHT_PART, Entry, Layer
from travelagent.catalog.matches import Mention, Reading
from travelagent.catalog.open_data import world_cities
from travelagent.catalog.sounds import possible_sounds, sound_of
from travelagent.catalog.text import FIRST_UNSPACED, fold, is_spaced, words
from travelagent.catalog.trust import Spot

TRUSTED = 0.5
# World cities of one name: those with at least a fifth of the largest one's people are named beside it.
RIVAL_SHARE = 5
RIVALS = 5
# A settlement this near to a large curated city is a part of it.
DISTRICT_KM = 12
SUBURB_KM = 20
SUBURB_PEOPLE = 300_000
LARGE_PEOPLE = 1_000_000
LONGEST_HOMOPHONE = 4
# A word of so many letters is taken for a city's name that is one letter off wherever it stands.
LONG_ENOUGH = 7
# So many letters a word has at least to be taken for a longer name where a destination stands.
SHORT_ENOUGH = 5
# So many letters of a half of a Chinese name may be one letter off.
ONE_LETTER_OFF = 3
_HALF_SPELT = re.compile("[一-鿿]{1,3}(?P<ends>[a-z]{2,12})|(?P<begins>[a-z]{2,12})[一-鿿]{1,3}")
# What joins the places of a list.
JOINTS = frozenset({" and ", " & ", ", ", ", and ", " then ", ", then ", " to ", " + ", "/"})
# A curated city's alias that is also a city of its own: this far away and this large.
APART_KM = 24
APART_PEOPLE = 100_000


@dataclass(frozen=True, slots=True)
class Sense:
    """What a key means with both layers seen together."""

    readings: tuple[Reading, ...]
    rank: int
    weak: bool
    population: int
    country: str = ""


@follows_places
@cache
def large_cities() -> tuple[tuple[str, float, float, str], ...]:
    """Return the curated cities whose own settlement has a million people or more: id, latitude, longitude, country."""
    large = []
    for city in source.cities().values():
        places = gazetteer.world().entries.get(fold(city.name_en), ())
        people = [
            place.population
            for place in (world_cities()[index] for index in places)
            if place.country == city.country and abs(place.lat - city.lat) < 0.5
        ]
        if max(people, default=0) >= LARGE_PEOPLE:
            large.append((city.id, city.lat, city.lon, city.country))
    return tuple(large)


def enclosing_city(index: int) -> str | None:
    """Return the large curated city that a world city is a district or suburb of, or `None`."""
    place = world_cities()[index]
    reach = DISTRICT_KM if place.population >= SUBURB_PEOPLE else SUBURB_KM
    near = (
        (source.distance_km(place.lat, place.lon, lat, lon), city)
        for city, lat, lon, country in large_cities()
        if country == place.country and abs(lat - place.lat) < 0.3
    )
    km, city = min(near, default=(float("inf"), ""))
    return city if km <= reach else None


def world_reading(places: list[int]) -> Reading:
    """Return the reading of a world layer's key: the largest city, and those of its name that are not much smaller.

    A district of a large city stands back behind a city of its own.
    """
    largest = world_cities()[places[0]]
    if city := enclosing_city(places[0]):
        peers = [i for i in places[1:RIVALS] if world_cities()[i].population * RIVAL_SHARE >= largest.population]
        places = [index for index in peers if enclosing_city(index) is None]
        if not places:
            return Reading("city", (city,))
        largest = world_cities()[places[0]]
    rivals = [world_cities()[index] for index in places[:RIVALS]]
    ids = tuple(dict.fromkeys(rival.id for rival in rivals if rival.population * RIVAL_SHARE >= largest.population))
    return Reading("world_city", ids)


def _stands_apart(entry: Entry, index: int) -> bool:
    """Whether a world city of this name is meant rather than what the known layer calls so."""
    place = world_cities()[index]
    first = entry.readings[0]
    if place.population < APART_PEOPLE:
        return False
    if entry.rank in (SIGHT_PART, ADDED_SIGHT):
        return True
    if first.kind == "region":
        return first.ids[0] not in gazetteer.REGIONS_BEFORE_ALIASES and any(
            c.region_en == first.ids[0] and c.country == place.country for c in source.cities().values()
        )
    if entry.rank not in (ALIAS, ADDED) or first.kind != "city":
        return False
    cities = (source.cities()[city] for city in first.ids)
    return all(source.distance_km(c.lat, c.lon, place.lat, place.lon) >= APART_KM for c in cities)


@follows_places
@cache
def sense(key: str) -> Sense | None:
    """Return everything that a key may mean, likeliest first, or `None`."""
    entry = gazetteer.known().entries.get(key)
    places = gazetteer.world().entries.get(key)
    if entry is None and places is None:
        return None
    if places is None and entry is not None:
        return Sense(entry.readings, entry.rank, entry.weak, 0)
    assert places is not None
    elsewhere = world_reading(places)
    largest = world_cities()[places[0]]
    people, country = largest.population, largest.country
    if entry is None:
        return Sense((elsewhere,), trust.WORLD, False, people, country)
    if elsewhere in entry.readings or (entry.rank == OWN_NAME and key not in gazetteer.word_lists().ask):
        return Sense(entry.readings, entry.rank, entry.weak, people)
    if _stands_apart(entry, places[0]):
        return Sense((elsewhere, *entry.readings), trust.WORLD, False, people, country)
    if entry.rank == ADDED:  # the town itself, or a smaller one of its name
        return Sense(entry.readings, entry.rank, entry.weak, people)
    return Sense((*entry.readings, elsewhere), entry.rank, entry.weak, people)


class _Sentence:
    """A text with its folded form and its words."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded = fold(text)
        self.spans = words(self.folded)
        self.index = {start: number for number, (start, _) in enumerate(self.spans)}
        self.caseless = not any(map(str.isupper, text))

    def keys(self, layer: Layer[object], start: int) -> Iterator[tuple[str, int]]:
        """The keys of a layer that stand at `start`, longest first, with their ends."""
        number = self.index.get(start)
        if number is not None:
            first_start, first_end = self.spans[number]
            for count in layer.words_of.get(self.folded[first_start:first_end], ()):
                chosen = self.spans[number : number + count]
                if len(chosen) == count and self._joined(chosen):
                    key = " ".join(self.folded[a:b] for a, b in chosen)
                    if key in layer.entries:
                        yield key, chosen[-1][1]
        for length in layer.lengths_of.get(self.folded[start : start + 1], ()):
            key = self.folded[start : start + length]
            if key in layer.entries and not is_spaced(key):
                yield key, start + length

    def turns_into(self, start: int) -> bool:
        """Whether 成 belongs to the 换成 or 改成 before a name, 换成都江堰, and does not begin one itself."""
        turned = self.folded[start - 1 : start] in tuple("换改变") and self.folded[start] == "成"
        return turned and next(self.keys(gazetteer.known(), start + 1), None) is not None

    def _joined(self, spans: list[tuple[int, int]]) -> bool:
        gaps = (self.folded[left[1] : right[0]] for left, right in pairwise(spans))
        return all(len(gap) <= 3 and set(gap) <= set(" -.,'&/") for gap in gaps)

    def _names_area(self, start: int) -> bool:
        """Whether a region, country or macro-region is named there and no city: `Nice, France`."""
        key = next((key for key, _ in self.keys(gazetteer.known(), start)), "")
        entry = gazetteer.known().entries.get(key)
        return entry is not None and entry.readings[0].kind in ("region", "country", "macro")

    def spot(self, start: int, end: int, country: str = "", beside: bool = False, listed: bool = False) -> Spot:
        """The name's surroundings."""
        number = self.index.get(start)
        before = after = ""
        in_area = False
        if number is not None:
            if number:
                a, b = self.spans[number - 1]
                before = self.folded[a:b] if self.folded[b:start].strip(" ") == "" else ""
            following = next((span for span in self.spans[number:] if span[0] >= end), None)
            if following and self.folded[end : following[0]].strip(" ") == "":
                after = self.folded[following[0] : following[1]]
            if following and self.folded[end : following[0]].strip(" ") == ",":
                in_area = self._names_area(following[0])
        head = self.text[:start].rstrip(" \"'(“‘")
        return Spot(
            surface=self.text[start:end],
            before=before,
            after=after,
            left=self.folded[:start].rstrip()[-1:],
            right=self.folded[end : end + trust.REACH],
            opens=not head or head[-1] in ".!?\n。！？",
            caseless=self.caseless,
            country=country,
            in_area=in_area,
            beside=beside,
            listed=listed,
        )


def find_places(text: str, least: float = TRUSTED, mend: bool = True) -> tuple[Mention, ...]:
    """Return the places named in `text`, in order, without overlaps; those trusted less than `least` are left out.

    Offsets count characters of the text in NFC. With `mend`, a long word one letter off a covered city's name, or a
    capitalised one one or two letters off, is taken for it, with a confidence of 0.6; so are Chinese characters that
    sound like one.
    """
    sentence = _Sentence(unicodedata.normalize("NFC", text))
    mentions: list[Mention] = []
    position, length = 0, len(sentence.text)
    while position < length:
        no_start = position not in sentence.index and sentence.folded[position] < FIRST_UNSPACED
        if no_start or sentence.turns_into(position):
            position += 1
            continue
        mention = _mention_at(sentence, position, least, mentions[-1].end if mentions else None)
        over = next((end for _, end in sentence.keys(gazetteer.hidden(), position)), 0)
        if over and (mention is None or over >= mention.end):
            position = over
        elif mention is not None:
            mentions.append(mention)
            position = mention.end
        elif mend and least <= trust.MENDED and (mended := _mended(sentence, position)):
            mentions.append(mended)
            position = mended.end
        else:
            position += 1
    return tuple(mentions)


def _mention_at(sentence: _Sentence, start: int, least: float, last: int | None) -> Mention | None:
    """The place named at `start`; `last` is where the place before it ends."""
    joint = None if last is None else sentence.folded[last:start]
    found = [*sentence.keys(gazetteer.known(), start), *sentence.keys(gazetteer.world(), start)]
    for key, end in sorted(set(found), key=lambda item: -item[1]):
        meant = sense(key)
        assert meant is not None
        spot = sentence.spot(start, end, meant.country, beside=joint == "", listed=joint in JOINTS)
        confidence = trust.confidence(key, meant.readings[0], meant.rank, meant.weak, meant.population, spot)
        if confidence >= least:
            return Mention(start, end, spot.surface, meant.readings[0], confidence, meant.readings[1:])
    return None


@follows_places
@cache
def _mendable() -> tuple[list[str], list[str]]:
    """The covered cities' own names of one word and six letters or more, with their ids."""
    names = {
        key: entry.readings[0].ids[0]
        for key, entry in gazetteer.known().entries.items()
        if entry.rank == OWN_NAME and key.isascii() and key.isalpha() and len(key) >= 5
        and entry.readings[0].kind == "city" and not entry.readings[0].ambiguous
    }  # fmt: skip
    return list(names), list(names.values())


@follows_places
@cache
def _sounds() -> dict[tuple[str, ...], tuple[str, str]]:
    """The covered cities' own Chinese names of two to four characters by their sound: the name and the city."""
    names = {
        key: entry.readings[0].ids[0]
        for key, entry in gazetteer.known().entries.items()
        if entry.rank == OWN_NAME and 2 <= len(key) <= LONGEST_HOMOPHONE and key[0] >= FIRST_UNSPACED
        and entry.readings[0].kind == "city" and not entry.readings[0].ambiguous
    }  # fmt: skip
    return {sound_of(name): (name, city) for name, city in names.items()}


def _homophone(sentence: _Sentence, start: int) -> Mention | None:
    """A covered city that goes on with other characters of the same sound, 杭洲, where a destination stands."""
    for length in range(LONGEST_HOMOPHONE, 1, -1):
        word = sentence.folded[start : start + length]
        if len(word) < length or any(not "\u4e00" <= char <= "\u9fff" for char in word):
            continue
        spot = sentence.spot(start, start + length)
        if spot.left not in gazetteer.word_lists().before_zh and not trust.TRIP.match(spot.right):
            continue
        matches = (_sounds().get(sound, ("", "")) for sound in possible_sounds(word))
        if city := next((city for name, city in matches if name[:1] == word[0]), None):
            return Mention(start, start + length, spot.surface, Reading("city", (city,)), trust.MENDED, mended=True)
    return None


def _half_spelt(sentence: _Sentence, start: int) -> Mention | None:
    """A covered city of which one half stands in characters and the other in letters, 长sha, as it sounds or one letter
    off, where a destination stands."""
    found = _HALF_SPELT.match(sentence.folded, start)
    if found is None:
        return None
    latin = found["ends"] or found["begins"]
    for length in range(found.end() - start, len(latin), -1):
        word = sentence.folded[start : start + length]
        spot = sentence.spot(start, start + length)
        if spot.left in gazetteer.word_lists().before_zh or trust.TRIP.match(spot.right):
            if city := _sounding(word.replace(latin, ""), latin, ends=found["ends"] is not None):
                return Mention(start, start + length, spot.surface, Reading("city", (city,)), trust.MENDED, mended=True)
    return None


def _sounding(characters: str, letters: str, *, ends: bool) -> str | None:
    """The covered city whose name has these characters and, behind or before them, what these letters sound like."""
    off = 1 if len(letters) >= ONE_LETTER_OFF else 0
    for sounds, (name, city) in _sounds().items():
        spelt = "".join(sounds[len(characters) :] if ends else sounds[: -len(characters)])
        same = name.startswith(characters) if ends else name.endswith(characters)
        if same and spelt and OSA.distance(letters, spelt, score_cutoff=off) <= off:
            return city
    return None


def _mended(sentence: _Sentence, start: int) -> Mention | None:
    number = sentence.index.get(start)
    if half := _half_spelt(sentence, start):
        return half
    if number is None:
        return _homophone(sentence, start)
    end = sentence.spans[number][1]
    word = sentence.folded[start:end]
    lists = gazetteer.word_lists()
    spot = sentence.spot(start, end)
    fitting = (spot.surface[0].isupper() and not spot.opens) or spot.before in lists.place_en
    fitting = fitting or (spot.opens and trust.DESTINATION_DETAIL.match(spot.right) is not None)
    fitting = fitting or spot.left in lists.before_zh
    least = SHORT_ENOUGH if fitting else LONG_ENOUGH
    if len(word) < least or not word.isascii() or not word.isalpha() or word in lists.common:
        return None
    names, ids = _mendable()
    off = 2 if fitting and len(word) >= 9 else 1
    best = process.extractOne(word, names, scorer=OSA.distance, score_cutoff=off)
    if best is None or best[0][0] != word[0] or max(len(word), len(best[0])) <= SHORT_ENOUGH or _is_noted(word):
        return None
    return Mention(start, end, spot.surface, Reading("city", (ids[best[2]],)), trust.MENDED, mended=True)


def _is_noted(word: str) -> bool:
    """Whether a city of this name is large enough to be meant rather than misspelt."""
    places = gazetteer.world().entries.get(word, ())
    return any(world_cities()[index].population >= APART_PEOPLE for index in places)
