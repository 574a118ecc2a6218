"""The sweep of objects that are nobody's: what is old and has no row goes, all else stays."""

from datetime import timedelta

import pytest
import time_machine
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, Storage
from django.utils import timezone

from tests.api.caller import Caller
from tests.attachments.test_contents import names_of
from tests.attachments.test_files import attach
from travelagent.attachments import sweeping
from travelagent.attachments.models import TripFile
from travelagent.ops import duties

pytestmark = pytest.mark.django_db


def left_behind(storage: Storage, name: str) -> str:
    return storage.save(name, ContentFile(b"%PDF-1.7"))


def test_what_has_no_row_goes_after_a_day(storage: Storage, page: Caller, path: str) -> None:
    trip = path.split("/")[1]
    held = names_of(attach(page, path))
    orphans = [left_behind(storage, f"{trip}/file_a.pdf"), left_behind(storage, "trip_gone/file_b.pdf")]
    duties.do("delete_orphaned_files")
    assert all(map(storage.exists, [*held, *orphans]))

    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert sweeping.delete_orphaned_files() == 2
        assert sweeping.delete_orphaned_files() == 0
    assert all(map(storage.exists, held))
    assert not any(map(storage.exists, orphans))
    if isinstance(storage, FileSystemStorage):
        assert storage.listdir("") == ([trip], [])


def test_a_row_that_went_past_the_storage_leaves_an_object_for_the_sweep(
    storage: Storage, page: Caller, path: str
) -> None:
    names = names_of(attach(page, path))
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert sweeping.delete_orphaned_files() == 0
        TripFile.objects.all()._raw_delete(using="default")
        assert sweeping.delete_orphaned_files() == len(names) == 2
    assert not any(map(storage.exists, names))


def test_a_sweep_is_bounded_and_the_next_ones_do_the_rest(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "MOST_FOLDERS", 2)
    monkeypatch.setattr(sweeping, "MOST_DELETED", 3)
    for folder in range(5):
        for name in range(2):
            left_behind(storage, f"trip_{folder}/file_{name}.pdf")
    hours, deleted = timezone.now() + timedelta(days=2), []
    for hour in range(6):
        with time_machine.travel(hours + timedelta(hours=hour)):
            deleted.append(sweeping.delete_orphaned_files())
    assert max(deleted) <= 3
    assert sum(deleted) == 10


def test_nothing_is_swept_where_nothing_was_ever_attached(storage: Storage) -> None:
    assert sweeping.delete_orphaned_files() == 0
