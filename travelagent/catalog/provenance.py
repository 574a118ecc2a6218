"""Where a place's facts come from: packaged, corrected by an operator, or added from a source. Imports no Django."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from travelagent.catalog.values import City, Sight
from travelagent.plans.values import LocalizedText

Cells: TypeAlias = Mapping[str, str]
"""Cells of a row by column, as they stand in the packaged files."""
How = Literal["package", "import", "fetched"]
"""How facts came here: with the package, from a file that an operator imported, or from a service when asked for."""

OSM_LICENCE_URL = "https://opendatacommons.org/licenses/odbl/1-0/"
OSM_COPYRIGHT_URL = "https://www.openstreetmap.org/copyright"


@dataclass(frozen=True, slots=True)
class Origin:
    """A source of added places: who made it, under which licence, of which day, and how it came here."""

    source: str
    licence: str
    url: str
    licence_url: str
    as_of: date
    how: How


@dataclass(frozen=True, slots=True)
class AddedSight:
    """A sight with its reference at the source (`way/8035238`) and those of its fields that are estimates."""

    sight: Sight
    reference: str
    estimated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddedPlace:
    """A city with its sights that lies beside the packaged ones.

    `estimated` names the city's fields that are estimates, `elevation_m` its height in metres.
    """

    city: City
    sights: tuple[AddedSight, ...]
    origin: Origin
    elevation_m: int
    estimated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Addition:
    """An added place in the form of the packaged files, by which the catalogue reads it.

    `sights`, `estimated_of` and `references` go by the sights' ids; `digest` changes with any of the rest.
    """

    city: Cells
    sights: Mapping[str, Cells]
    origin: Origin
    elevation_m: int
    estimated: tuple[str, ...]
    estimated_of: Mapping[str, tuple[str, ...]]
    references: Mapping[str, str]
    digest: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the facts of a city or a sight come from.

    `as_of` is a day or a year, `estimated` names the fields that are estimates, `checked` is whether somebody of this
    project has looked at them, `reference_url` leads to the element at the source, empty where there is none.
    """

    kind: Literal["curated", "corrected", "added"]
    source: LocalizedText
    licence: LocalizedText
    url: str
    as_of: str
    how: How
    estimated: tuple[str, ...] = ()
    checked: bool = True
    reference_url: str = ""

    @property
    def notice(self) -> LocalizedText:
        """The notice to be shown beside the facts, in both languages."""
        if self.checked:
            return LocalizedText(
                f"{self.source.en}, {self.licence.en}, {self.as_of}",
                f"{self.source.zh}，{self.licence.zh}，{self.as_of}",
            )
        return LocalizedText(
            f"{self.source.en}, {self.licence.en}, {self.as_of}, not yet checked by us",
            f"{self.source.zh}，{self.licence.zh}，{self.as_of}，本站尚未核实",
        )
