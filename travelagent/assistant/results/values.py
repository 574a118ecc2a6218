"""Values that several results share."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, TypeAlias, TypeVar

from pydantic import Field

T = TypeVar("T")

Omitted: TypeAlias = Annotated[T, Field(exclude_if=lambda value: not value)]
"""A field that a result leaves out where it is empty."""


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a currency, ISO 4217."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class NamedCity:
    """A city of the catalogue by its id, named in the run's language."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NearCity(NamedCity):
    """A city and how far it lies from what was asked about, in kilometres."""

    km: int
