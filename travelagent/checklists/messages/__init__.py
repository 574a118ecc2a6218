"""The texts of lists, by ids: they are in `en.toml` and `zh.toml`."""

from travelagent.plans.messages import Messages

message = Messages(__name__)
refuse = message.refuse
