"""What the trips tell of themselves, inside the transaction that changes them."""

from django.dispatch import Signal

# Arguments: `trip`, the row; `change`, one of created, changed, deleted.
trip_changed = Signal()
