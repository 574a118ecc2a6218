import json
import os

import httpx

key = {"Authorization": f"Bearer {os.environ['KEY']}"}
with httpx.Client(base_url="{{ site }}/api/v1/", headers=key, timeout=60) as api:
    once = {"Idempotency-Key": "ann-42-first"}
    session = api.post("sessions/", json={"end_user": "ann-42", "locale": "en"}, headers=once).raise_for_status().json()
    body = {"message": "Plan one day in Kyoto"}
    run = api.post(f"sessions/{session['id']}/runs/", json=body).raise_for_status().json()
    with api.stream("GET", f"runs/{run['id']}/events/", headers={"Accept": "text/event-stream"}) as events:
        for line in events.iter_lines():
            if line.startswith("data: {"):
                print(json.loads(line.removeprefix("data: "))["type"])
