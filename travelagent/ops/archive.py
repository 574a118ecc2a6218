"""Backups: one archive of the database, the secret key and the files of trips, from a running system, and back.

The archive is a gzipped tar: `manifest.json` (what it is, and the newest migration of each app), `database` (SQLite's
own file, copied by its backup call while others write; or PostgreSQL's custom dump), `secret_key` where the data folder
made it, `files/` from whichever storage they lie in. An archive goes back into the kind of database it came from, and
its files into the storage of the settings.
"""

import gzip
import io
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from travelagent.accounts.models import Person, User
from travelagent.attachments.contents import stored_names
from travelagent.attachments.models import attachment_storage
from travelagent.ops import archived_files
from travelagent.ops.archived_files import FilesKept

FORMAT = 1
MANIFEST, DATABASE, SECRET = "manifest.json", "database", "secret_key"


class NoArchive(Exception):
    """Why an archive can be neither written nor read."""


def back_up(path: Path) -> FilesKept:
    """Write an archive; it is there whole or not at all, readable by its owner alone. The files are read after the
    database, so none that it speaks of came later. Raises NoArchive."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        dump = Path(folder) / DATABASE
        _dump(dump)
        aside = Path(folder) / "archive"
        with (
            open(os.open(aside, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file,
            tarfile.open(fileobj=file, mode="w:gz") as archive,
        ):
            manifest = json.dumps(_manifest(), indent=1).encode()
            entry = tarfile.TarInfo(MANIFEST)
            entry.size = len(manifest)
            archive.addfile(entry, io.BytesIO(manifest))
            archive.add(dump, DATABASE)
            secret = Path(settings.DATA_DIR) / SECRET
            if secret.exists():
                archive.add(secret, SECRET)
            try:
                files = archived_files.pack(archive)
            except Exception as error:  # a bucket's client raises whatever the network does
                raise NoArchive(f"the files of trips could not be read: {error}") from error
        os.replace(aside, path)
    return files


def restore(path: Path) -> tuple[dict[str, Any], FilesKept]:
    """Put an archive in place of the present database and secret key, and its files into the storage; its manifest,
    and what became of the files. Raises NoArchive.

    Nothing is changed unless the archive is whole and of this kind of database; the database is not, unless all files
    were put back. Nobody else may be using the database.
    """
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as folder:
        try:
            _extract(path, folder)
            manifest: dict[str, Any] = json.loads((Path(folder) / MANIFEST).read_text(encoding="utf-8"))
        except (OSError, tarfile.TarError, ValueError, EOFError, zlib.error) as error:
            raise NoArchive(f"{path} is no archive of this product: {error}") from error
        if manifest.get("format") != FORMAT:
            raise NoArchive(f"the archive's format is {manifest.get('format')}, this is {FORMAT}")
        if manifest["engine"] != connection.vendor:
            raise NoArchive(
                f"the archive is of {manifest['engine']}, the database in the settings is {connection.vendor}"
            )
        try:
            with _opened(path) as archive:
                names = archived_files.unpack(archive)
        except Exception as error:  # a bucket's client raises whatever the network does
            raise NoArchive(f"the files of trips could not be put back: {error}") from error
        _load(Path(folder) / DATABASE)
        secret = Path(folder) / SECRET
        if secret.exists():
            target = Path(settings.DATA_DIR) / SECRET
            shutil.copyfile(secret, target)
            target.chmod(0o600)
    storage = attachment_storage()
    missing = [name for name in stored_names() if name not in names and not storage.exists(name)]
    return manifest, FilesKept(len(names), tuple(missing))


def is_empty() -> bool:
    """Return whether nobody has used this database yet: it has no tables, or no person and no user."""
    tables = set(connection.introspection.table_names())
    used = (Person, User)
    return all(model._meta.db_table not in tables or not model.objects.exists() for model in used)


def _manifest() -> dict[str, Any]:
    newest: dict[str, str] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        newest[app] = name
    made = timezone.now().isoformat(timespec="seconds")
    return {"format": FORMAT, "engine": connection.vendor, "made_at": made, "migrations": newest}


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    """Open the archive; its checksum is compared when it is closed, after what is unpacked has been read to the end."""
    with gzip.open(path) as unpacked, tarfile.open(fileobj=unpacked, mode="r:") as archive:
        yield archive
        while unpacked.read(1024 * 1024):
            pass


def _extract(path: Path, folder: str) -> None:
    """Read the whole archive, and write all of it but the files of trips into a folder."""
    with _opened(path) as archive:
        for member in archive:
            if member.name in (MANIFEST, DATABASE, SECRET):
                archive.extract(member, folder, filter="data")


def _dump(target: Path) -> None:
    if connection.vendor == "sqlite":
        name = connection.settings_dict["NAME"]
        with closing(sqlite3.connect(name)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
        return
    _run("pg_dump", "--format=custom", "--no-owner", "--no-acl", f"--file={target}")


def _load(dump: Path) -> None:
    connections.close_all()
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(dump)) as source:
            if source.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise NoArchive("the archive's database is damaged")
            with closing(sqlite3.connect(connection.settings_dict["NAME"])) as target:
                source.backup(target)
        return
    into = f"--dbname={connection.settings_dict['NAME']}"
    _run("pg_restore", "--clean", "--if-exists", "--no-owner", "--no-acl", "--single-transaction", into, str(dump))


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on the database of the settings; the password is passed in the environment."""
    database = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    environment = os.environ | {variable: str(database[key]) for variable, key in names.items() if database.get(key)}
    try:
        done = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise NoArchive(f"{program} is not installed; it comes with PostgreSQL's client") from error
    if done.returncode != 0:
        raise NoArchive(f"{program} failed: {done.stderr.strip()}")
