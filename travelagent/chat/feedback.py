"""Thumbs and reports of wrong facts: given by people, worked off by operators."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from travelagent.accounts.actors import Actor
from travelagent.accounts.models import User
from travelagent.catalog import source
from travelagent.chat.actions import Invalid, find_run
from travelagent.chat.models import Feedback, RunKind

TEXT_CHARS = 1000
VERDICTS = (Feedback.Kind.UP, Feedback.Kind.DOWN)


def give(actor: Actor, kind: str, *, run: str = "", sight: str = "", text: str = "") -> Feedback:
    """Store what the actor thinks of a run's answer, or of the data of a sight.

    A second thumb for the same run replaces the first. Raises NotFound for a run that is not the actor's, Invalid.
    """
    about = find_run(actor, run) if run else None
    if kind not in Feedback.Kind.values:
        raise Invalid("kind", _("Unknown kind; known are %(known)s.") % {"known": ", ".join(Feedback.Kind.values)})
    if sight and sight not in source.sights():
        raise Invalid("sight", _("The catalogue has no such sight."))
    if kind in VERDICTS and about is None:
        raise Invalid("run", _("Say of which run."))
    if kind in VERDICTS and about is not None and about.kind == RunKind.EDIT:
        raise Invalid("run", _("This run has no answer: it changed the trip without a message."))
    if kind == Feedback.Kind.WRONG_FACT and not (sight or about):
        raise Invalid("run", _("Say of which run, or of which sight."))
    if len(text) > TEXT_CHARS:
        raise Invalid("text", _("At most %(limit)s characters are taken.") % {"limit": TEXT_CHARS})
    person = about.session.person if about else actor.person_for()
    if kind in VERDICTS:
        row, _created = Feedback.objects.update_or_create(
            person=person,
            run=about,
            kind__in=VERDICTS,
            defaults={"kind": kind, "text": text, "status": Feedback.Status.OPEN},
            create_defaults={"person": person, "run": about, "kind": kind, "text": text},
        )
        return row
    return Feedback.objects.create(person=person, run=about, sight=sight, kind=kind, text=text.strip())


def settle(rows: QuerySet[Feedback] | Iterable[Feedback], status: Feedback.Status, by: User) -> int:
    """Take entries off the queue; how many."""
    keys = [row.pk for row in rows]
    return Feedback.objects.filter(pk__in=keys).update(status=status, handled_by=by, handled_at=timezone.now())
