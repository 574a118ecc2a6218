"""The Markdown of an answer as HTML."""

import pytest

from travelagent.assistant.answers import to_html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**西湖（湖滨至断桥）**安排在第 1 天", "<strong>西湖（湖滨至断桥）</strong>安排在第 1 天"),
        ("共有**“门票”**两项", "共有<strong>“门票”</strong>两项"),
        ("**West Lake (north)**is on day 1", "<strong>West Lake (north)</strong>is on day 1"),
        ("**a *b* c** and *d*", "<strong>a <em>b</em> c</strong> and <em>d</em>"),
        ("2 ** 3 ** 4", "2 ** 3 ** 4"),
        ("`a **b** c`", "<code>a **b** c</code>"),
    ],
)
def test_bold_text_is_bold_beside_any_punctuation(text: str, html: str) -> None:
    assert to_html(text).strip() == f"<p>{html}</p>"
