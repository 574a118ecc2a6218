"""A turn of a conversation as values: what its message does, and what its tools have brought so far."""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from agent_core.messages import AssistantMessage, HumanMessage, Message, ToolCall, ToolMessage
from travelagent.assistant.embedded.limits import counted_limit
from travelagent.assistant.embedded.memories import with_memories
from travelagent.assistant.embedded.understanding import Understood, understand
from travelagent.assistant.language import language_of
from travelagent.assistant.questions.read import asks_for_figures
from travelagent.assistant.results.budget import Budget
from travelagent.assistant.results.comparison import Comparison
from travelagent.assistant.results.route import Route
from travelagent.assistant.tool_results import ROUTES, Found, found_by
from travelagent.assistant.trip_view import TripView
from travelagent.briefs.acts import AskFigures, PatchBrief
from travelagent.briefs.values import TripBrief
from travelagent.catalog import source
from travelagent.catalog.money import usual_currency

LONGEST: Final = 200
"""A question for figures has no more characters."""
_MAYBE_FIGURES: Final = frozenset({"recommend", "compare", "ask.price", "ask.weather", "ask.sights", "ask.tickets"})
_OF_A_QUESTION: Final = frozenset({"stays", "dates", "include"})
"""What a question for figures may tell of the brief."""
_GOES_ON: Final = frozenset({"ask.visa", "ask.sights", "ask.other", "recommend", "compare", "junk", "greeting"})
"""What a question that only names another place is taken for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn: the last human message as understood, and what the tools have answered since.

    `trip` is what stood before the message; `found` are the answers of this turn's tools in order, `earlier` those of
    the turns before; `prior_answers` are the assistant's answers before; `tools` those on offer; `currency` is that of
    the reader's country, where it is known.
    """

    understood: Understood
    trip: TripView
    today: dt.date
    tools: frozenset[str] = frozenset()
    found: tuple[Found, ...] = ()
    earlier: tuple[Found, ...] = ()
    prior_answers: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()
    currency: str | None = None

    @property
    def language(self) -> str:
        """The language of the message."""
        return self.understood.language

    @property
    def brief(self) -> TripBrief:
        """What is wanted after the message."""
        return self.understood.brief

    def results(self, *tools: str) -> tuple[Found, ...]:
        """Return the successful answers of these tools in this turn, plans that were only shown aside."""
        answers = (found for found in self.found if found.tool in tools and found.error is None)
        return tuple(found for found in answers if not found.is_preview)

    def failures(self, *tools: str) -> tuple[Found, ...]:
        """Return the failed answers of these tools in this turn."""
        return tuple(found for found in self.found if found.tool in tools and found.error is not None)

    def tried(self, *tools: str) -> bool:
        """Return whether one of these tools was called in this turn."""
        return any(found.tool in tools for found in self.found)

    def last(self, tool: str) -> Found | None:
        """Return a tool's newest successful answer in this turn; None without one."""
        return next(reversed(self.results(tool)), None)

    @property
    def route(self) -> Route | None:
        """The plan that this turn has made or changed."""
        found = next(reversed(self.results(*ROUTES)), None)
        return found.itinerary if found else None

    @property
    def standing_route(self) -> Route | None:
        """The plan that stands now, where a tool of this conversation returned it."""
        routes = (f for f in reversed((*self.earlier, *self.found)) if f.tool in ROUTES and f.error is None)
        newest = next(routes, None)
        return newest.itinerary if newest and newest.artifact("itinerary") == self.plan_id else None

    @property
    def budget(self) -> Budget | None:
        """The budget that this turn has calculated of the trip as it is."""
        return next((f.budget for f in reversed(self.results("calculate_budget")) if "tier" not in f.call.args), None)

    @property
    def cheaper_budget(self) -> Budget | None:
        """What the trip costs in the cheapest class, where this turn has looked for it."""
        return next((f.budget for f in reversed(self.results("calculate_budget")) if "tier" in f.call.args), None)

    @property
    def limit(self) -> Decimal | None:
        """What the whole trip may cost, in the currency of the budget that this turn has calculated."""
        return counted_limit(self.brief, self.budget) if self.budget else None

    @property
    def plan_id(self) -> str:
        """The id of the plan that stands now; empty without one."""
        found = next(reversed(self.results(*ROUTES)), None)
        return found.artifact("itinerary") if found else self.trip.plan.id if self.trip.plan else ""

    def newest(self, tool: str) -> Found | None:
        """Return a tool's newest successful answer in the whole conversation; None without one."""
        found = (f for f in reversed((*self.earlier, *self.found)) if f.tool == tool and f.error is None)
        return next(found, None)


def _asks_on(earlier: Sequence[Found], understood: Understood) -> bool:
    """Return whether a short question goes on from figures that were just shown ("and France?")."""
    after_figures = bool(earlier) and earlier[-1].tool == "run_sql" and earlier[-1].error is None
    return after_figures and len(understood.kinds) == 1 and understood.kinds[0] in _GOES_ON


def _wants_figures(message: str, understood: Understood) -> bool:
    """Return whether a question that was classified otherwise clearly requests a count, an average or a ranking.

    It states no more of a trip than when and where it goes.
    """
    patched = {op.field for act in understood.acts if isinstance(act, PatchBrief) for op in act.ops}
    if len(message) > LONGEST or not set(understood.kinds) <= _MAYBE_FIGURES or not patched <= _OF_A_QUESTION:
        return False
    return asks_for_figures(message)


def _spoken_of(found: Sequence[Found]) -> str:
    """The sight that the calls of a turn were about last."""
    for each in reversed(found):
        args = each.call.args
        edits = args.get("edits") or ()
        named = [*args.get("about", ()), *(edit.get("visit") or edit.get("sight") or "" for edit in edits)]
        if sights := [id for id in named if id in source.sights()]:
            return str(sights[-1])
    return ""


def _offered(found: Sequence[Found]) -> tuple[str, ...]:
    """The cities that were recommended last, the best first."""
    searches = [each.search for each in found if each.tool == "search_cities" and each.error is None]
    return tuple(city.id for city in searches[-1].cities) if searches else ()


def _preferred(found: Sequence[Found]) -> str:
    """The city that a turn's comparison leads with."""
    compared = [each for each in found if each.tool == "compare_cities" and each.error is None]
    return compared[-1].result(Comparison).leader if compared else ""


@dataclass(frozen=True, slots=True)
class ReadMessage:
    """The newest message of a conversation as understood, and the trip that it was read upon."""

    understood: Understood
    trip: TripView


def read_message(messages: Sequence[Message], trip: TripView, today: dt.date, locale: str) -> ReadMessage:
    """Return the last human message as it is read upon the trip at hand, after what came before it.

    `locale`: the language of a conversation that shows none.
    """
    split = _split(messages)
    language = locale
    for each in split.texts:
        language = language_of(each, language)
    earlier, message = ("", "", *split.texts)[-2:]
    trip = dataclasses.replace(
        trip,
        earlier=earlier,
        spoken_of=_spoken_of(split.before),
        offered=_offered(split.earlier),
        preferred=_preferred(split.before),
    )
    understood = understand(message, trip, today, language)
    if _asks_on(split.earlier, understood) or _wants_figures(message, understood):
        understood = dataclasses.replace(understood, kinds=("figures",), acts=(AskFigures(message),), brief=trip.brief)
    return ReadMessage(understood, trip)


def turn_of(
    messages: Sequence[Message],
    read: ReadMessage,
    tools: frozenset[str],
    today: dt.date,
    memories: Sequence[str] = (),
    region: str = "",
) -> Turn:
    """Return the turn that the last human message begins, with what came after it.

    `memories`: what is remembered of the person; `region`: his country.
    """
    split, understood = _split(messages), read.understood
    if memories and not read.trip.brief.stays:
        understood = with_memories(understood, memories, today)
    return Turn(
        understood=understood,
        trip=read.trip,
        today=today,
        tools=tools,
        found=split.found,
        earlier=split.earlier,
        prior_answers=split.prior_answers,
        memories=tuple(memories),
        currency=usual_currency(understood.language, region) if region else None,
    )


@dataclass(frozen=True, slots=True)
class _Split:
    """A conversation at its last human message: `texts` are all of these; `found` came after it, `before` in the turn
    before, `earlier` in all of those."""

    texts: tuple[str, ...]
    found: tuple[Found, ...]
    before: tuple[Found, ...]
    earlier: tuple[Found, ...]
    prior_answers: tuple[str, ...]


def _split(messages: Sequence[Message]) -> _Split:
    texts: list[str] = []
    calls: dict[str, ToolCall] = {}
    found: list[Found] = []
    earlier: list[Found] = []
    prior_answers: list[str] = []
    before: list[Found] = []
    for each in messages:
        match each:
            case HumanMessage():
                earlier += found
                before, found = found, []
                texts.append(each.text)
                calls.clear()
            case AssistantMessage():
                calls.update((call.id, call) for call in each.tool_calls)
                if each.text and not each.tool_calls:
                    prior_answers.append(each.text)
            case ToolMessage() if each.call_id in calls:
                found.append(found_by(calls[each.call_id], each))
    return _Split(tuple(texts), tuple(found), tuple(before), tuple(earlier), tuple(prior_answers))
