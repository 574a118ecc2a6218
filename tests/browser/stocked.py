"""`python -m tests.browser.stocked serve …`: scripted.py's product with what else a test may need of a server.

That is a hostile model with attacks in the data (hostile.py), and venues at the first stop and in the middle of the
trip whose places the environment variable VENUES_AT holds as JSON: {"first": [lat, lon], "middle": [lat, lon]}.
"""

import json
import os
from datetime import date
from typing import Any

from tests.browser.hostile import ATTACK, HostileModel, seed_attacks
from tests.browser.scripted import SCRIPTED
from tests.support.entry_point import run_manage

VENUES_AT = "VENUES_AT"
AS_OF = date(2026, 11, 1)


def venues_at(body: dict[str, Any]) -> dict[str, str]:
    """Return the setting that puts venues at the first stop and in the middle of all stops of a trip."""
    days = body["itinerary"]["days"]
    first = days[0]["visits"][0]
    stops = [days[0]["origin"], *(visit for day in days for visit in day["visits"])]
    middle = [sum(stop[axis] for stop in stops) / len(stops) for axis in ("lat", "lon")]
    return {VENUES_AT: json.dumps({"first": [first["lat"], first["lon"]], "middle": middle})}


def seed() -> None:
    seed_attacks()
    seed_venues(json.loads(os.environ[VENUES_AT]))


def seed_venues(at: dict[str, list[float]]) -> None:
    from travelagent.catalog.additions import replace_venues
    from travelagent.catalog.venues import Venue
    from travelagent.plans.values import LocalizedText

    def restaurant(number: int, name: str, hours: str | None, **more: Any) -> Venue:
        text = LocalizedText(name, name)
        return Venue("restaurant", f"node/{number}", text, *at["first"], AS_OF, hours, **more)

    inn = LocalizedText("Inn of the Middle", "中心旅馆")
    replace_venues(
        "kyoto",
        [
            restaurant(1, "Always Noodles", "24/7", diet={"vegetarian": "yes"}),
            restaurant(2, "Night Bar", "03:00-04:00"),
            restaurant(3, "Unsure", None),
            Venue("hotel", "node/4", inn, *at["middle"], AS_OF, stars=3.0),
        ],
    )


if __name__ == "__main__":
    run_manage(SCRIPTED, ("hostile", ATTACK, ATTACK, HostileModel), seed=seed)
