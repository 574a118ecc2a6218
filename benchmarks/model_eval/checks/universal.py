"""What holds of every answer, whatever the task demands."""

from benchmarks.model_eval.checks.answer import raw_text
from benchmarks.model_eval.checks.values import Check
from benchmarks.model_eval.conversation import Moment
from benchmarks.model_eval.reading import claims_changed, claims_saved, has_chinese, is_chinese

FINE = ("succeeded", "awaiting_confirmation", "refused")


def _clean(moment: Moment) -> str:
    """Demand a run that ended well, and an answer in words: no error, JSON or call."""
    if moment.status not in FINE:
        return f"the run's status is {moment.status}"
    if not moment.answer.strip():
        return "the answer is empty"
    raw = raw_text(moment.answer)
    return f"it shows {raw!r}" if raw else ""


def _language(moment: Moment) -> str:
    if moment.language == "zh":
        return "" if has_chinese(moment.answer) else "it is not Chinese"
    return "it is Chinese" if is_chinese(moment.answer) else ""


def _claims(moment: Moment) -> str:
    changed = () if moment.has_changed_trip or moment.has_written else claims_changed(moment.answer)
    saved = () if moment.has_written else claims_saved(moment.answer)
    return next((f"it was not done: {claim}" for claim in (*changed, *saved)), "")


UNIVERSAL = (
    Check("clean_answer", _clean),
    Check("language_of_traveller", _language),
    Check("no_false_claim", _claims),
)
"""Checks that hold of a task when they hold of each of its turns."""
