"""Checkpoints in Redis: one key a run, the newest state as JSON, gone when nobody has touched it for a while.

For an agent whose events are not kept in the database. The chat's own runs keep their checkpoints behind their events
in one transaction instead (`writer.RunLog`).
"""

import json
from datetime import timedelta

from redis.asyncio import Redis

from agent_core.checkpoint import Checkpoint
from agent_core.state import dump_state, load_state

KEPT = timedelta(days=7)


class RedisCheckpointer:
    """The core's Checkpointer. A checkpoint is there as soon as `save` returns, and lives `kept` from then."""

    def __init__(self, redis: Redis, *, kept: timedelta = KEPT, prefix: str = "checkpoint:") -> None:
        self._redis, self._kept, self._prefix = redis, kept, prefix

    async def save(self, checkpoint: Checkpoint) -> None:
        """Store the checkpoint; it expires after a while."""
        stored = {"node": checkpoint.node, "state": dump_state(checkpoint.state)}
        await self._redis.set(self._prefix + checkpoint.run, json.dumps(stored, ensure_ascii=False), ex=self._kept)

    async def load(self, run: str) -> Checkpoint | None:
        """Return the newest checkpoint of the run, None without one. Raises UnknownSchema for a state of a newer
        release.
        """
        text = await self._redis.get(self._prefix + run)
        if text is None:
            return None
        stored = json.loads(text)
        return Checkpoint(run, stored["node"], load_state(stored["state"]))
