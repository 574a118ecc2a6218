import pytest
from django.test import Client

from tests.conftest import Visitor, make_visitor
from travelagent.accounts.models import User


@pytest.fixture
def owner(db: None) -> Visitor:
    return make_visitor()


@pytest.fixture
def stranger(db: None) -> Visitor:
    return make_visitor()


@pytest.fixture
def staff(db: None) -> Client:
    """The browser of a member of staff."""
    client = Client()
    client.force_login(User.objects.create_superuser("ada", password="x"))
    return client
