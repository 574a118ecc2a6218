"""What the offline model sees of a conversation: the user's words, and what the tools of this turn have brought."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from agent_core.messages import AssistantMessage, HumanMessage, Message, SystemMessage, ToolCall, ToolMessage
from travelagent.assistant.language import language_of
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.meant_sight import with_its_name
from travelagent.assistant.prompter import counted_in, remembered, styled
from travelagent.assistant.questions.numerals import place_in_order
from travelagent.assistant.results.comparison import Comparison
from travelagent.assistant.results.figures import Table
from travelagent.assistant.results.values import NamedCity
from travelagent.assistant.styles import Style
from travelagent.assistant.tool_results import EDITED, ROUTES, Found, found_by
from travelagent.catalog.names import place_name

SPOKEN_OF = 2
"""So many messages back a sight was just spoken of."""
LISTS = ("search_cities", "compare_cities")
"""The tools whose result is a list of cities."""


@dataclass(frozen=True, slots=True)
class Turn:
    """`said` is every message of the user, the last one last; `found` are this turn's tool answers in order, `earlier`
    those of the turns before; `memories` is what the user once asked to be remembered; `style` is how to answer;
    `today` is the day on which it is answered; `too_few` is how many cities the newest list holds where the last
    message means one beyond them; `among` tells whether it asks about the cities of the figures before it;
    `usual_currency` is that of the reader's country, where it is known."""

    said: tuple[str, ...]
    found: tuple[Found, ...]
    earlier: tuple[Found, ...] = ()
    memories: tuple[str, ...] = ()
    style: Style = "professional"
    too_few: int | None = None
    among: bool = False
    usual_currency: str | None = None
    today: date = field(kw_only=True)

    def results(self, tool: str) -> tuple[Found, ...]:
        """The successful answers of a tool."""
        return tuple(f for f in self.found if f.tool == tool and f.error is None)

    def last(self, tool: str) -> Found | None:
        """A tool's newest successful answer."""
        return next(reversed(self.results(tool)), None)

    def failures(self, tool: str) -> tuple[Found, ...]:
        return tuple(f for f in self.found if f.tool == tool and f.error is not None)

    def newest(self, tool: str) -> Found | None:
        """A tool's newest successful answer of the whole conversation."""
        return next((f for f in reversed((*self.earlier, *self.found)) if f.tool == tool and f.error is None), None)

    def newest_before(self, tool: str) -> Found | None:
        """A tool's newest successful answer of the turns before."""
        return next((f for f in reversed(self.earlier) if f.tool == tool and f.error is None), None)

    def tried(self, *tools: str) -> bool:
        return any(f.tool in tools for f in self.found)

    @property
    def counted_in(self) -> str | None:
        """The currency of the newest budget of the turns before, else the usual one of the reader's country."""
        budget = self.newest_before("calculate_budget")
        return budget.budget.currency if budget else self.usual_currency

    @property
    def route(self) -> Found | None:
        """The itinerary as it stands after this turn's calls."""
        return next((f for f in reversed(self.found) if f.tool in ROUTES and f.error is None), None)

    @property
    def plans(self) -> tuple[Found, ...]:
        """The itineraries of the turns before that led to one another, the newest last. One that was told once more
        stands in its own place: what came after it is taken back."""
        stood: list[Found] = []
        for found in (f for f in self.earlier if f.tool in ROUTES and f.error is None):
            again = found.call.args["itinerary"] if set(found.call.args) == {"itinerary"} else None
            at = next((n for n, plan in enumerate(stood) if plan.artifact("itinerary") == again), len(stood))
            stood[at:] = [found]
        return tuple(stood)

    @property
    def last_change_was_none(self) -> bool:
        """Whether the newest change of the plan failed or left the plan as it was, and that has not been taken back
        since."""
        *before, made = (f for f in (None, *self.earlier) if f is None or f.tool in ROUTES)
        again = len(self.said) > 1 and pattern("dialogue", "undo").search(self.said[-2].lower()) is not None
        if made is None or again:
            return False
        stood = next((f for f in reversed(before) if f and f.error is None), None)
        of_plan = {"itinerary": stood.artifact("itinerary")} if stood else None
        return made.error is not None or made.call.args == of_plan

    @property
    def edited(self) -> bool:
        """Whether the trip was changed beside the conversation: what was said before need not hold any more."""
        return any(EDITED in found.value for found in self.earlier if isinstance(found.value, dict))

    @property
    def plan_before(self) -> Found | None:
        """The newest plan of the turns before."""
        return next((f for f in reversed(self.earlier) if f.tool in ROUTES and f.error is None), None)

    @property
    def standing_route(self) -> Found | None:
        """The newest itinerary of the whole conversation."""
        found = (*self.earlier, *self.found)
        return next((f for f in reversed(found) if f.tool in ROUTES and f.error is None), None)


def read_turn(messages: Sequence[Message], today: date) -> Turn:
    """The turn that a request is about: everything behind the last human message. A city that a message means by its
    place in the list before it stands there by its name, and so does a sight of the plan that it gives up."""
    said: list[str] = []
    calls: dict[str, ToolCall] = {}
    picked: _Picked | None = None
    among: str | None = None
    found: list[Found] = []
    earlier: list[Found] = []
    for message in messages:
        match message:
            case HumanMessage():
                calls.clear()
                earlier.extend(found)
                picked = _picked(message.text, earlier)
                among = _among(message.text, earlier)
                said.append(_of_the_plan(_by_name(among or message.text, picked), said, earlier, today))
                found.clear()
            case AssistantMessage():
                calls.update((c.id, c) for c in message.tool_calls)
            case ToolMessage() if message.call_id in calls:
                found.append(found_by(calls[message.call_id], message))
    orders = [m for m in messages if isinstance(m, SystemMessage)]
    known = tuple(text for order in orders for text in remembered(order))
    styles = [style for order in orders if (style := styled(order))]
    too_few = len(picked.cities) if picked and picked.city is None else None
    return Turn(
        tuple(said),
        tuple(found),
        tuple(earlier),
        known,
        styles[0] if styles else "professional",
        too_few,
        among is not None,
        next((code for order in orders if (code := counted_in(order))), None),
        today=today,
    )


@dataclass(frozen=True, slots=True)
class _Picked:
    """A place in a list: where a message says it, counted from one, and the ids of the cities listed."""

    span: tuple[int, int]
    place: int
    cities: tuple[str, ...]

    @property
    def city(self) -> str | None:
        return self.cities[self.place - 1] if 1 <= self.place <= len(self.cities) else None


def _picked(text: str, earlier: Sequence[Found]) -> _Picked | None:
    """What a message means by its place in the newest list of cities, or of those nearest to an area that has none;
    None where it means none of it, or where a plan came behind that list and the message does more than pick."""
    said = pattern("dialogue", "of_list").search(text.lower())
    if said is None and earlier and earlier[-1].tool in LISTS:
        said = pattern("dialogue", "of_list_bare").search(text.strip().lower())
    only_picks = pattern("dialogue", "picks_listed").search(text.lower()) is not None
    tools = LISTS if only_picks else (*LISTS, *ROUTES)
    listed = next((f for f in reversed(earlier) if f.error is None and f.tool in tools), None)
    named = _cities_listed(listed) if listed and listed.tool in LISTS else ()
    if said is None or not named:
        return None
    word = next(filter(None, said.groups()), "last")
    cities = tuple(city.id for city in named)
    place = len(cities) if word == "last" else place_in_order(word)
    return _Picked(said.span(), place, cities) if place else None


def _cities_listed(found: Found) -> Sequence[NamedCity]:
    """The cities of a search or a comparison; those nearest to an area that has none."""
    if found.tool == "compare_cities":
        return found.result(Comparison).cities
    return found.search.cities or found.search.near


def _among(text: str, earlier: Sequence[Found]) -> str | None:
    """A message with the names of the cities that the newest figures list where it means them, "of those", or with the
    first of them where one wants to go there; None where it does neither."""
    names = _cities_of_figures(earlier)
    for cue, cities in (("of_those", names), ("goes_there", names[:1])):
        found = pattern("dialogue", cue).search(text.lower())
        if found and cities:
            joint = "、" if language_of(text) == "zh" else ", "
            return text[: found.start()] + joint.join(cities) + text[found.end() :]
    return None


def _cities_of_figures(earlier: Sequence[Found]) -> list[str]:
    """The names of the cities in the newest answer, best first, where it is one of figures."""
    newest = earlier[-1] if earlier else None
    if newest is None or newest.error is not None or newest.tool != "run_sql":
        return []
    table = newest.result(Table)
    keys = [column.key for column in table.columns]
    return [str(row[keys.index("city")]) for row in table.rows] if "city" in keys else []


def _by_name(text: str, picked: _Picked | None) -> str:
    """A message with the name of the city that it means by its place in a list; as it is where it means none."""
    if picked is None or picked.city is None:
        return text
    start, end = picked.span
    return text[:start] + place_name(picked.city, language_of(text)) + text[end:]


def _of_the_plan(text: str, said: Sequence[str], earlier: Sequence[Found], today: date) -> str:
    """A message with the name of the sight of the plan at hand that it gives up without a name."""
    plan = next((f for f in reversed(earlier) if f.tool in ROUTES and f.error is None), None)
    if plan is None:
        return text
    cities = [city.id for city in plan.itinerary.cities]
    return with_its_name(text, said[: -SPOKEN_OF - 1 : -1], cities, plan.itinerary.sights, today)
