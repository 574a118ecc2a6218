"""Which chat models an installation offers: named ones in a TOML file, or one from the environment.

    [models.deepseek]
    label = "DeepSeek"
    base_url = "https://api.deepseek.com"
    model = "deepseek-chat"
    api_key_env = "DEEPSEEK_API_KEY"
    context_window = 128000
    price = { input = 0.28, output = 0.42 }

A key never stands in the file itself: `api_key_env` names a variable, `api_key_file` a file; without either the
endpoint needs none. Everything is checked at start, and errors state the model's and the field's name.
"""

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, model_validator

NO_KEY = "none"
Tokens = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0)]


class Price(BaseModel):
    """What a million tokens cost."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    input: Annotated[Decimal, Field(ge=0)]
    output: Annotated[Decimal, Field(ge=0)]
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")] = "USD"

    def of(self, prompt: int, completion: int) -> Decimal:
        """Return the price of a call, unrounded."""
        return (self.input * prompt + self.output * completion) / 1_000_000


class ModelSettings(BaseModel):
    """One model. `temperature` is fixed for it, `"default"` never sends one; without it the answer's style decides.

    `tools`: whether the endpoint has tool calling or is spoken to in text. `fallback` names the model that stands in
    when this one fails for good, "" none; nothing is tried again once more than `patience_s` were lost without a reply.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    model: Annotated[str, Field(min_length=1)]
    label: str = ""
    provider: str = ""
    base_url: Annotated[str, Field(pattern="^https?://")] | None = None
    api_key_env: str = ""
    api_key_file: Path | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | Literal["default"] | None = None
    max_tokens: Tokens | None = None
    context_window: Tokens = 32_000
    timeout_s: Seconds = 60.0
    connect_s: Seconds = 2.0
    retries: Annotated[int, Field(ge=0, le=10)] = 2
    patience_s: Seconds = 6.0
    tools: Literal["native", "prompted"] = "native"
    usage: bool = True
    price: Price | None = None
    fallback: str = "offline"
    default: bool = False
    options: dict[str, Any] = Field(default_factory=dict)
    key: SecretStr = Field(default=SecretStr(NO_KEY), exclude=True)

    @model_validator(mode="after")
    def _has_one_key(self) -> "ModelSettings":
        if self.api_key_env and self.api_key_file:
            raise ValueError("api_key_env and api_key_file exclude each other")
        return self

    @property
    def request_options(self) -> dict[str, Any]:
        """What goes with every request."""
        options = dict(self.options)
        if isinstance(self.temperature, float):
            options["temperature"] = self.temperature
        if self.max_tokens is not None:
            options["max_tokens"] = self.max_tokens
        return options


def configured_models(
    file: str, environ: Mapping[str, str], *, key: str = "", base_url: str = "", model: str = ""
) -> dict[str, ModelSettings]:
    """Return the models by name: those of a TOML file, and `openai` of a key or an address. Raises
    ImproperlyConfigured.
    """
    models = _of_file(Path(file), environ) if file else {}
    if key or base_url:
        given = {"model": model or "gpt-4.1-mini", "base_url": base_url or None, "key": key or NO_KEY}
        one = _checked("OPENAI_*", "openai", {**given, "label": model, "default": not models})
        models.setdefault("openai", one)
    _check_names(models)
    return models


def _of_file(path: Path, environ: Mapping[str, str]) -> dict[str, ModelSettings]:
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ImproperlyConfigured(f"TRAVELAGENT_MODELS_FILE: {path} cannot be read ({error.strerror})") from error
    except tomllib.TOMLDecodeError as error:
        raise ImproperlyConfigured(f"{path}: {error}") from error
    if unknown := sorted(read.keys() - {"models"}):
        raise ImproperlyConfigured(f"{path}: unknown tables {', '.join(unknown)}; models stand under [models.<name>]")
    models = {}
    for name, given in read.get("models", {}).items():
        if "key" in given or "api_key" in given:
            raise ImproperlyConfigured(f"{path}, models.{name}: keys stand in api_key_env or api_key_file, not here")
        settings = _checked(str(path), name, given)
        models[name] = settings.model_copy(update={"key": _key(path, name, settings, environ)})
    return models


def _checked(where: str, name: str, given: Mapping[str, Any]) -> ModelSettings:
    try:
        return ModelSettings.model_validate(given)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'model'}: {e['msg']}" for e in error.errors())
        raise ImproperlyConfigured(f"{where}, models.{name}: {faults}") from None


def _key(path: Path, name: str, settings: ModelSettings, environ: Mapping[str, str]) -> SecretStr:
    if settings.api_key_env:
        if not (key := environ.get(settings.api_key_env, "")):
            raise ImproperlyConfigured(f"{path}, models.{name}: the variable {settings.api_key_env} is not set")
        return SecretStr(key)
    if settings.api_key_file is None:
        return settings.key
    try:
        return SecretStr(settings.api_key_file.read_text(encoding="utf-8").strip())
    except OSError as error:
        raise ImproperlyConfigured(f"{path}, models.{name}: api_key_file cannot be read ({error.strerror})") from None


def _check_names(models: Mapping[str, ModelSettings]) -> None:
    known = {"offline", "", *models}
    for name, settings in models.items():
        if name == "offline":
            raise ImproperlyConfigured("models.offline: this name is the embedded assistant's")
        if settings.fallback not in known:
            raise ImproperlyConfigured(f"models.{name}: fallback {settings.fallback!r} is no model")
    if sum(settings.default for settings in models.values()) > 1:
        raise ImproperlyConfigured("models: only one can be the default")
