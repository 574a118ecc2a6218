"""Messages that are nothing but a yes or a no: they decide on the one proposal that is open, and no model ever sees
them."""

import re

from agent_core.events import Decision

_BETWEEN = r"[\s,，.。!！~～、]*"
_YES = re.compile(
    rf"(?:(?:好的?|嗯|行|是的?|对|可以|没问题|ok|okay|yes|yep|yeah|sure|please|go ahead"
    rf"|do (?:it|this|that)|confirm(?:ed)?|approved?|i confirm"
    rf"|确认|确定|同意|批准|就这样改?|就这么办|保存吧|执行吧){_BETWEEN})+",
    re.IGNORECASE,
)
_SOFTENS = r"actually|oh|sorry|hmm|well|please"
_REFUSES = (
    r"no|nope|nah|no thanks|no thank you|never ?mind|forget it|reject(?: it)?|cancel(?: (?:it|that))?"
    r"|(?:leave|keep) (?:it|the plan)(?: as it is)?"
    r"|(?:don'?t|do not)(?: (?:save|do|keep|delete|rename|change))?(?: (?:it|that|this))?"
    r"|不|不了|不用了?|不要了?|算了吧?|还是算了|取消吧?|拒绝|别|先不"
    r"|(?:还是)?保[持留]原样|先?(?:别|不要?|不用)(?:保存|存|删|删除|改)了?"
)
_NO = re.compile(
    rf"(?:(?:{_SOFTENS}){_BETWEEN})*(?:{_REFUSES}){_BETWEEN}(?:(?:{_SOFTENS}|{_REFUSES}){_BETWEEN})*", re.IGNORECASE
)


def verdict(message: str) -> Decision | None:
    """Return the decision of a message that is a plain yes or no and nothing else; None for any other."""
    text = message.strip().replace("’", "'")
    return "approve" if _YES.fullmatch(text) else "reject" if _NO.fullmatch(text) else None
