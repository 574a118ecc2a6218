import pytest
from django.test import Client

from travelagent.accounts.models import User


@pytest.fixture
def staff(db: None) -> Client:
    """The browser of a member of staff."""
    client = Client()
    client.force_login(User.objects.create_superuser("ada", password="x"))
    return client
