"""Settings of the environment: each bad value stops the start with one line that names its variable."""

import importlib.util
import os
import re
import runpy
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.support.isolation import ROOT

WRONG: dict[str, tuple[str, ...]] = {
    "HOST": ("a\nb",),
    "PORT": ("99999", "-1", "http", "８000", ""),
    "TRAVELAGENT_DATA_DIR": (f"{__file__}/below",),
    "SECRET_KEY_FALLBACKS": ("a,,b",),
    "ALLOWED_HOSTS": ("a.example,",),
    "HTTPS": ("yep", "2"),
    "TRUSTED_PROXIES": ("-1", "11", "yes"),
    "CSRF_TRUSTED_ORIGINS": ("a.example", "ftp://a.example", "https://"),
    "LOG_LEVEL": ("debug", "LOUD"),
    "DEBUG": ("maybe",),
    "DATABASE_URL": ("foo", "postgres://", "mysqlx://a/b"),
    "DATABASE_POOL_SIZE": ("0", "many"),
    "REDIS_URL": ("foo", "http://localhost:6379", "redis://"),
    "RUN_EXECUTOR": ("threads", "celery"),
    "EMAIL_URL": ("foo",),
    "MAIL_FROM": ("a@b.example\nBcc: c@d.example",),
    "WORKER_METRICS_PORT": ("70000",),
    "OPENAI_BASE_URL": ("localhost:11434", "ftp://a.example"),
    "OPENAI_MODEL": ("a\tb",),
    "TRAVELAGENT_TRACING": ("maybe",),
    "OTEL_EXPORTER_OTLP_ENDPOINT": ("localhost:4318", "grpc://localhost:4317"),
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": ("localhost:4318/v1/traces",),
    "OTEL_EXPORTER_OTLP_PROTOCOL": ("grpc",),
    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": ("http/json",),
    "OTEL_TRACES_EXPORTER": ("zipkin", "otlp,console"),
    "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": ("some",),
    "TRAVELAGENT_MODELS_FILE": ("/nowhere/models.toml",),
    "TRAVELAGENT_LOCAL_MODELS": ("ollama",),
    "TRAVELAGENT_LOCAL_MODEL_PORTS": ("0", "65536", "11434,", "ollama"),
    "SPEND_CAP_USD": ("NaN", "Infinity", "-1", "1 USD"),
    "MAP_TILES": ("google",),
    "MAP_TILES_FILE": ("/nowhere/own.pmtiles",),
    "MAP_TILE_URL": ("tiles.example/{z}", "https://"),
    "MAP_TILE_ATTRIBUTION": ("a\x00b",),
    "PICTURE_PROVIDER": ("flickr", "commons"),
    "PICTURE_CONTACT": ("a\tb",),
    "COMMONS_API_URL": ("commons.example", "ftp://a.example"),
    "COMMONS_IMAGES_URL": ("upload.example",),
    "PROVIDERS": ("maybe",),
    "PROVIDER_CONTACT": ("a\tb",),
    "GEOCODER": ("google", ""),
    "NOMINATIM_URL": ("nominatim.example",),
    "PHOTON_URL": ("photon.example",),
    "OVERPASS_URL": ("ftp://a.example",),
    "WIKIPEDIA_URL": ("{language}.wikipedia.example",),
    "WIKIDATA_API_URL": ("wikidata.example",),
    "OPEN_METEO_URL": ("http://",),
    "RATES_URL": ("file:///etc/rates.xml",),
    "ROUTING_PROVIDER": ("maps", "osrm"),
    "ROUTING_URL": ("http://localhost:5000", "foo"),
    "MCP_SERVERS": (
        "tides",
        "{}",
        '[{"name": "tides"}]',
        '[{"name": "tides", "url": "tides.example", "tools": ["a"]}]',
    ),
    "ATTACHMENTS_URL": ("https://bucket", "s3://", "bucket"),
    "ATTACHMENTS_ENDPOINT": ("ftp://a.example", "http://127.0.0.1:9000"),
    "ATTACHMENTS_REGION": ("eu-central-1", "a\x00"),
    "ATTACHMENTS_ACCESS_KEY": ("half",),
    "ATTACHMENTS_SECRET_KEY": ("half",),
    "RUNS_PER_PROCESS": ("0", "1e3"),
    "RUNS_WAITING": ("-1",),
    "RUNS_PER_PERSON": ("0",),
    "RUNS_PER_PARTNER": ("0",),
    "RUN_RETENTION_DAYS": ("-1", "99999999999"),
    "FAILURE_ALARM_PERCENT": ("-1", "101", "20%"),
    "FAILURE_ALARM_CALLS": ("0",),
    "SIGNUP_OPEN": ("open",),
    "LOGIN_FAILURES": ("0",),
    "ADDRESS_LOGIN_FAILURES": ("0",),
    "LOGIN_LOCKOUT_MINUTES": ("0", "1.5"),
    "THROTTLE_READS": ("-1",),
    "THROTTLE_WRITES": ("x",),
    "THROTTLE_RUNS": ("60/m",),
    "WEBHOOKS_PER_PARTNER": ("0",),
    "WEBHOOK_TIMEOUT_S": ("0",),
    "WEBHOOK_BACKOFF_S": ("5,", "5,soon", "0"),
    "WEBHOOK_DISABLE_AFTER_DAYS": ("0",),
    "WEBHOOK_RETENTION_DAYS": ("0",),
    "WEBHOOK_ROTATION_HOURS": ("-1",),
    "WEBHOOK_ALLOW_LOCAL": ("localhost",),
}
ANY_TEXT = {"SECRET_KEY", "MAP_TILES_KEY", "OPENAI_API_KEY", "OTEL_SDK_DISABLED"}
NAMED = re.compile(r"`([A-Z][A-Z_]+)`")


def documented() -> set[str]:
    rows = (line.split("|")[1] for line in (ROOT / "docs/settings.md").read_text("utf-8").splitlines() if "|" in line)
    return {name for row in rows for name in NAMED.findall(row)}


def read(monkeypatch: pytest.MonkeyPatch, folder: Path, **variables: str) -> dict[str, Any]:
    """The settings that these variables give."""
    for name in (*WRONG, *ANY_TEXT, *(name for name in os.environ if name.startswith("OTEL_"))):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TRAVELAGENT_DATA_DIR": str(folder), **variables}.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "travelagent" / "settings.py"))


def test_every_documented_setting_has_values_that_are_refused() -> None:
    assert documented() == WRONG.keys() | ANY_TEXT


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_bad_value_is_refused_in_one_line_that_names_it(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if "\x00" in value:  # no environment can hold it
        value = value.replace("\x00", "\x01")
    # OpenTelemetry's variables may be meant for others where nothing is traced.
    needed = {"TRAVELAGENT_TRACING": "true"} if name.startswith("OTEL_") else {}
    with pytest.raises(ImproperlyConfigured) as refused:
        read(monkeypatch, tmp_path, **{**needed, name: value})

    assert name in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "REDIS_URL", "OPENAI_API_KEY", "EMAIL_URL"])
@pytest.mark.parametrize("content", [None, "", " \n", b"\xff"])
def test_the_file_of_a_secret_must_hold_one(
    name: str, content: str | bytes | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "secret"
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ImproperlyConfigured, match=f"{name}_FILE"):
        read(monkeypatch, tmp_path, **{f"{name}_FILE": str(path)})


def test_a_secret_comes_from_its_file_unless_it_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("of the file\n")
    given = {"SECRET_KEY_FILE": str(tmp_path / "key")}

    assert read(monkeypatch, tmp_path, **given)["SECRET_KEY"] == "of the file"
    assert read(monkeypatch, tmp_path, SECRET_KEY="set", **given)["SECRET_KEY"] == "set"


def test_an_empty_key_in_the_data_folder_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = read(monkeypatch, tmp_path)["SECRET_KEY"]
    assert len(made) > 40
    assert read(monkeypatch, tmp_path)["SECRET_KEY"] == made

    (tmp_path / "secret_key").write_text("")
    with pytest.raises(ImproperlyConfigured, match="secret_key: the file of the secret key is empty"):
        read(monkeypatch, tmp_path)


@pytest.mark.parametrize(("name", "value", "setting", "read_as"), [
    ("HTTPS", "On", "HTTPS", True),
    ("DEBUG", "", "DEBUG", False),
    ("ALLOWED_HOSTS", "a.example, b.example", "ALLOWED_HOSTS", ["a.example", "b.example"]),
    ("WEBHOOK_BACKOFF_S", "5, 60", "WEBHOOK_BACKOFF_S", [5, 60]),
    ("REDIS_URL", "redis://:secret@localhost:6379/0", "REDIS_URL", "redis://:secret@localhost:6379/0"),
    ("MAP_TILE_URL", "", "MAP_TILE_URL", ""),
    ("EMAIL_URL", "smtp+tls://user:secret@mail.example:587", "EMAIL_PORT", 587),
])  # fmt: skip
def test_good_values(
    name: str, value: str, setting: str, read_as: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert read(monkeypatch, tmp_path, **{name: value})[setting] == read_as


@pytest.mark.parametrize(("given", "searched"), [
    ({}, True),
    ({"ALLOWED_HOSTS": "travel.example"}, False),
    ({"ALLOWED_HOSTS": "travel.example", "DEBUG": "on"}, True),
    ({"RUN_EXECUTOR": "celery", "REDIS_URL": "redis://localhost:6379/0"}, False),
    ({"ALLOWED_HOSTS": "travel.example", "TRAVELAGENT_LOCAL_MODELS": "on"}, True),
    ({"TRAVELAGENT_LOCAL_MODELS": "off"}, False),
])  # fmt: skip
def test_models_of_this_machine_are_looked_for_where_the_site_is_for_it_alone(
    given: dict[str, str], searched: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert read(monkeypatch, tmp_path, **given)["LOCAL_MODELS"] is searched


@pytest.mark.parametrize("switch", [{"PROVIDERS": "off"}, {"COMMONS_API_URL": ""}])
def test_photographs_obey_the_switch_of_the_live_services(
    switch: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted = {"PICTURE_PROVIDER": "commons", "PICTURE_CONTACT": "ops@travel.example"}
    with_photographs = read(monkeypatch, tmp_path, **wanted)
    assert with_photographs["PROVIDERS"] is True
    assert with_photographs["PICTURE_PROVIDER"] == "commons"
    assert with_photographs["PROVIDER_CONTACT"] == "ops@travel.example"
    without = read(monkeypatch, tmp_path, **wanted, **switch)
    assert without["PICTURE_PROVIDER"] == ""
    assert (
        without["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["img-src"]
        != (with_photographs["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["img-src"])
    )


ON = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"}


@pytest.mark.parametrize(("variables", "traced"), [
    ({}, False),
    (ON, True),
    ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://localhost:4318/v1/traces"}, True),
    ({"TRAVELAGENT_TRACING": "true"}, True),
    ({**ON, "TRAVELAGENT_TRACING": "false", "OTEL_TRACES_EXPORTER": "zipkin"}, False),
    ({**ON, "OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, False),
    ({**ON, "OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf"}, True),
    ({**ON, "OTEL_SDK_DISABLED": "True"}, False),
    ({"OTEL_TRACES_EXPORTER": "otlp", "OTEL_SERVICE_NAME": "travel"}, False),
])  # fmt: skip
def test_runs_are_traced_when_a_collector_is_named(
    variables: dict[str, str], traced: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert read(monkeypatch, tmp_path, **variables)["TRACING"] is traced


@pytest.mark.parametrize(("value", "kept"), [("true", True), ("SPAN_ONLY", True), ("EVENT_ONLY", False), ("", False)])
def test_spans_hold_words_when_they_are_asked_for(
    value: str, kept: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    variables = {"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": value}
    assert read(monkeypatch, tmp_path, **variables)["TRACED_CONTENT"] is kept


@pytest.mark.parametrize("missing", ["opentelemetry", "opentelemetry.exporter.otlp.proto.http"])
def test_tracing_without_its_packages_stops_the_start(
    missing: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    find = importlib.util.find_spec

    def found(name: str, package: str | None = None) -> ModuleSpec | None:
        if name == "opentelemetry.exporter.otlp.proto.http":
            if missing == name:
                return None
            raise ModuleNotFoundError(missing)
        return find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", found)
    with pytest.raises(ImproperlyConfigured, match=r"install travelagent\[tracing\]"):
        read(monkeypatch, tmp_path, **ON)
    assert read(monkeypatch, tmp_path)["TRACING"] is False


def test_a_command_ends_with_the_line_and_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAVELAGENT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("PORT", "99999")
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    done = subprocess.run([sys.executable, "manage.py", "check"], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 1
    assert done.stderr == "The settings are wrong. PORT='99999': expected a whole number from 0 to 65535\n"
