"""Where the content of files is kept: Django's storage "attachments", a private folder or a bucket.

Whatever deletes a row, by itself or with its trip or its person, deletes its content once that is committed.
"""

import logging
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver

from travelagent.attachments.models import TripFile, attachment_storage

log = logging.getLogger(__name__)


@receiver(post_delete, sender=TripFile)
def delete_content(instance: TripFile, **_: Any) -> None:
    """Delete a row's content and preview after the transaction."""
    names = [name for name in (instance.content.name, instance.preview.name) if name]
    transaction.on_commit(lambda: discard(names), robust=True)


def discard(names: list[str]) -> None:
    """Delete objects of the storage; what cannot be deleted is logged, for the operator to remove."""
    for name in names:
        try:
            attachment_storage().delete(name)
        except Exception:  # a bucket's client raises whatever the network does
            log.exception("the content of a deleted file was not deleted", extra={"object": name})
