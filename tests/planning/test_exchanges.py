"""A visit is exchanged for the best other sight of a description, in its place of the day."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.planning.cast import request, sight
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.exchange import Exchange
from travelagent.planning.engine import plan
from travelagent.plans.errors import InvalidRequest

GALLERY = sight("gallery", 48.001, 11.0, category="museum", price=Decimal(20), indoor=True, score=9.0)
OTHERS = (
    sight("church", 48.03, 11.0, category="church", price=Decimal(0), score=6.0, indoor=True),
    sight("collection", 48.02, 11.0, category="museum", price=Decimal(5), score=5.0, indoor=True),
    sight("park", 48.04, 11.0, category="park", price=Decimal(9), score=8.0, minutes=300),
    sight("square", 48.002, 11.0, category="square", price=Decimal(0), score=4.0),
)
WANTED = request(days=1, start_date=date(2026, 4, 14), must_see=(GALLERY.id,), avoid=("park",))


@pytest.mark.parametrize(
    ("like", "avoid", "instead"),
    [
        ("alike", (), "town/collection"),
        ("free", (), "town/church"),
        ("near", (), "town/square"),
        ("indoor", ("museum",), "town/church"),
    ],
)
def test_the_best_of_the_description_takes_the_place(like: Any, avoid: tuple[str, ...], instead: str) -> None:
    held = plan(WANTED, [GALLERY])
    wanted = request(days=1, start_date=date(2026, 4, 14), avoid=("park", *avoid))
    found = edit_plan(held, wanted, [Exchange(GALLERY.id, like)], (GALLERY, *OTHERS))

    assert [visit.sight for visit in found.itinerary.visits] == [instead]
    assert [gone.visit for gone in found.difference.removed] == [GALLERY.id]


def test_what_nothing_fits_is_refused_and_nothing_is_changed() -> None:
    held = plan(WANTED, [GALLERY])
    with pytest.raises(InvalidRequest, match="nothing free in place of Gallery"):
        edit_plan(held, WANTED, [Exchange(GALLERY.id, "free")], (GALLERY, *OTHERS[1:3]))
