"""The editor: cells that are typed, exchanged and undone, faults where they are, and a card that is kept only with them accepted."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from people import account, as_role, our_club

from arrowswitch.movements import ImpossibleWish, Movement, audit, build
from arrowswitch.movements.editing import empty_grid, typed
from arrowswitch.movements.files_of_others import FORMATS, write_as
from arrowswitch.site.club.models import Club
from arrowswitch.site.club_cards import drafts
from arrowswitch.site.club_cards.editor import DraftSheet
from arrowswitch.site.club_cards.models import ClubCardVersion, MovementDraft
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session


@pytest.fixture
def scorer(desk_club: dict[str, str]) -> Client:
    our_club()
    return as_role("scorer")


def draft_of(movement: Movement) -> MovementDraft:
    return drafts.begin(account("scorer"), movement, "Ours", origin="editor", told="Ours")


def send(client: Client, draft: MovementDraft, do: str, seen: int | None = None, **sent: object) -> dict[str, Any]:
    draft.refresh_from_db()
    answer = client.post(
        reverse("draft", args=[draft.pk]),
        {"do": do, "seen": draft.at if seen is None else seen, **sent},
        headers={"Accept": "application/json"},
    )
    draft.refresh_from_db()
    found: dict[str, Any] = json.loads(answer.content)
    return found


def text(answer: Any) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def test_a_typed_cell_is_kept_at_once_and_its_faults_stand_where_they_are(scorer: Client) -> None:
    draft = draft_of(build("howell", tables=4))
    answer = send(scorer, draft, "cell", round=1, table=1, text="7-6 A")
    # pair 3 sat there; 7 plays at table 2 as well
    assert answer["cells"]["1-1"] == "7-6 A"
    assert answer["wrong"]["1-1"] == answer["wrong"]["1-2"] != ""
    assert "Round 1: pair 7 is at tables 1-2 at once." in answer["wrong"]["1-1"]
    assert "1-3" not in answer["wrong"]
    assert "faults" in answer["panel"]
    page = scorer.get(reverse("draft", args=[draft.pk])).content.decode()
    assert 'value="7-6 A"' in page
    assert 'aria-invalid="true"' in page


def test_every_step_can_be_undone_and_redone(scorer: Client) -> None:
    draft = draft_of(build("mitchell", tables=3, boards_per_round=2))
    before = drafts.movement_of(draft)
    send(scorer, draft, "exchange", round=1, table=1, to_round=1, to_table=2, what="boards")
    send(scorer, draft, "turn", first=3, last=3)
    after = drafts.movement_of(draft)
    assert (after.at[1, 1].boards, after.at[3, 1].ns) == ((3, 4), before.at[3, 1].ew)
    answer = send(scorer, draft, "undo")
    assert answer["redo"] == "arrow switch from round 3 to 3"
    answer = send(scorer, draft, "undo")
    assert (drafts.movement_of(draft), answer["undo"]) == (before, "")
    assert send(scorer, draft, "undo")["problem"] == "There is nothing to undo."
    send(scorer, draft, "redo")
    send(scorer, draft, "redo")
    assert drafts.movement_of(draft) == after
    send(scorer, draft, "undo")
    send(scorer, draft, "cell", round=1, table=3, text="")
    assert send(scorer, draft, "redo")["problem"] == "There is nothing to redo."


def test_who_has_not_seen_the_last_change_is_shown_it_and_changes_nothing(scorer: Client) -> None:
    draft = draft_of(build("howell", tables=2))
    send(scorer, draft, "cell", round=1, table=1, text="")
    answer = send(scorer, draft, "cell", seen=0, round=1, table=2, text="")
    assert "It was changed elsewhere meanwhile." in answer["problem"]
    assert (answer["at"], answer["cells"]["1-1"]) == (1, "")
    assert drafts.movement_of(draft).at.get((1, 2)) is not None


def test_what_cannot_be_read_is_a_sentence_and_no_step(scorer: Client) -> None:
    draft = draft_of(build("howell", tables=2))
    for do, sent, sentence in (
        ("cell", {"round": 1, "table": 1, "text": "three"}, "“three” is not a table; write 3-12 A"),
        ("cell", {"round": 99, "table": 1, "text": "1-2 A"}, "There is no table 1 in round 99."),
        ("cell", {"round": "x", "table": 1, "text": "1-2 A"}, "“x” is not a number."),
        ("sets", {"by": "--1"}, "“--1” is not a number."),
        ("seat", {"round": 1, "pair": 1, "text": "north"}, "“NORTH” is not a seat; write 3N or 3E"),
        ("stands", {"relays": "3", "shares": ""}, "“3” is not a relay"),
        ("size", {"contestants": 1}, "pairs: 1 cannot be, only 2 to 198."),
        ("size", {"contestants": 198, "rounds": 99}, "are more than can be edited on a page"),
        ("dance", {}, "The form was not complete."),
    ):
        assert sentence in send(scorer, draft, do, **sent)["problem"], do
    assert draft.at == 0


def test_a_pair_is_put_elsewhere_in_the_grid_by_pair(scorer: Client) -> None:
    draft = draft_of(build("howell", tables=4))
    # Round 1: 3-6 at table 1 and 7-2 at table 2 (the printed Howell of four tables); 3 and 7 change places
    answer = send(scorer, draft, "seat", round=1, pair=3, text="2n", by="pair")
    assert (answer["cells"]["1-3"], answer["cells"]["1-7"]) == ("2N", "1N")
    assert drafts.movement_of(draft).at[1, 1].ns == 7


def test_without_scripts_the_whole_grid_is_one_form(scorer: Client) -> None:
    draft = draft_of(empty_grid(4, 1, 2))
    place = reverse("draft", args=[draft.pk])
    answer = scorer.post(place, {"do": "cells", "seen": 0, "cell-1-1": "1-2 A", "cell-1-2": "3-4 B", "rest-1-0": ""})
    assert answer.status_code == 302
    draft.refresh_from_db()
    assert [(m.ns, m.ew, m.boards) for m in drafts.movement_of(draft).meetings] == [(1, 2, (1, 2)), (3, 4, (3, 4))]
    assert "Legal: no faults" in text(scorer.get(place))
    wrong = scorer.post(place, {"do": "cells", "seen": 1, "cell-1-1": "one"})
    assert (wrong.status_code, "is not a table" in text(wrong)) == (422, True)


def test_a_legal_movement_can_be_drawn_from_nothing_for_pairs_teams_and_individuals(scorer: Client) -> None:
    for kind, count, meant in (
        ("pairs", 6, build("howell", tables=3)),
        ("teams", 5, build("american-whist", teams=5)),
        ("individual", 8, build("individual", players=8)),
    ):
        started = scorer.post(
            reverse("drafts"),
            {
                "do": "empty",
                "kind": kind,
                "contestants": count,
                "rounds": meant.rounds,
                "boards_per_round": meant.boards_per_round,
            },
        )
        assert started.status_code == 302
        draft = MovementDraft.objects.get(pk=int(started.headers["Location"].split("/")[-2]))
        cells = {f"cell-{place}": text for place, text in DraftSheet(meant, by_pair=False).cells.items()}
        cells |= {f"rest-{number}-0": cells.pop(f"cell-{number}-0") for number in range(1, meant.rounds + 1)}
        answer = send(scorer, draft, "cells", **cells)
        assert answer["problem"] == "", kind
        assert [m[:5] for m in map(tuple_of, drafts.movement_of(draft).meetings)] == [
            m[:5] for m in map(tuple_of, meant.meetings)
        ]
        send(scorer, draft, "settle")
        assert audit(drafts.movement_of(draft)).legal, (kind, audit(drafts.movement_of(draft)).faults[:3])


def tuple_of(meeting: Any) -> tuple[Any, ...]:
    return (meeting.round, meeting.table, meeting.ns, meeting.ew, meeting.boards)


def test_faults_are_named_and_accepted_one_by_one_before_it_is_kept(scorer: Client) -> None:
    draft = draft_of(typed(build("howell", tables=2), 3, 2, ""))
    place = reverse("draft-keep", args=[draft.pk])
    faults = re.findall(r'name="accepted"\s+value="([^"]*)"', scorer.get(place).content.decode())
    assert len(faults) >= 2  # two pairs have no place in round 3
    refused = scorer.post(place, {"name": "Short", "accepted": faults[:1]})
    assert (refused.status_code, ClubCardVersion.objects.count()) == (422, 0)
    assert "It has faults that were not accepted." in text(refused)
    kept = scorer.post(place, {"name": "Short", "accepted": [unescape(fault) for fault in faults], "why": "coffee"})
    assert kept.status_code == 302
    version = ClubCardVersion.objects.get()
    assert (version.faults, version.by, version.origin) == ([unescape(f) for f in faults], account("scorer"), "editor")
    assert unescape(faults[0]) in text(scorer.get(kept.headers["Location"]))

    # it is used like any other, and the session says why it was insisted on
    plan = {"kind": "pairs", "tables": "2", "plan": f"club-card?card={version.pk}", "title": "Short"}
    assert "Only the director may insist" in text(scorer.post(reverse("night-new"), plan))
    assert as_role("director").post(reverse("night-new"), plan).status_code == 302
    opened = store.state(Session.objects.get().pk).journal[0]
    assert (opened.forced, opened.why) == (True, "Its faults were accepted when the card was kept.")


def test_a_card_that_is_edited_becomes_its_next_version_or_a_new_card(scorer: Client) -> None:
    draft = draft_of(build("howell", tables=2))
    scorer.post(reverse("draft-keep", args=[draft.pk]), {"name": "Small"})
    first = ClubCardVersion.objects.get()
    again = scorer.post(reverse("drafts"), {"do": "movement", "family": "club-card", "card": first.pk})
    other = MovementDraft.objects.get(pk=int(again.headers["Location"].split("/")[-2]))
    send(scorer, other, "exchange", round=1, table=1, to_round=1, to_table=2, what="all")
    send(scorer, other, "settle")  # whoever kept a seat does so no more
    scorer.post(reverse("draft-keep", args=[other.pk]), {"name": "Small", "as": "next"})
    assert first.card.versions.count() == 2
    first.refresh_from_db()
    assert first.replaced is not None
    assert first.movement.meetings == build("howell", tables=2).meetings  # not written over
    scorer.post(reverse("draft-keep", args=[other.pk]), {"name": "Other", "as": "new"})
    assert ClubCardVersion.objects.filter(replaced=None).count() == 2


def test_files_of_every_format_are_read_and_bad_ones_refused_in_a_sentence(scorer: Client) -> None:
    meant = build("howell", tables=3)
    for name in ("json", *FORMATS):
        file = SimpleUploadedFile("ours.txt", write_as(name, meant).encode())
        answer = scorer.post(reverse("drafts"), {"do": "file", "file": file})
        assert answer.status_code == 302, name
        draft = MovementDraft.objects.get(pk=int(answer.headers["Location"].split("/")[-2]))
        there = drafts.movement_of(draft)
        assert {(m.round, m.ns, m.ew) for m in there.meetings} == {(m.round, m.ns, m.ew) for m in meant.meetings}, name
    for bad in (
        b"nothing of the kind",
        b"{",
        b"\x00\xff\x00",
        b"round,table,ns,ew,boards\n1,1,1,x,1\n",
        b"1: 4A1 2A\n",
    ):
        answer = scorer.post(reverse("drafts"), {"do": "file", "file": SimpleUploadedFile("bad.txt", bad)})
        assert answer.status_code == 422, bad
        assert re.search(r'role="alert">\s*[^<]{15,}', answer.content.decode()), bad


def test_another_club_finds_no_draft(scorer: Client) -> None:
    draft = draft_of(build("howell", tables=2))
    stranger = as_role("owner", Club.objects.create(name="Hillside"))
    for name in ("draft", "draft-keep"):
        assert stranger.get(reverse(name, args=[draft.pk])).status_code == 404
    stranger.post(reverse("drafts"), {"do": "throw", "draft": draft.pk})
    assert MovementDraft.objects.filter(pk=draft.pk).exists()


CELLS = st.one_of(
    st.sampled_from(["", "-", "1-1 A", "99-98 ZZ", "3", "1, 2, 3", "A", "3A12", "-4", "5-"]),
    st.builds("{}-{} {}".format, st.integers(1, 12), st.integers(1, 12), st.sampled_from("ABCDEFG")),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4), CELLS), max_size=8), st.booleans())
def test_whatever_stands_in_a_grid_its_faults_and_figures_can_be_told(
    cells: list[tuple[int, int, str]], by_pair: bool
) -> None:
    for movement in (empty_grid(7, 3, 2), build("howell", tables="3½", rounds=3)):
        for number, table, written in cells:
            try:
                movement = typed(movement, number, table, written)
            except ImpossibleWish:
                continue
        sheet = DraftSheet(movement, by_pair=by_pair)
        assert bool(sheet.panel["fault_count"]) == (not audit(movement).legal)
        assert len(sheet.rows) == len(sheet.lines)
        assert set(sheet.cells) >= {cell["place"] for row in sheet.rows for cell in row["cells"]}
