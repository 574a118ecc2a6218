"""Conversations with a model behind an endpoint that others wrote: as it should be, and everything that goes wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.assistant.models.talking import BARE, Talk, talked
from tests.support.aimock import in_turn, reply

QUESTION = "Plan 2 days in Kyoto for two from 13 April 2027"
ROUTE = {"city": "Kyoto", "days": 2, "start_date": "2027-04-13", "travellers": 2}
DONE = "Your two days in Kyoto are planned."


def calling(*calls: tuple[str, Any], text: str = "") -> dict[str, Any]:
    """A reply of calls; arguments as an object, or as the text that is sent."""
    made = [
        {"name": name, "arguments": args if isinstance(args, str) else json.dumps(args), "id": f"call_{at}"}
        for at, (name, args) in enumerate(calls)
    ]
    return {"content": text, "toolCalls": made} if text else {"toolCalls": made}


REPLY = {"content": DONE}
FAILED = {"error": {"message": "no room", "type": "server_error"}, "status": 500}
LIMITED = {"error": {"message": "slow down", "type": "rate_limit_error"}, "status": 429, "retryAfter": 2}


def answered(talk: Talk) -> str:
    """The answer, which the streamed tokens that count are."""
    tokens = ""
    for event in talk.sink.events:
        if event.type == "run_resumed":
            tokens = ""
        elif event.type == "llm_token":
            tokens += event.token
    assert tokens.endswith(talk.result.final_reply)
    return talk.result.final_reply


async def test_a_journey_with_calls_side_by_side_behind_streamed_text(tmp_path: Path) -> None:
    replies = in_turn(
        calling(("generate_route", ROUTE), ("get_city_info", {"city": "Kyoto"}), text="Let me look that up."),
        calling(("calculate_budget", {"city": "Kyoto", "days": 2, "travellers": 2, "currency": "USD"})),
        REPLY,
        {"content": "April is one of the best months."},
    )

    talk = await talked([QUESTION, "Is April a good month there?"], replies, tmp_path)

    assert answered(talk) == "April is one of the best months."
    assert [request["model"] for request in talk.requests] == ["gpt-test"] * 4
    first, second, third, fourth = (request["messages"] for request in talk.requests)
    assert {tool["function"]["name"] for tool in talk.requests[0]["tools"]} >= {"generate_route", "search_cities"}
    assert first[-1]["content"].endswith(QUESTION)
    assert '"kyoto"' in first[-1]["content"]
    assert {request["messages"][0]["content"] for request in talk.requests} == {first[0]["content"]}
    assert [message["role"] for message in second[-3:]] == ["assistant", "tool", "tool"]
    assert [message["tool_call_id"] for message in second[-2:]] == ["call_0", "call_1"]
    assert second[-2]["content"].startswith("itinerary call_0_a1: Kyoto, 2 days, 2027-04-13 to 2027-04-14, verified by")
    assert third[-1]["content"].startswith(f"budget {third[-1]['tool_call_id']}_a1: total ")
    assert third[-1]["tool_call_id"] != second[-2]["tool_call_id"]
    assert fourth[-1]["content"].endswith("Is April a good month there?")
    assert fourth[-2]["content"] == DONE


async def test_reads_of_one_step_run_side_by_side_and_all_are_shown(tmp_path: Path) -> None:
    reads = [("get_city_info", {"city": "Kyoto"}), ("query_attractions", {"cities": ["Kyoto"]})]
    replies = in_turn(calling(*reads, text="Well."), REPLY)

    talk = await talked([QUESTION], replies, tmp_path)

    started = [event.type for event in talk.sink.events if event.type in ("tool_start", "tool_end")]
    assert started[:2] == ["tool_start", "tool_start"]
    assert [event.status for event in talk.sink.of("tool_end")] == ["success", "success"]
    assert talk.result.metadata["tokens"]["prompt"] > 0
    assert answered(talk) == DONE


async def test_429_waits_as_long_as_it_is_told(tmp_path: Path) -> None:
    talk = await talked([QUESTION], in_turn(LIMITED, REPLY), tmp_path)

    assert talk.waits == [2.0]
    assert answered(talk) == DONE


async def test_a_longer_wait_than_one_has_patience_for_is_not_waited(tmp_path: Path) -> None:
    talk = await talked([QUESTION], in_turn({**LIMITED, "retryAfter": 90}, REPLY), tmp_path)

    assert (talk.waits, len(talk.requests)) == ([], 1)
    assert "2 days in Kyoto" in answered(talk)


async def test_failures_are_tried_again_then_the_embedded_assistant_answers_and_says_so(tmp_path: Path) -> None:
    talk = await talked([QUESTION], [reply(FAILED)], tmp_path)

    assert len(talk.waits) == 2
    assert talk.result.success
    assert [event.code for event in talk.sink.of("notice")] == ["fallback_model"]
    assert "Far model" in talk.sink.of("notice")[0].message
    assert answered(talk).endswith("*Far model could not answer; this answer is by Embedded assistant.*")
    assert "2 days in Kyoto" in answered(talk)


async def test_one_failure_between_is_not_noticed(tmp_path: Path) -> None:
    talk = await talked([QUESTION], in_turn(FAILED, REPLY), tmp_path)

    assert answered(talk) == DONE
    assert not talk.sink.of("notice")


async def test_a_stream_cut_in_the_middle_is_asked_for_again(tmp_path: Path) -> None:
    cut = reply({"content": "Your two days in Osaka are planned, and so on and on."}, truncateAfterChunks=6, latency=20)

    talk = await talked([QUESTION], in_turn(cut, REPLY), tmp_path)

    assert len(talk.requests) == 2
    assert answered(talk) == DONE
    assert "Osaka" in "".join(event.token for event in talk.sink.of("llm_token"))


async def test_an_endpoint_that_hangs_is_left(tmp_path: Path) -> None:
    hanging = reply(REPLY, latency=20_000)
    patient = BARE.model_copy(update={"timeout_s": 0.5, "retries": 1})

    talk = await talked([QUESTION], [hanging], tmp_path, patient)

    assert talk.sink.of("notice")[0].code == "fallback_model"
    assert "2 days in Kyoto" in answered(talk)


async def test_an_empty_reply_is_asked_for_again(tmp_path: Path) -> None:
    talk = await talked([QUESTION], in_turn({"content": ""}, REPLY), tmp_path)

    assert (len(talk.requests), answered(talk)) == (2, DONE)


async def test_arguments_with_a_small_fault_are_mended(tmp_path: Path) -> None:
    faulty = '{"city": "Kyoto", "days": 2, "start_date": "2027-04-13",}'

    talk = await talked([QUESTION], in_turn(calling(("generate_route", faulty)), REPLY), tmp_path)

    assert talk.sink.of("tool_end")[0].status == "success"
    assert answered(talk) == DONE


async def test_arguments_that_break_off_give_a_tool_error_that_the_model_reads(tmp_path: Path) -> None:
    replies = in_turn(calling(("generate_route", '{"city": "Kyo')), calling(("generate_route", ROUTE)), REPLY)

    talk = await talked([QUESTION], replies, tmp_path)

    assert [event.status for event in talk.sink.of("tool_end")] == ["refused", "success"]
    assert json.loads(talk.requests[1]["messages"][-1]["content"])["error"]["code"] == "invalid_arguments"
    assert [event.kind for event in talk.sink.of("thought")][2] == "reflection"
    assert answered(talk) == DONE


async def test_an_unknown_tool_gives_an_error_that_lists_the_known_ones(tmp_path: Path) -> None:
    replies = in_turn(calling(("book_flight", {"to": "Kyoto"})), calling(("generate_route", ROUTE)), REPLY)

    talk = await talked([QUESTION], replies, tmp_path)

    error = json.loads(talk.requests[1]["messages"][-1]["content"])["error"]
    assert error["code"] == "unknown_tool"
    assert "generate_route" in error["tools"]
    assert answered(talk) == DONE


async def test_thinking_is_streamed_apart_from_the_answer(tmp_path: Path) -> None:
    talk = await talked([QUESTION], in_turn({**REPLY, "reasoning": "They want two days."}), tmp_path)

    assert "".join(event.reasoning_token for event in talk.sink.of("llm_token")) == "They want two days."
    assert answered(talk) == DONE


async def test_a_model_without_tool_calling_plans_as_well(tmp_path: Path) -> None:
    called = f"I look.\n<tool_call>{json.dumps({'name': 'generate_route', 'arguments': ROUTE})}</tool_call>"
    prompted = BARE.model_copy(update={"tools": "prompted"})

    talk = await talked([QUESTION], in_turn({"content": called}, REPLY), tmp_path, prompted)

    assert "tools" not in talk.requests[0]
    assert "<tool_result>" in talk.requests[1]["messages"][-1]["content"]
    assert talk.sink.of("artifact")[0].kind == "itinerary"
    assert answered(talk) == DONE


async def test_a_false_fact_is_mended_or_marked(tmp_path: Path) -> None:
    false = {"content": f"{DONE} I have saved the trip for you."}
    mend = {"content": json.dumps(["I can save the trip for you."])}

    talk = await talked([QUESTION], in_turn(calling(("generate_route", ROUTE)), false, mend), tmp_path)

    assert [event.code for event in talk.sink.of("notice")] == ["mended"]
    assert answered(talk) == f"{DONE} I can save the trip for you."


@pytest.mark.parametrize("question", ["规划京都两日游，两个人", QUESTION])
async def test_the_prompt_is_in_the_language_of_the_message(question: str, tmp_path: Path) -> None:
    talk = await talked([question], in_turn(REPLY), tmp_path)

    system = talk.requests[0]["messages"][0]["content"]
    assert ("你是旅行规划助手" in system) == (question != QUESTION)
    assert talk.requests[0]["temperature"] == 0.3
