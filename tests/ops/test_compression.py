"""What the application answers is compressed for who takes it; what it streams is not."""

import gzip

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from travelagent.ops.compression import CompressionMiddleware

pytestmark = pytest.mark.django_db

PATH = "/jsi18n/"
GZIP = {"accept-encoding": "gzip, deflate"}


def test_it_works(client: Client) -> None:
    plain = client.get(PATH)
    packed = client.get(PATH, headers=GZIP)

    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content)


def test_who_does_not_ask_gets_it_plain(client: Client) -> None:
    answer = client.get(PATH)

    assert not answer.has_header("Content-Encoding")
    assert "Accept-Encoding" in answer["Vary"]


def test_a_stream_is_not_compressed() -> None:
    def stream(_request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
        return StreamingHttpResponse(iter(["retry: 1000\n\n"] * 100), content_type="text/event-stream")

    answer = CompressionMiddleware(stream)(RequestFactory().get("/", headers=GZIP))

    assert isinstance(answer, StreamingHttpResponse)
    assert not answer.has_header("Content-Encoding")
    assert b"".join(answer) == b"retry: 1000\n\n" * 100
