"""The context of every page that identifies its reader."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from travelagent.offline.reader import NOBODY, reader_of


def reader(request: HttpRequest) -> dict[str, object]:
    """Return the reader's name for the queue of changes; it is looked up only by pages that write it."""
    has_session = hasattr(request, "user") and hasattr(request, "session")
    return {"reader": SimpleLazyObject(lambda: reader_of(request)) if has_session else NOBODY}
