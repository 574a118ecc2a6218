"""Every error under /api/v1/ is answered as a problem."""

import pytest
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import OperationalError
from django.http.multipartparser import MultiPartParserError
from django.test import Client

from tests.api.caller import Caller, as_nobody, problem
from travelagent.api.problems import handle
from travelagent.api.views.sessions import SessionList

pytestmark = pytest.mark.django_db
PART = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'


def test_a_path_that_is_none(subtests: pytest.Subtests) -> None:
    for path in ("", "nowhere/", "sessions/x/y/z/", "sessions/%00/"):
        for method in ("GET", "POST", "DELETE", "OPTIONS"):
            with subtests.test(method=method, path=path):
                assert problem(as_nobody()(method, path)) == (404, "not_found")


FORMS = (
    ("/api/v1/sessions/", "application/x-www-form-urlencoded", b"a=1&" * 2_000, 415),
    ("/api/v1/sessions/", "multipart/form-data", b"--b--", 415),
    ("/nowhere/", "multipart/form-data; boundary=b", PART * 2_000, 404),
)


def test_a_form_that_cannot_be_read_is_no_fault_of_the_server(subtests: pytest.Subtests) -> None:
    """No door looks for the token of a page in it, and no page of an error."""
    for path, kind, form, status in FORMS:
        with subtests.test(path=path, kind=kind):
            client = Client(enforce_csrf_checks=True, raise_request_exception=False)
            client.cookies["csrftoken"] = token = "a" * 32
            response = client.generic("POST", path, form, kind, headers={"X-CSRFToken": token})
            assert response.status_code == status


def test_what_is_wrong_with_a_form_is_a_problem() -> None:
    for error, status in ((TooManyFieldsSent(), 400), (MultiPartParserError(), 400), (RequestDataTooBig(), 413)):
        answered = handle(error, {})
        assert answered is not None
        assert answered.status_code == status


def test_a_forgotten_slash_is_pointed_out(api: Caller) -> None:
    response = api.post("sessions", {})
    assert problem(response) == (404, "not_found")
    assert "slash" in response.json()["detail"]


def test_a_method_that_is_none(api: Caller) -> None:
    response = api("DELETE", "sessions/")
    assert problem(response) == (405, "method_not_allowed")
    assert response["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_a_form_that_is_not_offered(api: Caller) -> None:
    assert problem(api.get("sessions/", Accept="application/xml")) == (406, "not_acceptable")


def test_a_form_may_be_asked_for_with_its_encoding(api: Caller) -> None:
    for accepted in ("application/json; charset=utf-8", "application/json;charset=UTF-8, */*;q=0.1"):
        assert api.get("sessions/", Accept=accepted).status_code == 200


def test_a_body_of_another_type(api: Caller) -> None:
    response = api.client.post("/api/v1/sessions/", {"title": "x"}, headers=api.headers)
    assert problem(response) == (415, "unsupported_media_type")


def test_a_body_that_is_no_json(api: Caller, subtests: pytest.Subtests) -> None:
    for body in (
        b"{",
        b"\xff\xfe",
        b'{"title": NaN}',
        b'{"title": "\\ud800"}',
        b"[" * 200_000,
        b'{"n": ' + b"9" * 5000 + b"}",
    ):
        with subtests.test(body=body[:20]):
            assert problem(api.post("sessions/", body)) == (400, "parse_error")


def test_a_body_that_is_no_object(api: Caller, subtests: pytest.Subtests) -> None:
    for body in ([], "x", 5, [{}]):
        with subtests.test(body=body):
            assert problem(api.post("sessions/", body)) == (400, "invalid")


def test_a_charset_that_is_none_does_not_matter(api: Caller) -> None:
    sent = api.client.generic(
        "POST", "/api/v1/sessions/", '{"title": "京"}', "application/json; charset=klingon", headers=api.headers
    )
    assert sent.json()["title"] == "京"


def test_a_body_beyond_measure(api: Caller) -> None:
    assert problem(api.post("sessions/", b'"' + b"x" * 1024 * 1024 + b'"')) == (413, "too_large")


def test_problems_speak_the_callers_language(api: Caller) -> None:
    english = api.post("sessions/", {"title": 5}).json()["errors"]["title"]
    chinese = api.post("sessions/", {"title": 5}, Accept_Language="zh-CN").json()["errors"]["title"]
    assert english != chinese


def test_a_fault_of_ours_is_signalled_and_tells_nothing(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(SessionList, "get", broken)
    with pytest.raises(RuntimeError, match="secret"):
        api.get("sessions/")  # the test client raises what Django was signalled

    quiet = Caller(Client(raise_request_exception=False), api.headers)
    response = quiet.get("sessions/")
    assert problem(response) == (500, "internal")
    assert b"secret" not in response.content


def test_database_errors_answer_503(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(SessionList, "post", fail)
    response = api.post("sessions/", {})
    assert problem(response) == (503, "unavailable")
    assert response["Retry-After"]
    assert "disk" not in response.json()["detail"]
