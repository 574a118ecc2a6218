"""Which place the names of a message were taken for: misspelt cities, districts, and areas that the catalogue lacks."""

from collections.abc import Iterator, Sequence

from travelagent.assistant.offline.reading.message import Message, read_message
from travelagent.assistant.offline.reading.places import Place
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Entities, Understood
from travelagent.assistant.results.parsing import parsed
from travelagent.assistant.results.values import NearCity
from travelagent.assistant.tool_results import Found
from travelagent.assistant.wording import Say, listed, speaker
from travelagent.catalog import source
from travelagent.catalog.districts import Relation, relation
from travelagent.catalog.names import country_name, nearest_to_area, place_name, region_name, with_article

STANDS = {
    "part": ("{name} is part of {city}, so this is for {city}.", "{name}属于{city}，以下按{city}安排。"),
    "near": ("{name} is near {city}, so this is for {city}.", "{name}在{city}附近，以下按{city}安排。"),
    "around": ("{name} lies in or beside {city}, so this is for {city}.", "{name}在{city}一带，以下按{city}安排。"),
}


def uncovered_areas(entities: Entities) -> tuple[tuple[str, str], ...]:
    """The regions and countries that are wanted and hold no city of the catalogue, each with its kind, where no city is
    wanted beside them."""
    if entities.cities:
        return ()
    wanted = [*(("region", area) for area in entities.regions), *(("country", area) for area in entities.countries)]
    return tuple((kind, area) for kind, area in wanted if nearest_to_area(kind, area))


def uncovered_answer(areas: tuple[tuple[str, str], ...], turn: Turn, understood: Understood) -> str:
    """That the catalogue holds no city of these areas, and which of its cities a search for them found nearest."""
    say = speaker(understood.language)
    near = {tuple(found.call.args.items()): found.search.near for found in turn.results("search_cities")}
    lines = [
        _uncovered_line(kind, area, understood.language)
        + _nearest_line(near.get(((kind, area),), ()), understood.language)
        for kind, area in areas
    ]
    lines.append(say("Name a city, and I plan it.", "想去哪座城市，告诉我就可以安排。"))
    return "\n\n".join(lines)


def told_before(understood: Understood, turn: Turn) -> str | None:
    """The short answer to one more message about places of which it was told in an earlier turn that they are not in
    the catalogue; None where the message is about others, or asks of the weather."""
    here, told = _uncovered_in(turn.found), _uncovered_in(turn.earlier)
    if not here or len(here) < len(turn.found) or not {place for place, _ in here} <= {place for place, _ in told}:
        return None
    if understood.intent == "season_query" or read_message(turn.said[-1], turn.today).when.month:
        return None
    say, language = speaker(understood.language), understood.language
    names = listed(dict.fromkeys(_place_told(place, say) for place, _ in here), language)
    near = list(dict.fromkeys(place_name(city.id, language) for _, cities in here for city in cities))
    return say(
        f"As I said, I know no sights in {names}, so I cannot help with that. {listed(near, 'en', 'or')} I can plan:"
        f" say “plan {near[0]}”.",
        f"前面说过，我没有{names}的景点资料，这个帮不上。{listed(near, 'zh')}可以安排，说“规划{near[0]}”就行。",
    )


def _uncovered_in(found: Sequence[Found]) -> list[tuple[str, Sequence[NearCity]]]:
    """The cities and areas that these calls found not to be in the catalogue, each with the nearest cities in it."""
    places: list[tuple[str, Sequence[NearCity]]] = []
    for call in found:
        if call.error and call.error.get("known") and call.error["near"]:
            places.append((str(call.error["id"]), parsed(tuple[NearCity, ...], call.error["near"])))
        elif call.error is None and call.tool == "search_cities" and call.search.near:
            places.append((str(call.call.args.get("region") or call.call.args.get("country")), call.search.near))
    return places


def _place_told(place: str, say: Say) -> str:
    """A city by its id, a country by its code or a region, as it is called."""
    if place in source.cities() or place.startswith("geonames:"):
        return say(place_name(place, "en"), place_name(place, "zh"))
    country, chinese = country_name(place)
    if country != place:
        return say(with_article(country), chinese)
    return say(with_article(region_name(place, "en")), region_name(place, "zh"))


def naming_lines(message: Message, understood: Understood) -> list[str]:
    """A line for each name of a message that was taken for another place, or that an answer on cities leaves out."""
    return [
        *_mended(message, understood),
        *_districts(message, understood),
        *_left_aside(message, understood),
    ]


def _mended(message: Message, understood: Understood) -> Iterator[str]:
    for mention in message.sentence.mentions:
        if mention.mended:
            city = place_name(mention.ids[0], understood.language)
            yield speaker(understood.language)(
                f"I took “{mention.surface}” as {city}.", f"我把“{mention.surface}”理解为{city}。"
            )


def _districts(message: Message, understood: Understood) -> Iterator[str]:
    told = {understood.entities.hotel_area}
    for place in message.places.goals:
        city = place.ids[0]
        if not told & {city, place.surface} and (is_it := _relation(place, message)):
            told.add(city)
            english, chinese = STANDS[is_it]
            names = {"name": place.surface, "city": place_name(city, understood.language)}
            yield speaker(understood.language)(english.format(**names), chinese.format(**names))


def _relation(place: Place, message: Message) -> Relation | None:
    """What a place named is to the city that it stands for, unless the city is named as well."""
    if place.kind != "city" or len(place.ids) != 1:
        return None
    found = relation(place.surface, place.ids[0])
    others = (p for p in message.places.goals if p.ids == place.ids and p is not place)
    own = any(relation(other.surface, place.ids[0]) is None for other in others)
    return None if own else found


def _left_aside(message: Message, understood: Understood) -> Iterator[str]:
    if understood.entities.cities:
        for place in message.places.goals:
            if place.kind in ("region", "country") and nearest_to_area(place.kind, place.ids[0]):
                yield _uncovered_line(place.kind, place.ids[0], understood.language)


def _uncovered_line(kind: str, area: str, language: str) -> str:
    say = speaker(language)
    name = say(*country_name(area)) if kind == "country" else region_name(area, language)
    return say(
        f"**{name}** is not in my data: the catalogue has no city there.", f"**{name}**：我没有那里的城市和景点资料。"
    )


def _nearest_line(near: Sequence[NearCity], language: str) -> str:
    say = speaker(language)
    cities = [say(f"{c.name} (about {c.km} km)", f"{c.name}（约 {c.km} 公里）") for c in near]
    if not cities:
        return ""
    return say(f" Nearest by distance: {listed(cities, language)}.", f"按直线距离最近的是{listed(cities, language)}。")
