"""`Idempotency-Key`: a POST that is sent again is not done again; its first answer is replayed for KEPT.

Keys are the caller's own: those of a partner, whichever of its keys it uses, or of a person at the site. The answer is
stored in the transaction of what the request wrote, so either both are there or neither. That transaction keeps all
others from writing, so what takes long is done before it begins; where it cannot be, as with a mail that is sent, the
answer is stored behind what was written. Of a large answer that shows what was made, its address is kept alone, and
the replay shows it as it is by then. Whoever works on a request holds a lease; when it
crashes in between, the lease ends after LEASE and the request may be sent again. What may go better another time, a
fault of the server (5xx) or a throttled request (429), is not kept.
"""

import hashlib
import json
import re
import zlib
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from travelagent.accounts.actors import Actor
from travelagent.api.models import IdempotentAnswer
from travelagent.api.problems import Problem, wrong_field
from travelagent.api.sealing import Unreadable, decrypt, encrypt

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
KEPT = timedelta(hours=24)
LEASE = timedelta(seconds=60)
KEY = re.compile(r"[\x21-\x7e]{1,255}")
AT_ONCE = 1000
LARGE = 16 * 1024
"""Bytes of an answer, above which the address of what was made is kept instead."""


def key_of(request: Request) -> str | None:
    """Return the request's `Idempotency-Key`, None without one. Raises Problem for an invalid key."""
    given = request.headers.get(HEADER)
    if given is not None and not KEY.fullmatch(given):
        raise wrong_field(HEADER, _("1 to 255 visible ASCII characters."))
    return given


def digest_of(request: Request) -> str:
    """Return the SHA-256 digest of what makes two requests the same: path with query, precondition, body.

    Raises what a body's parser raises.
    """
    body = json.dumps(request.data, sort_keys=True, ensure_ascii=False, default=_digest_of_content)
    parts = (request.get_full_path(), request.headers.get("If-Match", ""), body)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _digest_of_content(content: object) -> str:
    """Return a digest of the bytes, or of the name and the bytes of an uploaded file. Raises TypeError for others."""
    if isinstance(content, UploadedFile):
        content.seek(0)
        digest = hashlib.file_digest(content, "sha256").hexdigest()
        content.seek(0)
        return f"{content.name}:{digest}"
    if not isinstance(content, bytes):
        raise TypeError(type(content).__name__)
    return hashlib.sha256(content).hexdigest()


Begin = Callable[[], None]


def once(
    actor: Actor, key: str, digest: str, work: Callable[[Begin], HttpResponse], shown: Callable[[str], HttpResponse]
) -> HttpResponse:
    """Return the rendered answer of `work`, or the stored answer of a request that was done before.

    `work` calls what it is given when all is computed: from then on it writes in the transaction that stores its
    answer. `shown` answers a GET of an address of the API.

    Raises Problem: 422 for another request with the same key, 409 while the first is at work.
    """
    row = _taken(actor, key, digest)
    if row.status is not None:
        return _replayed(row, shown)
    kept = begun = False
    try:
        with ExitStack() as writing:

            def begin() -> None:
                nonlocal begun
                if not begun:
                    writing.enter_context(transaction.atomic())
                    begun = True

            answer = work(begin)
            kept = answer.status_code < 500 and answer.status_code != 429
            if kept:
                _store(row, answer)
            elif begun:
                transaction.set_rollback(True)
    except Exception:
        _held(row).delete()
        raise
    if not kept:
        _held(row).delete()
    return answer


def forget_idempotent_answers() -> int:
    """Delete what is older than KEPT; how many there were."""
    old = IdempotentAnswer.objects.filter(created_at__lt=Now() - KEPT)
    return IdempotentAnswer.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:AT_ONCE])).delete()[0]


def _taken(actor: Actor, key: str, digest: str) -> IdempotentAnswer:
    """Return the key's row: with the answer, or with its lease held here. Raises Problem."""
    own: dict[str, Any] = {"partner_id": actor.partner, "person_id": actor.person, "key": key}
    IdempotentAnswer.objects.filter(**own, created_at__lt=Now() - KEPT).delete()
    lease = {"lease_until": Now() + LEASE}
    row, made = IdempotentAnswer.objects.get_or_create(**own, defaults={"digest": digest, **lease})
    if made:
        return row
    if row.digest != digest:
        raise Problem(422, "idempotency_key_reused", _("This Idempotency-Key was sent with another request."))
    if row.status is None:
        free = _held(row).filter(lease_until__lt=Now())
        if not free.update(fence=F("fence") + 1, **lease):
            raise _in_flight()
        row.fence += 1
    return row


def _held(row: IdempotentAnswer) -> Any:
    """Return a query for the row as long as its lease has not been taken over and no answer is stored."""
    return IdempotentAnswer.objects.filter(pk=row.pk, fence=row.fence, status=None)


def _store(row: IdempotentAnswer, answer: HttpResponse) -> None:
    """Encrypted: an answer may tell a secret. Raises Problem when another process has taken the request over."""
    body, headers = answer.content, dict(answer.items())
    if len(body) > LARGE and "Location" in headers:
        body, headers = b"", {**headers, REPLAYED: headers["Location"]}
    if not _held(row).update(status=answer.status_code, headers=headers, body=encrypt(zlib.compress(body))):
        raise _in_flight()


def _replayed(row: IdempotentAnswer, shown: Callable[[str], HttpResponse]) -> HttpResponse:
    """Return the stored answer. Raises Problem when SECRET_KEY was changed since, or what was made is gone."""
    try:
        body = _unpacked(decrypt(bytes(row.body)))
    except Unreadable as error:
        raise Problem(409, "idempotency_lost", _("The first answer can no longer be read.")) from error
    headers = dict(row.headers)
    if made := row.headers.get(REPLAYED):
        now = shown(made)
        if now.status_code != HTTPStatus.OK:
            raise Problem(409, "idempotency_lost", _("The first answer can no longer be read."))
        body = now.content
        headers |= {name: now[name] for name in ("Content-Type", "ETag") if name in now}
    answer = HttpResponse(body, status=row.status, headers={**headers, REPLAYED: "true"})
    if "Content-Type" not in row.headers:
        del answer["Content-Type"]
    return answer


def _unpacked(body: bytes) -> bytes:
    """Return the bytes of a stored answer; those of releases before 0.3 are as they were sent."""
    try:
        return zlib.decompress(body)
    except zlib.error:
        return body


def _in_flight() -> Problem:
    detail = _("The first request with this Idempotency-Key is still being worked on.")
    return Problem(409, "idempotency_in_flight", detail, retry_after=1)
