"""Elements of OpenStreetMap as the sights of a place: each once, the best first, of many kinds and all quarters."""

from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal

from travelagent.catalog.provenance import AddedSight
from travelagent.catalog.source import distance_km
from travelagent.catalog.values import ALWAYS_OPEN, Category, Sight
from travelagent.osm.elements import Element
from travelagent.osm.fees import tagged_price
from travelagent.osm.hours import tagged_hours
from travelagent.osm.merging import Candidate, candidate_of, merged
from travelagent.osm.names import slug_of
from travelagent.plans.booking import Booking
from travelagent.plans.values import LocalizedText

MOST = 60
LEAST_SCORE = 2
SHARE_OF_A_CATEGORY = 0.25
"""No more than this share of the sights is of one category, as long as there are others."""
CROWDED_KM = 0.25
FEW_NEAR = 6
"""So many sights within `CROWDED_KM` of one another come before those of other quarters; each further one is worth a
point less."""
TICKETED: frozenset[Category] = frozenset(
    {"aquarium", "castle", "cave", "fortress", "gallery", "hot_spring", "museum", "palace", "ruins", "theme_park",
     "tower", "zoo"}
)  # fmt: skip
"""What usually costs something. Anything else is taken for free where no fee is tagged."""
NOTE = LocalizedText("From OpenStreetMap; not checked by us.", "来自 OpenStreetMap，本站尚未核实。")
NOTE_USUAL_HOURS = LocalizedText(
    "From OpenStreetMap; hours are those usual for its kind.", "来自 OpenStreetMap；开放时间按同类景点估计。"
)

TicketOf = Callable[[Category], Decimal]
"""What a ticket to a category usually costs there, in the city's currency."""


def sights_of(
    elements: Iterable[Element], city: str, currency: str, ticket_of: TicketOf, most: int = MOST
) -> tuple[AddedSight, ...]:
    """Return the sights among these elements, at most so many, best first.

    `city` is the id of the city that they are to belong to. Hours and prices that are not tagged are the usual ones of
    the kind and named in `estimated`; so are the minutes of a visit, always.
    """
    found = (candidate for element in elements if (candidate := candidate_of(element)))
    chosen = _spread([each for each in merged(found) if each.score >= LEAST_SCORE], most)
    ids: set[str] = set()
    return tuple(_sight(candidate, _id(candidate, city, ids), city, currency, ticket_of) for candidate in chosen)


def _spread(candidates: Iterable[Candidate], most: int) -> list[Candidate]:
    """The best of them, with a limit to a category and less of what stands side by side."""
    left = sorted(candidates, key=lambda each: (-each.score, each.reference))
    limit = max(1, round(most * SHARE_OF_A_CATEGORY))
    chosen: list[Candidate] = []
    of_category: Counter[str] = Counter()
    near: Counter[str] = Counter()
    while left and len(chosen) < most:
        best = max(left, key=lambda each: each.score - max(0, near[each.reference] - FEW_NEAR + 1))
        left.remove(best)
        if of_category[best.kind.category] >= limit:
            continue
        chosen.append(best)
        of_category[best.kind.category] += 1
        for each in left:
            near[each.reference] += _are_crowded(best, each)
    return chosen


def _are_crowded(one: Candidate, other: Candidate) -> bool:
    a, b = one.element, other.element
    return distance_km(a.lat, a.lon, b.lat, b.lon) <= CROWDED_KM


def _id(candidate: Candidate, city: str, taken: set[str]) -> str:
    """`city/slug` by the English name; by the reference where that has no Latin letters or is taken."""
    reference = candidate.reference.replace("/", "-")
    slug = slug_of(candidate.name.en) or reference
    found = f"{city}/{slug}"
    if found in taken:
        found = f"{city}/{slug[:40].strip('-')}-{reference}"
    taken.add(found)
    return found


def _sight(candidate: Candidate, id: str, city: str, currency: str, ticket_of: TicketOf) -> AddedSight:
    element, kind = candidate.element, candidate.kind
    hours, price = tagged_hours(element.tags), tagged_price(element.tags, currency)
    estimated = ["minutes"]
    if hours is None:
        hours = kind.hours
        estimated.append("hours")
    if price is None:
        is_paid = kind.category in TICKETED or element.tags.get("fee") == "yes"
        price = ticket_of(kind.category) if is_paid and hours != ALWAYS_OPEN else Decimal(0)
        estimated.append("price")
    note = NOTE_USUAL_HOURS if "hours" in estimated else NOTE
    booking: Booking = "recommended" if element.tags.get("reservation") in {"required", "recommended"} else "none"
    sight = Sight(
        id=id,
        city=city,
        name_en=candidate.name.en,
        name_zh=candidate.name.zh,
        lat=round(element.lat, 6),
        lon=round(element.lon, 6),
        category=kind.category,
        tags=kind.tags,
        minutes=kind.minutes,
        score=candidate.score,
        hours=hours,
        price=price,
        booking=booking,
        note_en=note.en,
        note_zh=note.zh,
    )
    return AddedSight(sight, candidate.reference, tuple(estimated))
