"""At most so many sights a day, on all days or from one on."""

import dataclasses
from datetime import date

from tests.planning.cast import request, sight
from travelagent.planning.constraints.most_sights import MostSights
from travelagent.planning.engine import plan
from travelagent.verifier import verify
from travelagent.wire.request import request_from_wire, request_to_wire

TOWN = [sight(f"sight-{n}", 48.0 + n / 1000, 11.0, minutes=45) for n in range(8)]
SINCE = date(2026, 4, 15)


def test_no_day_has_more_sights_from_the_day_on() -> None:
    wanted = request(days=2, start_date=date(2026, 4, 14), constraints=(MostSights(2, SINCE),))
    found = plan(wanted, TOWN)
    free = dataclasses.replace(wanted, constraints=())

    first, second = (sum(visit.sight is not None for visit in day.visits) for day in found.days)
    assert (first > 2, second) == (True, 2)
    checked = verify(plan(free, TOWN), dataclasses.replace(wanted, constraints=(MostSights(2),)), TOWN)
    failed = {check.evidence.en for check in checked.failures if check.constraint == "most_sights"}
    assert failed == {"4 sights, at most 2"}
    assert request_from_wire(request_to_wire(wanted)) == wanted
