"""Settings from environment variables: each typed and checked, a bad one refused in one line that names it.

A secret may come from a file instead: `NAME_FILE=/path` is read where `NAME` is not set.
"""

import os
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

SECRETS: Final = (
    *("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "OPENAI_API_KEY", "EMAIL_URL", "MAP_TILES_KEY"),
    *("ATTACHMENTS_ACCESS_KEY", "ATTACHMENTS_SECRET_KEY", "MCP_SERVERS"),
)
_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_FALSE: Final = frozenset({"0", "false", "no", "off", ""})
ENGINES: Final = frozenset({"django.db.backends.sqlite3", "django.db.backends.postgresql"})
LARGEST: Final = 2**31 - 1
"""Of any number: more is a slip, and overflows somewhere."""


class Environment:
    """Reads variables. Every method raises ImproperlyConfigured with the variable's name for an invalid value."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = {**_from_files(variables), **variables}

    def text(self, name: str, default: str = "") -> str:
        """Return a text without control characters."""
        value = self._variables.get(name, default)
        if any(not character.isprintable() for character in value):
            raise _refused(name, value, "text without control characters")
        return value

    def secret(self, name: str) -> str:
        """Return a secret, empty where none is set; errors do not show its value."""
        return self._variables.get(name, "")

    def boolean(self, name: str, default: bool) -> bool:
        """Return whether the variable is true."""
        value = self._variables.get(name)
        if value is None:
            return default
        if value.lower() not in _TRUE | _FALSE:
            raise _refused(name, value, "true or false")
        return value.lower() in _TRUE

    def integer(self, name: str, default: int, least: int, most: int = LARGEST) -> int:
        """Return a whole number from `least` to `most`."""
        return _integer(name, self._variables.get(name, str(default)), least, most)

    def integers(self, name: str, default: Sequence[int], least: int, most: int = LARGEST) -> list[int]:
        """Numbers, separated by commas; at least one."""
        given = self._variables.get(name)
        return list(default) if given is None else [_integer(name, part, least, most) for part in given.split(",")]

    def decimal(self, name: str, default: str, least: int) -> Decimal:
        """Return a decimal number from `least`."""
        value = self._variables.get(name, default)
        try:
            number = Decimal(value)
        except InvalidOperation:
            raise _refused(name, value, "a number") from None
        if not number.is_finite() or number < least:
            raise _refused(name, value, f"a number from {least}")
        return number

    def choice(self, name: str, default: str, *allowed: str) -> str:
        """Return one of the allowed values."""
        value = self._variables.get(name, default)
        if value not in allowed:
            raise _refused(name, value, f"one of {', '.join(filter(None, allowed))}")
        return value

    def names(self, name: str, default: Sequence[str] = ()) -> list[str]:
        """Texts, separated by commas, none of them empty."""
        given = self._variables.get(name)
        if given is None or not given.strip():
            return list(default)
        found = [part.strip() for part in given.split(",")]
        if not all(found):
            raise _refused(name, given, "values separated by commas")
        return found

    def origins(self, name: str) -> list[str]:
        """Origins, a scheme and a host each, separated by commas."""
        return [_address(name, origin, ("http", "https")) for origin in self.names(name)]

    def address(self, name: str, default: str = "", schemes: Sequence[str] = ("http", "https")) -> str:
        """Return an address with one of these schemes and a host, or nothing."""
        value = self._variables.get(name, default)
        return _address(name, value, schemes) if value else ""

    def secret_address(self, name: str, schemes: Sequence[str]) -> str:
        """Return an address that may hold a password; errors do not show it."""
        value = self._variables.get(name, "")
        return _address(name, value, schemes, shown="an address") if value else ""

    def file(self, name: str) -> str:
        """Return the path of a file that exists, or nothing."""
        value = self._variables.get(name, "")
        if value and not Path(value).is_file():
            raise _refused(name, value, "the path of a file")
        return value

    def folder(self, name: str, default: Path, mode: int) -> Path:
        """Return a folder that can be written to, made with this mode where it does not exist."""
        path = Path(self._variables.get(name) or default).resolve()
        try:
            path.mkdir(mode=mode, parents=True, exist_ok=True)
        except OSError as error:
            raise _refused(name, str(path), f"a folder ({error.strerror})") from None
        if not os.access(path, os.W_OK):
            raise _refused(name, str(path), "a folder that can be written to")
        return path

    def database(self, name: str, default: str) -> dict[str, Any]:
        """Return Django's settings of the database at an address."""
        value = self._variables.get(name) or default
        try:
            settings: dict[str, Any] = environ.Env.db_url_config(value)
        except Exception as error:  # the library raises whatever its parsing meets
            raise ImproperlyConfigured(f"{name}: expected the address of a database ({error})") from None
        if settings.get("ENGINE") not in ENGINES or not settings.get("NAME"):
            raise ImproperlyConfigured(f"{name}: expected an address like postgres://user:secret@host:5432/name")
        return settings

    def mail(self, name: str, default: str) -> dict[str, Any]:
        """Return Django's settings of the mail server at an address."""
        value = self._variables.get(name) or default
        try:
            settings: dict[str, Any] = environ.Env.email_url_config(value)
        except Exception:  # the library raises whatever its parsing meets
            raise ImproperlyConfigured(f"{name}: expected an address like smtp+tls://user:secret@host:587") from None
        return settings


def _from_files(variables: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for name in SECRETS:
        path = variables.get(f"{name}_FILE")
        if not path or name in variables:
            continue
        try:
            found[name] = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ImproperlyConfigured(f"{name}_FILE={path!r}: expected a file that can be read ({error})") from None
        if not found[name]:
            raise ImproperlyConfigured(f"{name}_FILE={path!r}: the file is empty")
    return found


def _integer(name: str, value: str, least: int, most: int) -> int:
    expected = f"a whole number from {least} to {most}" if most < LARGEST else f"a whole number from {least}"
    text = value.strip()
    if not text.removeprefix("-").isdecimal() or not text.isascii() or not least <= int(text) <= most:
        raise _refused(name, value, expected)
    return int(text)


def _address(name: str, value: str, schemes: Sequence[str], shown: str = "") -> str:
    expected = f"{shown or 'an address'} with {' or '.join(schemes)}"
    try:
        parts = urlsplit(value)
        hosted = parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        hosted = False
    if not hosted or parts.scheme not in schemes or any(c.isspace() for c in value):
        raise ImproperlyConfigured(f"{name}: expected {expected}") if shown else _refused(name, value, expected)
    return value


def _refused(name: str, value: str, expected: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name}={value!r}: expected {expected}")
