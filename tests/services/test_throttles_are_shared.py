"""Processes that share a Redis share the limits; without one each counts for itself."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import ROOT
from tests.support.services import Redis

pytestmark = [pytest.mark.services, pytest.mark.full]

CALLS, LIMIT = 20, 30
COUNT = f"""
import django
django.setup()
from travelagent.accounts.rate_limits import count
print(sum(count("shared", {LIMIT}, 6000.0) == 0 for _ in range({CALLS})))
"""


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    service = Redis(tmp_path)
    service.start()
    yield service
    service.close()


def served(folder: Path, redis_url: str) -> list[int]:
    """How many calls each of two processes at work at once lets pass."""
    own = {
        "DJANGO_SETTINGS_MODULE": "travelagent.settings",
        "TRAVELAGENT_DATA_DIR": str(folder),
        "REDIS_URL": redis_url,
    }
    command = [sys.executable, "-c", COUNT]
    processes = [
        subprocess.Popen(command, cwd=ROOT, env={**os.environ, **own}, stdout=subprocess.PIPE) for _ in range(2)
    ]
    return [int(process.communicate(timeout=60)[0]) for process in processes]


def test_processes_share_them_with_redis_alone(redis: Redis, tmp_path: Path) -> None:
    assert sum(served(tmp_path, redis.url)) == LIMIT
    assert served(tmp_path, "") == [CALLS, CALLS]
