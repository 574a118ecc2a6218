"""A small town beside the packaged cities, as an import of OpenStreetMap would add it."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from travelagent.catalog import source
from travelagent.catalog.provenance import AddedPlace, AddedSight, Origin
from travelagent.catalog.values import City, Sight

ORIGIN = Origin(
    "OpenStreetMap contributors",
    "ODbL 1.0",
    "https://www.openstreetmap.org/copyright",
    "https://opendatacommons.org/licenses/odbl/1-0/",
    date(2026, 11, 1),
    "import",
)


def place(id: str = "piran", name: str = "Piran", name_zh: str = "皮兰", **cells: object) -> AddedPlace:
    """A small town with three sights, in the costs of Vienna."""
    city: City = replace(
        source.cities()["vienna"], id=id, name_en=name, name_zh=name_zh, aliases=(), country="SI", region_en="Slovenia",
        region_zh="斯洛文尼亚", lat=45.528, lon=13.568, timezone="Europe/Ljubljana", food_en=(), food_zh=(), **cells,
    )  # fmt: skip
    names = {
        "castle": ("Piran Castle", "皮兰城堡"),
        "old-town": ("Old Town", "老城"),
        "church": ("Church of the Assumption", "圣母升天教堂"),
    }
    sights = [
        Sight(
            f"{id}/{slug}", id, *both, 45.528, 13.56 + n / 100, "castle", ("history",), 60, 7, "09:00-17:00",
            Decimal(10), "none", "From OpenStreetMap.", "来自 OpenStreetMap。",
        )
        for n, (slug, both) in enumerate(names.items())
    ]  # fmt: skip
    added = tuple(AddedSight(sight, f"way/{n}", ("minutes", "price")) for n, sight in enumerate(sights))
    return AddedPlace(city, added, ORIGIN, 501, ("lodging", "meals"))
