"""Who may do what with a trip: the one place that decides it.

The owner of a trip may do everything with it, an editor change it, a viewer read it. For anybody else there is no such
trip (TripNotFound); where a role does not suffice, RoleTooLow is raised.
"""

from enum import IntEnum

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from travelagent.accounts.models import Person
from travelagent.trips.errors import RoleTooLow, TripNotFound
from travelagent.trips.imports.text import cleaned
from travelagent.trips.models import Trip, TripMember

NAME_CHARS = 60


class Role(IntEnum):
    """What somebody may do with a trip; a higher role includes the lower ones."""

    VIEWER = 1
    EDITOR = 2
    OWNER = 3

    @property
    def wire(self) -> str:
        """Return "viewer", "editor" or "owner"."""
        return self.name.lower()


def trips_of(person: int) -> QuerySet[Trip]:
    """Return the trips that a person owns or is a member of, each with its role for them,
    the one changed last first."""
    membership = TripMember.objects.filter(trip=OuterRef("pk"), person_id=person, left_at=None)
    rows = Trip.objects.filter(Q(person_id=person) | Exists(membership))
    return rows.annotate(found_role=Subquery(membership.exclude(trip__person_id=person).values("role")[:1]))


def own_trips(person: int) -> QuerySet[Trip]:
    """Return the trips that a person owns, the one changed last first."""
    return Trip.objects.filter(person_id=person)


def role_of(trip: Trip) -> Role:
    """Return the role of whoever the trip was found for."""
    return Role.OWNER if trip.member_role is None else Role[trip.member_role.upper()]


def find_trip(person: int, trip: str, at_least: Role = Role.VIEWER) -> Trip:
    """Return a trip that a person owns or is a member of. Raises TripNotFound, RoleTooLow."""
    return _allowed(trips_of(person).select_related("person__user").filter(pk=trip).first(), at_least)


def lock_trip(person: int, trip: str, at_least: Role = Role.EDITOR) -> Trip:
    """Return the trip, ours alone until the transaction ends. Raises TripNotFound, RoleTooLow."""
    Trip.objects.select_for_update().filter(pk=trip).values_list("pk").first()
    return find_trip(person, trip, at_least)


def is_shared(trip: Trip) -> bool:
    """Return whether anybody beside the owner belongs to the trip."""
    return trip.members.filter(left_at=None).exists()


def names_of(trip: Trip) -> dict[int, str]:
    """Return the names by which owner, members, and those who once were, know each other, by the ids of the persons."""
    return {**untranslated_names_of(trip), trip.person_id: owner_name(trip.person)}


def untranslated_names_of(trip: Trip) -> dict[int, str]:
    """Return the same for readers of any language: an owner without an account is ""."""
    return {**dict(trip.members.values_list("person_id", "name")), trip.person_id: account_name(trip.person)}


def owner_name(person: Person) -> str:
    """Return what the owner of a trip is called by its members, in the reader's language."""
    return account_name(person) or _("Owner of the trip")


def account_name(person: Person) -> str:
    """Return the name of a person's account, without a host; "" without an account."""
    user = person.user
    found = (user.get_full_name() or user.get_username().partition("@")[0]) if user is not None else ""
    return cleaned(found, NAME_CHARS)


def _allowed(trip: Trip | None, at_least: Role) -> Trip:
    if trip is None:
        raise TripNotFound
    if role_of(trip) < at_least:
        raise RoleTooLow(
            _("You can read this trip, but not change it. Ask its owner to make you an editor.")
            if at_least is Role.EDITOR
            else _("Only the owner of this trip can do that.")
        )
    return trip
