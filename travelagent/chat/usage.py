"""What runs used, in columns: a projection of the event log that the dashboard, the filters and the spend cap read."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from django.db.models import Sum
from django.utils import timezone

from travelagent.assistant.model_registry import price_of
from travelagent.catalog.money import current_rates
from travelagent.chat.envelopes import Envelope
from travelagent.chat.models import ModelUse, ToolUse

CENT_FRACTION = Decimal("0.000001")


def record(envelopes: Sequence[Envelope]) -> None:
    """Store what these committed events of runs used; two inserts at most."""
    tools = [_tool_use(e) for e in envelopes if e.type == "tool_end"]
    models = [_model_use(e) for e in envelopes if e.type == "model_call"]
    if tools:
        ToolUse.objects.bulk_create(tools)
    if models:
        ModelUse.objects.bulk_create(models)


def spent_today(person: int) -> Decimal:
    """Return what the model calls of a person's runs cost in the last 24 hours, in US dollars."""
    since = timezone.now() - timedelta(days=1)
    uses = ModelUse.objects.filter(run__session__person_id=person, at__gte=since)
    return uses.aggregate(total=Sum("cost_usd"))["total"] or Decimal(0)


def _tool_use(envelope: Envelope) -> ToolUse:
    data = envelope.data
    return ToolUse(
        run_id=envelope.run,
        tool=data["tool"],
        status=data["status"],
        duration_ms=data["duration_ms"],
        at=envelope.at,
    )


def _model_use(envelope: Envelope) -> ModelUse:
    data = envelope.data
    prompt, completion = data["tokens"].get("prompt", 0), data["tokens"].get("completion", 0)
    return ModelUse(
        run_id=envelope.run,
        model=data["model"],
        finish_reason=data["finish_reason"],
        latency_ms=data["latency_ms"],
        prompt_tokens=prompt,
        completion_tokens=completion,
        cost_usd=_cost(data["model"], prompt, completion),
        at=envelope.at,
    )


def _cost(model: str, prompt: int, completion: int) -> Decimal:
    """Return the cost in US dollars; 0 for a model without a price."""
    price = price_of(model)
    if price is None:
        return Decimal(0)
    amount = current_rates().convert(price.of(prompt, completion), price.currency, "USD").amount
    return amount.quantize(CENT_FRACTION)
