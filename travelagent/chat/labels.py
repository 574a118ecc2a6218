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
    "brief": _("brief"),
    "plan": _("plan"),
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
    "difference": _("difference"),
    # who filled a field of the brief
    "said": _("said in a message"),
    "form": _("set on the page"),
    "api": _("set over the API"),
    "assumed": _("assumed by a rule"),
    "remembered": _("remembered of the person"),
    # the fields of the brief
    "stays": _("cities"),
    "order_free": _("order of the cities"),
    "constraints": _("kept throughout"),
    "origin": _("place of departure"),
    "ends_at": _("where the trip ends"),
    "dates": _("dates"),
    "arrival": _("arrival"),
    "departure": _("departure"),
    "party": _("travellers"),
    "needs": _("needs"),
    "budget": _("budget"),
    "currency": _("currency"),
    "tier": _("comfort"),
    "tiers": _("comfort of rooms and meals"),
    "thrift": _("thrift"),
    "pace": _("pace"),
    "interests": _("interests"),
    "must_see": _("must-see sights"),
    "avoid": _("to leave out"),
    "diet": _("diet"),
    "lodging": _("lodging"),
    "bookings": _("bookings"),
    "day_wishes": _("wishes for single days"),
    "travel": _("means of travel"),
    "notes": _("notes"),
    "unserved": _("wishes not served"),
    "rules_off": _("rules switched off"),
    "firm": _("wishes that must hold"),
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
    "edited": _("changed without a message"),
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
    """Return a code in words, or the code itself where it has none."""
    return str(LABELS.get(code, code))


def intent_label(intent: str) -> str:
    """Return the intent of a message in words, in the active language."""
    known = PHRASES.get(f"intent.{intent}")
    return known[1] if known and is_chinese() else intent.replace("_", " ")
