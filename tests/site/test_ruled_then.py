"""A ruling of the log on every page, in print and in the registers: as it was said, whatever becomes of the book."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from dataclasses import replace
from io import BytesIO
from typing import Any, cast

import pytest
from django.urls import reverse
from nights import a_night, do
from people import as_role
from pypdf import PdfReader

from arrowswitch.rulings import Procedure, Question, RulingOutcome, book
from arrowswitch.session import Contracted, Enter, LineKey, LodgeAppeal, Rule
from arrowswitch.site.journal import store

DIFFERS = re.compile(r'name="(?:csrfmiddlewaretoken|command)" value="[^"]*"|data-left="[^"]*">[^<]*|nonce="[^"]*"')
"""What is new on every visit: tokens, and the clock."""
LINE = LineKey("A", 1, 1, 1)
BOOK = cast("MutableMapping[str, Procedure]", book())
RULINGS = [
    ("revoke", ("yes", "no", "in-time", "hand", "none", "revoker", "1")),
    ("revoke", ("yes", "no", "in-time", "hand", "both")),
    ("slow-play", ()),
    ("psych", ()),
]


def longest_way(name: str) -> tuple[str, ...]:
    from ways_through import paths

    return max((answers for answers, _step in paths(book(), name, "2017")), key=len)


def rewritten(procedure: Procedure) -> Procedure:
    def again(node: Any) -> Any:
        if isinstance(node, Question):
            return replace(
                node, text="Something else?", options=tuple(replace(each, text="?") for each in node.options)
            )
        if isinstance(node, RulingOutcome):
            effects = tuple(replace(each, kind="nothing", detail={}) for each in node.effects)
            return replace(node, text="All is well.", laws=dict.fromkeys(node.laws, ("99",)), effects=effects)
        return node

    questions, outcomes = (tuple(map(again, nodes)) for nodes in (procedure.questions, procedure.outcomes))
    return replace(procedure, title="Other", questions=questions, outcomes=outcomes)


def everywhere(session: int, ruling: str) -> dict[str, str]:
    """All that the site says of a ruling, without what differs from one visit to the next."""
    director = as_role("director")
    whose = f"?session={session}&ruling={ruling}"
    said = {
        address: director.get(address)
        for address in (
            reverse("night-ruled", args=[session, ruling]),
            reverse("night-rulings", args=[session]),
            reverse("night-journal", args=[session]),
            reverse("night-room", args=[session]),
            reverse("night-appeal", args=[session, ruling]),
            reverse("night-ruled-report", args=[session, ruling]),
            reverse("night-rulings-report", args=[session]),
            reverse("night-appeal-form", args=[session, ruling]),
            reverse("recorder") + whose,
            reverse("psych-new") + whose,
        )
    }
    assert {address: answer.status_code for address, answer in said.items() if answer.status_code != 200} == {}
    return {
        address: "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
        if answer["Content-Type"] == "application/pdf"
        else DIFFERS.sub("", answer.content.decode())
        for address, answer in said.items()
    }


@pytest.mark.parametrize(("name", "answers"), RULINGS)
def test_every_page_print_and_register_says_what_was_said_then(
    name: str, answers: tuple[str, ...], desk_club: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = a_night()
    do(session, Enter(LINE, Contracted("4S", "N", 9)))
    do(session, Rule(name, "A", 1, 1, 1, answers or longest_way(name), offender="E"))
    (ruling,) = store.state(session).rulings
    do(session, LodgeAppeal(ruling, "NS", ("N", "S"), deposit=True))
    before = everywhere(session, ruling)
    monkeypatch.setitem(BOOK, name, rewritten(BOOK[name]))
    assert everywhere(session, ruling) == before
    monkeypatch.delitem(BOOK, name)
    assert everywhere(session, ruling) == before
