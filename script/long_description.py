"""The README as the long description of a wheel, which has no files beside it: a step of the build, for hatchling.

Links into the checkout lead to the address `Files` of `[project.urls]`, where the publisher has filled it in; otherwise
they are plain text. Links to elsewhere, and everything in code, stay as they are.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<picture>!?)\[(?P<label>[^\]]*)\]\((?P<path>[^)\s]+)\)")
CODE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
RAW = (("/blob/", "/raw/"), ("/src/", "/raw/"))
"""How forges call the page of a file, and the file itself."""


def published(text: str, files: str = "") -> str:
    """A page whose links hold away from its folder.

    >>> published("See [Installing](docs/installing.md).")
    'See Installing.'
    >>> published("![Tonight](docs/tonight.png)", "https://forge.example/a/blob/main/")
    '![Tonight](https://forge.example/a/raw/main/docs/tonight.png)'
    """
    parts = CODE.split(text)
    parts[::2] = [LINK.sub(lambda link: _published(link, files), part) for part in parts[::2]]
    return "".join(parts)


def _published(link: re.Match[str], files: str) -> str:
    if "://" in link["path"]:
        return link.group()
    if not files:
        return "" if link["picture"] else link["label"]
    address = f"{files.rstrip('/')}/{link['path']}"
    if link["picture"]:
        for page, raw in RAW:
            address = address.replace(page, raw)
    return f"{link['picture']}[{link['label']}]({address})"


class LongDescription(MetadataHookInterface):
    """What hatchling calls."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text("utf-8")
        text = published(text, metadata.get("urls", {}).get("Files", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
