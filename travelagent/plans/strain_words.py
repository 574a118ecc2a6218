"""What makes a day hard, in words."""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.fields import clock
from travelagent.plans.strain import EARLY, Load
from travelagent.plans.values import LocalizedText
from travelagent.plans.words import duration, listed

NOTHING = LocalizedText("nothing that tires", "没有费力的安排")


def load_text(load: Load) -> LocalizedText:
    """Return what a day asks of a body: `3.2 km on foot, 600 m of climbing`, 步行 3.2 公里、爬升 600 米."""
    return listed(list(_pieces(load)) or [NOTHING])


def _pieces(load: Load) -> Iterator[LocalizedText]:
    if load.km >= 0.05:
        yield LocalizedText(f"{load.km:.1f} km on foot", f"步行 {load.km:.1f} 公里")
    if seen := round(load.seen):
        time = duration(seen)
        yield LocalizedText(f"{time.en} of visits", f"游览 {time.zh}")
    if load.climbed >= 1:
        yield LocalizedText(f"{load.climbed:,.0f} m of climbing", f"爬升 {load.climbed:,.0f} 米")
    if load.thin:
        yield LocalizedText("sights in thin air", "高海拔景点")
    if load.gained:
        yield LocalizedText("a higher place for the night", "住处海拔升高")
    if load.early:
        start = clock(EARLY - round(load.early))
        yield LocalizedText(f"start {start}", f"{start} 出发")
    if load.moves:
        yield LocalizedText("a move to another hotel", "换酒店")
    if seated := round(load.seated):
        time = duration(seated)
        yield LocalizedText(f"{time.en} of rides", f"乘车 {time.zh}")
