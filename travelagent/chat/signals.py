"""What the conversations tell of themselves, inside the transaction that changes them."""

from django.dispatch import Signal

# A run has ended or waits for a decision. Arguments: `run`, its id; `paused`, whether it will go on.
run_settled = Signal()
