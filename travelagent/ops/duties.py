"""What must be done now and then, whoever does it: the embedded server (`keep_up`), or a worker under Celery's beat.

`settings.DUTIES` has their intervals. Each may be done by several processes at once, and twice.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from travelagent.accounts.visitors import delete_empty_visitors
from travelagent.api.idempotency import forget_idempotent_answers
from travelagent.api.webhooks.delivery import deliver_webhooks, forget_old_deliveries
from travelagent.attachments.sweeping import delete_orphaned_files
from travelagent.chat import runtime
from travelagent.chat.decisions import expire_due
from travelagent.chat.models import OPEN, Run, RunKind, SessionVersion
from travelagent.chat.supervisor import unattended_runs
from travelagent.chat.threads import in_duty_thread
from travelagent.providers.answers import forget_old_answers
from travelagent.reminders.mention_notices import send_mention_notices
from travelagent.reminders.sending import send_reminders

AT_ONCE = 200

log = logging.getLogger(__name__)


def hint_at_unattended_runs() -> int:
    """Hint at runs that nobody works on: queued ones, and those whose lease ran out. How many there were."""
    runs = list(Run.objects.filter(unattended_runs()).order_by("created_at").values_list("pk", flat=True)[:AT_ONCE])
    for run in runs:
        runtime.hint(run)
    return len(runs)


def expire_proposals() -> int:
    """Record the expiry of proposals whose time has passed, so that their runs end. How many there were."""
    return expire_due()


def delete_old_runs() -> int:
    """Delete runs that ended more than RUN_RETENTION_DAYS ago, with their events, messages and checkpoints.

    The newest message's run of a session stays: the next one goes on from its checkpoint. So do the runs that the trip
    at hand comes from. How many were deleted.
    """
    if not settings.RUN_RETENTION_DAYS:
        return 0
    kept_for = timedelta(days=settings.RUN_RETENTION_DAYS)
    old = Run.objects.exclude(status__in=OPEN).filter(finished_at__lt=Now() - kept_for)
    messages = Run.objects.filter(kind=RunKind.MESSAGE)
    followed = Exists(messages.filter(session=OuterRef("session"), created_at__gt=OuterRef("created_at")))
    later = SessionVersion.objects.filter(session=OuterRef("session"), number__gt=OuterRef("number"))
    at_hand = SessionVersion.objects.filter(~Exists(later))
    needed = Exists(at_hand.filter(Q(run=OuterRef("pk")) | Q(plan_run=OuterRef("pk"))))
    unneeded = old.filter(~needed, Q(followed) | Q(kind=RunKind.EDIT))
    deleted = 0
    for run in unneeded.values_list("pk", flat=True)[:AT_ONCE]:
        Run.objects.filter(pk=run).delete()
        deleted += 1
    return deleted


def clear_expired_sessions() -> int:
    """Delete the rows of site sessions whose cookie has expired. How many is not known: 0."""
    SessionStore.clear_expired()
    return 0


DUTIES: Mapping[str, Callable[[], int]] = {
    duty.__name__: duty
    for duty in (
        hint_at_unattended_runs,
        expire_proposals,
        delete_old_runs,
        forget_idempotent_answers,
        deliver_webhooks,
        forget_old_deliveries,
        clear_expired_sessions,
        delete_empty_visitors,
        forget_old_answers,
        send_reminders,
        delete_orphaned_files,
        send_mention_notices,
    )
}


def do(name: str) -> None:
    """Do a duty. Raises KeyError for an unknown one."""
    done = DUTIES[name]()
    if done:
        log.info("duty", extra={"duty": name, "done": done})


async def keep_up() -> None:
    """Do every duty in its time, until cancelled."""
    await asyncio.gather(*(_every(seconds, name) for name, seconds in settings.DUTIES.items()))


async def _every(seconds: float, name: str) -> None:
    while True:
        try:
            await in_duty_thread(partial(do, name))
        except Exception:
            log.exception("a duty failed; it is tried again", extra={"duty": name})
        await asyncio.sleep(seconds)
