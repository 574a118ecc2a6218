"""Where the facts of each city and sight come from, for everybody who shows them. Imports no Django."""

from collections.abc import Iterable

from travelagent.catalog import source
from travelagent.catalog.attribution import attribution
from travelagent.catalog.provenance import Addition, Origin, Provenance
from travelagent.catalog.venues import SOURCE
from travelagent.plans.values import LocalizedText

ESTIMATED_SIGHT: tuple[str, ...] = ("hours", "price")
ESTIMATED_CITY: tuple[str, ...] = ("lodging", "meals", "transit_day")
"""What the packaged files hold as estimates."""


def provenance_of(place: str) -> Provenance:
    """Return where the facts of a city or a sight come from, by its id.

    `KeyError` for one of no city of the catalogue.
    """
    if place.partition("/")[0] not in source.cities():
        raise KeyError(place)
    added = source.addition_of(place)
    if added is not None:
        return _added(place, added)
    curated = attribution("curated")
    corrected = place in source.corrections()
    return Provenance(
        kind="corrected" if corrected else "curated",
        source=curated.origin,
        licence=curated.licence,
        url="/attribution/",
        as_of=curated.as_of,
        how="package",
        estimated=estimated_fields(place),
    )


def estimated_fields(place: str) -> tuple[str, ...]:
    """Return the fields of a city or a sight that are estimates, without those that an operator has corrected."""
    corrected = source.corrections().get(place, {})
    added = source.addition_of(place)
    if added is None:
        known = ESTIMATED_SIGHT if "/" in place else ESTIMATED_CITY
    else:
        known = added.estimated_of.get(place, ()) if "/" in place else added.estimated
    return tuple(name for name in known if name not in corrected)


def added_origins(places: Iterable[str]) -> tuple[Origin, ...]:
    """Return the sources of those of these cities and sights that were added, each once, newest first."""
    found = {added.origin for place in places if (added := source.addition_of(place))}
    return tuple(sorted(found, key=lambda origin: (origin.as_of, origin.source), reverse=True))


def has_packaged(places: Iterable[str]) -> bool:
    """Return whether any of these cities and sights is packaged."""
    return any(source.addition_of(place) is None for place in places)


def origin_name(origin: Origin) -> LocalizedText:
    """Return the name of a source in both languages."""
    return SOURCE if origin.source == SOURCE.en else LocalizedText(origin.source, origin.source)


def _added(place: str, added: Addition) -> Provenance:
    origin = added.origin
    reference = added.references.get(place, "")
    return Provenance(
        kind="added",
        source=origin_name(origin),
        licence=LocalizedText(origin.licence, origin.licence),
        url=origin.url,
        as_of=origin.as_of.isoformat(),
        how=origin.how,
        estimated=estimated_fields(place),
        checked=False,
        reference_url=f"https://www.openstreetmap.org/{reference}" if reference else "",
    )


def notices_of(cities: Iterable[str]) -> tuple[LocalizedText, ...]:
    """Return the notices of a plan on the added ones among its cities.

    Their source, its licence and day, and that nobody here has checked it.
    """
    return tuple(
        LocalizedText(
            f"{source.cities()[city].name_en}: data from {notice.en}. Check opening hours before you go;"
            " costs are estimates.",
            f"{source.cities()[city].name_zh}的数据来自 {notice.zh}。出行前请核对开放时间；各项花费均为估计。",
        )
        for city in dict.fromkeys(cities)
        if source.addition_of(city) is not None and (notice := provenance_of(city).notice)
    )
