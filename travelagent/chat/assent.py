"""Messages that are nothing but a yes: they decide on the one proposal that is open, and no model ever sees them."""

import re

_WORDS = re.compile(
    r"(?:(?:好的?|嗯|行|是的?|对|可以|没问题|ok|okay|yes|yep|yeah|sure|please|do it|go ahead|confirm(?:ed)?|approved?"
    r"|i confirm|确认|确定|同意|批准|就这样|就这么办|保存吧|执行吧)[\s,，.。!！~～、]*)+",
    re.IGNORECASE,
)


def is_assent(message: str) -> bool:
    """Whether a message says yes and nothing else."""
    return _WORDS.fullmatch(message.strip()) is not None
