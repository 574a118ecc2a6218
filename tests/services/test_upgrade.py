"""Databases of earlier releases under today's code: everything is there, what was under way goes on, people go on.

`releases/` holds them, as `tests.support.past_release` makes them: of the last state of 0.1.0, and of one 200 commits
before the compressed events.
"""

from pathlib import Path

import pytest

from tests.support.past_release import MEMORY, SECRET, Person, Story, unpack
from tests.support.server import Server

pytestmark = pytest.mark.services
RELEASES = sorted((Path(__file__).parent / "releases").glob("*.tar.xz"))
STATUS = {"plan": "succeeded", "change": "succeeded", "save": "awaiting_confirmation", "interrupted": "succeeded"}


@pytest.mark.parametrize("archive", RELEASES, ids=[path.name.removesuffix(".tar.xz") for path in RELEASES])
def test_an_upgrade_loses_nothing(archive: Path, tmp_path: Path) -> None:
    server = Server(tmp_path, settings={"SECRET_KEY": SECRET})
    story = unpack(archive, tmp_path)
    server.manage("prepare")
    server.start()
    try:
        with Person(server.url, story.cookie) as person:
            _nothing_is_lost(person, story)
            _the_conversation_goes_on(person, story)
    finally:
        server.stop()


def _nothing_is_lost(person: Person, story: Story) -> None:
    assert {name: person.ended(run)["status"] for name, run in story.runs.items()} in (
        STATUS,
        {**STATUS, "save": "succeeded"},  # the proposal's time may have passed
    )
    for name, events in story.events.items():
        logged = person.events(story.runs[name])
        assert [event["seq"] for event in logged] == list(range(1, events + 1))
        assert person.get(f"runs/{story.runs[name]}/")["answer"] == story.answers[name]
        assert person.get(f"runs/{story.runs[name]}/history/")["results"]
    plan = person.itinerary(story.runs["plan"])
    assert person.get(f"trips/{story.trip}/")["itinerary"]["days"] == plan["days"]
    assert [row["text"] for row in person.get("memories/")["results"]] == [MEMORY]
    for page in (f"chat/{story.session}", f"trips/{story.trip}", f"shared/{story.shared}", "account/"):
        assert person.client.get(f"/{page}").status_code == 200
    messages = person.get(f"sessions/{story.session}/messages/")["results"]
    assert all(row["html"] for row in messages if row["role"] == "assistant")


def _the_conversation_goes_on(person: Person, story: Story) -> None:
    """The plan of the last release is what a new message changes."""
    run = person.say(story.session, "第三天轻松一点")
    assert run["status"] == "succeeded"
    before = {visit["id"] for day in person.itinerary(story.runs["change"])["days"][:2] for visit in day["visits"]}
    changed = person.itinerary(run["id"])
    assert {visit["id"] for day in changed["days"][:2] for visit in day["visits"]} == before
    assert len(changed["days"]) == 3


def test_the_archives_hold_no_more_than_a_conversation() -> None:
    assert len(RELEASES) == 2
    assert all(path.stat().st_size < 100_000 for path in RELEASES)
