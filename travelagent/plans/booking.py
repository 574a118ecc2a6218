"""Whether a sight is booked ahead, and how many days: plans, answers and lists name the same day."""

from collections.abc import Mapping
from typing import Final, Literal

Booking = Literal["none", "recommended", "required"]

LEAD_DAYS: Final[Mapping[Booking, int]] = {"required": 14, "recommended": 3, "none": 0}
"""So many days before the visit a sight is booked that is entered by booking alone, and one that may sell out. Rules of
thumb: sales begin at other times from sight to sight."""
