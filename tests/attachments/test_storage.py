"""Files in a private folder and in a bucket behind S3's protocol: kept, read, gone with what they belong to."""

import hashlib
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest
from botocore.exceptions import ClientError
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, Storage

from tests.api.caller import Caller, Upload, problem
from tests.attachments.samples import document, opened, picture
from tests.conftest import Visitor
from tests.support.s3 import S3Server
from travelagent.accounts.models import Person
from travelagent.attachments.models import TripFile
from travelagent.environment import Environment
from travelagent.ops import personal_data
from travelagent.storage_settings import attachment_storage
from travelagent.trips import actions

pytestmark = pytest.mark.django_db
Committing = Callable[..., AbstractContextManager[Any]]


def attached(page: Caller, path: str, content: bytes, name: str, **fields: str) -> dict[str, Any]:
    made = page.post(f"{path}files/", Upload(content, name, fields))
    assert made.status_code == 201, made.content
    found: dict[str, Any] = made.json()
    return found


def kept_names(file: str) -> list[str]:
    row = TripFile.objects.get(pk=file)
    return [name for name in (row.content.name, row.preview.name) if name]


def test_what_is_attached_is_kept_and_read(storage: Storage, page: Caller, path: str) -> None:
    ticket = attached(page, path, document(), "Uffizi 票.pdf")
    photo = attached(page, path, picture("JPEG", (900, 600)), "IMG_1.JPG")
    assert (ticket["media_type"], ticket["width"], ticket["belongs_to"]) == ("application/pdf", None, "trip")
    assert (photo["media_type"], photo["width"], photo["height"]) == ("image/jpeg", 900, 600)
    assert all(storage.exists(name) for file in (ticket, photo) for name in kept_names(file["id"]))

    answer = page.get(f"{path}files/{ticket['id']}/")
    assert answer.content == document()
    assert (len(answer.content), hashlib.sha256(answer.content).hexdigest()) == (ticket["bytes"], ticket["sha256"])
    assert opened(page.get(f"{path}files/{photo['id']}/").content).size == (900, 600)
    small = page.get(f"{path}files/{photo['id']}/preview/")
    assert (small["Content-Type"], opened(small.content).size) == ("image/webp", (480, 320))
    assert problem(page.get(f"{path}files/{ticket['id']}/preview/")) == (404, "not_found")


def test_a_deleted_file_leaves_the_storage_with_the_commit(
    storage: Storage, page: Caller, path: str, django_capture_on_commit_callbacks: Committing
) -> None:
    made = attached(page, path, picture(), "a.png")
    names = kept_names(made["id"])
    assert len(names) == 2
    with django_capture_on_commit_callbacks() as callbacks:
        assert page("DELETE", f"{path}files/{made['id']}/").status_code == 204
    assert all(storage.exists(name) for name in names)
    for callback in callbacks:
        callback()
    assert not any(storage.exists(name) for name in names)


@pytest.mark.parametrize("whole", ["trip", "account"])
def test_a_deleted_trip_or_account_takes_its_files_along(
    storage: Storage,
    page: Caller,
    path: str,
    whole: str,
    owner: Visitor,
    django_capture_on_commit_callbacks: Committing,
) -> None:
    names = [name for n in range(2) for name in kept_names(attached(page, path, picture(), f"{n}.png")["id"])]
    person = Person.objects.get(pk=owner.actor.person)
    with django_capture_on_commit_callbacks(execute=True):
        if whole == "trip":
            actions.delete_trip(person.pk, path.split("/")[1])
        else:
            personal_data.erase(person)
    assert not TripFile.objects.exists()
    assert not any(storage.exists(name) for name in names)


def test_what_is_not_written_leaves_nothing_behind(
    storage: Storage, page: Caller, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("no room on the disk")

    monkeypatch.setattr(TripFile, "save", fails)
    page.client.raise_request_exception = False
    assert page.post(f"{path}files/", Upload(picture(), "a.png")).status_code == 500
    trip = path.split("/")[1]
    assert not storage.exists(trip) or storage.listdir(trip) == ([], [])


def test_what_is_written_in_part_leaves_nothing_behind(
    page: Caller, path: str, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that fills up."""
    storage = FileSystemStorage(tmp_path)
    monkeypatch.setattr(TripFile.content.field, "storage", storage)
    monkeypatch.setattr("travelagent.attachments.storage.attachment_storage", lambda: storage)

    def full(name: str, content: Any, max_length: int | None = None) -> str:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content.read()[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(storage, "save", full)
    page.client.raise_request_exception = False
    assert page.post(f"{path}files/", Upload(picture(), "a.png")).status_code >= 500
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []


@pytest.mark.parametrize("storage", ["s3"], indirect=True)
def test_a_bucket_speaks_with_the_site_alone(
    storage: Any,
    s3_server: S3Server,
    page: Caller,
    path: str,
    owner: Visitor,
    django_capture_on_commit_callbacks: Committing,
) -> None:
    made = attached(page, path, document(), "passport.pdf")
    photo = attached(page, path, picture(), "a.png")
    kept = storage.bucket.Object(f"{storage.location}/{kept_names(made['id'])[0]}")
    address = f"{s3_server.url}/{kept.bucket_name}/{kept.key}"
    assert kept.get()["Body"].read() == document()
    assert kept.get(Range="bytes=1-4")["Body"].read() == document()[1:5]
    with storage.open(kept_names(made["id"])[0]) as opened:
        opened.seek(1)
        assert opened.read(4) == document()[1:5]

    refused = httpx.get(address)
    assert (refused.status_code, document() in refused.content) == (403, False)
    wheres = [f"{path}files/", *(f"{path}files/{file['id']}/" for file in (made, photo))]
    answers = [page.get(where) for where in (path, *wheres, f"{path}files/{photo['id']}/preview/")]
    answers += [owner.client.get(f"/{path.rstrip('/')}")]
    assert [answer.status_code for answer in answers] == [200] * 6
    for answer in answers:
        sent = answer.content + str(dict(answer.headers)).encode()
        assert not [part for part in (s3_server.url, kept.key, "Amz", "AKID") if part.encode() in sent]

    with django_capture_on_commit_callbacks(execute=True):
        assert page("DELETE", f"{path}files/{made['id']}/").status_code == 204
    with pytest.raises(ClientError, match=r"404|NoSuchKey"):
        kept.get()


def test_the_folder_is_for_its_owner_alone(page: Caller, path: str, tmp_path: Path) -> None:
    entry = attachment_storage(Environment({}), tmp_path)
    assert entry["BACKEND"].endswith("FileSystemStorage")
    folder = FileSystemStorage(**entry["OPTIONS"])
    before = os.umask(0o022)
    try:
        folder.save("trip_1/file_1.pdf", ContentFile(b"%PDF-"))
    finally:
        os.umask(before)
    assert {oct(each.stat().st_mode & 0o777) for each in tmp_path.rglob("*.pdf")} == {"0o600"}
    assert oct((tmp_path / "attachments" / "trip_1").stat().st_mode & 0o777) == "0o700"


@pytest.mark.parametrize(
    "variables",
    [
        {"ATTACHMENTS_URL": "https://bucket"},
        {"ATTACHMENTS_URL": "s3://"},
        {"ATTACHMENTS_URL": "s3://trips", "ATTACHMENTS_ACCESS_KEY": "half"},
        {"ATTACHMENTS_ENDPOINT": "http://127.0.0.1:9000"},
        {"ATTACHMENTS_URL": "s3://trips", "ATTACHMENTS_ENDPOINT": "ftp://127.0.0.1"},
    ],
)
def test_a_bad_setting_stops_the_start(variables: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="ATTACHMENTS"):
        attachment_storage(Environment(variables), tmp_path)
