"""Hundreds of runs as people have them: what they leave in memory and in the database."""

import asyncio
import os
import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import httpx

from benchmarks.figures import Figure, limit
from benchmarks.hostile.visitors import Visitor
from benchmarks.served import Served

RUNS = 500
AT_ONCE = 4
GROWN_MB, A_RUN_KB = 30.0, 40.0
TALKS: tuple[tuple[str, ...], ...] = (
    ("Plan 3 days in Rome", "make day 2 slower", "how much is it for two?"),
    ("规划北京三日游", "第二天换成室内的", "预算多少", "谢谢"),
    ("What should I eat in Bangkok?", "and in Hanoi?", "plan 2 days there"),
    ("Recommend places in Portugal", "Lisbon for a weekend with kids"),
    ("成都有什么好吃的", "带父母去成都四天，不吃辣", "改成五天", "把第一天去掉"),
    ("Three days in Kyoto in April for two, under $900", "add Nara", "is that feasible?", "cheaper hotels"),
    ("hello", "what can you do?", "is Paris safe?"),
    ("How much is a week in Paris for four?", "and in London?"),
    ("巴黎和罗马，七天", "第三天上午有航班10:00", "保存"),
)


async def runs(client: httpx.AsyncClient, server: Served) -> list[Figure]:
    """Have each conversation twice, to warm up, then all of them again and again."""
    await _talked(client, "warm", 2 * sum(map(len, TALKS)))
    memory, size = _memory_mb(server.pid), _size_kb(server.folder)
    failed = await _talked(client, "person", RUNS)
    grown = {name: now - memory.get(name, 0.0) for name, now in _memory_mb(server.pid).items()}
    each = (_size_kb(server.folder) - size) / RUNS
    growth = ", ".join(f"{name} {mb:+.1f}" for name, mb in grown.items())
    print(f"{RUNS} runs, {failed} failed: memory {sum(grown.values()):+.1f} MB ({growth}), limit {GROWN_MB:+.0f} MB")
    print(f"the database grew by {each:.1f} kB a run, limit {A_RUN_KB:.0f} kB")
    for table, kb in _tables(server.folder):
        print(f"  {table}: {kb:.1f} kB a run of all")
    return [
        Figure(f"failed runs of {RUNS}", failed, "", limit(0)),
        Figure(f"memory after {RUNS} runs", sum(grown.values()), "MB", limit(GROWN_MB)),
        Figure("database, a run", each, "kB", limit(A_RUN_KB)),
    ]


async def _talked(client: httpx.AsyncClient, name: str, count: int) -> int:
    """Have so many messages answered, in whole conversations; how many failed."""
    waiting = list(reversed([(n, talk) for n, talk in enumerate(_talks(count))]))
    failed = 0

    async def person() -> None:
        nonlocal failed
        while waiting:
            number, talk = waiting.pop()
            visitor = Visitor(client, f"{name}-{number}")
            for message in talk:
                found = await visitor.send(message)
                failed += found["status"] not in ("succeeded", "awaiting_confirmation")

    await asyncio.gather(*(person() for _ in range(AT_ONCE)))
    return failed


def _talks(count: int) -> list[tuple[str, ...]]:
    talks: list[tuple[str, ...]] = []
    while count > 0:
        talk = TALKS[len(talks) % len(TALKS)][:count]
        talks.append(talk)
        count -= len(talk)
    return talks


def _memory_mb(pid: int) -> dict[str, float]:
    """What the server and the processes below it hold, of shared pages a part (PSS)."""
    found = {"server": _pss_mb(pid)}
    below = _children(pid)
    while below:
        child = below.pop()
        with suppress(ProcessLookupError, FileNotFoundError):  # it ended since it was listed
            found["others"] = found.get("others", 0.0) + _pss_mb(child)
            below.extend(_children(child))
    return found


def _pss_mb(pid: int) -> float:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with suppress(FileNotFoundError):  # the thread ended since it was listed
            found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
    return found


def _size_kb(folder: Path) -> float:
    """What the database holds, without free pages."""
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
        pages, free, size = (
            database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
    return float((pages - free) * size / 1024)


def _tables(folder: Path) -> list[tuple[str, float]]:
    """The largest tables and indexes, in kB for each run."""
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
        runs = database.execute("SELECT count(*) FROM chat_run").fetchone()[0]
        rows = database.execute(
            "SELECT name, sum(pgsize) AS size FROM dbstat WHERE name LIKE '%chat_%' OR name LIKE '%trips_%' "
            "GROUP BY name ORDER BY size DESC LIMIT 8"
        ).fetchall()
    return [(name, size / 1024 / runs) for name, size in rows]
