"""What becomes of a member's particulars when two entries of the register are made one, or somebody is to be forgotten."""

from __future__ import annotations

from django.utils import timezone

from arrowswitch.site.club.models import Player
from arrowswitch.site.members.models import EntryChange, ErasureRequest, Particulars

TAKEN = ("kind", "since", "until", "grade_since", "grade_source", "rank", "rank_since", "rank_source")
CONTACT = ("email", "telephone", "address", "birthday")
AGREED = {"list_email": "email", "list_telephone": "telephone", "list_birthday": "birthday"}


def merged(stays: Player, goes: Player) -> None:
    """What the entry that stays does not know is taken from the other; who agreed to something did so for what they gave."""
    old = Particulars.objects.filter(player=goes).first()
    if old is not None:
        kept = Particulars.of(stays)
        for agreed, what in AGREED.items():
            if not getattr(kept, what):
                setattr(kept, agreed, getattr(old, agreed))
        for name in (*TAKEN, *CONTACT):
            if not getattr(kept, name):
                setattr(kept, name, getattr(old, name))
        old.delete()
        kept.save()
    EntryChange.objects.filter(player=goes).update(player=stays)
    if ErasureRequest.objects.filter(player=stays, state="open").exists():
        ErasureRequest.objects.filter(player=goes, state="open").update(state="withdrawn", answered=timezone.now())
    ErasureRequest.objects.filter(player=goes).update(player=stays)


def forgotten(player: Player) -> None:
    """Deletes the particulars, and takes every value out of what was written down about the person."""
    Particulars.objects.filter(player=player).delete()
    EntryChange.objects.filter(player=player).update(before="", after="", why="")
    ErasureRequest.objects.filter(player=player, state="open").update(state="done", answered=timezone.now())
    ErasureRequest.objects.filter(player=player).update(note="", answer="")
