"""Two travellers of one partner share nothing: no session, no trip, no memory, neither over REST nor inside a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from agent_core.messages import call
from agent_core.testing import ScriptedModel, calls, text
from tests.api.caller import Caller, as_partner, as_visitor, problem
from tests.chat.scripted import Listener, listening, supervised
from tests.conftest import PartnerKey, Visitor, make_partner
from travelagent.accounts import memories
from travelagent.accounts.models import Person
from travelagent.chat import actions
from travelagent.chat.hub import Hub
from travelagent.chat.threads import in_db_thread
from travelagent.trips.models import Trip

NUT_ALLERGY = "Remember that I am allergic to nuts"


@dataclass(frozen=True)
class Travellers:
    """A partner with two travellers, Ann and Bob."""

    key: PartnerKey

    async def run_message(self, end_user: str, message: str, *replies: Sequence[Any]) -> tuple[ScriptedModel, Listener]:
        """A message in a new session of a traveller's, worked on to its end or to a pause."""
        model, hub = ScriptedModel(*replies), Hub()
        session = await in_db_thread(partial(actions.create_session, self.key.actor, end_user=end_user))
        run = await in_db_thread(partial(actions.start_run, self.key.actor, session.pk, message))
        async with supervised(hub, model), listening(hub, session.pk, run.pk) as listener:
            await listener.wait_for("run_finished")
        return model, listener

    async def trip_of(self, end_user: str) -> str:
        """The id of a trip that a traveller has."""

        def made() -> str:
            person = self.key.actor.person_for(end_user)
            return Trip.objects.create(
                person=person, title=f"{end_user}'s trip", itinerary={"cities": [], "days": []}
            ).pk

        return await in_db_thread(made)


@pytest.fixture
async def travellers(transactional_db: None) -> Travellers:
    return Travellers(await in_db_thread(partial(make_partner, "acme")))


async def test_what_ann_asked_to_be_remembered_is_not_known_in_bobs_runs(travellers: Travellers) -> None:
    await travellers.run_message("ann", NUT_ALLERGY, text("Noted."))
    anns, _ = await travellers.run_message("ann", "What should I eat in Chengdu?", text("Noodles."))
    bobs, _ = await travellers.run_message("bob", "What should I eat in Chengdu?", text("Noodles."))
    nobodys, _ = await travellers.run_message("", "What should I eat in Chengdu?", text("Noodles."))

    assert "allergic to nuts" in str(anns.requests[0].messages)
    assert "allergic to nuts" not in str(bobs.requests[0].messages)
    assert "allergic to nuts" not in str(nobodys.requests[0].messages)


async def test_bob_cannot_make_the_assistant_forget_what_ann_said(travellers: Travellers) -> None:
    await travellers.run_message("ann", NUT_ALLERGY, text("Noted."))
    await travellers.run_message("bob", "Forget that I am allergic to nuts", text("Done."))

    ann = await Person.objects.aget(end_user="ann")
    assert await in_db_thread(lambda: memories.memories_of(ann.pk).count()) == 1


async def test_bobs_runs_see_no_trip_of_anns(travellers: Travellers) -> None:
    trip = await travellers.trip_of("ann")
    replies = calls(call("c1", "list_trips"), call("c2", "get_trip", 1, id=trip)), text("None.")
    _, bob = await travellers.run_message("bob", "What trips do I have?", *replies)
    _, ann = await travellers.run_message("ann", "What trips do I have?", *replies)

    bobs, anns = ({e.data["id"]: e.data for e in listener.of("tool_end")} for listener in (bob, ann))
    assert bobs["c1"]["result"] == {"trips": []}
    assert (bobs["c2"]["status"], bobs["c2"]["result"]) == ("failed", None)
    assert [row["id"] for row in anns["c1"]["result"]["trips"]] == [trip]
    assert anns["c2"]["result"]["id"] == trip


@pytest.mark.parametrize("write", ["update_trip", "delete_trip"])
async def test_bobs_runs_cannot_write_anns_trip_even_when_he_approves(travellers: Travellers, write: str) -> None:
    trip = await travellers.trip_of("ann")
    arguments = {"title": "Bob's now"} if write == "update_trip" else {}
    hub, actor = Hub(), travellers.key.actor
    session = await in_db_thread(partial(actions.create_session, actor, end_user="bob"))
    run = await in_db_thread(partial(actions.start_run, actor, session.pk, "Change it"))
    model = ScriptedModel(calls(call("w", write, id=trip, **arguments)), text("No."))
    async with supervised(hub, model) as supervisor, listening(hub, session.pk, run.pk) as listener:
        proposed = (await listener.wait_for("confirmation_required")).data
        await listener.wait_for("run_paused")
        await in_db_thread(partial(actions.decide_proposal, actor, run.pk, proposed["proposal"], "approve"))
        supervisor.hint(run.pk)
        await listener.wait_for("run_finished")

    assert "ann" not in str(proposed["calls"])
    assert [e.data["status"] for e in listener.of("tool_end")] == ["failed"]
    assert (await Trip.objects.aget(pk=trip)).title == "ann's trip"


@pytest.fixture
def kept(api: Caller, partner: PartnerKey) -> dict[str, dict[str, str]]:
    """The ids of a session, a trip and a memory of each of two travellers."""
    ids = {}
    for name in ("ann", "bob"):
        person = partner.actor.person_for(name)
        ids[name] = {
            "sessions": api.post("sessions/", {"end_user": name}).json()["id"],
            "trips": Trip.objects.create(person=person, title=name, itinerary={"days": []}).pk,
            "memories": memories.remember(person.pk, f"I am {name}").pk,
        }
    return ids


@pytest.mark.django_db
def test_a_list_of_one_traveller_holds_nothing_of_another(
    api: Caller, kept: dict[str, dict[str, str]], subtests: pytest.Subtests
) -> None:
    for kind in ("sessions", "trips", "memories"):
        with subtests.test(kind=kind):
            for name in ("ann", "bob"):
                assert [row["id"] for row in api.get(f"{kind}/?end_user={name}").json()["results"]] == [
                    kept[name][kind]
                ]
            assert {row["id"] for row in api.get(f"{kind}/").json()["results"]} == {
                kept["ann"][kind],
                kept["bob"][kind],
            }
            assert api.get(f"{kind}/?end_user=").json()["results"] == []


@pytest.mark.django_db
def test_a_name_that_cannot_be_is_refused(api: Caller, subtests: pytest.Subtests) -> None:
    for kind in ("sessions", "trips", "memories"):
        with subtests.test(kind=kind):
            assert problem(api.get(f"{kind}/?end_user=a%00b")) == (400, "invalid")
            assert problem(api.get(f"{kind}/?end_user={'x' * 201}")) == (400, "invalid")


@pytest.mark.django_db
def test_the_same_name_at_two_partners_is_two_people(kept: dict[str, dict[str, str]]) -> None:
    other = as_partner(make_partner("other"))
    other.post("sessions/", {"end_user": "ann"})
    for kind in ("trips", "memories"):
        assert other.get(f"{kind}/?end_user=ann").json()["results"] == []
    assert Person.objects.filter(end_user="ann").count() == 2


@pytest.mark.django_db
def test_a_visitor_has_no_travellers(owner: Visitor) -> None:
    page = as_visitor(owner)
    assert problem(page.post("sessions/", {"end_user": "ann"})) == (400, "invalid")
