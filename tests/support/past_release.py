"""The database of an earlier release, with what people did there: `python -m tests.support.past_release CHECKOUT FILE`.

A server of that checkout is used as a visitor would, over its API. One run waits for a decision, and the server dies
while another is at work. The archive holds the database without the catalogue, which `prepare` loads anew, and
`story.json`: what there must still be after an upgrade.
"""

import json
import sqlite3
import sys
import tarfile
import tempfile
import time
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.support.server import Server

SECRET = "the same key before and after the upgrade, in tests alone"
DATABASE, STORY = "db.sqlite3", "story.json"
PLAN, CHANGE, SAVE, LONG = "规划北京三日游", "第二天轻松一点", "保存行程", "规划罗马、佛罗伦萨、巴黎十四日游"
MEMORY = "我不吃辣"
WAIT_S = 120.0
ENDED = ("succeeded", "failed", "cancelled", "awaiting_confirmation")


@dataclass
class Story:
    """Who was there, and the ids of what they left. `events` are the numbers of events of the runs that had ended."""

    cookie: str = ""
    session: str = ""
    runs: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)
    trip: str = ""
    shared: str = ""


class Person:
    """A visitor at a server, as long as it is entered."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self.client = httpx.Client(base_url=url, timeout=60, cookies={"sessionid": cookie} if cookie else None)

    def __enter__(self) -> "Person":
        self.client.get("/").raise_for_status()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def get(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api/v1/{path}").raise_for_status().json()
        return found

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"X-CSRFToken": self.client.cookies["csrftoken"]}
        made: dict[str, Any] = self.client.post(f"/api/v1/{path}", json=body, headers=headers).raise_for_status().json()
        return made

    def say(self, session: str, message: str) -> dict[str, Any]:
        """Send a message; its run when that has ended or waits."""
        return self.ended(self.post(f"sessions/{session}/runs/", {"message": message})["id"])

    def ended(self, run: str) -> dict[str, Any]:
        """A run, once it has ended or waits for a decision. Raises TimeoutError."""
        deadline = time.monotonic() + WAIT_S
        while (found := self.get(f"runs/{run}/"))["status"] not in ENDED:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{run} is {found['status']}")
            time.sleep(0.1)
        return found

    def events(self, run: str) -> list[dict[str, Any]]:
        """All events of a run."""
        found: list[dict[str, Any]] = []
        while page := self.get(f"runs/{run}/events/?after={len(found)}")["results"]:
            found.extend(page)
        return found

    def itinerary(self, run: str) -> dict[str, Any]:
        """The plan that a run showed."""
        shown = (event["data"] for event in self.events(run) if event["type"] == "artifact")
        return next(dict(data["payload"]) for data in shown if data["kind"] == "itinerary")


def live(server: Server) -> Story:
    """Use a server, until it is killed while a run is at work."""
    with Person(server.url) as person:
        story = _lived(person)
        server.kill()
    return story


def _lived(person: Person) -> Story:
    story = Story()
    story.session = person.post("sessions/", {})["id"]
    story.cookie = person.client.cookies["sessionid"]
    for name, message in (("plan", PLAN), ("change", CHANGE), ("save", SAVE)):
        run = person.say(story.session, message)
        story.runs[name], story.answers[name] = run["id"], run.get("answer") or ""
    for name in ("plan", "change"):
        story.events[name] = len(person.events(story.runs[name]))
    saved = {"title": "北京", "itinerary": person.itinerary(story.runs["plan"])}
    story.trip = person.post("trips/", saved)["id"]
    story.shared = person.post(f"trips/{story.trip}/share/", {})["url"].rpartition("/shared/")[2]
    other = person.post("sessions/", {})["id"]
    person.say(other, f"记住{MEMORY}")
    story.runs["interrupted"] = person.post(f"sessions/{other}/runs/", {"message": LONG})["id"]
    while not any(event["type"] == "tool_start" for event in person.events(story.runs["interrupted"])):
        time.sleep(0.02)
    return story


def trimmed(database: Path) -> None:
    """Take the catalogue out, and what was done with it since: `prepare` loads it."""
    with closing(sqlite3.connect(database)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'").fetchall():
            if table.startswith("catalog_"):
                connection.execute(f"DELETE FROM {table}")
        connection.commit()
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def unpack(archive: Path, folder: Path) -> Story:
    """Bring the database into a data folder."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return Story(**json.loads((folder / STORY).read_text()))


def main(checkout: Path, archive: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder, settings={"SECRET_KEY": SECRET, "THROTTLE_READS": "0"}, root=checkout.resolve())
        server.manage("prepare")
        try:
            story = live(server.start())
        finally:
            server.kill()
        trimmed(folder / DATABASE)
        (folder / STORY).write_text(json.dumps(asdict(story), ensure_ascii=False, indent=1))
        with tarfile.open(archive, "w:xz") as packed:
            for kept in (DATABASE, STORY):
                packed.add(folder / kept, kept)
    print(f"{archive}: {archive.stat().st_size / 1024:.0f} kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
