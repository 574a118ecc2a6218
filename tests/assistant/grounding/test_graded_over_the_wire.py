"""A hundred answers from a scripted model behind the wire, fifty with one false thing: what the run itself marks."""

from agent_core.agent import Agent, Task
from agent_core.models.openai import OpenAIModel
from agent_core.runtime import Parts
from tests.agent_core.cast import Recorder
from tests.assistant.grounding.graded import Worded, answers, recordings
from tests.support.wire import Endpoint, text_reply
from travelagent.assistant.answers import TravelAnswerer
from travelagent.assistant.grounding.reviewer import GroundingReviewer

FILE = "first_answers.toml"


async def marked(answer: Worded) -> list[str]:
    """What a run marks in this answer, which the model repeats when it is asked to mend it."""
    async with Endpoint(text_reply(answer.text), text_reply(answer.text)).serving() as endpoint:
        model = OpenAIModel("scripted", api_key="none", base_url=endpoint.url)
        agent = Agent(Parts(model, reviewer=GroundingReviewer(), answerer=TravelAnswerer()))
        sink = Recorder()
        await agent.run(Task("Sum it up, please", history=recordings()[answer.recording]), sink=sink)
        await model.aclose()
    return [claim.text for claim in sink.of("answer")[0].untraced]


async def test_ninety_five_of_a_hundred_false_things_are_marked_and_true_ones_left_alone() -> None:
    worded = list(answers(FILE))
    found = {answer: await marked(answer) for answer in worded}

    clean = [answer for answer in worded if answer.planted is None]
    planted = [answer for answer in worded if answer.planted is not None]
    alarms = [(answer.recording, found[answer]) for answer in clean if found[answer]]
    missed = [answer.text[slice(*answer.planted)] for answer in planted if answer.planted and not found[answer]]
    assert (len(clean), len(planted)) == (50, 50)
    assert len(alarms) <= 0.02 * len(clean), alarms
    assert len(missed) <= 0.05 * len(planted), missed
