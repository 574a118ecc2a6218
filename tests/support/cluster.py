"""The scaled profile for a test: PostgreSQL, Redis, several servers and workers, each a process that may be killed."""

import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.server import ROOT, START_S, Server, stopped
from tests.support.services import Postgres, Redis

SLOW = ("-m", "tests.support.slow", "manage.py")
SLOW_WORKER = ("-m", "tests.support.slow", "celery")
READY = "the worker takes runs"
FILL = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("load_catalogue")
from travelagent.planning.warm import warm
warm()
call_command("create_api_key", "tests")
"""
"""Prepares the database, and compiles the planner's kernel into the cache that all processes share."""


@dataclass
class Worker:
    """A Celery worker."""

    server: Server
    name: str
    entry: tuple[str, ...] = SLOW_WORKER
    process: subprocess.Popen[bytes] | None = None
    log_start: int = 0

    @property
    def log_file(self) -> Path:
        return self.server.data_dir / f"{self.name}.log"

    def spawn(self) -> None:
        self.log_start = self.log_file.stat().st_size if self.log_file.exists() else 0
        command = [sys.executable, *self.entry, "worker", "-n", f"{self.name}@tests", "--loglevel", "WARNING"]
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.server.environment, stdout=log, stderr=subprocess.STDOUT
            )

    def wait_until_ready(self) -> None:
        """Return when it takes runs. Raises RuntimeError with its output when it does not."""
        deadline = time.monotonic() + START_S
        while not self.is_ready():
            if time.monotonic() > deadline or self.process is None or self.process.poll() is not None:
                raise RuntimeError(f"the worker did not start:\n{self.log_file.read_text(errors='replace')}")
            time.sleep(0.1)

    def is_ready(self) -> bool:
        alive = self.process is not None and self.process.poll() is None
        return alive and READY.encode() in self.log_file.read_bytes()[self.log_start :]

    def stop(self) -> int:
        process, self.process = self.process, None
        return 0 if process is None else stopped(process)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@dataclass
class Cluster:
    """Start it with `start`, end all of it with `close`. `settings` reach every process."""

    folder: Path
    servers: int = 2
    workers: int = 2
    settings: Mapping[str, str] = field(default_factory=dict)
    entry: tuple[str, ...] = SLOW
    worker_entry: tuple[str, ...] = SLOW_WORKER
    postgres_place: Path | None = None

    def __post_init__(self) -> None:
        self.postgres, self.redis = Postgres(place=self.postgres_place), Redis(self.folder)
        common = {
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.redis.url,
            "RUN_EXECUTOR": "celery",
            "SECRET_KEY": "the same one in every process of these tests",
            **self.settings,
        }
        self.web = [Server(self._folder(f"web{n}"), self.entry, settings=common) for n in range(self.servers)]
        self.work = [Worker(self.web[0], f"worker{n}", self.worker_entry) for n in range(self.workers)]

    def _folder(self, name: str) -> Path:
        path = self.folder / name
        path.mkdir()
        return path

    def start(self) -> str:
        """Start everything; a partner's key."""
        self.postgres.start()
        self.redis.start()
        key = self.web[0].manage("shell", "--verbosity", "0", "-c", FILL).strip().splitlines()[-1]
        self.mend()
        return key

    def mend(self, *parts: Server | Worker) -> None:
        """Start what does not run of these servers and workers, by default of all, and wait until it is ready."""
        for service in (self.postgres, self.redis):
            if service.process is None:
                service.start()
        named = parts or (*self.web, *self.work)
        dead = [part for part in named if part.process is None or part.process.poll() is not None]
        for part in dead:
            part.spawn()
        for part in dead:
            part.wait_until_ready()

    def close(self) -> None:
        for part in (*self.web, *self.work):
            part.kill()
        self.redis.close()
        self.postgres.close()

    def logs(self) -> str:
        """Return the output of the workers and servers, for a failing test."""
        files = sorted(self.folder.glob("*/*.log"))
        return "\n".join(f"== {path.name}\n{path.read_text(errors='replace')[-4000:]}" for path in files)
