"""Pieces that views share."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any


def artifact_ids(value: Mapping[str, Any]) -> str:
    """Return the ids of what a result has shown, each behind its kind: `itinerary run_1_a1: `."""
    return "".join(f"{shown['kind']} {shown['id']}: " for shown in value.get("artifacts", ()))


def amount(value: Decimal, currency: str = "") -> str:
    """Return an amount without empty decimals: `40 CNY`."""
    digits = f"{value.quantize(Decimal('0.01')):f}"
    short = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return f"{short} {currency}".rstrip()


def joined(*parts: str, by: str = " | ") -> str:
    """Return the parts that are not empty in one line."""
    return by.join(part for part in parts if part)


def section(title: str, lines: Iterable[str]) -> list[str]:
    """Return a title and its lines, or nothing where there are none."""
    found = [f"- {line}" for line in lines]
    return [f"{title}:", *found] if found else []
