"""For each segment of a message the likeliest act that can be done upon the plan at hand.

The classifier ranks acts by the words alone. An edit of which no edit comes, a wish that wishes for nothing, and an
edit without a plan are held against the next acts of the ranking before anything is called unread.
"""

import dataclasses
import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from travelagent.assistant.embedded.dialogue import patch
from travelagent.assistant.embedded.reading.clause_words import goes_back, has_content, keeps_in_mind, wants_telling
from travelagent.assistant.embedded.reading.edit_words import hits
from travelagent.assistant.embedded.reading.edits import Editing, edits_of
from travelagent.assistant.embedded.reading.matters import with_matters
from travelagent.assistant.embedded.reading.questions import ASKS
from travelagent.assistant.embedded.reading.reading import Reading, Segment
from travelagent.assistant.embedded.reading.trip import wishes_of
from travelagent.assistant.embedded.wishes import Wishes
from travelagent.assistant.questions.read import asks_for_figures
from travelagent.assistant.trip_view import PlanAtHand, TripView

_HARMLESS: Final = frozenset({"recommend", "compare", "undo", "redo", "accept", "aside", "thanks", "shorter"})
"""Acts, beside questions, that a segment may fall back to: nothing is lost where the guess is wrong."""
_ASKING: Final = frozenset("?？吗呢么")
_LAST: Final = 2
"""The mark of a question stands among so many tokens at the end."""
_LEAST: Final = 0.2
_LEAST_ASKING: Final = 0.02
_LEAST_WH: Final = 0.01
"""An act that is less likely is no alternative; of a clause that asks a question needs less."""

_SURE_ASK: Final = 0.3
_SURE_FIGURES: Final = 0.6
_SURE_LOSS: Final = 0.8
"""A question of a less likely topic is not answered by a guess; one for statistics must show by its words that it is
one; nothing is taken away by a guess."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """`reading` with the acts that can be done, the edits among them, and the texts that nothing could be made of."""

    reading: Reading
    editing: Editing
    unread: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A segment, the reading of it alone (its tokens with their roles), and what it wishes of the trip by itself."""

    segment: Segment
    alone: Reading
    wishes: Wishes

    @property
    def text(self) -> str:
        return self.alone.text[self.alone.tokens[0].start : self.alone.tokens[-1].end]

    @property
    def is_question(self) -> bool:
        return any(token.text in _ASKING for token in self.alone.tokens[-_LAST:])

    @property
    def describes_trip(self) -> bool:
        """Whether it describes the whole trip: places, a length, dates, a budget."""
        wishes = self.wishes
        details = (wishes.stops, wishes.days, wishes.more, wishes.dates.start, wishes.budget)
        return self.segment.act == "plan" and any(details)

    @property
    def only_asks(self) -> bool:
        """Whether it is a question that states nothing about the trip."""
        telling = {role for role, _ in self.alone.roles.values() if role != "about" and not role.endswith(".other")}
        return self.is_question and not telling and has_content(self.alone.tokens)

    @property
    def is_of_route(self) -> bool:
        """Whether it speaks of the order of a trip."""
        return any("route" in hit.classes for hit in hits(self.alone.tokens, 0, len(self.alone.tokens)))

    @property
    def names_sight(self) -> bool:
        return any(token.type == "place" and token.value.kind == "sight" for token in self.alone.tokens)

    def read_as(self, act: str) -> Reading:
        """The reading of the segment alone, with another act."""
        return dataclasses.replace(self.alone, segments=(dataclasses.replace(self.alone.segments[0], act=act),))


def ranked(reading: Reading, trip: TripView, today: dt.date) -> Ranked:
    """Return the reading with each segment's likeliest act that can be done. `today` resolves relative dates."""
    plan = trip.plan
    changes = plan is not None and bool(edits_of(reading, plan, today, trip.spoken_of).edits)
    if not changes:  # what is asked for as a change is no question
        reading = with_matters(reading, planned=plan is not None)
    editing = edits_of(reading, plan, today, trip.spoken_of) if plan is not None else Editing()
    parts = [_part(segment, reading, plan, today) for segment in reading.segments]
    acts = [_doable(part, trip, editing, today) for part in parts]
    segments = tuple(
        dataclasses.replace(part.segment, act=act or part.segment.act, unsure=_is_unsure(part, act))
        for part, act in zip(parts, acts, strict=True)
    )
    chosen = dataclasses.replace(reading, segments=segments)
    if plan is not None and segments != reading.segments:
        editing = edits_of(chosen, plan, today, trip.spoken_of)
    served = [
        part.text
        for part, act in zip(parts, acts, strict=True)
        if act not in (None, part.segment.act) or (act and patch(trip.brief, part.wishes).ops)
    ]
    unread = (text for text in editing.unread if not any(text in each for each in served))
    return Ranked(chosen, editing, tuple(unread))


def _is_unsure(part: _Part, act: str | None) -> bool:
    """Whether a segment is a question whose topic is but a guess."""
    likely = dict(part.segment.others).get(act or "", part.segment.confidence)
    return bool(act) and str(act).startswith(ASKS) and bool(part.segment.others) and likely < _SURE_ASK


def _part(segment: Segment, reading: Reading, plan: PlanAtHand | None, today: dt.date) -> _Part:
    alone = reading.alone(segment)
    return _Part(segment, alone, _wishes(alone, plan, today))


def _wishes(alone: Reading, plan: PlanAtHand | None, today: dt.date) -> Wishes:
    return dataclasses.replace(wishes_of(alone, today, plan.cities if plan else None), confidence={})


def _doable(part: _Part, trip: TripView, editing: Editing, today: dt.date) -> str | None:
    """The act of a segment that can be done; None where none can."""
    plan = trip.plan
    act = part.segment.act
    if part.wishes.withdrawn and (act == "edit" or (act.startswith(ASKS) and not part.is_question)):
        return "plan"
    if act == "figures" and part.segment.confidence < _SURE_FIGURES and not asks_for_figures(part.text):
        return next(_alternatives(part, trip, today), act)
    if act in ("undo", "trip.delete") and part.names_sight and _does_something(part.read_as("edit"), trip, today):
        return "edit"
    if act == "redo" and goes_back(part.text):
        return "undo"
    if act == "ask.other" and dict(part.segment.others).get("offtopic", 0.0) >= _SURE_ASK:
        return "offtopic"
    if act == "trip.delete" and part.segment.confidence < _SURE_LOSS:
        return next(_alternatives(part, trip, today), act)
    if act == "offtopic" and part.is_of_route:
        return "plan"
    if act == "remember" and not keeps_in_mind(part.text):
        return "plan" if _does_something(part.read_as("plan"), trip, today) else act
    failed = act == "edit" and (plan is None or part.segment.first in editing.failed)
    if act == "plan" and part.only_asks:
        return next(_alternatives(part, trip, today), act)
    if plan is not None and act in ("plan", "edit") and not part.describes_trip and wants_telling(part.text):
        asks = (other for other, likely in part.segment.others if likely >= _LEAST_WH and _only_informs(other))
        return next(asks, act)
    idle = act == "plan" and plan is not None
    if not (failed or idle) or part.names_sight or part.wishes != Wishes():
        return act
    return next(_alternatives(part, trip, today), act if plan is None else None)


def _only_informs(act: str) -> bool:
    return act.startswith(ASKS) or act in ("compare", "recommend", "figures")


def _alternatives(part: _Part, trip: TripView, today: dt.date) -> Iterator[str]:
    """The other acts of a segment that can be done: of a question the questions first."""
    asks = part.is_question
    for act, likely in sorted(part.segment.others, key=lambda other: asks and not other[0].startswith(ASKS)):
        if act.startswith(ASKS) or act in _HARMLESS:
            if likely >= (_LEAST_ASKING if asks else _LEAST):
                yield act
        elif _does_something(part.read_as(act), trip, today):
            yield act


def _does_something(alone: Reading, trip: TripView, today: dt.date) -> bool:
    """Whether an edit or a wish by itself comes to anything; no other act does."""
    act = alone.segments[0].act
    if act == "edit":
        return trip.plan is not None and bool(edits_of(alone, trip.plan, today, trip.spoken_of).edits)
    return act == "plan" and _wishes(alone, trip.plan, today) != Wishes()
