"""What operators read in place of the log's codes."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from travelagent.assistant.phrases import PHRASES
from travelagent.catalog.models import is_chinese

LABELS: Mapping[str, Any] = {
    # lines of a timeline
    "phase": _("phase"),
    "thought": _("thought"),
    "tool": _("tool"),
    "model": _("model"),
    "notice": _("notice"),
    "decision": _("decision"),
    "answer": _("answer"),
    "error": _("error"),
    "end": _("end"),
    # their details
    "understanding": _("understanding"),
    "args": _("arguments"),
    "result": _("result"),
    "status": _("status"),
    # thoughts
    "analysis": _("analysis"),
    "planning": _("planning"),
    "inference": _("inference"),
    "reflection": _("reflection"),
    # outcomes
    "success": _("succeeded"),
    "succeeded": _("succeeded"),
    "failed": _("failed"),
    "timeout": _("timed out"),
    "refused": _("refused"),
    "cancelled": _("cancelled"),
    "approve": _("approved"),
    "reject": _("rejected"),
    "expired": _("expired"),
    # why a run stopped, waited or went on
    "answered": _("answered"),
    "final_tool": _("a tool gave the answer"),
    "confident": _("sure enough"),
    "max_steps": _("most steps reached"),
    "loop_detected": _("going in circles"),
    "rejected": _("rejected"),
    "model_failed": _("the model failed"),
    "run_paused": _("paused"),
    "run_resumed": _("resumed"),
    "awaiting_confirmation": _("awaiting confirmation"),
    "confirmation": _("awaiting confirmation"),
    "decided": _("decided upon"),
    "retry": _("tried again"),
    "mended": _("answer mended"),
    # why a model stopped writing
    "stop": _("complete"),
    "length": _("too long"),
    "tool_calls": _("calls tools"),
    "content_filter": _("withheld"),
    # kinds of tools, and who provides a model
    "catalogue": _("catalogue"),
    "conversation": _("conversation"),
    "data": _("data questions"),
    "trips": _("trips"),
    "embedded": pgettext_lazy("provider", "embedded"),
    # languages of conversations
    "en": _("English"),
    "zh": _("Chinese"),
}


def label(code: str) -> str:
    """A code in words; one without words as it is."""
    return str(LABELS.get(code, code))


def intent_label(intent: str) -> str:
    """What a message was taken to ask for."""
    known = PHRASES.get(f"intent.{intent}")
    return known[1] if known and is_chinese() else intent.replace("_", " ")
