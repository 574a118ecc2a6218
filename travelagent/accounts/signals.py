"""What the accounts tell the other rooms."""

from django.dispatch import Signal

# Arguments: `visitor`, `own`: the person whose rows are about to become those of the other one. Whoever keeps one row a
# person of something takes away what would then stand twice.
persons_merging = Signal()
