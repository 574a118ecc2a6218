"""What this process has worked off, for Prometheus: read from the events that its writer has committed.

A server of the embedded profile counts everything; in the scaled profile each worker counts its own.
"""

from collections.abc import Iterable

from prometheus_client import Counter, Histogram

from travelagent.chat.envelopes import Envelope

SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)

RUNS = Counter("travelagent_runs_finished", "Runs that ended, by how.", ["status"])
RUN_SECONDS = Histogram("travelagent_run_seconds", "How long runs took.", buckets=SECONDS)
TOOLS = Counter("travelagent_tool_calls", "Tool calls that ended, by how.", ["tool", "status"])
TOOL_SECONDS = Histogram("travelagent_tool_seconds", "How long tool calls took.", ["tool"], buckets=SECONDS)
MODELS = Counter("travelagent_model_calls", "Requests to models, by finish reason.", ["model", "finish_reason"])
MODEL_SECONDS = Histogram("travelagent_model_seconds", "How long models took to reply.", ["model"], buckets=SECONDS)
TOKENS = Counter("travelagent_tokens", "Tokens sent to models and received.", ["model", "kind"])
ERRORS = Counter("travelagent_run_errors", "Errors that runs told of.", ["code"])


def count(envelopes: Iterable[Envelope]) -> None:
    """Count committed events; most are of no interest."""
    for envelope in envelopes:
        data = envelope.data
        match envelope.type:
            case "tool_end":
                TOOLS.labels(data["tool"], data["status"]).inc()
                TOOL_SECONDS.labels(data["tool"]).observe(data["duration_ms"] / 1000)
            case "model_call":
                MODELS.labels(data["model"], data["finish_reason"]).inc()
                MODEL_SECONDS.labels(data["model"]).observe(data["latency_ms"] / 1000)
                for kind, tokens in data["tokens"].items():
                    TOKENS.labels(data["model"], kind).inc(tokens)
            case "error":
                ERRORS.labels(data["code"]).inc()
            case "run_finished":
                RUNS.labels(data["status"]).inc()
                RUN_SECONDS.observe(data["metadata"].get("duration_ms", 0) / 1000)
