"""Sentences of the agent's own steps, in both languages, by key."""

from string import Template

PHRASES: dict[str, tuple[str, str]] = {
    # phases
    "phase.understanding": ("Understanding", "理解需求"),
    "phase.planning": ("Planning", "规划步骤"),
    "phase.execution": ("Execution", "执行查询"),
    "phase.generation": ("Writing the answer", "生成回答"),
    # what a tool does, as a result's name
    "tool.search_cities": ("City search", "城市搜索"),
    "tool.query_attractions": ("Sights", "景点查询"),
    "tool.get_city_info": ("City facts", "城市概况"),
    "tool.generate_route": ("Itinerary", "行程安排"),
    "tool.change_route": ("Changed itinerary", "行程调整"),
    "tool.calculate_budget": ("Budget", "预算"),
    "tool.compare_cities": ("Comparison", "城市对比"),
    "tool.generate_city_recommendation": ("Recommended city", "城市推荐"),
    "tool.generate_route_plan": ("Written plan", "行程方案"),
    "tool.llm_chat": ("Free answer", "自由回答"),
    "tool.list_trips": ("Saved trips", "已保存的行程"),
    "tool.get_trip": ("Saved trip", "已保存的行程"),
    "tool.create_trip": ("Save the trip", "保存行程"),
    "tool.update_trip": ("Change the trip", "修改行程"),
    "tool.delete_trip": ("Delete the trip", "删除行程"),
    "tool.generate_sql": ("Question as a query", "生成查询"),
    "tool.validate_sql": ("Checked query", "检查查询"),
    "tool.run_sql": ("Figures", "数据查询"),
    # why a run ended without a model's words
    "stopped.answered": ("I have no answer to that.", "这个问题我没有答案。"),
    "stopped.final_tool": ("Done.", "已完成。"),
    "stopped.confident": ("Done.", "已完成。"),
    "stopped.max_steps": (
        "I stopped after the most steps one request may take.",
        "已达到单次请求的步骤上限，先停在这里。",
    ),
    "stopped.loop_detected": (
        "I stopped because the same step kept bringing the same result.",
        "同一步骤反复得到相同结果，因此停了下来。",
    ),
    "stopped.cancelled": ("Stopped at your wish.", "已按您的要求停止。"),
    "stopped.rejected": ("Nothing was changed.", "没有做任何更改。"),
    "stopped.expired": ("The proposal has expired; nothing was changed.", "该提议已过期，没有做任何更改。"),
    "stopped.model_failed": ("The model could not be reached.", "暂时无法连接模型。"),
    "stopped.found": ("What was found so far:", "目前已得到："),
    "proposal.head": ("I would do the following once you confirm:", "确认后我将执行以下操作："),
    # thoughts
    "thought.analysis": ("The request: $intent$about.", "需求：$intent$about。"),
    "thought.manner": (" Mode: $mode; style: $style.", "模式：$mode；风格：$style。"),
    "mode.direct": ("direct, no tools", "直接回答，不用工具"),
    "mode.react": ("step by step", "逐步查询"),
    "mode.plan": ("plan first, then work it off", "先列计划再执行"),
    "style.enthusiastic": ("enthusiastic", "热情"),
    "style.warm": ("warm", "温和"),
    "style.professional": ("professional", "专业"),
    "style.playful": ("playful", "活泼"),
    "style.concise": ("concise", "简洁"),
    "thought.about": (" — $entities", "——$entities"),
    "thought.choosing": ("Next: $calls.", "下一步：$calls。"),
    "thought.reflecting": (
        "$failed did not work ($reason); instead: $calls.",
        "$failed 未成功（$reason），改为：$calls。",
    ),
    "thought.reflecting.end": ("$failed did not work ($reason).", "$failed 未成功（$reason）。"),
    "thought.deciding": ("There is enough to answer, from $count results.", "已有 $count 项结果，可以作答。"),
    "thought.deciding.none": ("This can be answered without looking anything up.", "无需查询即可作答。"),
}


def phrase(key: str, locale: str, **values: object) -> str:
    """The sentence of a key in `en` or `zh`; a tool without a phrase is called by its name."""
    en, zh = PHRASES.get(key) or (key.removeprefix("tool."),) * 2
    return Template(zh if locale == "zh" else en).substitute({k: str(v) for k, v in values.items()})
