"""What the conventions call a model: the provider's name, the model's own, and where it is served."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from travelagent.assistant.model_registry import UnknownModel, model_named

# The conventions' names of providers, by the end of their hosts' names.
PROVIDERS: Final = {
    "api.openai.com": "openai",
    "openai.azure.com": "azure.ai.openai",
    "services.ai.azure.com": "azure.ai.inference",
    "api.anthropic.com": "anthropic",
    "amazonaws.com": "aws.bedrock",
    "generativelanguage.googleapis.com": "gcp.gemini",
    "aiplatform.googleapis.com": "gcp.vertex_ai",
    "api.cohere.ai": "cohere",
    "api.deepseek.com": "deepseek",
    "api.groq.com": "groq",
    "api.mistral.ai": "mistral_ai",
    "api.moonshot.ai": "moonshot_ai",
    "api.moonshot.cn": "moonshot_ai",
    "api.perplexity.ai": "perplexity",
    "api.x.ai": "x_ai",
}
# The provider's name is that of the protocol where the provider itself is not known.
COMPATIBLE: Final = "openai"
EMBEDDED: Final = "travelagent"
PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Target:
    """A model as spans name it; `host` is empty and `port` 0 for one inside this process."""

    provider: str
    model: str
    host: str = ""
    port: int = 0


def target_of(name: str) -> Target:
    """Return what the registry knows of a model; "" is the default one."""
    try:
        named = model_named(name)
    except UnknownModel:
        return Target(EMBEDDED, name)
    if not named.base_url:
        return Target(EMBEDDED, named.name)
    address = urlsplit(named.base_url)
    host = address.hostname or ""
    found = (provider for end, provider in PROVIDERS.items() if f".{host}".endswith((f".{end}", f"-{end}")))
    return Target(next(found, COMPATIBLE), named.model, host, address.port or PORTS[address.scheme])
