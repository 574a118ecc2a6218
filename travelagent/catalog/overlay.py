"""Corrections: cells that operators put right, laid over the packaged data and the added places in every process.

Whoever changes one, or adds a place, calls `publish`; it rewrites the tables. The other processes notice by themselves
(`keep_fresh`).
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.utils.translation import gettext as _
from opening_hours import validate

from travelagent.catalog import additions, source
from travelagent.catalog.loader import city_row, load, load_place, sight_row
from travelagent.catalog.models import Correction
from travelagent.catalog.provenance import Cells
from travelagent.catalog.sql.file import catalogue_file

FRESH_S = 5.0

log = logging.getLogger(__name__)


def stored() -> Mapping[str, Cells]:
    """Return the corrections in force, by place."""
    cells: dict[str, dict[str, str]] = defaultdict(dict)
    for place, column, value in Correction.objects.filter(active=True).values_list("place", "column", "value"):
        cells[place][column] = value
    return cells


def refresh() -> bool:
    """Update this process's catalogue from the added places and the corrections in force.

    Return whether anything was new. A correction of a place that a release has dropped is passed over with a warning.
    """
    added = additions.refresh()
    known = {place: cells for place, cells in stored().items() if _is_known(place)}
    if known == source.corrections():
        return added
    source.correct(known)
    return True


def publish() -> None:
    """Publish the added places and the corrections in force to this process, the tables and the read-only file."""
    refresh()
    load()
    catalogue_file(Path(settings.DATA_DIR))


def publish_place(city: str) -> None:
    """Publish one added or removed place to this process and the tables: `publish`, but quick enough to wait for.

    The read-only file is written when it is next needed.
    """
    before, places, laid = source.data_hash(), source.additions(), source.corrections()
    refresh()
    now = source.additions()
    others = {id for id in places.keys() | now.keys() if places.get(id) is not now.get(id)} - {city}
    if others or laid != source.corrections() or not load_place(city, before):
        load()


async def keep_fresh() -> None:
    """Follow what other processes publish, until cancelled."""
    while True:
        await asyncio.sleep(FRESH_S)
        try:
            await sync_to_async(refresh, thread_sensitive=False)()
        except DatabaseError:
            log.exception("the additions and corrections could not be read; trying again")


def check(place: str, column: str, value: str) -> None:
    """Raise ValidationError where the catalogue would not take this cell."""
    is_sight = "/" in place
    if place not in (source.sights() if is_sight else source.cities()):
        raise ValidationError({"place": _("The catalogue has no such place.")})
    columns = source.SIGHT_COLUMNS if is_sight else source.CITY_COLUMNS
    if column not in columns:
        raise ValidationError({"column": _("Of it can be corrected: %(columns)s.") % {"columns": ", ".join(columns)}})
    if column == "hours" and not validate(value):
        raise ValidationError({"value": _("These are not opening hours in OpenStreetMap's syntax.")})
    try:
        row = (
            sight_row(source.sight_with(place, {column: value}))
            if is_sight
            else city_row(source.city_with(place, {column: value}))
        )
    except (ValueError, ArithmeticError) as error:
        raise ValidationError({"value": str(error)}) from error
    try:
        row.clean_fields(exclude=["city"])
    except ValidationError as error:
        raise ValidationError({"value": error.messages}) from error


def _is_known(place: str) -> bool:
    if place in source.sights() or place in source.cities():
        return True
    log.warning("a correction is of a place that is not in the catalogue", extra={"place": place})
    return False
