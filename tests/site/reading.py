"""Pages as a browser reads them: blanks and line breaks count for nothing beside what begins a line, and for one blank elsewhere.

How a template is laid out for those who read its source is so no matter to a test that looks for a piece of a page.
"""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse
from django.test import Client as DjangoClient

BLOCKS = (
    "html|head|body|title|meta|link|script|style|div|p|ul|ol|li|dl|dt|dd|h[1-6]|section|article|aside|nav|header|footer|main|form"
    "|fieldset|legend|table|caption|thead|tbody|tfoot|tr|td|th|details|summary|figure|dialog|select|option|optgroup|datalist|br|hr"
    "|svg|path|rect|g|text|noscript|button"
)
KEPT = re.compile(r"(<(?P<tag>pre|textarea|script|style)\b.*?</(?P=tag)>)", re.DOTALL)
BESIDE = re.compile(rf"\s*(</?(?:{BLOCKS})\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>)\s*")
INSIDE = re.compile(r"<[a-z](?:[^>\"']|\"[^\"]*\"|'[^']*')*>")


def squeezed(page: str) -> str:
    """A page without the blanks that nobody sees.

    >>> squeezed('<ul>\\n  <li\\n    class="one"\\n  >\\n    4 <b>S</b>\\n    by  South\\n  </li>\\n</ul>')
    '<ul><li class="one">4 <b>S</b> by South</li></ul>'
    """
    parts = re.split(KEPT, page)  # what is kept comes with the name of its tag after it
    return "".join(part if n % 3 == 1 else _squeezed(part) for n, part in enumerate(parts) if n % 3 != 2)


def _squeezed(part: str) -> str:
    part = INSIDE.sub(lambda tag: re.sub(r"\s+(?=>)", "", re.sub(r"\s+", " ", tag[0])), part)
    return re.sub(r"[ \t\r\n]+", " ", BESIDE.sub(r"\1", part))


class Client(DjangoClient):
    """A browser without pictures."""

    def request(self, **request: Any) -> HttpResponse:
        answer: Any = super().request(**request)
        is_page = answer.get("Content-Type", "").startswith("text/html") and not answer.streaming
        if is_page and not answer.get("Content-Encoding"):
            answer.content = squeezed(answer.content.decode()).encode()
        return answer
