"""For each segment of a message the likeliest act that can be done upon the plan at hand.

The classifier ranks acts by the words alone. An edit of which no edit comes, a wish that wishes for nothing, and an
edit without a plan are held against the next acts of the ranking before anything is called unread.
"""

import dataclasses
import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from travelagent.assistant.embedded.reading.edits import Editing, edits_of
from travelagent.assistant.embedded.reading.questions import ASKS
from travelagent.assistant.embedded.reading.reading import Reading, Segment
from travelagent.assistant.embedded.reading.trip import wishes_of
from travelagent.assistant.embedded.wishes import Wishes
from travelagent.assistant.questions.read import asks_for_figures
from travelagent.assistant.trip_view import PlanAtHand

_HARMLESS: Final = frozenset({"recommend", "compare", "undo", "redo", "accept", "aside", "thanks", "shorter"})
"""Acts, beside questions, that a segment may fall back to: nothing is lost where the guess is wrong."""
_ASKING: Final = frozenset("?？吗呢么")
_LAST: Final = 2
"""The mark of a question stands among so many tokens at the end."""
_LEAST: Final = 0.2
_LEAST_ASKING: Final = 0.02
"""An act that is less likely is no alternative; of a clause that asks a question needs less."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """`reading` with the acts that can be done, the edits among them, and the texts that nothing could be made of."""

    reading: Reading
    editing: Editing
    unread: tuple[str, ...]


def ranked(reading: Reading, plan: PlanAtHand | None, today: dt.date) -> Ranked:
    """Return the reading with each segment's likeliest act that can be done. `today` resolves relative dates."""
    editing = edits_of(reading, plan, today) if plan is not None else Editing()
    done = {segment: _doable(segment, reading, plan, editing, today) for segment in reading.segments}
    chosen = dataclasses.replace(
        reading, segments=tuple(dataclasses.replace(each, act=act or each.act) for each, act in done.items())
    )
    if plan is not None and chosen.segments != reading.segments:
        editing = edits_of(chosen, plan, today)
    served = [
        _text(each, reading)
        for each, act in done.items()
        if act not in (None, each.act) or (act and _wishes(each, reading, plan, today) != Wishes())
    ]
    unread = [text for text in editing.unread if not any(text in segment for segment in served)]
    return Ranked(chosen, editing, tuple(unread))


def _doable(
    segment: Segment, reading: Reading, plan: PlanAtHand | None, editing: Editing, today: dt.date
) -> str | None:
    """The act of a segment that can be done; None where none can."""
    withdraws = segment.act == "edit" or (segment.act.startswith(ASKS) and not _is_question(segment, reading))
    if withdraws and _wishes(segment, reading, plan, today).withdrawn:
        return "plan"
    failed = segment.act == "edit" and (plan is None or segment.first in editing.failed)
    idle = segment.act == "plan" and plan is not None
    if segment.act == "figures" and not asks_for_figures(_text(segment, reading)):
        return next(_alternatives(segment, reading, plan, today), segment.act)
    if not (failed or idle) or _names_sight(segment, reading) or _wishes(segment, reading, plan, today) != Wishes():
        return segment.act
    return next(_alternatives(segment, reading, plan, today), segment.act if plan is None else None)


def _alternatives(segment: Segment, reading: Reading, plan: PlanAtHand | None, today: dt.date) -> Iterator[str]:
    """The other acts of a segment that can be done: of a question the questions first."""
    asks = _is_question(segment, reading)
    for act, likely in sorted(segment.others, key=lambda other: asks and not other[0].startswith(ASKS)):
        alone = _alone(dataclasses.replace(segment, act=act), reading)
        if act.startswith(ASKS) or act in _HARMLESS:
            if likely >= (_LEAST_ASKING if asks else _LEAST):
                yield act
        elif _does_something(alone, plan, today):
            yield act


def _is_question(segment: Segment, reading: Reading) -> bool:
    return any(token.text in _ASKING for token in reading.tokens[max(0, segment.last - _LAST) : segment.last])


def _does_something(alone: Reading, plan: PlanAtHand | None, today: dt.date) -> bool:
    """Whether an edit or a wish by itself comes to anything; no other act does."""
    segment = alone.segments[0]
    if segment.act == "edit":
        return plan is not None and bool(edits_of(alone, plan, today).edits)
    return segment.act == "plan" and _wishes(segment, alone, plan, today) != Wishes()


def _wishes(segment: Segment, reading: Reading, plan: PlanAtHand | None, today: dt.date) -> Wishes:
    """What a segment by itself wishes of the trip."""
    wishes = wishes_of(_alone(segment, reading), today, plan.cities if plan else None)
    return dataclasses.replace(wishes, confidence={})


def _names_sight(segment: Segment, reading: Reading) -> bool:
    tokens = reading.tokens[segment.first : segment.last]
    return any(token.type == "place" and token.value.kind == "sight" for token in tokens)


def _alone(segment: Segment, reading: Reading) -> Reading:
    return dataclasses.replace(reading, segments=(segment,))


def _text(segment: Segment, reading: Reading) -> str:
    return reading.text[reading.tokens[segment.first].start : reading.tokens[segment.last - 1].end]
