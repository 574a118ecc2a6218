"""A place of the traveller's own in a plan: no catalogue knows it, and a claim beside it is checked all the same."""

import json

from agent_core.messages import ToolMessage
from travelagent.assistant.grounding.evidence import evidence_of
from travelagent.assistant.grounding.tracing import untraced

OWN = {
    "id": "v1",
    "name": {"en": "Aunt May's"},
    "arrive": "10:00",
    "depart": "11:00",
    "opens": "09:00",
    "closes": "18:00",
}
PANTHEON = {
    "id": "v2",
    "sight": "rome/pantheon",
    "arrive": "12:00",
    "depart": "13:00",
    "opens": "09:00",
    "closes": "19:00",
}
ROUTE = {"days": [{"day": 1, "date": "2027-04-05", "city": "rome", "visits": [OWN, PANTHEON], "legs": []}]}


def test_a_claim_is_checked_when_the_plan_has_a_custom_place() -> None:
    evidence = evidence_of((ToolMessage("c1", "generate_route", json.dumps(ROUTE), "success"),))

    found = untraced("Aunt May's is open until 18:00. The Pantheon is open from 9:00 to 23:30.", evidence)

    assert [(each.truth, each.kind) for each in found if each.truth] == [("rome/pantheon: hours 19:00", "time")]
