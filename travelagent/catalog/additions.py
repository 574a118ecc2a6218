"""Owner of the places that are added beside the packaged ones, and of the venues around them.

`add` and `remove` write the tables of additions. `overlay.publish` then brings this process, the catalogue's tables and
the read-only file to them, once for any number of places; `overlay.publish_place` does so for one. Other processes
notice by themselves (`overlay.keep_fresh`).
"""

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date, datetime
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.db import transaction
from opening_hours import validate

from travelagent.catalog import source
from travelagent.catalog.cells import city_cells, sight_cells
from travelagent.catalog.loader import sight_row
from travelagent.catalog.models import AddedCity
from travelagent.catalog.models import Venue as VenueRow
from travelagent.catalog.provenance import AddedPlace, Addition, How, Origin
from travelagent.catalog.source import distance_km
from travelagent.catalog.venues import Diet, NearVenue, Venue, VenueKind, details_of, venue_of

BATCH = 500
KM_PER_DEGREE = 111.2


def stored(ids: Iterable[str]) -> dict[str, Addition]:
    """Return the added places of these ids, as the tables hold them."""
    return {row.id: _addition(row) for row in AddedCity.objects.filter(id__in=list(ids))}


def refresh() -> bool:
    """Update this process's catalogue from the stored additions; return whether anything was new.

    Reads what changed.
    """
    digests = dict(AddedCity.objects.values_list("id", "digest"))
    known = source.additions()
    kept = {id: place for id, place in known.items() if digests.get(id) == place.digest}
    changed = digests.keys() - kept.keys() - source.packaged_ids()
    if not changed and len(kept) == len(known):
        return False
    source.add_places({**kept, **stored(changed)})
    return True


def add(place: AddedPlace, venues: Sequence[Venue] | None = None) -> None:
    """Store a place in one transaction, in place of what is stored under its id.

    With `venues` also these, in place of those stored for it. Call `overlay.publish` afterwards.

    Raises ValueError where the id is a packaged city's, or the catalogue would not take a row; nothing is stored then.
    """
    row = _row(place)
    with transaction.atomic():
        row.save()
        if venues is not None:
            replace_venues(row.id, venues)


def replace_venues(city: str, venues: Sequence[Venue]) -> None:
    """Store these venues for a city, packaged or added, in place of those that were stored for it.

    One that is stored for another city goes over to this one.
    """
    rows = [
        VenueRow(
            id=venue.reference,
            place=city,
            kind=venue.kind,
            lat=venue.lat,
            lon=venue.lon,
            details=details_of(venue),
            as_of=venue.as_of,
        )
        for venue in {venue.reference: venue for venue in venues}.values()
    ]
    with transaction.atomic():
        VenueRow.objects.filter(place=city).delete()
        VenueRow.objects.bulk_create(
            rows,
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=["place", "kind", "lat", "lon", "details", "as_of"],
        )


def has_venues(city: str) -> bool:
    """Return whether any venue is stored for a city."""
    return VenueRow.objects.filter(place=city).exists()


def remove(city: str) -> bool:
    """Remove an added city, its sights and the venues stored for it; return whether there was any.

    Call `overlay.publish` afterwards.
    """
    with transaction.atomic():
        venues, _ = VenueRow.objects.filter(place=city).delete()
        cities, _ = AddedCity.objects.filter(id=city).delete()
    return bool(cities or venues)


def venues_near(
    kinds: VenueKind | Sequence[VenueKind],
    lat: float,
    lon: float,
    radius_m: int,
    *,
    open_at: datetime | None = None,
    open_until: datetime | None = None,
    diet: Diet | None = None,
    limit: int = 10,
) -> tuple[NearVenue, ...]:
    """Return the stored venues of these kinds within `radius_m` metres of a point in degrees, nearest first.

    With `open_at`, a local time, those that are closed then (or close before `open_until`) fall out, and those whose
    hours are not known come after all others, with `is_open` None. With `diet` only those stay that are tagged to serve
    it. Empty where nothing is stored.
    """
    wanted = [kinds] if isinstance(kinds, str) else list(kinds)
    high = radius_m / 1000 / KM_PER_DEGREE
    wide = high / max(math.cos(math.radians(lat)), 0.01)
    rows = VenueRow.objects.filter(
        kind__in=wanted, lat__range=(lat - high, lat + high), lon__range=(lon - wide, lon + wide)
    )
    found: list[NearVenue] = []
    for row in rows:
        metres = round(distance_km(lat, lon, row.lat, row.lon) * 1000)
        venue = venue_of(cast(VenueKind, row.kind), row.id, row.lat, row.lon, row.as_of, row.details)
        if metres > radius_m or (diet is not None and not venue.serves(diet)):
            continue
        is_open = None if open_at is None else venue.is_open(open_at, open_until)
        if open_at is None or is_open is not False:
            found.append(NearVenue(venue, metres, is_open))
    unknown_last = open_at is not None
    found.sort(key=lambda near: (unknown_last and near.is_open is None, near.metres, near.venue.reference))
    return tuple(found[:limit])


def _row(place: AddedPlace) -> AddedCity:
    """A place as its row. Raises ValueError."""
    city = place.city
    if city.id in source.packaged_ids():
        raise ValueError(f"{city.id} is the id of a packaged city")
    for added in place.sights:
        sight = added.sight
        if sight.city != city.id or not validate(sight.hours):
            raise ValueError(f"{sight.id}: of another city, or hours that cannot be read: {sight.hours!r}")
        try:
            sight_row(sight).clean_fields(exclude=["city"])
        except ValidationError as error:
            raise ValueError(f"{sight.id}: {error}") from error
    if not place.sights:
        raise ValueError(f"{city.id} has no sights")
    sights = [
        {"cells": sight_cells(added.sight), "reference": added.reference, "estimated": list(added.estimated)}
        for added in place.sights
    ]
    cells, origin = city_cells(city), place.origin
    content = [cells, sights, {**asdict(origin), "as_of": origin.as_of.isoformat()}, place.elevation_m, place.estimated]
    return AddedCity(
        id=city.id,
        cells=cells,
        sights=sights,
        estimated=list(place.estimated),
        elevation_m=place.elevation_m,
        source=origin.source,
        licence=origin.licence,
        url=origin.url,
        licence_url=origin.licence_url,
        as_of=origin.as_of,
        how=origin.how,
        digest=hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest(),
    )


def _addition(row: AddedCity) -> Addition:
    by_id: dict[str, dict[str, Any]] = {f"{row.id}/{sight['cells']['id']}": sight for sight in row.sights}
    origin = Origin(row.source, row.licence, row.url, row.licence_url, _day(row.as_of), cast(How, row.how))
    return Addition(
        city=row.cells,
        sights={id: sight["cells"] for id, sight in by_id.items()},
        origin=origin,
        elevation_m=row.elevation_m,
        estimated=tuple(row.estimated),
        estimated_of={id: tuple(sight["estimated"]) for id, sight in by_id.items()},
        references={id: sight["reference"] for id, sight in by_id.items()},
        digest=row.digest,
    )


def _day(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value
