"""The secrets of webhooks and what is signed with them, as Standard Webhooks has it (standardwebhooks.com).

A secret is `whsec_` and 32 random bytes in base64; it is shown once, to whoever makes or rotates it.
"""

import base64
import hashlib
import hmac
import os
from collections.abc import Sequence

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    """Return a new random secret."""
    return PREFIX + base64.b64encode(os.urandom(SECRET_BYTES)).decode()


def signatures(secrets: Sequence[str], message: str, timestamp: int, body: bytes) -> str:
    """Return the value of the header `webhook-signature`: one signature for each secret."""
    signed = f"{message}.{timestamp}.".encode() + body
    return " ".join(f"v1,{_signature(secret, signed)}" for secret in secrets)


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
