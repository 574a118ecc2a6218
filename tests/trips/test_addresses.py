"""The addresses of pages that people type."""

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/explore", "/explore/"])
def test_explore_is_found_with_and_without_a_slash(address: str) -> None:
    assert reverse("explore") == "/explore"
    assert Client().get(address).status_code == 200
