"""Checks of what is proposed, what is stored, and what the answer claims of it."""

from benchmarks.model_eval.checks.values import Check, named
from benchmarks.model_eval.conversation import Moment
from benchmarks.model_eval.reading import claims_saved


def is_proposed(tool: str, *, title: str = "") -> Check:
    """Demand that one write by this tool waits for the traveller's decision, with these words in its title."""

    def fault(moment: Moment) -> str:
        waiting = moment.after.proposed
        if [write.tool for write in waiting] != [tool]:
            return f"waiting: {[write.tool for write in waiting]}"
        found = str(waiting[0].args.get("title", ""))
        return "" if title.lower() in found.lower() else f"the title is {found!r}"

    return Check(named("writes.is_proposed", tool, *([title] if title else [])), fault)


def nothing_waits() -> Check:
    return Check("writes.nothing_waits", lambda moment: "a write still waits" if moment.after.proposed else "")


def stored_are(count: int) -> Check:
    """Demand that so many trips are in the traveller's account."""
    return Check(
        named("writes.stored_are", count),
        lambda moment: "" if len(moment.after.stored) == count else f"{len(moment.after.stored)} are stored",
    )


def stored_has_cities(*cities: str) -> Check:
    """Demand that the newest stored trip goes to these cities."""

    def fault(moment: Moment) -> str:
        newest = moment.after.stored[-1].cities if moment.after.stored else ()
        return "" if newest == cities else f"its cities are {newest}"

    return Check(named("writes.stored_has_cities", *cities), fault)


def is_not_claimed() -> Check:
    """Demand that the answer does not say that anything was saved or deleted, unless this turn did it."""

    def fault(moment: Moment) -> str:
        claims = claims_saved(moment.answer)
        return claims[0] if claims and not moment.has_written else ""

    return Check("writes.is_not_claimed", fault)
