"""Why a service gave no answer: a closed set of values, each worded for people in both languages."""

from dataclasses import dataclass
from typing import TypeAlias

from travelagent.plans.values import LocalizedText


@dataclass(frozen=True, slots=True)
class Off:
    """The service is switched off: nothing was sent."""

    service: LocalizedText

    @property
    def text(self) -> LocalizedText:
        """The failure in both languages."""
        return LocalizedText(f"{self.service.en} is switched off.", f"{self.service.zh}已关闭。")


@dataclass(frozen=True, slots=True)
class Unreachable:
    """No connection. `retry_after`: seconds for which the service is left alone, where it failed several times."""

    service: LocalizedText
    retry_after: float | None = None

    @property
    def text(self) -> LocalizedText:
        """The failure in both languages."""
        if self.retry_after is None:
            return LocalizedText(f"{self.service.en} cannot be reached.", f"无法连接{self.service.zh}。")
        seconds = max(1, round(self.retry_after))
        return LocalizedText(
            f"{self.service.en} is not answering. It is tried again in {seconds} s.",
            f"{self.service.zh}暂时没有响应，{seconds} 秒后重试。",
        )


@dataclass(frozen=True, slots=True)
class TooSlow:
    """No whole answer within the time limit."""

    service: LocalizedText

    @property
    def text(self) -> LocalizedText:
        """The failure in both languages."""
        return LocalizedText(f"{self.service.en} took too long to answer.", f"{self.service.zh}响应超时。")


@dataclass(frozen=True, slots=True)
class RateLimited:
    """The service, or its usage policy, asks to wait `retry_after` seconds."""

    service: LocalizedText
    retry_after: float

    @property
    def text(self) -> LocalizedText:
        """The failure in both languages."""
        seconds = max(1, round(self.retry_after))
        return LocalizedText(
            f"{self.service.en} takes no more requests for {seconds} s.",
            f"{self.service.zh}限制了请求频率，请 {seconds} 秒后再试。",
        )


@dataclass(frozen=True, slots=True)
class Refused:
    """The service answered with an HTTP status other than 200."""

    service: LocalizedText
    status: int

    @property
    def text(self) -> LocalizedText:
        """The failure in both languages."""
        return LocalizedText(
            f"{self.service.en} refused the request (status {self.status}).",
            f"{self.service.zh}拒绝了请求（状态码 {self.status}）。",
        )


@dataclass(frozen=True, slots=True)
class Malformed:
    """The answer is not what the service documents. `reason`: for the log and the operator, in English."""

    service: LocalizedText
    reason: str

    @property
    def text(self) -> LocalizedText:
        """The failure in both languages."""
        return LocalizedText(
            f"{self.service.en} sent an answer that cannot be used.", f"{self.service.zh}返回的数据无法使用。"
        )


@dataclass(frozen=True, slots=True)
class TooLarge:
    """The answer is larger than `limit` bytes."""

    service: LocalizedText
    limit: int

    @property
    def text(self) -> LocalizedText:
        """The failure in both languages."""
        return LocalizedText(f"{self.service.en} sent too much data.", f"{self.service.zh}返回的数据过大。")


Failure: TypeAlias = Off | Unreachable | TooSlow | RateLimited | Refused | Malformed | TooLarge


class ProviderError(Exception):
    """Carries a failure up to `access`, which returns it as a value."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(f"{type(failure).__name__}: {failure.text.en}")
        self.failure = failure
