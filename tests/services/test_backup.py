"""Backups of a running system, put back into an empty one, and upgraded on the way; both kinds of database."""

import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.s3 import S3Server
from tests.support.server import Server
from tests.support.services import Postgres, installed

pytestmark = [pytest.mark.services, pytest.mark.full]

FILL = """
from django.core.management import call_command
from travelagent.accounts.models import User
User.objects.create_superuser("ada")
call_command("ask", "What can I do?")
from django.core.files.base import ContentFile
from travelagent.accounts.models import Person
from travelagent.attachments.models import TripFile
from travelagent.trips.models import Trip
trip = Trip.objects.create(person=Person.objects.first(), title="Kyoto", itinerary={"days": []})
for name in ("kept", "lost"):
    row = TripFile(trip=trip, name=f"{name}.pdf", media_type="application/pdf", bytes=1_000_000, sha256="")
    row.content.save(".pdf", ContentFile(bytes(1_000_000)), save=False)
    row.save()
row.content.storage.delete(row.content.name)
"""
FILES = """
from travelagent.attachments.models import TripFile
rows = {row.name: row.content for row in TripFile.objects.all()}
print(sorted(name for name, held in rows.items() if held.storage.exists(held.name) and held.size == 1_000_000))
"""
COUNT = """
from travelagent.accounts.models import User
from travelagent.chat.models import Run, RunEvent
print(User.objects.count(), Run.objects.filter(status="succeeded").count(), RunEvent.objects.count() > 10)
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of an installation with a user and a conversation, to be copied."""
    folder = tmp_path_factory.mktemp("kept")
    _fill(Server(folder))
    return folder


@pytest.fixture
def server(kept: Path, tmp_path: Path) -> Server:
    return Server(shutil.copytree(kept, tmp_path / "first"))


@pytest.fixture(params=["sqlite", "postgresql"])
def two(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two installations of the same kind, the first with a user and a conversation."""
    folder = tmp_path / "second"
    folder.mkdir()
    if request.param == "sqlite":
        yield server, Server(folder)
        return
    databases = [Postgres(), Postgres()]
    path = {"PATH": f"{Path(installed('pg_dump')).parent}:/usr/bin:/bin"}
    try:
        for database in databases:
            database.start()
        first = Server(server.data_dir, settings={"DATABASE_URL": databases[0].url, **path})
        _fill(first)
        yield first, Server(folder, settings={"DATABASE_URL": databases[1].url, **path})
    finally:
        for database in databases:
            database.close()


def _fill(server: Server) -> None:
    server.prepare()
    server.manage("shell", "-c", FILL)


def read(server: Server, script: str) -> str:
    return server.manage("shell", "-v", "0", "-c", script).strip().splitlines()[-1]


def counts(server: Server) -> str:
    return read(server, COUNT)


def test_it_works(two: tuple[Server, Server], tmp_path: Path) -> None:
    first, second = two
    archive = tmp_path / "today.tar.gz"
    first.start()
    assert "files of trips in it: 1\n" in first.manage("backup", str(archive))
    assert first.stop() == 0
    assert archive.stat().st_mode & 0o777 == 0o600

    output = second.manage("restore", str(archive))  # into an empty database
    assert "restored" in output
    assert "files of trips put back: 1\n" in output
    assert read(second, FILES) == "['kept.pdf']"
    assert counts(second) == counts(first) == "1 1 True"
    secrets = [(server.data_dir / "secret_key").read_text() for server in two]
    assert secrets[0] == secrets[1]


def test_files_move_from_a_folder_to_a_bucket(server: Server, tmp_path: Path) -> None:
    archive, bucket = tmp_path / "a.tar.gz", S3Server()
    server.manage("backup", str(archive))
    try:
        second = Server(tmp_path / "second", settings=bucket.start().settings)
        second.data_dir.mkdir()
        second.manage("restore", str(archive))
        assert not (second.data_dir / "attachments").exists()
        assert read(second, FILES) == "['kept.pdf']"
    finally:
        bucket.close()


def test_an_archive_of_an_older_release_is_upgraded(server: Server, tmp_path: Path) -> None:
    server.manage("migrate", "chat", "0001", "--verbosity", "0")
    archive, new = tmp_path / "old.tar.gz", Server(tmp_path / "new")
    new.data_dir.mkdir()
    server.manage("backup", str(archive))

    new.manage("restore", str(archive), "--replace")
    assert counts(new) == "1 1 True"


def test_what_is_no_archive_changes_nothing(server: Server, tmp_path: Path) -> None:
    archive = tmp_path / "a.tar.gz"
    server.manage("backup", str(archive))
    with tarfile.open(archive) as opened:
        names = sorted(opened.getnames())
    assert names[:1] + names[2:] == ["database", "manifest.json", "secret_key"]
    assert names[1].startswith("files/trip_")
    whole = archive.read_bytes()
    spoilt = whole[:-8] + bytes(4) + whole[-4:]  # the checksum
    for wrong in (b"", b"no archive", whole[: len(whole) // 2], spoilt):
        archive.write_bytes(wrong)
        with pytest.raises(subprocess.CalledProcessError):
            server.manage("restore", str(archive), "--replace")
    assert counts(server) == "1 1 True"


def test_nothing_is_replaced_by_mistake_or_under_a_running_server(server: Server, tmp_path: Path) -> None:
    archive = tmp_path / "a.tar.gz"
    server.manage("backup", str(archive))
    with pytest.raises(subprocess.CalledProcessError):
        server.manage("restore", str(archive))
    server.start()
    with pytest.raises(subprocess.CalledProcessError):
        server.manage("restore", str(archive), "--replace")
    assert server.stop() == 0
