"""Elements that are the same thing: a museum as a point and as its building, a square in several pieces."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from travelagent.catalog.source import distance_km
from travelagent.catalog.text import key
from travelagent.osm.elements import Element
from travelagent.osm.kinds import SightKind, Tags, score_of, sight_kind
from travelagent.osm.names import names_of
from travelagent.plans.values import LocalizedText

SAME_NAME_KM = 0.15
OF_TAGS_WITHOUT_MEANING = ("building:", "addr:", "roof:", "payment:", "contact:", "source")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that is a sight, with what its tags say of it."""

    element: Element
    kind: SightKind
    name: LocalizedText
    score: int

    @property
    def reference(self) -> str:
        """`way/8035238`."""
        return f"{self.element.kind}/{self.element.id}"


def candidate_of(element: Element) -> Candidate | None:
    """Return the sight that an element is, None of any other."""
    kind = sight_kind(element.tags)
    name = names_of(element.tags) if kind else None
    return Candidate(element, kind, name, score_of(element.tags, kind)) if kind and name else None


def merged(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return each thing once: those of one entry of Wikidata, or of one name within 150 m, as the one with most tags,
    with the tags of the others that it lacks.
    """
    ranked = sorted(candidates, key=_rank)
    by_entry: dict[str, int] = {}
    by_name: dict[str, list[int]] = {}
    kept: list[list[Candidate]] = []
    for each in ranked:
        entry, names = each.element.tags.get("wikidata", ""), {key(each.name.en), key(each.name.zh)}
        at = by_entry.get(entry) if entry else None
        if at is None:
            near = (i for name in names for i in by_name.get(name, ()) if _are_near(kept[i][0], each))
            at = next((i for i in near if not _differ(kept[i][0].element.tags, each.element.tags)), None)
        if at is None:
            at = len(kept)
            kept.append([])
        kept[at].append(each)
        if entry:
            by_entry.setdefault(entry, at)
        for name in names:
            by_name.setdefault(name, []).append(at)
    return [_joined(same) for same in kept]


def _joined(same: Sequence[Candidate]) -> Candidate:
    first = same[0]
    if len(same) == 1:
        return first
    tags: dict[str, str] = {}
    for each in reversed(same):
        tags.update(each.element.tags)
    score = max(first.score, score_of(tags, first.kind))
    name = names_of(tags) or first.name
    return replace(first, element=replace(first.element, tags=tags), score=score, name=name)


def _rank(candidate: Candidate) -> tuple[int, int, int, str]:
    tags = candidate.element.tags
    telling = sum(not key.startswith(OF_TAGS_WITHOUT_MEANING) for key in tags)
    return (-candidate.score, -candidate.kind.minutes, -telling, candidate.reference)


def _are_near(one: Candidate, other: Candidate) -> bool:
    a, b = one.element, other.element
    return distance_km(a.lat, a.lon, b.lat, b.lon) <= SAME_NAME_KM


def _differ(one: Tags, other: Tags) -> bool:
    """Whether both have an entry of Wikidata, and not the same."""
    entries = one.get("wikidata"), other.get("wikidata")
    return None not in entries and entries[0] != entries[1]
