"""Encryption of what the database keeps but nobody is to read there, with a key made of SECRET_KEY.

What was encrypted with one of SECRET_KEY_FALLBACKS can still be decrypted.
"""

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.encoding import force_str


class Unreadable(ValueError):
    """It was encrypted with a SECRET_KEY that is gone."""


def encrypt(plain: bytes) -> bytes:
    """Return the bytes encrypted and authenticated with the site's key (Fernet)."""
    return _fernet().encrypt(plain)


def decrypt(token: bytes) -> bytes:
    """Return the decrypted bytes. Raises Unreadable for a forged token or one of another key."""
    try:
        return _fernet().decrypt(token)
    except InvalidToken as error:
        raise Unreadable from error


def _fernet() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [hashlib.sha256(f"travelagent.sealed:{force_str(key)}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
