"""Bodies of other servers' answers: what is read of them, and how little of those that swell."""

import gzip

import pytest

from tests.support.memory import most_memory
from travelagent.bounded_body import BodyTooLarge, BoundedBody, UnreadableBody

MOST = 100_000


def read(encoding: str, *parts: bytes) -> bytes:
    body = BoundedBody(encoding, MOST)
    for part in parts:
        body.feed(part)
    return body.whole()


def test_it_works() -> None:
    packed = gzip.compress(b"answer")

    assert read("", b"ans", b"wer") == read("GZIP ", packed[:7], packed[7:]) == b"answer"
    assert read("identity", b"x" * MOST) == read("gzip", gzip.compress(b"x" * MOST)) == b"x" * MOST


@pytest.mark.parametrize(
    ("encoding", "parts", "refusal"),
    [
        ("", [b"x" * MOST, b"x"], BodyTooLarge),
        ("gzip", [gzip.compress(b"x" * (MOST + 1))], BodyTooLarge),
        ("gzip", [gzip.compress(b"", 0), *[b"x" * 1000] * MOST], UnreadableBody),
        ("gzip", [gzip.compress(b"answer")[:-1]], UnreadableBody),
        ("gzip", [b"answer"], UnreadableBody),
        ("gzip", [], UnreadableBody),
        ("br", [], UnreadableBody),
        ("gzip, gzip", [], UnreadableBody),
    ],
)
def test_what_is_refused(encoding: str, parts: list[bytes], refusal: type[ValueError]) -> None:
    with pytest.raises(refusal):
        read(encoding, *parts)


def test_a_part_is_unpacked_up_to_the_limit() -> None:
    """64 MB in one part of some kB."""
    swelling = gzip.compress(b" " * 64_000_000)
    with most_memory(6 * MOST), pytest.raises(BodyTooLarge):
        read("gzip", swelling)
