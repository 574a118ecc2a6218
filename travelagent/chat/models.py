"""Conversations at rest: sessions, their messages, runs, the event log, checkpoints; what runs used, and switches."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from travelagent.accounts import ids
from travelagent.accounts.models import Person
from travelagent.chat.fields import CompressedJSONField


class Mode(models.TextChoices):
    """How a run works on a message."""

    AUTO = "auto", _("automatic")
    DIRECT = "direct", _("direct answer")
    REACT = "react", _("step by step")
    PLAN = "plan", _("plan first")


class Style(models.TextChoices):
    """The tone of answers."""

    AUTO = "auto", _("automatic")
    ENTHUSIASTIC = "enthusiastic", _("enthusiastic")
    WARM = "warm", _("warm")
    PROFESSIONAL = "professional", _("professional")
    PLAYFUL = "playful", _("playful")
    CONCISE = "concise", _("concise")


class ChatSession(models.Model):
    """One conversation. `model` empty: the default one; `locale` is the page's language when it began, `region` the
    country of that language that the browser named, if any. `ancestors` are the conversations whose words it holds: the
    one that it branched off, and the ancestors of that."""

    id = models.CharField(primary_key=True, max_length=40, default=ids.session_id, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="sessions", verbose_name=_("person"))
    title = models.CharField(_("title"), max_length=80, blank=True, default="")
    mode = models.CharField(_("mode"), max_length=10, choices=Mode.choices, default=Mode.AUTO)
    style = models.CharField(_("style"), max_length=15, choices=Style.choices, default=Style.AUTO)
    model = models.CharField(_("model"), max_length=100, blank=True, default="")
    locale = models.CharField(_("language"), max_length=10, default="en")
    region = models.CharField(_("country"), max_length=2, blank=True, default="")
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_active_at = models.DateTimeField(_("last active"), auto_now_add=True, db_index=True)
    ancestors = models.ManyToManyField("self", symmetrical=False, related_name="branches", editable=False)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["-last_active_at"]
        indexes = [models.Index(fields=["person", "-last_active_at"], name="session_of_person")]

    def __str__(self) -> str:
        return self.pk


class RunStatus(models.TextChoices):
    """The status of a run."""

    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    AWAITING_CONFIRMATION = "awaiting_confirmation", _("awaiting confirmation")
    SUCCEEDED = "succeeded", _("succeeded")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


ACTIVE = (RunStatus.QUEUED, RunStatus.RUNNING)
OPEN = (*ACTIVE, RunStatus.AWAITING_CONFIRMATION)


class RunKind(models.TextChoices):
    """What a run works on: a message, or a change of the trip at hand that was made without words."""

    MESSAGE = "message", _("message")
    EDIT = "edit", _("edit")


class Run(models.Model):
    """One message being worked on, or one edit of the trip at hand, which has ended when it is stored.

    The lease (`lease_until`, on the database's clock) keeps a run single; `lease_fence` grows with every take-over, and
    a writer with an older number is refused. `traceparent`, in the form of W3C Trace Context, is the span of the run's
    first segment; empty where runs are not traced. `share` is who shares the planner with others (`Actor.owner`); empty
    in runs of releases before 0.3.
    """

    id = models.CharField(primary_key=True, max_length=40, default=ids.run_id, editable=False)
    session = models.ForeignKey(ChatSession, models.CASCADE, related_name="runs", verbose_name=_("session"))
    kind = models.CharField(_("kind"), max_length=10, choices=RunKind.choices, default=RunKind.MESSAGE)
    status = models.CharField(_("status"), max_length=25, choices=RunStatus.choices, default=RunStatus.QUEUED)
    step_status = models.CharField(_("step"), max_length=15, default="idle")
    message = models.TextField(_("message"))
    answer = models.TextField(_("answer"), blank=True, default="")
    mode = models.CharField(_("mode"), max_length=10, choices=Mode.choices)
    style = models.CharField(_("style"), max_length=15, choices=Style.choices)
    model = models.CharField(_("model"), max_length=100, blank=True, default="")
    locale = models.CharField(_("language"), max_length=10)
    intent = models.CharField(_("intent"), max_length=30, blank=True, default="", db_index=True)
    duration_ms = models.PositiveIntegerField(_("duration (ms)"), null=True, blank=True, db_index=True)
    metadata = models.JSONField(_("metadata"), default=dict, blank=True)
    last_seq = models.PositiveIntegerField(default=0)
    cancel_when = models.CharField(max_length=12, blank=True, default="")
    lease_fence = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    share = models.CharField(max_length=40, blank=True, default="", editable=False)
    traceparent = models.CharField(max_length=55, blank=True, default="", editable=False)

    class Meta:
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["session"],
                condition=models.Q(status__in=["queued", "running"]),
                name="one_active_run_a_session",
            )
        ]
        indexes = [models.Index(fields=["status", "lease_until"], name="run_sweep")]

    def __str__(self) -> str:
        return self.pk

    @classmethod
    def of_edit(cls, session: ChatSession) -> Self:
        """Return a new run of the kind "edit", not stored yet: it has ended, and works as its session does."""
        return cls(
            session=session,
            kind=RunKind.EDIT,
            status=RunStatus.SUCCEEDED,
            step_status="completed",
            mode=session.mode,
            style=session.style,
            locale=session.locale,
        )

    @property
    def trace_id(self) -> str:
        """Return the id of the run's trace in hexadecimal; empty without one, and for one that was not sampled."""
        if not self.traceparent:
            return ""
        _version, trace, _span, flags = self.traceparent.split("-")
        return trace if int(flags, 16) & 1 else ""


class Message(models.Model):
    """A message of the user or the assistant. `html` is the sanitised form of an answer."""

    class Role(models.TextChoices):
        USER = "user", _("user")
        ASSISTANT = "assistant", _("assistant")

    session = models.ForeignKey(ChatSession, models.CASCADE, related_name="messages", verbose_name=_("session"))
    run = models.ForeignKey(Run, models.CASCADE, related_name="messages", verbose_name=_("run"))
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    text = models.TextField(_("text"))
    html = CompressedJSONField(blank=True, default=str)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.text[:60]


class RunEvent(models.Model):
    """One line of the append-only log: the envelope of the wire contract."""

    run = models.ForeignKey(Run, models.CASCADE, related_name="events", verbose_name=_("run"), db_index=False)
    seq = models.PositiveIntegerField()
    type = models.CharField(_("type"), max_length=30)
    at = models.DateTimeField(_("at"))
    data = CompressedJSONField(_("data"))
    parent = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["run", "seq"]
        constraints = [models.UniqueConstraint(fields=["run", "seq"], name="one_event_a_seq")]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"


class SessionVersion(models.Model):
    """The trip at hand of a session after one change: its brief and its plan. The newest row is what holds.

    `brief` is in the wire form of briefs; `plan` is the id of the itinerary's artifact, "" without one, and `plan_run`
    the run whose log holds that artifact. `run` is the one that made the change. An undo and a redo are changes, too:
    `undo_to` and `redo_to` are the numbers of the versions whose content they would bring back.
    """

    session = models.ForeignKey(ChatSession, models.CASCADE, related_name="versions", verbose_name=_("session"))
    number = models.PositiveIntegerField(_("version"))
    brief = CompressedJSONField(_("brief"))
    plan = models.CharField(_("plan"), max_length=200, blank=True, default="")
    plan_run = models.ForeignKey(
        Run, models.CASCADE, null=True, blank=True, related_name="planned_versions", verbose_name=_("run of the plan")
    )
    source = models.CharField(_("source"), max_length=12)
    undo_to = models.PositiveIntegerField(null=True, blank=True)
    redo_to = models.PositiveIntegerField(null=True, blank=True)
    run = models.ForeignKey(Run, models.CASCADE, related_name="versions", verbose_name=_("run"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("session version")
        verbose_name_plural = _("session versions")
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="one_session_version_a_number")]

    def __str__(self) -> str:
        return f"{self.session_id} {self.number}"


class RunCheckpoint(models.Model):
    """Where a run stands: the node to enter next, and the versioned state of the agent core.

    `scope` is empty for the run itself, else the call inside which a nested agent runs; `seq` is the event it stands
    behind: what was streamed later, by a node that was cut off, does not count. Of a run that has ended it is
    compacted, to what the session's next run and the run's readers need of it.
    """

    run = models.ForeignKey(Run, models.CASCADE, related_name="checkpoints")
    scope = models.CharField(max_length=200, blank=True, default="")
    seq = models.PositiveIntegerField(default=0)
    node = models.CharField(max_length=30)
    state = CompressedJSONField()
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("checkpoint")
        verbose_name_plural = _("checkpoints")
        constraints = [models.UniqueConstraint(fields=["run", "scope"], name="one_checkpoint_a_scope")]

    def __str__(self) -> str:
        return f"{self.run_id} → {self.node}"


class Proposal(models.Model):
    """Writes that wait for their owner's decision. The decision is taken once, by one conditional update."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        APPROVE = "approve", _("approved")
        REJECT = "reject", _("rejected")
        EXPIRED = "expired", _("expired")

    id = models.CharField(primary_key=True, max_length=40, editable=False)
    run = models.ForeignKey(Run, models.CASCADE, related_name="proposals", verbose_name=_("run"))
    person = models.ForeignKey(Person, models.CASCADE, related_name="proposals", verbose_name=_("owner"))
    calls = models.JSONField(_("calls"))
    digest = models.CharField(max_length=64)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.OPEN)
    decided_by = models.CharField(_("decided by"), max_length=100, blank=True, default="")
    taken_up = models.BooleanField(_("taken up by its run"), default=False)
    expires_at = models.DateTimeField(_("expires"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["status", "expires_at"], name="proposal_sweep")]

    def __str__(self) -> str:
        return self.pk

    def as_wire(self) -> dict[str, Any]:
        """Return the proposal as sockets and the API show it."""
        expires = self.expires_at.isoformat(timespec="seconds").replace("+00:00", "Z")
        return {"id": self.pk, "status": self.status, "expires_at": expires, "calls": self.calls}


class WrittenCall(models.Model):
    """The call journal: a write that happened, and its result, stored in the transaction that wrote.

    A write elsewhere is noted before it is made, with the result that its outcome is unknown.
    """

    run = models.ForeignKey(Run, models.CASCADE, related_name="written_calls")
    call = models.CharField(max_length=200)
    result = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("executed write")
        verbose_name_plural = _("executed writes")
        constraints = [models.UniqueConstraint(fields=["run", "call"], name="one_execution_a_call")]

    def __str__(self) -> str:
        return self.call


class ToolUse(models.Model):
    """A tool call that ended: the facts of the log in columns to filter and count by."""

    run = models.ForeignKey(Run, models.CASCADE, related_name="tool_uses", verbose_name=_("run"))
    tool = models.CharField(_("tool"), max_length=60, db_index=True)
    status = models.CharField(_("status"), max_length=10)
    duration_ms = models.PositiveIntegerField(_("duration (ms)"))
    at = models.DateTimeField(_("at"), db_index=True)

    class Meta:
        verbose_name = _("tool call")
        verbose_name_plural = _("tool calls")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.tool} {self.status}"


class ModelUse(models.Model):
    """A request to a model: tokens, and what they cost in US dollars by the price in the model's settings."""

    run = models.ForeignKey(Run, models.CASCADE, related_name="model_uses", verbose_name=_("run"))
    model = models.CharField(_("model"), max_length=100, db_index=True)
    finish_reason = models.CharField(_("finish reason"), max_length=30, blank=True)
    latency_ms = models.PositiveIntegerField(_("latency (ms)"))
    prompt_tokens = models.PositiveIntegerField(_("prompt tokens"))
    completion_tokens = models.PositiveIntegerField(_("completion tokens"))
    cost_usd = models.DecimalField(_("cost (USD)"), max_digits=12, decimal_places=6, default=0)
    at = models.DateTimeField(_("at"), db_index=True)

    class Meta:
        verbose_name = _("model call")
        verbose_name_plural = _("model calls")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.model} {self.prompt_tokens} + {self.completion_tokens}"


class ToolSetting(models.Model):
    """A tool's metadata, kept in step with the code, and what an operator decided: on or off, and its timeout."""

    name = models.CharField(_("name"), max_length=60, primary_key=True)
    description = models.TextField(_("description"))
    category = models.CharField(_("category"), max_length=40, blank=True)
    tags = models.JSONField(_("tags"), default=list)
    parameters = models.JSONField(_("parameters"), default=dict)
    writes = models.BooleanField(_("writes"), default=False)
    enabled = models.BooleanField(_("enabled"), default=True)
    timeout_s = models.FloatField(_("timeout in seconds"), null=True, blank=True)

    class Meta:
        verbose_name = _("tool")
        verbose_name_plural = _("tools")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class ModelSetting(models.Model):
    """A model on offer, kept in step with the settings, and an operator's switch."""

    name = models.CharField(_("name"), max_length=100, primary_key=True)
    label = models.CharField(_("label"), max_length=100)
    provider = models.CharField(_("provider"), max_length=60)
    enabled = models.BooleanField(_("enabled"), default=True)

    class Meta:
        verbose_name = _("chat model")
        verbose_name_plural = _("chat models")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.label


class Feedback(models.Model):
    """What a person thinks of an answer, or reports as wrong about it or about a sight; a queue for operators."""

    class Kind(models.TextChoices):
        UP = "up", _("helpful")
        DOWN = "down", _("not helpful")
        WRONG_FACT = "wrong_fact", _("a fact is wrong")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RESOLVED = "resolved", _("resolved")
        DISMISSED = "dismissed", _("dismissed")

    person = models.ForeignKey(Person, models.CASCADE, related_name="feedback", verbose_name=_("person"))
    run = models.ForeignKey(Run, models.CASCADE, null=True, blank=True, related_name="feedback", verbose_name=_("run"))
    sight = models.CharField(_("sight"), max_length=140, blank=True, default="")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    text = models.CharField(_("text"), max_length=1000, blank=True, default="")
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.OPEN, db_index=True)
    note = models.CharField(_("the operator's note"), max_length=300, blank=True, default="")
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        verbose_name=_("handled by"),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True, db_index=True)
    handled_at = models.DateTimeField(_("handled"), null=True, editable=False)

    class Meta:
        verbose_name = _("feedback")
        verbose_name_plural = _("feedback")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "run"],
                condition=models.Q(kind__in=["up", "down"]),
                name="one_verdict_a_run",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.sight or self.run_id}"


class ChatAccess(models.Model):
    """That a member of staff read a conversation, saw what it asked, or took it out."""

    class What(models.TextChoices):
        READ = "read", _("read")
        LISTED = "listed", _("seen in a list")
        EXPORTED = "exported", _("exported")
        REDACTED = "redacted", _("redacted")

    staff = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("who"))
    session = models.CharField(_("session"), max_length=40, db_index=True)
    run = models.CharField(_("run"), max_length=40, blank=True, default="")
    what = models.CharField(_("what"), max_length=10, choices=What.choices)
    at = models.DateTimeField(_("at"), auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("access to a conversation")
        verbose_name_plural = _("accesses to conversations")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.staff} {self.get_what_display()} {self.run or self.session}"
