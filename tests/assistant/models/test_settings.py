"""Models from a TOML file or the environment: what is read, what is refused and in which words."""

from decimal import Decimal
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.assistant.models.talking import configured
from travelagent.assistant import model_registry
from travelagent.assistant.model_registry import model_named, stand_ins
from travelagent.assistant.model_settings import ModelSettings, Price, configured_models

EXAMPLES = Path(__file__).parents[3] / "docs" / "models.example.toml"
KEYS = {f"{name}_API_KEY": f"sk-{name.lower()}" for name in ("OPENAI", "DEEPSEEK", "DASHSCOPE", "OPENROUTER")}


def of(text: str, tmp_path: Path, **environ: str) -> dict[str, ModelSettings]:
    file = tmp_path / "models.toml"
    file.write_text(text, encoding="utf-8")
    return configured_models(str(file), environ)


def test_without_settings_the_embedded_assistant_is_the_one() -> None:
    assert configured_models("", {}) == {}
    assert model_named("").name == "offline"


def test_a_key_of_the_environment_offers_one_model_as_the_default() -> None:
    models = configured_models("", {}, key="sk-1", model="gpt-x")

    assert list(models) == ["openai"]
    with configured(models["openai"], "openai"):
        assert model_named("").name == "openai"
        assert [m.name for m in stand_ins(model_named("openai"))] == ["offline"]


def test_an_address_needs_no_key() -> None:
    local = configured_models("", {}, base_url="http://127.0.0.1:11434/v1", model="qwen3")["openai"]

    assert (local.base_url, local.key.get_secret_value()) == ("http://127.0.0.1:11434/v1", "none")


def test_the_documented_examples_are_read() -> None:
    models = configured_models(str(EXAMPLES), KEYS)

    assert {"openai", "deepseek", "qwen", "ollama", "vllm", "openrouter"} <= models.keys()
    assert models["deepseek"].key.get_secret_value() == "sk-deepseek"
    assert [name for name, settings in models.items() if settings.default] == ["deepseek"]
    assert {settings.tools for settings in models.values()} == {"native", "prompted"}


def test_a_key_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("sk-filed\n", encoding="utf-8")

    models = of(f'[models.a]\nmodel = "x"\napi_key_file = "{tmp_path / "key"}"', tmp_path)

    assert models["a"].key.get_secret_value() == "sk-filed"
    assert "sk-filed" not in repr(models)
    assert "sk-filed" not in models["a"].model_dump_json()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[models.a]\nmodel = "x"\napi_key = "sk-1"', "models.a: keys stand in"),
        ('[models.a]\nmodel = "x"\napi_key_env = "NOT_SET"', "models.a: the variable NOT_SET is not set"),
        ('[models.a]\nmodel = "x"\napi_key_file = "/none"', "models.a: api_key_file cannot be read"),
        ('[models.a]\nmodel = "x"\napi_key_env = "A"\napi_key_file = "/b"', "exclude each other"),
        ('[models.a]\nmodel = "x"\ntemprature = 1', "models.a: temprature"),
        ('[models.a]\nmodel = "x"\ntemperature = 3', "models.a: temperature"),
        ('[models.a]\nmodel = "x"\nbase_url = "ftp://x"', "models.a: base_url"),
        ('[models.a]\nlabel = "x"', "models.a: model: Field required"),
        ('[models.a]\nmodel = "x"\nfallback = "b"', "models.a: fallback 'b' is no model"),
        ('[models.offline]\nmodel = "x"', "embedded"),
        ('[models.a]\nmodel = "x"\ndefault = true\n[models.b]\nmodel = "x"\ndefault = true', "only one"),
        ("[model.a]", "unknown tables model"),
        ("[models", "models.toml"),
    ],
)
def test_an_error_names_what_is_wrong(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match=message) as raised:
        of(text, tmp_path)
    assert "sk-1" not in str(raised.value)


def test_a_missing_file_is_said() -> None:
    with pytest.raises(ImproperlyConfigured, match="cannot be read"):
        configured_models("/nowhere/models.toml", {})


def test_stand_ins_stand_in_a_row_and_never_twice(tmp_path: Path) -> None:
    text = '[models.a]\nmodel = "x"\nfallback = "b"\n[models.b]\nmodel = "x"\nfallback = "a"'
    before = dict(model_registry._MODELS)
    try:
        model_registry.configure(of(text, tmp_path))
        assert [m.name for m in stand_ins(model_named("a"))] == ["b"]
    finally:
        model_registry._MODELS.clear()
        model_registry._MODELS.update(before)


def test_a_temperature_is_fixed_left_out_or_the_styles() -> None:
    assert ModelSettings(model="x", temperature=0.1, max_tokens=9).request_options == {
        "temperature": 0.1,
        "max_tokens": 9,
    }
    assert ModelSettings(model="x", temperature="default").request_options == {}
    assert ModelSettings(model="x", options={"top_p": 0.9}).request_options == {"top_p": 0.9}


def test_what_tokens_cost() -> None:
    price = Price(input=Decimal("0.28"), output=Decimal("0.42"))

    assert price.of(1_000_000, 500_000) == Decimal("0.49")
