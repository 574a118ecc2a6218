"""The places of a message and the part each plays: goal, origin, refused, or named in passing.

The catalogue's gazetteer finds the names; the words around each one decide (rules in places.toml). A region or country
beside a goal that lies in it is left out (云南大理, "Rome, Italy"); a name of two covered cities is settled by a region
beside it, else handed on to be asked about. Sights are kept apart: whether one is wished for depends on the intent.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from travelagent.assistant.lexer.places import choices_of, city_in, city_of, country_of
from travelagent.assistant.lexer.sentence import Sentence
from travelagent.assistant.offline.reading.lexicon import SIGHT, pattern
from travelagent.catalog import source
from travelagent.catalog.local import Landmark, landmarks
from travelagent.catalog.matches import CityMatch, Mention
from travelagent.catalog.names import area_members, expand_country, resolve_city
from travelagent.catalog.open_data import world_city
from travelagent.catalog.quarters import Named, quarters_named
from travelagent.catalog.text import key
from travelagent.catalog.values import WorldCity

Part: TypeAlias = Literal["goal", "origin", "weak_origin", "refused", "none"]
# A sight of another city is meant beside a city as far off as Pompeii is from Rome.
REACH_KM = 300
# So far from its centre lies what is out of a city.
TOWN_KM = 15
# So many characters behind a place say what part it plays.
BEHIND = 28
# So near to a city its region or country only says which city is meant.
BESIDE = 2
# A town of fewer people, farther than this from all else that a message names, is not meant.
NOTED_PEOPLE, STRAY_KM = 200_000, 5_000
Kind: TypeAlias = Literal["city", "region", "country", "sight"]


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the message. `ids` holds several for a compound (苏杭) and for a sight's name of several rows;
    `sights` are the sights of a city that goes by their name too (Machu Picchu for Cusco), or those in an area of the
    name (the Vatican)."""

    kind: Kind
    ids: tuple[str, ...]
    part: Part
    surface: str
    start: int
    end: int
    sights: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Places:
    """What a message says of places; `asked` are names of several cities, which have to be asked about;
    `dropped` are areas that were said but enclose a goal."""

    all: tuple[Place, ...] = ()
    asked: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    def of(self, kind: Kind, part: Part = "goal") -> tuple[str, ...]:
        """The ids of one kind and part, in the order said, without doubles."""
        found = (i for place in self.all if place.kind == kind and place.part == part for i in place.ids)
        return tuple(dict.fromkeys(found))

    @property
    def cities(self) -> tuple[str, ...]:
        return self.of("city")

    @property
    def origin(self) -> str | None:
        return next(iter(self.of("city", "origin")), None)

    @property
    def sights(self) -> tuple[Place, ...]:
        return tuple(place for place in self.all if place.kind == "sight" and place.part == "goal")

    def named(self, cities: Sequence[str]) -> tuple[str, ...]:
        """The cities and sights that are named, a sight's name of several rows beside `cities` settled by them."""
        found = (sight_of(place, cities) for place in self.sights)
        return tuple(dict.fromkeys((*self.cities, *(sight for sight in found if sight))))

    @property
    def goals(self) -> tuple[Place, ...]:
        return tuple(place for place in self.all if place.part == "goal" and place.kind != "sight")


def read_places(sentence: Sentence, *, as_cities: bool = False) -> Places:
    """The places of a message with their parts."""
    parts = _parts(sentence)
    places: list[Place] = []
    asked: list[str] = []
    for mention, part in zip(sentence.mentions, parts, strict=True):
        kind, ids = _settled(mention, sentence)
        if kind == "city" and len(ids) > 1 and not mention.reading.together and part == "goal":
            asked.append(mention.surface)
        elif part != "none":
            same = (i for r in mention.also if r.kind == "sight" for i in r.ids)
            sights = tuple(sight for sight in same if kind in ("region", "country") or city_of(sight) in ids)
            places.append(Place(kind, ids, part, mention.surface, mention.start, mention.end, sights))
    settled = _settle_origins(_without_strays(places), sentence)
    settled = without_namesakes(settled, quarters_stayed_in(sentence, [id for each in settled for id in each.ids]))
    if as_cities:
        settled = [_only_city(place, settled) for place in settled]
    return _without_enclosing(settled, tuple(asked))


def quarters_stayed_in(sentence: Sentence, cities: Sequence[str]) -> list[Named]:
    """The quarters of these cities where one stays, by what is written before their names."""
    stays = pattern("dialogue", "hotel_area")
    return [q for q in quarters_named(sentence.folded, cities) if stays.search(sentence.before(q.start))]


def without_namesakes(places: Sequence[Place], quarters: Sequence[Named]) -> list[Place]:
    """The places without those elsewhere that are called as a quarter where one stays, or as a part of its name."""

    def is_one(place: Place, named: Named) -> bool:
        within = named.start <= place.start and place.end <= named.end
        elsewhere = place.kind != "sight" and named.quarter.city not in place.ids
        return within and (elsewhere or _inside(place, named))

    return [place for place in places if not any(is_one(place, named) for named in quarters)]


def _inside(part: Place | Landmark, named: Named) -> bool:
    """Whether a name begins within that of a quarter: Kensington of South Kensington."""
    return named.start < part.start and part.end <= named.end


def in_cities(
    places: Places, sentence: Sentence, cities: Sequence[str], tastes: Sequence[tuple[int, int, str]] = ()
) -> Places:
    """The places with their sights as they read in these cities: parts of names count, namesakes far off do not.

    `tastes` are the spans of words that only say what is liked; no part of a name stands within one.
    """
    covered = [city for city in cities if city in source.cities()]
    if not covered:
        return places
    quarters = quarters_stayed_in(sentence, covered)
    places = replace(places, all=tuple(without_namesakes(places.all, quarters)))
    named = [mark for mark in landmarks(sentence.text, covered) if not any(_inside(mark, q) for q in quarters)]
    marks = [
        mark
        for mark in named
        if not any(_holds(place, mark, covered) for place in places.all)
        and not any(airport.start < mark.end and mark.start < airport.end for airport in sentence.airports)
        and (
            mark.kind_only
            or mark.listed
            or not any(start <= mark.start and mark.end <= end for start, end, _ in tastes)
        )
    ]
    kept = [
        _whole(place, named)
        for place in places.all
        if not any(_overlap(place, mark) for mark in marks)
        and (place.kind != "sight" or any(_within_reach(sight, covered) for sight in place.ids))
    ]
    kept += [
        replace(place, kind="sight", ids=place.sights)
        for place in places.all
        if place.kind == "city" and place.part == "goal" and any(city_of(sight) in covered for sight in place.sights)
    ]
    kept += [
        replace(place, kind="sight", ids=(sight,), sights=())
        for place in places.all
        for sight in place.sights
        if place.kind in ("region", "country")
        and city_of(sight) in covered
        and not any(mark.start < place.end < mark.end for mark in marks)
    ]
    kept = [_of_a_town(place, covered) or place for place in kept]
    for mark in marks:
        start = min([mark.start, *(place.start for place in places.all if _overlap(place, mark))])
        part = _part(sentence, start, mark.end)
        if part != "none" and not (mark.kind_only and part == "refused"):
            surface = sentence.text[mark.start : mark.end]
            kept.append(Place("sight", (mark.sight,), part, surface, mark.start, mark.end))
    kept.sort(key=lambda place: place.start)
    if pattern("dialogue", "exchange").search(with_sights(sentence, kept).masked):  # neither of the two is given up
        kept = [replace(place, part="goal") if place.kind == "sight" else place for place in kept]
    return replace(places, all=tuple(_settle_origins(kept, sentence)))


def with_sights(sentence: Sentence, places: Sequence[Place]) -> Sentence:
    """The sentence with these sights marked in it."""
    masked = sentence.masked
    for place in places:
        if place.kind == "sight":
            masked = masked[: place.start] + SIGHT * (place.end - place.start) + masked[place.end :]
    return replace(sentence, masked=masked)


def _of_a_town(place: Place, cities: Sequence[str]) -> Place | None:
    """A town without sights of its own as the best sight of these cities that begins with its name (武隆 for
    武隆天生三桥, Wulong for its bridges); None where it is no such thing."""
    if place.kind != "city" or any(city in source.cities() for city in place.ids):
        return None
    town = key(place.surface)
    sights = [sight for city in cities for sight in source.sights_of(city)]
    named = [s for s in sights if key(s.name_zh).startswith(town) or f"{key(s.name_en)} ".startswith(f"{town} ")]
    best = max(named, key=lambda sight: (sight.score, sight.id), default=None)
    return replace(place, kind="sight", ids=(best.id,)) if best else None


def _within_reach(sight: str, cities: Sequence[str]) -> bool:
    there = source.cities()[city_of(sight)]
    here = (source.cities()[city] for city in cities)
    return any(source.distance_km(there.lat, there.lon, city.lat, city.lon) <= REACH_KM for city in here)


def _whole(place: Place, marks: Sequence[Landmark]) -> Place:
    """A sight with the rest of its name that stands behind what it is known by: Museum of "the Louvre Museum"."""
    ends = [mark.end for mark in marks if mark.sight in place.ids and _overlap(place, mark)]
    return replace(place, end=max([place.end, *ends])) if place.kind == "sight" else place


def _overlap(place: Place, mark: Landmark) -> bool:
    return place.start < mark.end and mark.start < place.end


def _holds(place: Place, mark: Landmark, cities: Sequence[str]) -> bool:
    """Whether the reading of a place stands against a part of a sight's name: it is a city, the area around the
    cities, or a sight in them. A city within the name does not, nor does one of these where a sight is so called."""
    if not _overlap(place, mark):
        return False
    if place.kind == "sight":
        return any(city_of(sight) in cities for sight in place.ids)
    within = mark.start <= place.start and place.end <= mark.end
    longer = mark.end - mark.start > place.end - place.start
    if mark.listed and place.kind == "city" and within and (longer or set(place.ids) <= set(cities)):
        return False
    return place.kind == "city" or any(lies_in(city, place.kind, area) for city in cities for area in place.ids)


def _parts(sentence: Sentence) -> list[Part]:
    parts: list[Part] = []
    for number, mention in enumerate(sentence.mentions):
        part = _part(sentence, mention.start, mention.end)
        if part == "goal" and number and parts[-1] == "refused":
            between = sentence.masked[sentence.mentions[number - 1].end : mention.start]
            listed = pattern("places", "refused", "comma").search(between)
            seen = listed and pattern("places", "refused", "seen").search(sentence.masked)
            if seen or pattern("places", "refused", "joint").search(between):
                part = "refused"
        parts.append(part)
    return parts


def _part(sentence: Sentence, start: int, end: int) -> Part:
    before, after = sentence.before(start), sentence.masked[end : end + BEHIND]

    def said(part: str) -> bool:
        return bool(pattern("places", part, "before").search(before) or pattern("places", part, "after").search(after))

    if said("no_place"):
        return "goal" if _wondered(before, after) else "none"
    if said("visited"):
        return "goal"
    if said("refused") and not pattern("places", "refused", "kept_after").search(after):
        return "goal" if _wondered(before, after) else "refused"
    leg = pattern("places", "origin", "leg_before").search(before)
    if said("origin") or (leg and pattern("places", "origin", "leg_after").search(after)):
        return "origin"
    at_work = before.endswith("在") and pattern("places", "origin", "weak_after").search(after)
    if at_work or pattern("places", "origin", "weak_before").search(before):
        return "weak_origin"
    return "goal"


def _without_strays(places: Sequence[Place]) -> list[Place]:
    """Without small uncovered towns at the other end of the world from everything else that is named: namesakes."""
    spots = {place: spot for place in places if (spot := _spot(place)) is not None}

    def strays(place: Place) -> bool:
        town = _town(place)
        if town is None or town.population >= NOTED_PEOPLE or place.part != "goal":
            return False
        others = [spot for other, spot in spots.items() if other is not place]
        near = (source.distance_km(town.lat, town.lon, lat, lon) < STRAY_KM for lat, lon in others)
        return bool(others) and not any(near)

    return [place for place in places if not strays(place)]


def _town(place: Place) -> WorldCity | None:
    known = place.kind == "city" and place.ids[0].startswith("geonames:")
    return world_city(int(place.ids[0].removeprefix("geonames:"))) if known else None


def _spot(place: Place) -> tuple[float, float] | None:
    """Where a city or sight lies."""
    if town := _town(place):
        return town.lat, town.lon
    if place.kind not in ("city", "sight"):
        return None
    city = source.cities().get(city_of(place.ids[0]))
    return (city.lat, city.lon) if city else None


def _wondered(before: str, after: str) -> bool:
    """Whether a question only wonders that the place is not there, why, or if it should not be."""
    return bool(
        pattern("places", "refused", "why_before").search(before)
        or (
            pattern("places", "refused", "wondered_before").search(before)
            and pattern("places", "refused", "wondered_after").search(after)
        )
    )


def _settle_origins(places: Sequence[Place], sentence: Sentence) -> list[Place]:
    """An origin is a city; a weak one is one beside a goal, or where a goal is looked for."""
    goals = any(place.part == "goal" for place in places)
    goals = goals or pattern("places", "origin", "open").search(sentence.masked) is not None
    settled = []
    for place in places:
        part = place.part
        if part == "weak_origin":
            part = "origin" if goals or _lives_there(place, sentence) else "goal"
        if place.kind == "sight" and part == "origin":  # one lives in a town, and stays at a sight
            stays = pattern("dialogue", "hotel_area").search(sentence.before(place.start)) is not None
            part = "goal" if stays else "none"
        if part == "origin" and place.kind in ("region", "country"):
            part = "none"
        settled.append(replace(place, part=part))
    return settled


def _lives_there(place: Place, sentence: Sentence) -> bool:
    """Whether 我在成都 is a clause of its own, in a message that plans nothing there."""
    said = pattern("places", "origin", "lives_there")
    there = said.search(sentence.masked) is not None
    return there and pattern("places", "origin", "stays_there").search(sentence.masked) is None


def _settled(mention: Mention, sentence: Sentence) -> tuple[Kind, tuple[str, ...]]:
    """The kind and ids of a mention; several ids of a city are narrowed by the regions and countries named too."""
    reading = mention.reading
    if reading.kind == "sight":
        return "sight", tuple(i for r in (reading, *mention.also) if r.kind == "sight" for i in r.ids)
    if reading.kind in ("region", "macro"):
        return "region", reading.ids
    if reading.kind == "country":
        return "country", reading.ids
    if reading.together:
        return "city", reading.ids
    if (area := _area_beside(mention, sentence)) and (settled := city_in(mention.surface, area.surface)):
        return "city", (settled,)
    choices = choices_of(mention.surface) or reading.ids
    if len(choices) > 1:
        for named in (m.surface for m in sentence.mentions if m.reading.kind in ("region", "country")):
            if settled := city_in(mention.surface, named):
                return "city", (settled,)
    # Of uncovered cities the largest is taken: nothing can be planned there, so nothing need be asked.
    return "city", reading.ids[:1] if reading.kind == "world_city" else choices


def _area_beside(mention: Mention, sentence: Sentence) -> Mention | None:
    """The region or country that stands behind the comma after a city's name: "Hull, England"."""
    areas = (m for m in sentence.mentions if m.reading.kind in ("region", "country") and m.start > mention.end)
    return next((m for m in areas if sentence.text[mention.end : m.start].strip() == ","), None)


def lies_in(city: str, kind: Kind, area: str) -> bool:
    """Whether a city lies in a region, macro-region or country."""
    if kind == "country":
        return country_of(city) == area
    if city in source.cities() and source.cities()[city].region_en == area:
        return True
    return city in (area_members(area) or ())


def _without_enclosing(places: Sequence[Place], asked: tuple[str, ...]) -> Places:
    cities = [place for place in places if place.kind == "city" and place.part == "goal"]

    def encloses(place: Place) -> bool:
        if place.kind not in ("region", "country") or place.part != "goal":
            return False
        beside = (city for other in cities if _adjoin(place, other) for city in other.ids)
        inner = any(lies_in(city, place.kind, area) for city in beside for area in place.ids)
        return inner

    dropped = tuple(i for place in places if encloses(place) for i in place.ids)
    return Places(tuple(place for place in places if not encloses(place)), asked, dropped)


def _only_city(place: Place, places: Sequence[Place]) -> Place:
    """An area that is wanted beside cities of other areas as the one covered city that it holds, if it is one: the
    Maldives or Bali."""
    cities = {city for other in places if other.kind == "city" and other.part == "goal" for city in other.ids}
    if place.kind not in ("region", "country") or place.part != "goal" or not cities or len(place.ids) != 1:
        return place
    if not cities <= set(source.cities()) or any(lies_in(city, place.kind, place.ids[0]) for city in cities):
        return place
    held = expand_country(place.ids[0]) if place.kind == "country" else area_members(place.ids[0]) or ()
    return replace(place, kind="city", ids=held) if len(held) == 1 else place


def _adjoin(one: Place, other: Place) -> bool:
    """Whether nothing but a mark or a word stands between two places."""
    first, second = sorted((one, other), key=lambda place: place.start)
    return second.start - first.end <= BESIDE


def sight_of(place: Place, cities: Sequence[str]) -> str | None:
    """The one sight that a name means beside these cities, else the best; None where several are as good."""
    here = [sight for sight in place.ids if city_of(sight) in cities]
    if here:
        return here[0]
    towns = [city_of(sight) for sight in place.ids]
    if 2 * towns.count(towns[0]) > len(towns):
        return place.ids[0]
    scores = {sight: source.sights()[sight].score for sight in place.ids}
    best = [sight for sight, score in scores.items() if score == max(scores.values())]
    return best[0] if len(best) == 1 else None


def out_of_town(cities: Sequence[str]) -> tuple[str, ...]:
    """The sights of these cities that lie far out of them."""
    known = [source.cities()[city] for city in cities if city in source.cities()]
    return tuple(
        sight.id
        for city in known
        for sight in source.sights_of(city.id)
        if source.distance_km(city.lat, city.lon, sight.lat, sight.lon) > TOWN_KM
    )


def no_nearer(sights: Sequence[str], cities: Sequence[str]) -> tuple[str, ...]:
    """The sights out of these cities that lie as far out as the nearest of some of them, or farther; none where all of
    those lie in town."""
    far = out_of_town(cities)
    nearest = min((_away(sight) for sight in sights if sight in far), default=None)
    return tuple(sight for sight in far if nearest is not None and _away(sight) >= nearest)


def _away(sight: str) -> float:
    """How far a sight lies from its city, in kilometres."""
    row = source.sights()[sight]
    city = source.cities()[row.city]
    return source.distance_km(city.lat, city.lon, row.lat, row.lon)


def by_road_alone(cities: Sequence[str]) -> tuple[str, ...]:
    """The sights of these cities that lie far out of them and have no station of their own."""
    return tuple(sight for sight in out_of_town(cities) if sight not in source.stations())


def city_meant(name: str) -> str | None:
    """The city of the catalogue that a mistyped name means; None where it means none for sure."""
    match = resolve_city(name)
    return match.id if isinstance(match, CityMatch) and match.covered else None
