"""`python -m training.reader.agreement`: how far two hands agree that annotated the same 300 changes of a plan.

It is the ceiling of what a reader can reach on them.
"""

from training.reader.messages import AGAIN, FRAMES, Message, frames_in, message_of
from training.reader.scores import scored, shown
from travelagent.assistant.encoder.tagger import ReadClause, ReadSpan, Tags


def main() -> None:
    """Print the scores of the second hand as if it were a reader."""
    first, second = frames_in(FRAMES), frames_in(AGAIN)
    messages = {message.text: message for id in second if (message := message_of(first[id], planned=True))}
    read = {message.text: _tags(message) for pieces in second.values() if (message := message_of(pieces, planned=True))}
    print(shown(scored(lambda message: read[message.text], messages.values())))


def _tags(message: Message) -> Tags:
    """What a hand annotated, in the form in which a message is read."""
    spans = tuple(ReadSpan(span.start, span.end, span.role, 1.0) for span in message.spans)
    starts = (0, *(end for end, _ in message.acts))
    clauses = (ReadClause(start, end, ((act, 1.0),)) for start, (end, act) in zip(starts, message.acts, strict=False))
    return Tags(spans, tuple(clauses), {})


if __name__ == "__main__":
    main()
