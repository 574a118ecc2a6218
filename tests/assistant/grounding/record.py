"""`python -m tests.assistant.grounding.record`: record the conversations that the graded answers are written from.

Each is asked of the embedded model with the real tools; what is kept is what any model would have seen. The answers in
`*_answers.toml` cite figures of these recordings, so they are renewed together or not at all.
"""

import asyncio
import json
import os
from pathlib import Path

RECORDINGS = Path(__file__).parent / "recordings.jsonl"

QUESTIONS: dict[str, tuple[str, ...]] = {
    "kyoto": ("Plan 2 days in Kyoto in April for two, under $900",),
    "beijing": ("规划北京两日游，12月8日出发",),
    "paris-cost": ("How much is a week in Paris for four?",),
    "rome-sights": ("What is there to see in Rome?",),
    "chengdu-food": ("成都有什么好吃的",),
    "yunnan": ("云南旅游推荐",),
    "beach": ("Where can I find a warm beach in January under 800 yuan a day?",),
    "xian-season": ("西安几月去最合适",),
    "lisbon-porto": ("Lisbon or Porto?",),
    "hangzhou-family": ("一家三口去杭州玩两天，预算4000元",),
    "newyork": ("2 days in New York in May, we love museums",),
    "london-free": ("What can I see for free in London?",),
    "tokyo-stay": ("东京住宿一晚多少钱",),
    "reykjavik-month": ("What is the weather like in Reykjavik in July?",),
    "istanbul": ("One day in Istanbul on May 12 2027",),
    "guilin": ("桂林阳朔三日游，两个人，轻松一点",),
    "singapore-cost": ("新加坡五天两个人大概要花多少钱",),
    "vienna-food": ("What should I eat in Vienna?",),
    "sydney": ("Plan 2 days in Sydney", "Make it more relaxed"),
    "chongqing": ("周末去重庆玩两天", "便宜一点"),
    "barcelona-sights": ("巴塞罗那有哪些景点",),
    "bangkok-transport": ("How do I get around Bangkok and what does it cost?",),
    "tuscany": ("a weekend in Florence for 2 adults, mid-March",),
    "unknown": ("Plan 3 days in Luton",),
}  # fmt: skip


async def recorded(name: str, turns: tuple[str, ...]) -> dict[str, object]:
    """The words, calls and results of a conversation."""
    from agent_core.messages import AssistantMessage, HumanMessage, Message, ToolMessage
    from tests.assistant.asking import conversed

    messages: tuple[Message, ...] = (await conversed(turns))[-1].messages
    rows: list[dict[str, object]] = []
    calls = {c.id: c for m in messages if isinstance(m, AssistantMessage) for c in m.tool_calls}
    for message in messages:
        match message:
            case HumanMessage(text=text):
                rows.append({"said": text})
            case ToolMessage(call_id=id, text=text, status=status):
                result = json.loads(text)
                rows.append({"tool": message.name, "args": calls[id].args, "status": status, "result": result})
    return {"id": name, "rows": rows}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    import django

    django.setup()
    found = [asyncio.run(recorded(name, turns)) for name, turns in QUESTIONS.items()]
    lines = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in found]
    RECORDINGS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
