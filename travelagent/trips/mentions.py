"""Members whom a comment names. A mention refers to the person and has its place in the text: who is meant does not
depend on names, which may be alike or change.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from travelagent.trips.errors import InvalidTrip
from travelagent.trips.membership import names_of
from travelagent.trips.models import CommentMention, StopComment, Trip, TripMember

OWNER = "owner"
"""Stands for the owner, who has no membership, among the ids of members."""
MOST_MENTIONS = 20


@dataclass(frozen=True, slots=True)
class Mention:
    """A member, by id or as OWNER, named by the "@" that is character `at` of a text."""

    member: str
    at: int


def record_mentions(trip: Trip, comment: StopComment, mentions: Sequence[Mention]) -> list[CommentMention]:
    """Write whom a new comment names. Raises InvalidTrip for somebody who is no member, and where the text does not
    have the "@" and the name."""
    if len(mentions) > MOST_MENTIONS:
        raise InvalidTrip("mentions", _("At most %(most)s people in a comment.") % {"most": MOST_MENTIONS})
    persons, names, end, found = _members(trip), names_of(trip), 0, []
    for mention in sorted(mentions, key=lambda each: each.at):
        person = persons.get(mention.member)
        if person is None:
            raise InvalidTrip("mentions", _("No member of this trip has that id."))
        written = f"@{names[person]}"
        if mention.at < end or not comment.text.startswith(written, mention.at):
            raise InvalidTrip("mentions", _("The text does not name them there."))
        end = mention.at + len(written)
        found.append(CommentMention(comment=comment, person_id=person, at=mention.at, length=len(written)))
    return CommentMention.objects.bulk_create(found)


def mention_rows(
    trip: Trip, comments: Iterable[StopComment], names: Mapping[int, str], reader: int
) -> dict[str, list[dict[str, Any]]]:
    """Return the mentions of each comment that has any, `{member, name, at, length, me}`; `member` is None for somebody
    who left."""
    of_trip = TripMember.objects.filter(trip=trip, person=OuterRef("person"), left_at=None)
    rows = CommentMention.objects.filter(comment__in=[comment.pk for comment in comments])
    found: dict[str, list[dict[str, Any]]] = {}
    for each in rows.annotate(member=Subquery(of_trip.values("pk")[:1])):
        found.setdefault(each.comment_id, []).append(
            {
                "member": OWNER if each.person_id == trip.person_id else each.member,
                "name": names.get(each.person_id, ""),
                "at": each.at,
                "length": each.length,
                "me": each.person_id == reader,
            }
        )
    return found


def _members(trip: Trip) -> dict[str, int]:
    """Return the persons who belong to a trip now, by what they are referred to by."""
    active = trip.members.filter(left_at=None).exclude(person_id=trip.person_id)
    return {OWNER: trip.person_id, **dict(active.values_list("pk", "person_id"))}
