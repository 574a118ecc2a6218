"""Visitors who send the costliest things they can, one kind after the other, and somebody else beside them."""

import asyncio
import json
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.figures import Figure, limit
from benchmarks.hostile.visitors import Visitor, percentile, watched
from benchmarks.served import Served

ATTACKERS = 3
"""Cookies of each attack, all from one address."""
ATTACK_S = 20.0
LIVE_S, PLAN_S, WRITE_S, GROWN = 0.3, 5.0, 1.0, 1.2
LOOK_S, CALLS_EACH_S = 0.1, 1.5
"""Seldom enough for a key at a server that throttles."""
PLAN = "Plan 2 days in Lisbon"
DAY = {"day": 1, "city": "q", "date": "2027-03-01", "start": "08:00", "end": "20:00"}
CITIES = (
    *("rome", "florence", "venice", "paris", "london", "amsterdam", "berlin", "prague", "vienna", "budapest"),
    *("madrid", "barcelona", "lisbon", "porto", "seville", "athens", "istanbul", "munich", "zurich", "brussels"),
    *("copenhagen", "stockholm", "oslo", "helsinki", "dublin"),
)


@dataclass(frozen=True)
class Attack:
    """One request, sent again and again.

    `file`: a body and its media type; `key`: with an idempotency key of its own each time.
    """

    path: str
    body: Any = None
    file: tuple[bytes, str] | None = None
    key: bool = False

    async def send(self, client: httpx.AsyncClient, number: int) -> int:
        """Send it, for the `number`th time; the status of the answer."""
        headers = {"X-CSRFToken": client.cookies["csrftoken"]}
        if self.key:
            headers["Idempotency-Key"] = f"k-{number}-{time.monotonic_ns()}"
        if self.path.startswith("GET "):
            return (await client.get(self.path.removeprefix("GET "), headers=headers)).status_code
        if self.file is None:
            return (await client.post(self.path, headers=headers, json=self.body)).status_code
        content, media_type = self.file
        headers["Content-Type"] = media_type
        return (await client.post(self.path, headers=headers, content=content)).status_code


@dataclass
class Beside:
    """What somebody else waited for, in seconds."""

    plans: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)


async def attackers(client: httpx.AsyncClient, server: Served) -> list[Figure]:
    """Let each attack run for ATTACK_S; the worst that another visitor met meanwhile."""
    await Visitor(client, "warm", LOOK_S).send(PLAN)
    before = _resident_mb(server.pid)
    live, worst = 0.0, Beside()
    most = before
    for name, prepared in ATTACKS.items():
        answers: Counter[int] = Counter()
        beside = Beside()
        async with watched(client) as latency:
            attacks = [asyncio.create_task(_attack(server.url, prepared, answers)) for _ in range(ATTACKERS)]
            ends = time.monotonic() + ATTACK_S
            await asyncio.gather(_plan(client, name, ends, beside), _write(client, ends, beside))
            for attack in attacks:
                attack.cancel()
            await asyncio.gather(*attacks, return_exceptions=True)
        memory = _resident_mb(server.pid)
        plan, write = percentile(beside.plans, 95), percentile(beside.writes, 95)
        print(
            f"{name}: {dict(answers)}; /live p99 {latency.p99_s:.2f} s, a plan {plan:.2f} s, a write {write:.2f} s, "
            f"server {memory:.0f} MB of {before:.0f}",
            flush=True,
        )
        live, most = max(live, latency.p99_s), max(most, memory)
        worst.plans.append(plan)
        worst.writes.append(write)
    return [
        Figure("/live beside attackers, p99", live, "s", limit(LIVE_S)),
        Figure("a short plan beside attackers, p95", max(worst.plans), "s", limit(PLAN_S)),
        Figure("a write beside attackers, p95", max(worst.writes), "s", limit(WRITE_S)),
        Figure("memory of the server beside that before the attacks", most / before, "×", limit(GROWN)),
    ]


def _resident_mb(pid: int) -> float:
    """What the process holds, pages that it shares with its workers included: how many of these live does not count."""
    found = re.search(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


async def _attack(url: str, prepare: Callable[[httpx.AsyncClient], Any], answers: Counter[int]) -> None:
    """Send as a new visitor until cancelled, without waiting between the answers."""
    async with httpx.AsyncClient(base_url=url, timeout=120) as client:
        await client.get("/")
        attack = await prepare(client)
        number = 0
        while True:
            number += 1
            with suppress(httpx.TransportError):
                status = await attack.send(client, number)
                answers[status] += 1
                if status == 429:
                    await asyncio.sleep(0.2)


async def _plan(client: httpx.AsyncClient, name: str, ends: float, beside: Beside) -> None:
    number = 0
    while time.monotonic() < ends:
        number += 1
        began = time.monotonic()
        await Visitor(client, f"{name}-{number}", LOOK_S).send(PLAN)
        beside.plans.append(time.monotonic() - began)
        await asyncio.sleep(CALLS_EACH_S)


async def _write(client: httpx.AsyncClient, ends: float, beside: Beside) -> None:
    session = (await client.post("/api/v1/sessions/", json={})).raise_for_status().json()["id"]
    while time.monotonic() < ends:
        began = time.monotonic()
        (await client.patch(f"/api/v1/sessions/{session}/", json={"title": str(began)})).raise_for_status()
        beside.writes.append(time.monotonic() - began)
        await asyncio.sleep(CALLS_EACH_S)


def _visits(count: int) -> list[Mapping[str, Any]]:
    name = {"en": "x" * 100, "zh": "x" * 100}
    return [
        {"id": str(n), "name": name, "lat": 1.0, "lon": 1.0, "arrive": "08:00", "depart": "20:00"} for n in range(count)
    ]


def _plan_of(*days: Mapping[str, Any]) -> dict[str, Any]:
    return {"cities": ["q"], "days": list(days)}


def _mail() -> bytes:
    """3 MB of a confirmation whose markup opens again and again."""
    booking = {"@context": "http://schema.org", "@type": "LodgingReservation", "checkinTime": "2027-03-01T15:00"}
    part = f'<div><script type="application/ld+json">{json.dumps(booking)}</script>'
    head = b"From: a@hotel.example\r\nSubject: Booking\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    return head + (part * (3_000_000 // len(part))).encode()


def _pdf() -> bytes:
    """A page of a million words, packed into some kilobytes."""
    content = zlib.compress(b"BT /F 9 Tf (ab) Tj ET\n" * 1_000_000)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/MediaBox[0 0 99 99]>>",
        b"<</Filter/FlateDecode/Length %d>>stream\n%b\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    body, offsets = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj%b endobj\n" % (number, each)
    table = b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return body + table + b"trailer<</Size 6/Root 1 0 R>>startxref\n%d\n%%%%EOF" % len(body)


def _form() -> bytes:
    """4 MB of a form of short parts."""
    part = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
    return part * (4_000_000 // len(part)) + b"--b--\r\n"


def _request(path: str, **fields: Any) -> Callable[[httpx.AsyncClient], Any]:
    async def prepare(client: httpx.AsyncClient) -> Attack:
        return Attack(f"/api/v1/{path}", **fields)

    return prepare


async def _spaces(client: httpx.AsyncClient) -> Attack:
    """A word and thousands of spaces, as a message."""
    headers = {"X-CSRFToken": client.cookies["csrftoken"]}
    made = await client.post("/api/v1/sessions/", json={}, headers=headers)
    path = f"/api/v1/sessions/{made.raise_for_status().json()['id']}/runs/"
    return Attack(path, {"message": "remember" + " " * 4_900 + "x"})


def _read(path: str) -> Callable[[httpx.AsyncClient], Any]:
    async def prepare(client: httpx.AsyncClient) -> Attack:
        """A trip of thirty days, to be read."""
        headers = {"X-CSRFToken": client.cookies["csrftoken"]}
        stops = [
            {**visit, "arrive": f"{8 + n:02}:00", "depart": f"{8 + n:02}:40"} for n, visit in enumerate(_visits(8))
        ]
        days = [{**DAY, "day": n, "date": f"2027-03-{n:02}", "visits": stops} for n in range(1, 31)]
        sent = {"title": "Long", "itinerary": _plan_of(*days)}
        made = await client.post("/api/v1/trips/", json=sent, headers=headers)
        return Attack("GET " + path.format(trip=made.raise_for_status().json()["id"]))

    return prepare


MEAL = {"kind": "lunch", "start": "08:00", "end": "20:00"}
ATTACKS: Mapping[str, Callable[[httpx.AsyncClient], Any]] = {
    "a day of 700 visits and meals": _request(
        "itineraries/verify/", body={"itinerary": _plan_of({**DAY, "visits": _visits(700), "meals": [MEAL] * 700})}
    ),
    "a day of 60 visits that all clash": _request(
        "itineraries/verify/", body={"itinerary": _plan_of({**DAY, "visits": _visits(60), "meals": [MEAL] * 8})}
    ),
    "12,000 days": _request("trips/", body={"title": "Long", "itinerary": _plan_of(*[DAY] * 12_000)}, key=True),
    "a mail of 3 MB, with a key": _request("trips/import/", file=(_mail(), "message/rfc822"), key=True),
    "a PDF of a million words": _request("trips/import/", file=(_pdf(), "application/pdf"), key=True),
    "a form of 70,000 parts": _request("sessions/", file=(_form(), "multipart/form-data; boundary=b")),
    "25 cities in any order": _request(
        "itineraries/", body={"request": {"cities": list(CITIES), "days": 30, "any_order": True}}
    ),
    "12 cities of 30 days": _request(
        "itineraries/", body={"request": {"cities": list(CITIES[:12]), "days": 30, "any_order": True}}
    ),
    "a word and 4,900 spaces": _spaces,
    "PDFs": _read("/api/v1/trips/{trip}/export/?format=pdf"),
    "whole trips": _read("/account/data.zip"),
}
