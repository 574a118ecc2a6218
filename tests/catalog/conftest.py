"""`stored_catalogue`: the packaged data in the test database, loaded once a session."""

import pytest
from pytest_django import DjangoDbBlocker

from travelagent.catalog.loader import LoadResult, load


@pytest.fixture(scope="session")
def stored_catalogue(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> LoadResult:
    """Loads outside any test's transaction, so the rows stay for the session. Ask for `db` beside it."""
    with django_db_blocker.unblock():
        return load()
