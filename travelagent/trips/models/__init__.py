"""What the trips' room keeps."""

from travelagent.trips.models.together import (
    CommentMention,
    MailedInvite,
    StopComment,
    StopVote,
    TripInvite,
    TripMember,
)
from travelagent.trips.models.trips import (
    CONTENT,
    Author,
    CalendarFeed,
    Content,
    ExpensePart,
    Kind,
    List,
    ListItem,
    Method,
    Traveller,
    Trip,
    TripExpense,
    TripShare,
    TripVersion,
)

__all__ = [
    "CONTENT",
    "Author",
    "CalendarFeed",
    "CommentMention",
    "Content",
    "ExpensePart",
    "Kind",
    "List",
    "ListItem",
    "MailedInvite",
    "Method",
    "StopComment",
    "StopVote",
    "Traveller",
    "Trip",
    "TripExpense",
    "TripInvite",
    "TripMember",
    "TripShare",
    "TripVersion",
]
