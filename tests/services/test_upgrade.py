"""Databases of earlier releases under today's code: everything is there, what was under way goes on, people go on.

`releases/` holds them, as `tests.support.past_release` makes them: of the last state of 0.1.0, and of one 200 commits
before the compressed events. A backup of the upgraded server, made while it runs, is restored into an empty folder.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.attachments.samples import document
from tests.support.past_release import MEMORY, SECRET, Person, Story, unpack
from tests.support.server import Server

pytestmark = pytest.mark.services
RELEASES = sorted((Path(__file__).parent / "releases").glob("*.tar.xz"))
STATUS = {"plan": "succeeded", "change": "succeeded", "save": "awaiting_confirmation", "interrupted": "succeeded"}


LATER = [pytest.param(path, marks=pytest.mark.full) for path in RELEASES[1:]]


@pytest.mark.parametrize("archive", [*RELEASES[:1], *LATER], ids=lambda path: path.name.removesuffix(".tar.xz"))
def test_an_upgrade_and_a_backup_behind_it_lose_nothing(archive: Path, tmp_path: Path) -> None:
    first, second = (Server(tmp_path / name) for name in ("first", "second"))
    for server in (first, second):
        server.data_dir.mkdir()
    (first.data_dir / "secret_key").write_text(SECRET)
    story = unpack(archive, first.data_dir)
    first.manage("prepare")
    first.start()
    try:
        with Person(first.url, story.cookie) as person:
            _nothing_is_lost(person, story)
            _the_conversation_goes_on(person, story)
            kept, lost = (_attach(person, story, name) for name in ("kept.pdf", "lost.pdf"))
        [gone] = first.data_dir.glob(f"attachments/**/{lost}*")
        gone.unlink()
        backup = tmp_path / "today.tar.gz"
        assert "files of trips in it: 1\n" in first.manage("backup", str(backup))
    finally:
        assert first.stop() == 0
    assert backup.stat().st_mode & 0o777 == 0o600

    output = second.manage("restore", str(backup))
    assert "restored" in output
    assert "files of trips put back: 1\n" in output
    assert (second.data_dir / "secret_key").read_text() == SECRET
    assert _rows(second) == _rows(first)
    [restored] = (path for path in second.data_dir.glob("attachments/**/*") if path.is_file())
    [original] = first.data_dir.glob(f"attachments/**/{kept}*")
    assert (restored.name, restored.read_bytes()) == (original.name, original.read_bytes())


def _attach(person: Person, story: Story, name: str) -> str:
    """Attach a document to the trip; its id."""
    sent = {"file": (name, document(), "application/pdf")}
    headers = {"X-CSRFToken": person.client.cookies["csrftoken"]}
    answer = person.client.post(f"/api/v1/trips/{story.trip}/files/", files=sent, headers=headers)
    return str(answer.raise_for_status().json()["id"])


def _rows(server: Server) -> dict[str, list[tuple[object, ...]]]:
    """The rows of what people have written and of what runs have logged, by table."""
    tables = ("accounts_person", "accounts_memory", "chat_message", "chat_run", "chat_runevent", "trips_trip")
    with closing(sqlite3.connect(server.data_dir / "db.sqlite3")) as database:
        found = {name: database.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in tables}
    assert all(found.values())
    return found


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
