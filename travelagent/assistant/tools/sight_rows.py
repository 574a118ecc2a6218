"""The sights of an answer as its artifact carries them: facts, both languages, where they lie."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from agent_core.tools import Shown
from travelagent.assistant.places import both
from travelagent.catalog import source
from travelagent.catalog.hours_words import opening_text
from travelagent.catalog.origins import estimated_fields, provenance_of
from travelagent.catalog.search import SightHit
from travelagent.catalog.values import City, Sight


def sight_facts(hit: SightHit, city: City) -> dict[str, Any]:
    """Return the facts of a sight that are the same in every language."""
    sight = hit.sight
    return {
        "id": sight.id,
        "category": sight.category,
        "tags": list(sight.tags),
        "score": sight.score,
        "minutes": sight.minutes,
        "hours": sight.hours,
        "open_on": None if hit.open_on is None else [list(window) for window in hit.open_on],
        "price": str(sight.price),
        "currency": city.currency,
        "booking": sight.booking,
        "estimated": list(estimated_fields(sight.id)),
    }


def shown_sights(found: Iterable[tuple[City, Sequence[SightHit]]]) -> Shown:
    """Return the artifact of kind `sights`: those of each city, in the order given."""
    cities = [
        {"id": city.id, "name": both(city.name_en, city.name_zh), "sights": [_row(hit, city) for hit in hits]}
        for city, hits in found
    ]
    return Shown("sights", {"cities": cities})


def sights_by_id(ids: Iterable[str]) -> list[tuple[City, list[SightHit]]]:
    """Return the catalogue's sights of these ids, grouped by city, in their order."""
    sights = [source.sights()[id] for id in ids]
    return [
        (source.cities()[city], [SightHit(sight, sight.score / 10, None) for sight in group])
        for city, group in groupby(sights, key=lambda sight: sight.city)
    ]


def _added(sight: Sight) -> dict[str, Any]:
    """The notice of a sight that was added, with the address of its element; nothing of a packaged one."""
    provenance = provenance_of(sight.id)
    if provenance.checked:
        return {}
    notice = provenance.notice
    return {"source": {**both(notice.en, notice.zh), "url": provenance.reference_url}}


def _row(hit: SightHit, city: City) -> dict[str, Any]:
    sight, hours = hit.sight, opening_text(hit.sight)
    return {
        **sight_facts(hit, city),
        "name": both(sight.name_en, sight.name_zh),
        "note": both(sight.note_en, sight.note_zh),
        **_added(sight),
        "hours_text": both(hours.en, hours.zh),
        "lat": sight.lat,
        "lon": sight.lon,
    }
