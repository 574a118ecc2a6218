"""The objective: what a plan is worth and what is taken off it, each weight with its name and its unit.

Worth is measured in points (a sight of score 9 is worth 9 of them, taste.py). The search counts in integers, `SCALE` to
a point; profits and prices are in these units unless a docstring states another unit.
"""

from __future__ import annotations

from typing import NamedTuple

SCALE = 10_000
"""Units of profit in one point of worth."""
MINUTE_WORTH = 0.033
"""Points that a minute of the traveller's time is worth: an hour a little more than a sight of score 6."""
MINUTE_PRICE = round(MINUTE_WORTH * SCALE)
"""Price of a minute on the way."""
DEMANDED = 10**9
"""Bonus of a demanded sight, above the profit of all others together."""
LOYALTY = 4.0
"""Points for not taking a sight out of a day that is planned anew."""
FILL_PRICE = 90 * MINUTE_PRICE
"""What still fits when the search is over is added at this price at most."""

LONG_MINUTES, LONG_SHARE = 60, 0.5
"""The minutes of a leg after the first so many cost this share: one looks out of the window."""
TIRING = 2
"""Factor of the price of travel where long ways are hard on somebody; long legs then cost in full."""
RIDE_MINUTES = 5
"""Minutes on the way that getting on and off a bus or a taxi counts as, besides the time it takes."""
NEAR_MINUTES = 30
"""Minutes from where the day begins; going further out than that on a later leg costs the difference twice."""

STRAIN_UNITS = 1_000
"""Units of strain in an hour of moderate walking."""
OVERSTRAIN = 2 * SCALE
"""Price of a unit of strain over a day's limit: above any other gain, below that of a demanded sight."""

ONWARD_PRICE = 40 * MINUTE_PRICE
"""What going straight on to the sight at which one comes out is worth."""
BACKWARD_PRICE = 30 * MINUTE_PRICE
"""Price of going back to a sight from the one at which one comes out of it."""

PATIENCE = 15
"""Minutes of waiting for one stop that cost nothing."""
IDLE_MORNING = 2
"""Waiting for a meal with which a day begins costs so many times as much: a morning has gone by with nothing seen."""
MOST_APART = 2
"""The most adjoining sights on other days that are paid for: in an old town all adjoins all."""


VARIETY_PRICE = 2_500
"""A sight costs this times the sights of its city and category that are visited already, four at most."""
ALTERNATIVE_PRICE = 150_000
"""The same among sights of which one does: another way up the same mountain, one more view over the same roofs."""


FILLED_MINUTES = 240
"""Minutes of visits that fill a day."""


class Weights(NamedTuple):
    """The prices that depend on the plan as a whole; the defaults are those of trips."""

    crowding: int = 400
    """Each sight of a day costs this times 1, 3, 5, …"""
    empty_day: int = 250_000
    """A day without a sight."""
    short_day: int = 120
    """A minute of visits that a day with a sight has less than `FILLED_MINUTES`, or than half of its hours."""
    waiting: int = 250
    """A minute of waiting after `PATIENCE`."""
    spare_minutes: int = 20
    """Minutes that a day should have to spare; 0: neither haste nor waiting is paid for."""
    haste: int = 800
    """Each of `spare_minutes` that is missing."""
    apart: int = 6_000
    """Two adjoining sights on different days."""
    late_dinner: int = 30_000
    """A day that leaves no time for dinner before the way back."""
    second_ticket: int = 30_000
    """Entering two sights of one ticket so many days apart that it has run out."""
    alone: int = 20_000
    """A sight on a day without any of those that it is best seen with, where they are visited on another."""
    second_entry: int = 120_000
    """Going to a far gate on one more day, though what lies behind it is seen in one."""
    profit_only: int = 0
    """1: the best plan is the one of the highest profit, and prices only guide the search."""


UNPRICED = Weights(*(0 for _ in Weights._fields))
"""Nothing but the legs costs anything."""


class Steps(NamedTuple):
    """How large the steps of the search are."""

    string: int = 6
    """The most neighbouring stops that are torn out of a day at once."""
    removals: int = 6
    """Mean number of stops that a step tears out."""
    blink: int = 2
    """Percentage of the candidates that an insertion overlooks."""
