"""What is in the storage goes into backups and into people's own data, and comes back from backups."""

import io
import json
import tarfile
import zipfile
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.files.base import ContentFile
from django.core.files.storage import Storage

from tests.api.caller import Caller
from tests.attachments.samples import document, picture
from tests.attachments.test_files import attach
from tests.conftest import Visitor
from travelagent.attachments.models import TripFile
from travelagent.ops import archived_files

pytestmark = pytest.mark.django_db


def names_of(file: dict[str, Any]) -> list[str]:
    row = TripFile.objects.get(pk=file["id"])
    return [name for name in (row.content.name, row.preview.name) if name]


def content_of(storage: Storage, name: str) -> bytes:
    with storage.open(name) as opened:
        return bytes(opened.read())


def packed() -> tuple[bytes, archived_files.FilesKept]:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        kept = archived_files.pack(archive)
    return written.getvalue(), kept


def unpacked(content: bytes) -> frozenset[str]:
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        return archived_files.unpack(archive)


def own_data(visitor: Visitor) -> zipfile.ZipFile:
    answer = visitor.client.get("/account/data.zip")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")

    async def read() -> bytes:
        return b"".join([part async for part in answer.streaming_content])

    return zipfile.ZipFile(io.BytesIO(async_to_sync(read)()))


def test_a_backup_holds_every_object_and_puts_it_back(storage: Storage, page: Caller, path: str) -> None:
    names = [*names_of(attach(page, path, "a.pdf", document())), *names_of(attach(page, path, "b.png"))]
    before = {name: content_of(storage, name) for name in names}
    content, kept = packed()
    assert (kept.count, kept.missing) == (3, ())

    storage.delete(names[0])
    storage.delete(names[1])
    storage.save(names[1], ContentFile(b"something else"))
    assert unpacked(content) == frozenset(names)
    assert {name: content_of(storage, name) for name in names} == before


def test_what_the_storage_has_lost_is_named_and_the_rest_is_kept(storage: Storage, page: Caller, path: str) -> None:
    lost, *_ = names_of(attach(page, path, "lost.pdf", document()))
    held, *_ = names_of(attach(page, path, "held.pdf", document("Ticket 43")))
    storage.delete(lost)
    content, kept = packed()
    assert (kept.count, kept.missing) == (1, (lost,))
    assert unpacked(content) == {held}


@pytest.mark.parametrize("name", ["files/../../evil.png", "files/a/../b.png", "files//etc/b.png", "other/a/b.png"])
def test_an_archive_writes_nowhere_but_where_files_lie(storage: Storage, name: str) -> None:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = 4
        archive.addfile(entry, io.BytesIO(b"evil"))
        link = tarfile.TarInfo("files/trip_1/file_1.png")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    assert unpacked(written.getvalue()) == frozenset()


def test_ones_own_data_come_with_the_files(
    storage: Storage, page: Caller, path: str, owner: Visitor, stranger: Visitor
) -> None:
    trip = path.split("/")[1]
    ticket, photo = (attach(page, path, "Uffizi 票.pdf", content) for content in (document(), picture("JPEG")))
    lost = attach(page, path, "lost.png")
    storage.delete(names_of(lost)[0])

    with own_data(owner) as found:
        assert found.testzip() is None
        rows = json.loads(found.read("data.json"))
        assert {row["id"] for row in rows["files_of_trips"]} == {ticket["id"], photo["id"], lost["id"]}
        assert found.read(f"files/{trip}/{ticket['id']} Uffizi 票.pdf") == document()
        held = found.read(f"files/{trip}/{photo['id']} Uffizi 票.pdf.jpg")
        assert len(held) == photo["bytes"]
        missing = json.loads(found.read("missing-files.json"))
        assert missing == [{"id": lost["id"], "trip": trip, "name": "lost.png"}]
        assert len(found.namelist()) == 4
    with own_data(stranger) as found:
        assert found.namelist() == ["data.json"]


def test_a_large_file_is_sent_in_parts(storage: Storage, page: Caller, path: str, owner: Visitor) -> None:
    name, *_ = names_of(attach(page, path, "a.pdf", document()))
    large = document() + bytes(9_000_000)
    storage.delete(name)
    storage.save(name, ContentFile(large))
    answer = owner.client.get("/account/data.zip")

    async def sizes() -> list[int]:
        return [len(part) async for part in answer.streaming_content]

    parts = async_to_sync(sizes)()
    assert sum(parts) > len(large)
    assert max(parts) < 600_000
