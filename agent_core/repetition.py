"""Whether a streamed text has begun to go round in circles, as small models do: they would go on without end."""

from typing import Final

LONGEST: Final = 240
"""The longest passage, in characters, whose repetition is noticed."""
TIMES: Final = 6
"""So often a passage stands in a row at least."""
LEAST: Final = 300
"""So many characters the repetition fills at least: rules of tables and drawn lines are shorter."""
EVERY: Final = 80
"""So many new characters are taken in between two looks."""


class Repetition:
    """The end of a text that grows."""

    def __init__(self) -> None:
        self._tail, self._unseen = "", 0

    def grows(self, text: str) -> bool:
        """Take the next piece in; return whether the text ends in the same passage over and over."""
        self._tail = (self._tail + text)[-LONGEST * TIMES :]
        self._unseen += len(text)
        if self._unseen < EVERY:
            return False
        self._unseen = 0
        return _period(self._tail) > 0


def _period(text: str) -> int:
    """The length of the passage that ends the text over and over; 0 for none."""
    for length in range(1, LONGEST + 1):
        span = max(TIMES * length, LEAST)
        if span > len(text):
            return 0
        if text[-span:-length] == text[length - span :] and text[-length:].strip(" -=_|*#\n\t.·—"):
            return length
    return 0
