"""What is left of a question while it is read."""

import re
from dataclasses import dataclass
from typing import Final

# Stands where a kind of sight was named, so that a number before it can be seen to count it.
KIND: Final = "\ue01f"


@dataclass(slots=True)
class Text:
    """A folded text whose places are marked out; what is taken out of it is blanked."""

    left: str

    def take(self, pattern: re.Pattern[str], mark: str = " ") -> bool:
        """Take every match out; whether there was one."""
        if pattern.search(self.left) is None:
            return False
        self.left = pattern.sub(lambda match: mark * len(match[0]), self.left)
        return True

    def blank(self, start: int, end: int) -> None:
        """Replace the characters from `start` to `end` (exclusive) by spaces."""
        self.left = self.left[:start] + " " * (end - start) + self.left[end:]

    def matches(self, pattern: re.Pattern[str]) -> bool:
        """Return whether the text that is left matches a pattern."""
        return pattern.search(self.left) is not None
