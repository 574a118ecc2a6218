"""What the trips tell of themselves, inside the transaction that changes them."""

from django.dispatch import Signal

# Arguments: `trip`, the row; `change`, one of created, changed, deleted; `person`, the id of who did it.
trip_changed = Signal()
# Arguments: `trip`, the row; `part`, what changed beside the plan: members, comments, votes, expenses, lists,
# files, journal; `person`, the id of who did it.
trip_part_changed = Signal()
# Arguments: `trip`, the row; `comment`, the row, its mentions written.
members_mentioned = Signal()
