"""The summary of an article, from Wikipedia's REST API in English and Chinese."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from pydantic import TypeAdapter

from travelagent.providers.calls import NOT_FOUND, UnusableAnswer, call, json_object
from travelagent.providers.failures import ProviderError, Refused
from travelagent.providers.geocoding import Language, simplified
from travelagent.providers.services import WIKIPEDIA

LONGEST_EXTRACT = 2_000


@dataclass(frozen=True, slots=True)
class Summary:
    """The first sentences of an article, plain; under CC BY-SA 4.0 by the article's authors, whom `page_url` names.

    `thumbnail_url` is empty where there is none; its author and licence are those of the file (`commons`).
    """

    title: str
    language: Language
    extract: str
    description: str
    page_url: str
    thumbnail_url: str = ""
    thumbnail_width: int = 0
    thumbnail_height: int = 0
    wikidata: str = ""


SUMMARY: TypeAdapter[Summary | None] = TypeAdapter(Summary | None)


class Wikipedia:
    """https://en.wikipedia.org/api/rest_v1/: `page/summary`."""

    def summary(self, title: str, language: Language) -> Summary | None:
        """Return the summary; None where there is no such article, or it is a disambiguation page.

        Raises ProviderError.
        """
        path = f"/api/rest_v1/page/summary/{quote(title.replace(' ', '_'), safe='')}"
        variant = "zh-cn" if language == "zh" else "en"
        try:
            return call(
                WIKIPEDIA, path, lambda body: _summary(json_object(body), language), language=variant, edition=language
            )
        except ProviderError as error:
            if isinstance(error.failure, Refused) and error.failure.status in NOT_FOUND:
                return None
            raise


def _summary(answer: dict[str, Any], language: Language) -> Summary | None:
    if answer["type"] != "standard":
        return None
    extract, page = answer["extract"], answer["content_urls"]["desktop"]["page"]
    thumbnail = answer.get("thumbnail") or {}
    if not isinstance(extract, str) or not isinstance(answer["title"], str):
        raise TypeError("no text")
    if urlsplit(page).scheme != "https":
        raise UnusableAnswer("an address that is no https address")
    source = str(thumbnail.get("source", ""))
    if source and urlsplit(source).scheme != "https":
        source = ""
    convert = simplified if language == "zh" else str
    return Summary(
        title=convert(answer["title"]),
        language=language,
        extract=convert(" ".join(extract.split()))[:LONGEST_EXTRACT],
        description=convert(str(answer.get("description") or "")),
        page_url=page,
        thumbnail_url=source,
        thumbnail_width=int(thumbnail.get("width", 0)) if source else 0,
        thumbnail_height=int(thumbnail.get("height", 0)) if source else 0,
        wikidata=str(answer.get("wikibase_item") or ""),
    )
