"""An itinerary as it crosses the wire, read as the typed route of one language."""

from collections.abc import Mapping
from typing import Any

from travelagent.assistant.places import name_of
from travelagent.assistant.results.parsing import parsed
from travelagent.assistant.results.route import Route
from travelagent.catalog import source
from travelagent.costs.tickets import bought_at
from travelagent.plans.values import Itinerary


def read_route(payload: Mapping[str, Any], itinerary: Itinerary, locale: str) -> Route:
    """Return the itinerary of a payload as typed values in one language; the payload may lack its request."""
    facts, on_another = source.sights(), _on_another_ticket(itinerary)
    days = []
    for day in payload["days"]:
        visits = []
        for visit in (visit for visit in day["visits"] if not visit.get("marker")):
            sight = facts.get(visit["sight"] or "")
            visits.append(
                {
                    **visit,
                    "name": visit["name"][locale],
                    "why": visit["why"][locale],
                    "instead": {a["kind"]: a["name"][locale] for a in visit["alternates"]},
                    "shared_ticket": visit["id"] in on_another,
                    "booking": sight.booking if sight else "none",
                    "note": (sight.note_zh if locale == "zh" else sight.note_en) if sight else "",
                }
            )
        meals = [{**meal, "near": _near(meal, day, locale)} for meal in day["meals"]]
        days.append({**day, "meals": meals, "visits": visits, "walked": _walked(day)})
    left = [
        {
            "sight": x["sight"],
            "reason": x["reason"][locale],
            "relaxation": x["relaxation"][locale],
            "name": (facts[x["sight"]].name_zh if locale == "zh" else facts[x["sight"]].name_en),
        }
        for x in payload["left_out"]
    ]
    ledger = payload.get("ledger", ())
    route = {
        "asked": _request_facts(payload["request"]) if "request" in payload else {},
        "cities": [{"id": id, "name": name_of(source.cities()[id], locale)} for id in payload["cities"]],
        "days": days,
        "left_out": left,
        "assumptions": [_in(a, locale) for a in payload["assumptions"] if not _rule(a)],
        "rules": [{"rule": _rule(a), "text": _in(a, locale)} for a in payload["assumptions"] if _rule(a)],
        "feasible": itinerary.certificate.feasible,
        "checks": len(itinerary.certificate.checks),
        **({"changed": [text[locale] for text in payload["difference"]["told"]]} if "difference" in payload else {}),
        "given_up": [text[locale] for text in payload.get("difference", {}).get("given_up", ())],
        "kept_wishes": sum(each["verdict"] == "kept" for each in ledger),
        "unkept": [
            {**each, "words": each["words"][locale], "evidence": each["evidence"][locale]}
            for each in ledger
            if each["verdict"] != "kept"
        ],
        "alternatives": [
            {"kind": other["kind"], "told": [text[locale] for text in other["difference"]["told"]]}
            for other in payload.get("alternatives", ())
        ],
    }
    return parsed(Route, route)


def _walked(day: Mapping[str, Any]) -> dict[str, float]:
    """How far one walks from stop to stop on a day, in minutes and kilometres."""
    legs = [leg for leg in day["legs"] if leg["mode"] == "walk"]
    return {"minutes": sum(leg["minutes"] for leg in legs), "km": round(sum(leg["km"] for leg in legs), 1)}


def _near(meal: Mapping[str, Any], day: Mapping[str, Any], locale: str) -> str:
    """The sight by which a meal is taken: the one that one is at then and has not left before; empty without one."""
    before = [visit for visit in day["visits"] if visit["depart"] <= meal["start"]]
    if not before or meal["visit"]:
        return ""
    left = any(leg["from"] == before[-1]["id"] and leg["depart"] < meal["end"] for leg in day["legs"])
    return "" if left else str(before[-1]["name"][locale])


def _request_facts(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the request that a later change is compared with."""
    hotels = [stay["hotel"]["name"]["en"] for stay in request["cities"] if stay.get("hotel")]
    return {**request, "hotel": hotels[0] if hotels else ""}


def _rule(assumption: Any) -> str:
    """Return the rule of travel that an assumption reports, empty for none."""
    return str(assumption.get("rule", "")) if isinstance(assumption, Mapping) else ""


def _in(text: Any, locale: str) -> str:
    return str(text[locale]) if isinstance(text, Mapping) else str(text)


def _on_another_ticket(itinerary: Itinerary) -> set[str]:
    """The visits that are entered on the ticket of one before them."""
    visits = [(day.date, visit) for day in itinerary.days for visit in day.visits]
    return {visit.id for (_, visit), bought in zip(visits, bought_at(visits), strict=True) if bought != visit.id}
