"""The kinds of artifacts that this application's tools show.

They are part of the wire contract: `python -m tests.docs.renew` writes them into the events' schema.
"""

from typing import Literal, TypeAlias

ArtifactKind: TypeAlias = Literal["cities", "city", "sights", "itinerary", "budget", "comparison", "table", "trip"]
