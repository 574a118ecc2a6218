"""Saved trips, of list_trips, create_trip, update_trip and delete_trip."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedTrip:
    """A saved trip; `days` is how many it has."""

    id: str
    title: str
    cities: tuple[str, ...] = ()
    days: int = 0
    version: int = 1
    updated_at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TripLinks:
    """Where a saved trip is read and shared, and its files by format, as paths of this site."""

    id: str
    title: str
    page: str
    share: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SavedTrips:
    """The trips of a person."""

    trips: tuple[SavedTrip, ...]


@dataclass(frozen=True, slots=True)
class DeletedTrip:
    """The trip that was deleted, by its id and title."""

    deleted: str
    title: str
