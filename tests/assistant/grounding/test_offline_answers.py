"""The embedded model's own answers state nothing that no tool returned: the check finds nothing in them."""

from itertools import islice

import pytest

from tests.assistant.grounding.offline import generated, labelled, states
from travelagent.assistant.grounding.evidence import evidence_of
from travelagent.assistant.grounding.tracing import untraced

LABELLED_STEP = 9
GENERATED_STEP = 4
PARTS = 16


@pytest.mark.sampled("part")
@pytest.mark.parametrize("part", range(PARTS))
async def test_every_claim_is_traced(part: int) -> None:
    conversations = [*islice(labelled(), 0, None, LABELLED_STEP), *islice(generated(), 0, None, GENERATED_STEP)]
    ended = await states(conversations[part::PARTS])

    found = [
        (state.task, state.reply[claim.start : claim.end])
        for state in ended
        for claim in untraced(state.reply, evidence_of(state.messages, state.memories))
    ]

    assert len(ended) >= 90 // PARTS
    assert found == []
