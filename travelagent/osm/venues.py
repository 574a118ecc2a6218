"""Elements of OpenStreetMap as venues: what is tagged of them, and nothing else."""

import re
from collections.abc import Iterable
from datetime import date

from travelagent.catalog.venues import DIETS, Diet, Tagged, Venue, VenueKind
from travelagent.osm.elements import Element
from travelagent.osm.hours import tagged_hours
from travelagent.osm.kinds import Tags, venue_kind
from travelagent.osm.names import names_of
from travelagent.plans.values import LocalizedText

UNNAMED: dict[VenueKind, LocalizedText] = {
    "toilets": LocalizedText("Public toilets", "公共厕所"),
    "pharmacy": LocalizedText("Pharmacy", "药店"),
}
"""What is found without a name; any other venue without one is left out."""
TAGGED: dict[str, Tagged] = {
    "yes": "yes", "only": "only", "limited": "limited", "no": "no", "designated": "yes",
}  # fmt: skip
WEB = re.compile(r"https?://[^\s<>\"']{3,200}")
MOST_STARS = 7.0


def venues_of(elements: Iterable[Element], as_of: date) -> tuple[Venue, ...]:
    """Return the venues among these elements, each as tagged on that day."""
    return tuple(venue for element in elements if (venue := _venue(element, as_of)))


def _venue(element: Element, as_of: date) -> Venue | None:
    tags = element.tags
    kind = venue_kind(tags)
    name = names_of(tags) or (UNNAMED.get(kind) if kind else None)
    if kind is None or name is None:
        return None
    website = tags.get("website") or tags.get("contact:website") or tags.get("url") or ""
    return Venue(
        kind=kind,
        reference=f"{element.kind}/{element.id}",
        name=name,
        lat=round(element.lat, 6),
        lon=round(element.lon, 6),
        as_of=as_of,
        hours=tagged_hours(tags),
        cuisine=tuple(each.strip() for each in tags.get("cuisine", "").split(";") if each.strip())[:6],
        diet={diet: value for diet in DIETS if (value := _diet(tags, diet)) != "unknown"},
        stars=_stars(tags.get("stars", "")),
        wheelchair=TAGGED.get(tags.get("wheelchair", ""), "unknown"),
        website=website if WEB.fullmatch(website) else "",
        phone=(tags.get("phone") or tags.get("contact:phone") or "").partition(";")[0][:40],
        address=" ".join(filter(None, (tags.get("addr:street"), tags.get("addr:housenumber"))))[:120],
    )


def _diet(tags: Tags, diet: Diet) -> Tagged:
    """As tagged; a kitchen of the name (`cuisine=vegan`) serves it, and whoever cooks without any animal product serves
    vegetarians."""
    tagged = TAGGED.get(tags.get(f"diet:{diet}", ""), "unknown")
    if tagged == "unknown" and diet in tags.get("cuisine", "").split(";"):
        return "yes"
    if tagged == "unknown" and diet == "vegetarian" and _diet(tags, "vegan") in {"yes", "only"}:
        return "yes"
    return tagged


def _stars(text: str) -> float | None:
    """`4`, `4S` (superior, half a star more); None where it is neither."""
    found = re.fullmatch(r"([1-7])(?:\.(5))?\s*[sS]?", text.strip())
    if found is None:
        return None
    half = 0.5 if found[2] or text.strip()[-1] in "sS" else 0.0
    return min(float(found[1]) + half, MOST_STARS)
