"""Opaque public ids: a prefix that names the kind, and 128 random bits."""

import secrets
from functools import partial

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_LENGTH = 22  # 62 ** 22 > 2 ** 128


def new_id(prefix: str) -> str:
    """Return a fresh random id such as `run_4fWq…`."""
    return f"{prefix}_{''.join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))}"


key_id = partial(new_id, "key")
session_id = partial(new_id, "ses")
run_id = partial(new_id, "run")
trip_id = partial(new_id, "trip")
memory_id = partial(new_id, "mem")
share_id = partial(new_id, "share")
feed_id = partial(new_id, "feed")
traveller_id = partial(new_id, "trv")
expense_id = partial(new_id, "exp")
item_id = partial(new_id, "item")
file_id = partial(new_id, "file")
entry_id = partial(new_id, "jrn")
member_id = partial(new_id, "mbr")
invite_id = partial(new_id, "inv")
comment_id = partial(new_id, "cmt")
webhook_id = partial(new_id, "wh")
push_id = partial(new_id, "push")
delivery_id = partial(new_id, "msg")
