"""What a change of a trip is refused for."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _


class TripNotFound(LookupError):
    """There is no such trip for whoever asks, or no such thing of it."""

    def __init__(self) -> None:
        super().__init__(_("There is no such trip, or it is not yours."))


class RoleTooLow(Exception):
    """A member may read the trip, but their role does not allow this."""


class InvalidTrip(ValueError):
    """A trip that cannot be stored as it is; `field` is the name of the wrong field."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class NoRoom(InvalidTrip):
    """A person has as many trips, or as large ones, as one may have."""

    def __init__(self, message: str) -> None:
        super().__init__("itinerary", message)


class VersionConflict(Exception):
    """The trip was changed meanwhile; `version` is the one it has now, `changes` what others did, a version each."""

    def __init__(self, version: int, changes: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(_("The trip changed in the meantime; it now has version %(version)s.") % {"version": version})
        self.version = version
        self.changes = changes


class NothingToUndo(Exception):
    """There is no earlier version to go back to."""

    def __init__(self) -> None:
        super().__init__(_("There is no earlier version to go back to."))


class ChangedSince(Exception):
    """One's own change cannot be taken back without those of others; `changes` are theirs, a version each."""

    def __init__(self, changes: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(_("Your change cannot be undone on its own: others changed the same days after it."))
        self.changes = changes


class TooManyMails(Exception):
    """Enough invitations were mailed within a day, by this person or to this address; it is not disclosed which."""

    def __init__(self) -> None:
        super().__init__(_("No more invitations by e-mail today. Send a link yourself instead."))


class MailNotSent(Exception):
    """The mail server did not take an invitation; it is not kept."""

    def __init__(self) -> None:
        super().__init__(_("The e-mail could not be sent. Try again later, or send a link yourself."))
