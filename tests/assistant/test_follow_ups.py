"""What is offered to be said next can be sent as it stands and goes on from the answer."""

import pytest

from tests.assistant.asking import conversed
from travelagent.assistant.follow_ups import follow_ups


@pytest.mark.parametrize(
    ("said", "offered"),
    [
        ("3 days in Valletta in May for two", ("Plan 3 days in Naples in May", "Plan 3 days in Rome in May")),
        ("想去喀纳斯玩五天", ("规划乌鲁木齐5日游", "规划吐鲁番5日游")),
        ("2 days in Rome", ("Make it more relaxed", "Make it cheaper", "Save this trip")),
    ],
)
async def test_what_is_offered_goes_on_from_the_answer(said: str, offered: tuple[str, ...]) -> None:
    (state,) = await conversed([said])
    assert follow_ups(state) == offered
    if offered[0].startswith(("Plan", "规划")):
        (_, after) = await conversed([said, offered[0]])
        assert any(o.call.name == "generate_route" and o.status == "success" for o in after.tool_result_history)
