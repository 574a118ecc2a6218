"""The project's settings, with a data folder that no other run and no other process of this run uses."""

from tests.support.isolation import claim_data_folder

claim_data_folder()

from travelagent.settings import *  # noqa: E402, F403  # reads the environment that was just set

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
"""A fast one: the tests sign in hundreds of times."""
