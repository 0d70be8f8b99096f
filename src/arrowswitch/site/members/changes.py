"""Every change of a person's entry, written down: which field, before and after, by whom, how and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Player
from arrowswitch.site.members.models import EntryChange, Particulars

OF_PLAYER = {
    "given": _("given name"),
    "family": _("family name"),
    "number": _("number"),
    "federation_number": _("federation’s number"),
    "grade": _("grade"),
    "must_sit": _("cannot move"),
    "active": _("plays here"),
    "withheld": _("name withheld"),
}
OF_PARTICULARS = {
    "kind": _("membership"),
    "since": _("member since"),
    "until": _("member until"),
    "grade_since": _("grade since"),
    "grade_source": _("where the grade is from"),
    "rank": _("rank"),
    "rank_since": _("rank since"),
    "rank_source": _("where the rank is from"),
    "email": _("e-mail"),
    "telephone": _("telephone"),
    "address": _("address"),
    "birthday": _("birthday"),
    "list_email": _("e-mail may be seen by members"),
    "list_telephone": _("telephone may be seen by members"),
    "list_birthday": _("birthday may be seen by members"),
}
FIELDS = {**OF_PLAYER, **OF_PARTICULARS, "entered": _("entered"), "erased": _("erased")}
"""What each field is called."""


@dataclass(frozen=True)
class Author:
    """Who changes something, and how."""

    account: Account | None
    way: str
    why: str = ""
    name: str = ""
    """Who it is where no account does it: a command that brings files in."""


def entry_of(player: Player) -> dict[str, str]:
    """A person's whole entry as text, field by field."""
    particulars = Particulars.of(player)
    return {
        **{name: _text(getattr(player, name)) for name in OF_PLAYER},
        **{name: _text(getattr(particulars, name)) for name in OF_PARTICULARS},
    }


def _text(value: object) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    return value.isoformat() if isinstance(value, date) else str(value)


def write_down(player: Player, before: Mapping[str, str] | None, by: Author) -> int:
    """Writes down what is different from before, and says how much that is; a new entry, if there was none before."""
    after = entry_of(player)
    if before is None:
        found = [("entered", "", str(player))]
    else:
        found = [(name, before[name], after[name]) for name in after if before[name] != after[name]]
    EntryChange.objects.bulk_create(_change(player, by, *each) for each in found)
    return len(found)


def write_new(players: Iterable[Player], by: Author) -> None:
    """Writes down that these are new in the register."""
    EntryChange.objects.bulk_create((_change(one, by, "entered", "", str(one)) for one in players), batch_size=500)


def _change(player: Player, by: Author, field: str, before: str, after: str) -> EntryChange:
    return EntryChange(
        club_id=player.club_id,
        player=player,
        by=by.account,
        by_name=by.account.name if by.account else by.name[:80],
        way=by.way,
        field=field,
        before=before,
        after=after,
        why=by.why[:200],
    )
