"""A validator for document type definitions, as far as ours goes: the order of elements, their attributes, and where text may stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

ELEMENT = re.compile(r"<!ELEMENT\s+(\w+)\s+(.*?)>", re.DOTALL)
ATTRIBUTES = re.compile(r"<!ATTLIST\s+(\w+)\s+(.*?)>", re.DOTALL)
ATTRIBUTE = re.compile(r"(\w+)\s+(CDATA|\([^)]*\))\s+(#REQUIRED|#IMPLIED)")


class DocumentType:
    """A definition."""

    def __init__(self, text: str) -> None:
        text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
        self.models = {name: re.compile(_expression(model)) for name, model in ELEMENT.findall(text)}
        self.with_text = {name for name, model in ELEMENT.findall(text) if "#PCDATA" in model}
        self.attributes = {name: ATTRIBUTE.findall(given) for name, given in ATTRIBUTES.findall(text)}

    def faults(self, data: bytes) -> list[str]:
        """What is wrong with a document."""
        return [*self._faults(ElementTree.fromstring(data), "")]

    def _faults(self, element: ElementTree.Element, place: str) -> Iterator[str]:
        name, place = element.tag, f"{place}/{element.tag}"
        if name not in self.models:
            yield f"{place} is not defined"
            return
        yield from self._attribute_faults(element, place)
        children = "".join(f"{child.tag};" for child in element)
        if not self.models[name].fullmatch(children):
            yield f"{place} holds {children[:300]}"
        if (
            name not in self.with_text
            and "".join([element.text or "", *(child.tail or "" for child in element)]).strip()
        ):
            yield f"{place} holds text"
        for child in element:
            yield from self._faults(child, place)

    def _attribute_faults(self, element: ElementTree.Element, place: str) -> Iterator[str]:
        known = {name: (kind, use) for name, kind, use in self.attributes.get(element.tag, ())}
        yield from (f"{place}@{name} is not defined" for name in element.attrib if name not in known)
        for name, (kind, use) in known.items():
            if use == "#REQUIRED" and name not in element.attrib:
                yield f"{place}@{name} is missing"
            if kind != "CDATA" and element.get(name) not in (None, *re.findall(r"[\w.]+", kind)):
                yield f"{place}@{name} is {element.get(name)}"


def _expression(model: str) -> str:
    """A model of content as a regular expression over the names of children, each with a semicolon.

    >>> _expression("(CLUB?, EVENT+)"), _expression("(#PCDATA | PAIR)*"), _expression("(#PCDATA)")
    ('((?:CLUB;)?(?:EVENT;)+)', '((?:PAIR;))*', '()')
    """
    model = re.sub(r"#PCDATA\s*\|?", "", model)
    return re.sub(r"\w+", lambda found: f"(?:{found[0]};)", model).translate(str.maketrans("", "", ", \n\t"))
