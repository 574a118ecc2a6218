"""What lies in the storage and is nobody's: left behind by a process that ended between an object and its row, or
kept by a bucket that did not answer when a row was deleted. It goes after a day."""

import logging
from datetime import timedelta
from typing import Final

from django.core.files.storage import Storage
from django.db.models import Q
from django.utils import timezone

from travelagent.attachments.models import TripFile, attachment_storage
from travelagent.trips.models import Trip

GRACE: Final = timedelta(days=1)
"""So old an object must be: one that is younger may be waiting for its row."""
MOST_FOLDERS: Final = 200
MOST_DELETED: Final = 200
"""Of one sweep. The next one begins where the hour says, so that all folders have their turn."""
SWEEP_S: Final = 3600

log = logging.getLogger(__name__)


def delete_orphaned_files() -> int:
    """Delete objects of trips' folders that no row speaks of and that are older than GRACE. How many there were."""
    storage, deleted = attachment_storage(), 0
    for folder in _folders(storage):
        subfolders, names = storage.listdir(folder)
        objects = {f"{folder}/{name}" for name in names}
        orphans = sorted(objects - _known(objects))
        gone = [name for name in orphans[: MOST_DELETED - deleted] if _deleted(storage, name)]
        deleted += len(gone)
        if not subfolders and len(gone) == len(objects) and not Trip.objects.filter(pk=folder).exists():
            storage.delete(folder)  # of a trip that is gone: nobody writes into it any more
        if deleted >= MOST_DELETED:
            break
    return deleted


def _folders(storage: Storage) -> list[str]:
    """Return the folders whose turn it is."""
    try:
        found, _ = storage.listdir("")
    except FileNotFoundError:  # nothing was ever attached
        return []
    folders = sorted(found)
    if len(folders) <= MOST_FOLDERS:
        return folders
    first = int(timezone.now().timestamp() // SWEEP_S) * MOST_FOLDERS % len(folders)
    return (folders[first:] + folders[:first])[:MOST_FOLDERS]


def _known(names: set[str]) -> set[str]:
    rows = TripFile.objects.filter(Q(content__in=names) | Q(preview__in=names))
    return {name for row in rows.values_list("content", "preview") for name in row}


def _deleted(storage: Storage, name: str) -> bool:
    """Delete an object that is old enough; whether it was."""
    try:
        if timezone.now() - storage.get_modified_time(name) < GRACE:
            return False
        storage.delete(name)
    except FileNotFoundError:  # another process was first
        return False
    log.info("an object without a row was deleted", extra={"object": name})
    return True
