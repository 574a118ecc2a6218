"""Railways over mountains, between cities that its trains join far more slowly than the distance says."""

from typing import NamedTuple

NEAR_KM = 30.0
"""So near to an end of the line a place is at it."""


class SlowLine(NamedTuple):
    """The ends of a line, each a latitude and a longitude, and the minutes from door to door."""

    one: tuple[float, float]
    other: tuple[float, float]
    minutes: int


SLOW_LINES = (
    SlowLine((59.91, 10.75), (60.39, 5.32), 450),  # Oslo to Bergen
    SlowLine((59.91, 10.75), (58.97, 5.73), 520),  # Oslo to Stavanger
    SlowLine((59.91, 10.75), (63.43, 10.40), 450),  # Oslo to Trondheim
    SlowLine((13.75, 100.50), (18.79, 98.99), 740),  # Bangkok to Chiang Mai
    SlowLine((36.62, 101.78), (29.65, 91.12), 1320),  # Xining to Lhasa
)
