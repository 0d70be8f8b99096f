"""USEBIO, the XML that results travel in: to the English Bridge Union, Pianola, BridgeWebs, MyABF and others."""

from __future__ import annotations

from arrowswitch.formats.format import Format, text_of
from arrowswitch.formats.results.usebio.reading import read_usebio
from arrowswitch.formats.results.usebio.writing import VERSIONS, write_usebio
from arrowswitch.words import say

__all__ = ["FORMAT", "VERSIONS", "read_usebio", "write_usebio"]


def _seen_in(data: bytes) -> bool:
    return "<USEBIO" in text_of(data[:4096]).upper()


FORMAT = Format(
    name="usebio",
    title=say("USEBIO"),
    suffixes=(".xml",),
    seen_in=_seen_in,
    read=read_usebio,
    write=write_usebio,
    place=20,
    media="application/xml",
)
