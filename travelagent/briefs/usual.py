"""What a wish means where it leaves the figure open: the length of a trip, its cities, the hours of a day."""

from typing import Final

DAYS: Final = 3
"""The length of a trip to one city where none was stated."""
DAYS_A_CITY: Final = 2
"""The same for each of several cities."""
CITIES_BY_DAYS: Final = ((4, 1), (7, 2), (10, 3))
"""Up to so many days a trip through an area leads to so many cities."""
MOST_CITIES: Final = 4
LATE_START, EARLY_START = 10 * 60 + 30, 8 * 60
"""Minutes of the day: when one begins that is to begin later, or earlier."""


def usual_days(cities: int) -> int:
    """Return the length of a trip to so many cities."""
    return DAYS if cities == 1 else DAYS_A_CITY * cities


def usual_cities(days: int) -> int:
    """Return how many cities of an area a trip of so many days leads to."""
    return next((cities for most, cities in CITIES_BY_DAYS if days <= most), MOST_CITIES)
