"""Web push: a message encrypted for one browser (RFC 8291, aes128gcm of RFC 8188) and signed by this site (VAPID, RFC
8292). Push services are addresses that browsers name, so they are called as webhooks are: at public hosts
over https alone.
"""

import asyncio
import base64
import contextlib
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpcore
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from travelagent.targets import Forbidden, network

RECORD_BYTES: Final = 4096
MOST_BYTES: Final = 3000
"""Push services take 4096 bytes in all."""
TTL_S: Final = 12 * 3600
"""So long a push service keeps a message for a browser that is away."""
SIGNED_FOR_S: Final = 12 * 3600
GONE: Final = frozenset({404, 410})
CURVE: Final = ec.SECP256R1()


@dataclass(frozen=True, slots=True)
class Pushed:
    """How a push service answered; `code` None when it did not."""

    code: int | None
    error: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether the push service answered with a status of 200 to 299."""
        return self.code is not None and 200 <= self.code < 300

    @property
    def is_gone(self) -> bool:
        """Whether the browser takes no more messages."""
        return self.code in GONE


def push(endpoint: str, public_key: str, secret: str, message: bytes) -> Pushed:
    """Send a message of at most MOST_BYTES to a browser; its keys are those of `PushSubscription.toJSON()`."""
    try:
        body = encrypted(message, decoded(public_key), decoded(secret))
    except ValueError as error:
        return Pushed(None, f"keys: {error}"[:200])
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL_S),
        "Urgency": "normal",
        "Authorization": f"vapid t={_token(endpoint)}, k={public_vapid_key()}",
    }
    return asyncio.run(_send(endpoint, headers, body))


def encrypted(message: bytes, browser: bytes, secret: bytes) -> bytes:
    """Return the message for the browser with that public key (65 bytes) and secret (16 bytes). Raises ValueError."""
    if len(secret) != 16 or len(message) > MOST_BYTES:
        raise ValueError("a secret of 16 bytes and a short message are needed")
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser)
    ours = ec.generate_private_key(CURVE)
    point = _point(ours.public_key())
    shared = ours.exchange(ec.ECDH(), theirs)
    keying = _derived(secret, shared, b"WebPush: info\x00" + browser + point, 32)
    salt = os.urandom(16)
    key = _derived(salt, keying, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(salt, keying, b"Content-Encoding: nonce\x00", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def public_vapid_key() -> str:
    """Return what browsers subscribe with: the public key of this site, made at first use."""
    return encoded(_point(_private_key().public_key()))


def decoded(text: str) -> bytes:
    """Return the bytes of base64url without padding. Raises ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(content: bytes) -> str:
    """Return the bytes as base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _derived(salt: bytes, keying: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(keying)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _token(endpoint: str) -> str:
    """Return the JSON web token (ES256) that identifies the sender to a push service."""
    place = urlsplit(endpoint)
    contact = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")
    claims = {
        "aud": f"{place.scheme}://{place.netloc}",
        "exp": int(time.time()) + SIGNED_FOR_S,
        "sub": f"mailto:{contact}",
    }
    parts = [
        encoded(json.dumps(part, separators=(",", ":")).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    ]
    signed = ".".join(parts)
    r, s = decode_dss_signature(_private_key().sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{signed}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _private_key() -> ec.EllipticCurvePrivateKey:
    """Return the site's key from the data folder, readable by its owner alone; make one where there is none."""
    path = Path(settings.DATA_DIR) / "vapid.pem"
    if not path.exists():
        made = ec.generate_private_key(CURVE).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        whole = path.with_name(f"vapid.{os.getpid()}.pem")
        whole.touch(0o600)
        whole.write_bytes(made)
        with contextlib.suppress(FileExistsError):  # the first process wins, and nobody reads half a key
            os.link(whole, path)
        whole.unlink()
    found = serialization.load_pem_private_key(path.read_bytes(), None)
    if not isinstance(found, ec.EllipticCurvePrivateKey):
        raise ValueError(f"{path} holds no key of the curve P-256")
    return found


async def _send(endpoint: str, headers: dict[str, str], body: bytes) -> Pushed:
    try:
        async with (
            httpcore.AsyncConnectionPool(network_backend=network()) as pool,
            asyncio.timeout(settings.WEBHOOK_TIMEOUT_S),
            pool.stream("POST", endpoint, headers=list(headers.items()), content=body) as response,
        ):
            return Pushed(response.status, "" if response.status < 300 else str(response.status))
    except Forbidden as error:
        return Pushed(None, str(error)[:200])
    except TimeoutError:
        return Pushed(None, "timeout")
    except (OSError, httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
        return Pushed(None, f"{type(error).__name__}: {error}"[:200])
