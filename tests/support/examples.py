"""How many examples the property tests draw: all with `--full`, a part of them in the default run."""

from hypothesis import settings

FULL = "full"
SHARE = 4
FEWEST = 10
settings.register_profile(FULL)


def examples(full: int) -> int:
    """Return the number of examples of a test that draws so many with `--full`."""
    return full if settings.get_current_profile_name() == FULL else max(full // SHARE, FEWEST)
