"""What annotations of messages consist of, and the messages that are known by their acts alone.

A line of corpus/*.jsonl is `{"lang", "planned", "acts": [[act, text], …]}`; inside a text `{role:surface}` marks a
span. What no span covers plays the role `other` of its type.
"""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
CORPUS: Final = HERE / "corpus"
SENTENCES: Final = HERE / "sentences"
SHORT: Final = HERE / "acts"
_ACTS: Final = {
    "travel_planning": "plan", "family_tour": "plan", "adventure_tour": "plan", "nature_tour": "plan",
    "cultural_tour": "plan", "honeymoon_tour": "plan", "city_recommendation": "recommend", "transportation": "ask.ride",
    "season_query": "ask.weather", "budget_query": "ask.price", "food": "ask.food", "accommodation": "ask.hotel",
    "comparison": "compare", "data_question": "figures", "greeting": "greeting", "complaint": "complaint",
    "out_of_scope": "offtopic",
}  # fmt: skip
ROLES: Final[dict[str, frozenset[str]]] = {
    kind: frozenset(names.split())
    for kind, names in {
        "place": "origin stop daytrip return port transit near must avoid seen ask compare edit place.other diet like "
        "kind.ask avoid_kind only hotel own",
        "airport": "origin port transit return stop place.other",
        "date": "start end month on since till day.from date.ask date.other day length event",
        "day": "day day.from since till length start end",
        "span": "length stay more fewer layover visit limit span.other",
        "person": "goes person.other children adults seniors people joins leaves whose",
        "count": "people adults children seniors rooms count.other goes joins leaves most",
        "numeral": "length stay more fewer people adults children seniors rooms count.other goes day child_age "
        "senior_age budget.total most begin finish at rest arrive leave set_out",
        "age": "child_age senior_age age.other",
        "money": "budget.total budget.person budget.day budget.person_day budget.night money.other",
        "clock": "arrive leave set_out begin finish at rest clock.other",
        "part": "arrive.part leave.part at.part part.other",
        "kind": "like avoid_kind only kind.ask kind.other must avoid seen edit ask",
        "diet": "diet diet.other avoid_kind like",
        "need": "need need.other",
        "pace": "pace pace.avoid pace.other",
        "tier": "tier tier.avoid tier.rooms tier.meals tier.other",
        "mode": "mode.arrive mode.between mode.within mode.avoid mode.ask mode.other",
    }.items()
}
"""The roles that a token of a type may play."""
ROLE_NAMES: Final = frozenset().union(*ROLES.values()) | {
    "event", "kind.other", "pace.avoid", "tier.avoid", "date.other", "place.other", "span.other", "mode.other",
}  # fmt: skip
"""All roles of annotations."""
_TOPICS: Final = (
    "why when hours tickets price how_long ride weather food hotel rain crowds visa packing safety tiring sights brief"
)
_WISHES: Final = (
    "plan edit undo redo recommend compare figures ask.plan ask.booking ask.assistant ask.exchange ask.other"
)
_TALK: Final = "greeting thanks farewell accept complaint trouble offtopic aside junk shorter detailed remember forget"
ACTS: Final = frozenset(
    [
        *_WISHES.split(),
        *_TALK.split(),
        *(f"ask.{topic}" for topic in _TOPICS.split()),
        *(f"trip.{command}" for command in ["save", "rename", "delete", "list", "share", "export"]),
    ]
)
"""What a piece of a message does."""


def sentences() -> Iterator[tuple[str, bool, str]]:
    """The sentences of an older set of intents whose intent is one act: text, whether a plan exists, act."""
    for path in sorted(SENTENCES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            act = _ACTS.get(row["intent"])
            if act is not None and not (row.get("before") and act == "plan"):
                yield row["text"], bool(row.get("before")), act


def short_messages() -> Iterator[tuple[str, bool, str]]:
    """Messages of one act each, from tables `first` and `planned` of act to messages: text, whether a plan exists,
    act."""
    for path in sorted(SHORT.glob("*.toml")):
        for when, acts in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for act, messages in acts.items():
                yield from ((message, when == "planned", act) for message in messages)
