"""Real Redis and PostgreSQL servers: processes of our own on free ports, in temporary folders, to be killed at will."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import pytest

from tests.support.server import ROOT, free_port

START_S = 30.0
DEPLOY = ROOT / "deploy"
NGINX_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Service(Protocol):
    """A server that may be stopped without warning, and started again with what it had stored."""

    @property
    def url(self) -> str: ...

    def start(self) -> None: ...

    def kill(self) -> None: ...

    def close(self) -> None: ...


@dataclass
class Redis:
    """Nothing is kept on disk: what it held is gone after a kill."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        program = installed("redis-server")
        options = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", "")
        self.process = subprocess.Popen([program, *options, "--appendonly", "no"], stdout=subprocess.DEVNULL)
        _until_listening(self.port, self.process)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    close = kill


@dataclass
class Postgres:
    """A cluster of its own. As root, which PostgreSQL refuses, it runs as the system's user postgres."""

    port: int = field(default_factory=free_port)
    folder: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    place: Path | None = None
    """Where its folder is made; None: among the system's temporary ones."""
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"postgres://travelagent@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start, the first time with an empty database, and wait until it takes connections."""
        folder = self.folder or self._made()
        options = ("-D", str(folder), "-p", str(self.port), "-h", "127.0.0.1", "-k", "", "-c", "fsync=off")
        command = [installed("postgres"), *options, "-c", "max_connections=200"]
        with (folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, user=_user(), cwd=folder, env={**os.environ, **self.variables}
            )
        deadline = time.monotonic() + START_S
        while not self._is_ready():
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise RuntimeError(f"PostgreSQL did not start:\n{(folder / 'server.log').read_text()}")
            time.sleep(0.05)

    def _is_ready(self) -> bool:
        """Whether the process that was started last takes connections, by the lock file that it keeps."""
        try:
            lines = (self.folder / "postmaster.pid").read_text().splitlines() if self.folder is not None else []
        except FileNotFoundError:
            return False
        started = self.process is not None and lines[:1] == [str(self.process.pid)]
        return started and len(lines) > 7 and lines[7].strip() == "ready"

    def kill(self) -> None:
        """Its immediate shutdown: every session is cut, and the next start recovers from the write-ahead log."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
            self.process = None

    def close(self) -> None:
        self.kill()
        if self.folder is not None:
            shutil.rmtree(self.folder)
            self.folder = None

    def _made(self) -> Path:
        initdb = installed("initdb")
        self.folder = Path(tempfile.mkdtemp(prefix="postgres-", dir=self.place))
        if (user := _user()) is not None:
            shutil.chown(self.folder, user)
        options = ("-U", "travelagent", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync")
        command = [initdb, "-D", str(self.folder), *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, user=user, cwd=self.folder)
        return self.folder


@dataclass
class Nginx:
    """A configuration of `deploy/` in front of a server of this machine, on free ports for 80 and 443."""

    folder: Path
    configuration: str
    upstream: str
    port: int = field(default_factory=free_port)
    tls_port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def certificate(self) -> Path:
        return self.folder / "travelagent" / "certificates" / "fullchain.pem"

    def start(self) -> None:
        """Start as the container would, but for the ports, and the name of the web containers."""
        self.certificate.parent.mkdir(parents=True)
        key = self.certificate.with_name("privkey.pem")
        names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
        command = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names)
        made = ("-keyout", str(key), "-out", str(self.certificate))
        subprocess.run([*command, *made], check=True, capture_output=True)
        site = (DEPLOY / self.configuration).read_text()
        site = site.replace("listen 80;", f"listen 127.0.0.1:{self.port};")
        site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.tls_port} ssl;")
        app = (DEPLOY / "app.inc").read_text().replace("http://web:8000", self.upstream)
        (self.folder / "travelagent" / "app.inc").write_text(app)
        places = "".join(f"{kind}_temp_path {self.folder / kind};\n" for kind in NGINX_TEMPORARY)
        (self.folder / "nginx.conf").write_text(f"events {{}}\nhttp {{\n{places}access_log off;\n{site}}}\n")
        own = f"daemon off; pid {self.folder / 'nginx.pid'}; error_log {self.folder / 'error.log'};"
        options = ("-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-g", own)
        self.process = subprocess.Popen([installed("nginx"), *options], stderr=subprocess.DEVNULL)
        _until_listening(self.port, self.process)

    def close(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
            self.process = None


def installed(program: str) -> str:
    """Where a program is; skips the test where it is not installed."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, places)])
    found = shutil.which(program, path=path)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def _user() -> str | None:
    """Whom PostgreSQL runs as: None for whoever runs the tests."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        pytest.skip("PostgreSQL refuses to run as root, and there is no user postgres")


def _until_listening(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_S
    while True:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        if time.monotonic() > deadline or process.poll() is not None:
            raise RuntimeError(f"{process.args} did not start")
        time.sleep(0.02)
