"""Movements that are being edited: begun, changed step by step, undone and redone, and never lost.

Every change is a row before it is answered, so that a page which is closed or loaded again shows what was acknowledged. What a
change does is said in `movements.editing`; here stands how it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.db import transaction
from django.db.models import Max, Min
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arrowswitch.movements import ImpossibleWish, Movement, editing
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club
from arrowswitch.site.club_cards.models import ClubCard, DraftStep, MovementDraft

MOST_DRAFTS = 100
"""Of a club."""
MOST_STEPS = 300
"""That can be undone."""
MOST_CELLS = 900
"""Tables times rounds that the editor has: 36 tables with 25 rounds."""

Sent = Mapping[str, str]
Change = Callable[[Movement, Sent], tuple[Movement, str]]
"""The movement after it, and what was done in a few words."""


class DraftOvertaken(ValueError):  # noqa: N818 - said to whoever was slower
    """A change of a movement that looks different by now."""


# -- steps ------------------------------------------------------------------------------------------------------------


def begin(
    by: Account, movement: Movement, name: str, *, origin: str, told: str, card: ClubCard | None = None
) -> MovementDraft:
    """A new draft that begins with this movement."""
    check_size(movement)
    if MovementDraft.objects.filter(club=by.club).count() >= MOST_DRAFTS:
        raise ImpossibleWish(
            _("%(most)s movements are being edited already. Throw one of them away first.") % {"most": MOST_DRAFTS}
        )
    plain = replace(movement, draws=(), planned=0)
    with transaction.atomic():
        draft = MovementDraft.objects.create(
            club=by.club, by=by, name=name[:80], changed=timezone.now(), card=card, origin=origin
        )
        DraftStep.objects.create(draft=draft, number=0, packed=editing.packed(plain), told=told[:120], by=by)
    return draft


def check_size(movement: Movement) -> None:
    """Whether the editor can show it."""
    if (editing.grid_tables(movement) + 1) * movement.rounds > MOST_CELLS:
        raise ImpossibleWish(
            _("%(rounds)s rounds at %(tables)s tables are more than can be edited on a page; ask for fewer of either.")
            % {"rounds": movement.rounds, "tables": editing.grid_tables(movement)}
        )


def draft_named(club: Club, number: int) -> MovementDraft | None:
    """A draft of the club."""
    return MovementDraft.objects.filter(club=club, pk=number if number < 2**63 else 0).select_related("card").first()


def movement_of(draft: MovementDraft) -> Movement:
    """The movement as it is now."""
    return draft.steps.get(number=draft.at).movement


def told(draft: MovementDraft) -> tuple[str, str]:
    """What would be undone, and what redone; empty where there is nothing."""
    near = {step.number: step.told for step in draft.steps.filter(number__in=(draft.at, draft.at + 1)).defer("packed")}
    least = draft.steps.aggregate(least=Min("number"))["least"]
    return near.get(draft.at, "") if draft.at > least else "", near.get(draft.at + 1, "")


def changed(draft: MovementDraft, by: Account, seen: int, do: str, sent: Sent) -> Movement:
    """Does what was asked, if the draft is as it was seen; the movement after it."""
    if do in ("undo", "redo"):
        return _moved(draft, seen, -1 if do == "undo" else 1)
    change = CHANGES.get(do)
    if change is None:
        raise ImpossibleWish(_("The form was not complete. Open the page again and send it once more."))
    if draft.at != seen:
        raise DraftOvertaken(_overtaken())
    before = movement_of(draft)
    after, done = change(before, sent)
    if after == before:
        return before
    check_size(after)
    with transaction.atomic():
        _go(draft, seen, seen + 1)
        draft.steps.filter(number__gt=seen).delete()
        draft.steps.filter(number__lt=seen - MOST_STEPS).delete()
        DraftStep.objects.create(draft=draft, number=seen + 1, packed=editing.packed(after), told=done[:120], by=by)
    return after


def _moved(draft: MovementDraft, seen: int, step: int) -> Movement:
    ends = draft.steps.aggregate(least=Min("number"), most=Max("number"))
    if not ends["least"] <= seen + step <= ends["most"]:
        raise ImpossibleWish(_("There is nothing to undo.") if step < 0 else _("There is nothing to redo."))
    _go(draft, seen, seen + step)
    return movement_of(draft)


def _go(draft: MovementDraft, seen: int, to: int) -> None:
    now = timezone.now()
    if not MovementDraft.objects.filter(pk=draft.pk, at=seen).update(at=to, changed=now):
        raise DraftOvertaken(_overtaken())
    draft.at, draft.changed = to, now


def _overtaken() -> str:
    return _("It was changed elsewhere meanwhile. This is how it stands now; do it once more if you still want it.")


# -- what can be asked ------------------------------------------------------------------------------------------------


def _number(sent: Sent, name: str, usual: int | None = None) -> int:
    text = sent.get(name, "").strip()
    if not text and usual is not None:
        return usual
    if not (text.removeprefix("-").isdigit() and text.isascii() and len(text) < 5):
        raise ImpossibleWish(_("“%(text)s” is not a number.") % {"text": text[:20]})
    return int(text)


def _rounds(sent: Sent, movement: Movement) -> tuple[int, int]:
    return _number(sent, "first", 1), _number(sent, "last", movement.rounds)


def _cell(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    number, table, text = _number(sent, "round"), _number(sent, "table"), sent.get("text", "")[:80]
    after = editing.typed(movement, number, table, text)
    return after, _("round %(round)s, table %(table)s: %(text)s") % {
        "round": number,
        "table": table,
        "text": editing.write_cell(after, number, table) or "–",
    }


def _cells(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    """Every cell of a grid that was sent as a whole."""
    after, count = movement, 0
    for name, text in sent.items():
        kind, _dash, place = name.partition("-")
        number, _dash, other = place.partition("-")
        if kind not in ("cell", "rest", "seat") or not (number + other).isdigit():
            continue
        if len(number + other) > 8 or not (number + other).isascii():
            continue
        single = {"round": number, "table": other, "pair": other, "text": text}
        made, _told = CHANGES[kind](after, single)
        count += made != after
        after = made
    return after, ngettext("%(n)s cell", "%(n)s cells", count) % {"n": count}


def _rest(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    number, text = _number(sent, "round"), sent.get("text", "")[:200]
    after = editing.rested(movement, number, text)
    return after, _("round %(round)s, sit out: %(text)s") % {
        "round": number,
        "text": editing.write_rest(after, number) or "–",
    }


def _seat(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    number, pair, text = _number(sent, "round"), _number(sent, "pair"), sent.get("text", "").strip().upper()[:20]
    done = _("round %(round)s, pair %(pair)s: %(text)s") % {"round": number, "pair": pair, "text": text}
    if text == editing.write_seat(movement, number, pair):
        return movement, done
    if text in ("", "-", "–"):
        idle = [rest.pair for rest in movement.sit_outs if rest.round == number]
        if not idle:
            raise ImpossibleWish(
                _("Nobody sits out in round %(round)s; say so in the grid by table.") % {"round": number}
            )
        return editing.pairs_exchanged(movement, pair, idle[0], number, number), done
    place, side = text.rstrip("NSEW"), text.lstrip("0123456789").strip()
    if not (place.isascii() and place.isdigit() and len(place) < 4 and side in ("N", "NS", "E", "EW")):
        raise ImpossibleWish(
            _("“%(text)s” is not a seat; write 3N or 3E: the table, and North-South or East-West.") % {"text": text}
        )
    return editing.seated(movement, number, pair, int(place), "ns" if side[0] == "N" else "ew"), done


def _exchange(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    one = _number(sent, "round"), _number(sent, "table")
    other = _number(sent, "to_round", one[0]), _number(sent, "to_table")
    what = sent.get("what", "all")
    after = editing.exchanged(movement, one, other, what)
    return after, _("round %(one)s and round %(other)s exchanged") % {
        "one": _("%(round)s, table %(table)s") % {"round": one[0], "table": one[1]},
        "other": _("%(round)s, table %(table)s") % {"round": other[0], "table": other[1]},
    }


def _size(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    after = editing.resized(
        movement,
        contestants=_number(sent, "contestants", len(movement.contestants)),
        rounds=_number(sent, "rounds", movement.rounds),
        boards_per_round=_number(sent, "boards_per_round", movement.boards_per_round),
        winners=2 if sent.get("winners") == "2" and movement.kind == "pairs" else 1,
    )
    return after, _("another size")


def _round_add(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    after = _number(sent, "after", movement.rounds)
    return editing.with_round(movement, after), _("a round after round %(round)s") % {"round": after}


def _round_remove(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    number = _number(sent, "round", movement.rounds)
    return editing.without_round(movement, number), _("round %(round)s taken out") % {"round": number}


def _table_add(movement: Movement, _sent: Sent) -> tuple[Movement, str]:
    more = {"pairs": 2, "teams": 1, "individual": 4}[movement.kind]
    after = editing.resized(
        movement,
        contestants=len(movement.contestants) + more,
        rounds=movement.rounds,
        boards_per_round=movement.boards_per_round,
        winners=movement.winners,
    )
    return after, _("a table more")


def _table_remove(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    table = _number(sent, "table", editing.grid_tables(movement))
    return editing.without_table(movement, table), _("table %(table)s taken out") % {"table": table}


def _turn(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    first = _number(sent, "first")
    last = _number(sent, "last", first)
    table = _number(sent, "table", 0) or None
    return editing.turned(movement, first, last, table), _("arrow switch from round %(first)s to %(last)s") % {
        "first": first,
        "last": last,
    }


def _pairs(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    one, other = _number(sent, "one"), _number(sent, "other")
    after = editing.pairs_exchanged(movement, one, other, *_rounds(sent, movement))
    return after, _("%(one)s and %(other)s exchanged") % {"one": one, "other": other}


def _add(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    by, low, high = (_number(sent, name) for name in ("by", "low", "high"))
    side = "ns" if sent.get("side") == "ns" else "ew"
    after = editing.pairs_added(movement, "ns" if side == "ns" else "ew", by, low, high, *_rounds(sent, movement))
    return after, _("%(by)s added to the pairs %(low)s to %(high)s") % {"by": by, "low": low, "high": high}


def _sets(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    by = _number(sent, "by")
    if not movement.meetings:
        raise ImpossibleWish(_("Nobody plays in this movement yet."))
    return editing.sets_added(movement, by, *_rounds(sent, movement)), _("the sets moved on by %(by)s") % {"by": by}


def _stands(movement: Movement, sent: Sent) -> tuple[Movement, str]:
    after = replace(
        movement,
        relays=editing.read_relays(movement, sent.get("relays", "")[:200]),
        shares=editing.read_shares(sent.get("shares", "")[:200]),
        copies=min(max(_number(sent, "copies", movement.copies), 1), 9),
    )
    return after, _("relays and shares")


def _settle(movement: Movement, _sent: Sent) -> tuple[Movement, str]:
    return editing.settled(movement), _("put right what follows from the grid")


CHANGES: dict[str, Change] = {
    "cell": _cell,
    "cells": _cells,
    "rest": _rest,
    "seat": _seat,
    "exchange": _exchange,
    "size": _size,
    "round-add": _round_add,
    "round-remove": _round_remove,
    "table-add": _table_add,
    "table-remove": _table_remove,
    "turn": _turn,
    "pairs": _pairs,
    "add": _add,
    "sets": _sets,
    "stands": _stands,
    "settle": _settle,
}
