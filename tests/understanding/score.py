#!/usr/bin/env python3
"""Score predictions of the understanding against a labelled set (standard library only).

    python score.py predictions.jsonl [--gold examples.jsonl] [--misses misses.jsonl]
    python score.py --make-perfect out.jsonl     # predictions that the gold accepts (self test)
    python score.py --make-empty out.jsonl       # predictions that say nothing
    python score.py --check                      # shape and counts of the gold itself

Gold values: a scalar; a list (each element a slot); a mapping (each key a slot); or {"any": [...]}.
null inside "any" means: may be absent, and then nothing is counted for it. Strings are glob patterns, case ignored.
"""

import argparse
import collections
import fnmatch
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
INTENTS = (
    "travel_planning", "city_recommendation", "attraction_query", "route_planning", "itinerary_query",
    "budget_query", "food", "accommodation", "transportation", "season_query", "nature_tour", "cultural_tour",
    "family_tour", "honeymoon_tour", "adventure_tour", "comparison", "trip_management", "data_question", "memory",
    "greeting", "general_chat", "complaint", "out_of_scope",
)  # fmt: skip
LISTS = ("cities", "regions", "countries", "interests", "must_see", "avoid", "diet")
DICTS = {"budget": ("amount", "currency", "per"), "travellers": ("adults", "children", "seniors")}
SCALARS = ("origin", "days", "start_date", "month", "season", "pace", "tier")
FIELDS = LISTS + tuple(DICTS) + SCALARS
SEASON = {
    12: "winter",
    1: "winter",
    2: "winter",
    3: "spring",
    4: "spring",
    5: "spring",
    6: "summer",
    7: "summer",
    8: "summer",
    9: "autumn",
    10: "autumn",
    11: "autumn",
}
FLIP = {"winter": "summer", "summer": "winter", "spring": "autumn", "autumn": "spring"}
NOTHING = (None, "", [], {})


def alternatives(gold):
    return gold["any"] if isinstance(gold, dict) and "any" in gold else [gold]


def optional(gold):
    return None in alternatives(gold)


def same(gold, value):
    """One scalar against one gold scalar or its alternatives."""
    for alt in alternatives(gold):
        if alt is None or isinstance(alt, (list, dict)):
            continue
        if isinstance(alt, str):
            if fnmatch.fnmatchcase(str(value).lower(), alt.lower()):
                return True
        elif isinstance(value, (int, float)) and not isinstance(value, bool) and abs(alt - value) < 1e-6:
            return True
    return False


def score_scalar(gold, value):
    if value in NOTHING:
        return (0, 0, 0) if optional(gold) else (0, 0, 1)
    if same(gold, value):
        return (0, 0, 0) if optional(gold) else (1, 0, 0)
    return (0, 1, 0) if optional(gold) else (0, 1, 1)


def longest_common(gold, values):
    """Indices (gold, value) of a longest common subsequence: the cities must come in the order of the message."""
    n, m = len(gold), len(values)
    best = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + 1 if same(gold[i], values[j]) else 0)
    pairs, i, j = [], 0, 0
    while i < n and j < m:
        if same(gold[i], values[j]) and best[i][j] == best[i + 1][j + 1] + 1:
            pairs.append((i, j))
            i += 1
            j += 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def matching(gold, values):
    """A largest one-to-one matching, order ignored."""
    owner = {}

    def place(i, seen):
        for j, value in enumerate(values):
            if j not in seen and same(gold[i], value):
                seen.add(j)
                if j not in owner or place(owner[j], seen):
                    owner[j] = i
                    return True
        return False

    for i in range(len(gold)):
        place(i, set())
    return [(i, j) for j, i in owner.items()]


def score_list(field, gold, values):
    values = [] if values in NOTHING else values if isinstance(values, list) else [values]
    if not isinstance(gold, list):  # {"any": [...]}: the alternative that fits best
        alts = alternatives(gold)
        if not values:
            return (
                (0, 0, 0) if None in alts else (0, 0, max(1, min(len(a) if isinstance(a, list) else 1 for a in alts)))
            )
        options = []
        for alt in alts:
            if alt is None:
                continue
            if alt == "*":
                options.append((1, 0, 0))
            else:
                options.append(score_list(field, alt if isinstance(alt, list) else [alt], values))
        tp, fp, fn = min(options, key=lambda o: (o[1] + o[2], -o[0]))
        return (0, fp, 0) if None in alts else (tp, fp, fn)
    needed = [g for g in gold if not optional(g)]
    loose = [g for g in gold if isinstance(g, dict)]  # also forgives a second acceptable value
    pairs = longest_common(needed, values) if field == "cities" else matching(needed, values)
    taken = {j for _, j in pairs}
    spare = loose if field != "cities" else [g for g in loose if optional(g)]
    extra = [v for j, v in enumerate(values) if j not in taken and not any(same(g, v) for g in spare)]
    return len(pairs), len(extra), len(needed) - len(pairs)


def score_dict(field, gold, value):
    """[(slot, tp, fp, fn)], one for each key in the label or the prediction."""
    value = value if isinstance(value, dict) else {}
    if "any" in gold:  # the alternative that fits best
        if (value in NOTHING and optional(gold)) or (value and "*" in gold["any"]):
            return []
        tries = [score_dict(field, alt, value) for alt in gold["any"] if isinstance(alt, dict)]
        return min(tries, key=lambda rows: (sum(r[2] + r[3] for r in rows), -sum(r[1] for r in rows)))
    rows = []
    for key in DICTS[field]:
        got = value.get(key)
        got = None if field == "travellers" and got == 0 else got
        if key in gold:
            rows.append((f"{field}.{key}", *score_scalar(gold[key], got)))
        elif got not in NOTHING:
            rows.append((f"{field}.{key}", 0, 1, 0))
    return rows


def month_of(date):
    try:
        return int(str(date)[5:7])
    except ValueError:
        return None


def compare(item, got):
    """All slot scores of one item: [(slot, tp, fp, fn)], and the names of must_not violations."""
    gold, rows, broken = item["gold"]["entities"], [], []
    got = dict(got)
    if "month" in gold and got.get("month") in NOTHING and got.get("start_date") not in NOTHING:
        if "start_date" in gold and same(gold["start_date"], got["start_date"]):
            got["month"] = month_of(got["start_date"])  # the date says the month
    for field in FIELDS:
        value = got.get(field)
        if field in gold:
            if field in DICTS:
                rows += score_dict(field, gold[field], value)
            else:
                rows.append(
                    (
                        field,
                        *(
                            score_list(field, gold[field], value)
                            if field in LISTS
                            else score_scalar(gold[field], value)
                        ),
                    )
                )
        elif value not in NOTHING:
            if field == "month" and "start_date" in gold and value == month_of(got.get("start_date")):
                continue  # implied by the date
            if field == "season" and ("start_date" in gold or "month" in gold):
                here = SEASON.get(got.get("month") or month_of(got.get("start_date")))
                if value in (here, FLIP.get(here)):
                    continue  # implied, either hemisphere
            if field in DICTS:
                rows += (
                    [(f"{field}.{k}", 0, 1, 0) for k, v in value.items() if v not in NOTHING and v != 0]
                    if isinstance(value, dict)
                    else [(field, 0, 1, 0)]
                )
            else:
                rows.append((field, 0, len(value) if isinstance(value, list) else 1, 0))
    for field in set(got) - set(FIELDS) - {"end_date", "hotel_area"}:
        if got[field] not in NOTHING:
            rows.append((field, 0, 1, 0))
    for field in item.get("must_not", {}).get("entities", []):
        if got.get(field) not in NOTHING:
            broken.append(field)
    return rows, broken


def concrete(gold):
    """A value that the gold accepts."""
    if isinstance(gold, list):
        return [concrete(g) for g in gold if not optional(g)]
    if isinstance(gold, dict) and "any" in gold:
        return concrete(next(a for a in gold["any"] if a is not None))
    if isinstance(gold, dict):
        return {k: concrete(v) for k, v in gold.items() if not optional(v)}
    if isinstance(gold, str) and any(c in gold for c in "*[?"):
        out, rest = "", gold
        while rest:
            if rest[0] == "[":
                out, rest = out + rest[1], rest[rest.index("]") + 1 :]
            else:
                out, rest = out + {"*": "1", "?": "1"}.get(rest[0], rest[0]), rest[1:]
        return out
    return gold


def perfect(item):
    out = {}
    for field, gold in item["gold"]["entities"].items():
        if isinstance(gold, dict) and optional(gold):
            continue
        value = concrete(gold)
        if field in LISTS and not isinstance(value, list):
            value = [value]
        if value not in NOTHING:
            out[field] = value
    return {"language": item["lang"], "intent": item["gold"]["intent"][0], "entities": out}


def ratio(a, b):
    return a / b if b else 0.0


def prf(t):
    if not any(t):
        return 1.0, 1.0, 1.0
    p, r = ratio(t[0], t[0] + t[1]), ratio(t[0], t[0] + t[2])
    return p, r, ratio(2 * p * r, p + r) if p + r else 0.0


def report(name, items, scored):
    if not items:
        return
    slots, total = collections.defaultdict(lambda: [0, 0, 0]), [0, 0, 0]
    for item in items:
        for slot, *counts in scored[item["id"]]["rows"]:
            for k in range(3):
                slots[slot][k] += counts[k]
                total[k] += counts[k]
    intent_ok = sum(scored[i["id"]]["intent_ok"] for i in items)
    talks = [i for i in items if len(i["turns"]) > 1]
    p, r, f = prf(total)
    print(f"== {name}: {len(items)} items")
    print(f"   intent accuracy      {intent_ok}/{len(items)} = {intent_ok / len(items):.1%}")
    print(f"   slots (micro)        P {p:.1%}  R {r:.1%}  F1 {f:.1%}   (tp {total[0]}, fp {total[1]}, fn {total[2]})")
    if talks:
        state = sum(scored[i["id"]]["state_ok"] for i in talks)
        both = sum(scored[i["id"]]["state_ok"] and scored[i["id"]]["intent_ok"] for i in talks)
        print(
            f"   dialogue state exact {state}/{len(talks)} = {state / len(talks):.1%}"
            f"   with the intent {both / len(talks):.1%}"
        )
    broken = sum(len(scored[i["id"]]["broken"]) for i in items)
    print(f"   must_not violated    {broken}")
    for slot in sorted(slots):
        tp, fp, fn = slots[slot]
        if tp or fp or fn:
            p, r, f = prf(slots[slot])
            print(f"     {slot:<20} P {p:6.1%}  R {r:6.1%}  F1 {f:6.1%}   tp {tp:3} fp {fp:3} fn {fn:3}")


def check(items):
    seen_text, bad = collections.Counter(), []
    for item in items:
        seen_text["\n".join(item["turns"])] += 1
        gold = item["gold"]
        if not 1 <= len(gold["intent"]) <= 2 or set(gold["intent"]) - set(INTENTS):
            bad.append((item["id"], "intent"))
        if set(gold["entities"]) - set(FIELDS):
            bad.append((item["id"], "unknown field"))
        if set(item.get("must_not", {}).get("entities", [])) & set(gold["entities"]):
            bad.append((item["id"], "must_not contradicts gold"))
        if set(item.get("must_not", {}).get("intent", [])) & set(gold["intent"]):
            bad.append((item["id"], "must_not contradicts the intent"))
        rows, broken = compare(item, perfect(item)["entities"])
        if broken or any(fp or fn for _, _, fp, fn in rows):
            bad.append((item["id"], "perfect prediction not accepted", rows))
    bad += [(t, "twice") for t, n in seen_text.items() if n > 1]
    kinds = collections.Counter((i["lang"], "dialogue" if len(i["turns"]) > 1 else "single") for i in items)
    print(dict(kinds), len(items), "items")
    print("first intents:", dict(collections.Counter(i["gold"]["intent"][0] for i in items)))
    print("fields:", dict(collections.Counter(f for i in items for f in i["gold"]["entities"])))
    for line in bad:
        print("BAD", *line)
    return 1 if bad else 0


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("predictions", nargs="?")
    ap.add_argument("--gold", default=HERE / "examples.jsonl")
    ap.add_argument("--misses", default="misses.jsonl")
    ap.add_argument("--make-perfect")
    ap.add_argument("--make-empty")
    ap.add_argument("--check", action="store_true")
    a = ap.parse_args()
    items = [json.loads(s) for s in pathlib.Path(a.gold).read_text(encoding="utf-8").splitlines() if s.strip()]
    if a.check:
        return check(items)
    for path, make in ((a.make_perfect, perfect), (a.make_empty, lambda i: {})):
        if path:
            pathlib.Path(path).write_text(
                "".join(json.dumps(make(i), ensure_ascii=False) + "\n" for i in items), encoding="utf-8"
            )
            return 0
    if not a.predictions:
        ap.error("a predictions file is needed")
    # one prediction a line, an empty line counts as an empty prediction; only the file's last newline is no line
    text = pathlib.Path(a.predictions).read_text(encoding="utf-8")
    lines = text.removesuffix("\n").split("\n") if text else []
    if len(lines) != len(items):
        print(f"{len(lines)} predictions for {len(items)} items: the lines must match one to one", file=sys.stderr)
        return 2
    scored, misses = {}, []
    for item, line in zip(items, lines, strict=False):
        try:
            pred = json.loads(line)
        except ValueError:
            pred = {}
        pred = pred if isinstance(pred, dict) else {}
        pred = pred.get("understanding", pred)
        pred = pred if isinstance(pred, dict) else {}
        got = pred.get("entities")
        got = got if isinstance(got, dict) else {}
        rows, broken = compare(item, got)
        intent = pred.get("intent")
        banned = intent in item.get("must_not", {}).get("intent", [])
        wrong = [r for r in rows if r[2] or r[3]]
        scored[item["id"]] = {
            "rows": rows,
            "broken": broken + (["intent"] if banned else []),
            "intent_ok": intent in item["gold"]["intent"],
            "state_ok": not wrong and not broken,
        }
        s = scored[item["id"]]
        if wrong or not s["intent_ok"] or s["broken"]:
            misses.append(
                {
                    "id": item["id"],
                    "turns": item["turns"],
                    "intent": {"gold": item["gold"]["intent"], "got": intent},
                    "intent_ok": s["intent_ok"],
                    "slots": [{"slot": r[0], "fp": r[2], "fn": r[3]} for r in wrong],
                    "must_not": s["broken"],
                    "gold": item["gold"]["entities"],
                    "got": got,
                    "note": item.get("note", ""),
                }
            )
    pathlib.Path(a.misses).write_text(
        "".join(json.dumps(m, ensure_ascii=False) + "\n" for m in misses), encoding="utf-8"
    )
    report("all", items, scored)
    for lang in ("zh", "en", "mixed"):
        report(lang, [i for i in items if i["lang"] == lang], scored)
    print(f"{len(misses)} items with a miss -> {a.misses}")
    tp, fp, fn = (sum(r[k] for s in scored.values() for r in s["rows"]) for k in (1, 2, 3))
    talks = [scored[i["id"]] for i in items if len(i["turns"]) > 1]
    print(
        json.dumps(
            {
                "intent": round(sum(s["intent_ok"] for s in scored.values()) / len(items), 4),
                "slot_f1": round(2 * tp / max(1, 2 * tp + fp + fn), 4),
                "dialogue_exact": round(sum(s["state_ok"] for s in talks) / max(1, len(talks)), 4),
            }
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
