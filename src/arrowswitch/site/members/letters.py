"""Letters, labels, badges and the data for mail merge: for the members that an officer chooses, and no others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet, Sum
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from arrowswitch import press
from arrowswitch.site.accounts.gate import DIRECTORS, TREASURERS, allow, ask_or_send, may
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.search import known
from arrowswitch.site.club.words import plain
from arrowswitch.site.members.models import EntryChange, KeptLetter, MembersSettings, Particulars, lines_of
from arrowswitch.site.members.writing import ChoosingForm, WritingForm
from arrowswitch.site.money.models import MoneyEntry
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.paper import on_paper
from arrowswitch.site.work.spreadsheet import spreadsheet
from arrowswitch.site.yearbook.models import PlayedLine
from arrowswitch.words import filled

MERGED = {
    "given": gettext_lazy("given name"),
    "family": gettext_lazy("family name"),
    "name": gettext_lazy("whole name"),
    "number": gettext_lazy("number"),
    "grade": gettext_lazy("grade"),
    "rank": gettext_lazy("rank"),
    "membership": gettext_lazy("membership"),
    "email": gettext_lazy("e-mail"),
    "club": gettext_lazy("the club"),
}
"""What may stand in braces in a letter."""


@dataclass(frozen=True)
class LetterReceiver:
    """Somebody who gets a letter, with what may be written into it."""

    player: Player
    particulars: Particulars

    @property
    def address(self) -> list[str]:
        """The lines of the label; only the name, if no address is kept."""
        return [str(self.player), *lines_of(self.particulars.address)]

    @property
    def values(self) -> Mapping[str, str]:
        """What stands for each name in braces."""
        return {
            "given": self.player.given or str(self.player),
            "family": self.player.family,
            "name": str(self.player),
            "number": self.player.number,
            "grade": self.player.grade,
            "rank": self.particulars.rank,
            "membership": self.particulars.kind,
            "email": self.particulars.email,
            "club": self.player.club.name,
        }


def chosen(club: Club, about: Mapping[str, Any]) -> list[LetterReceiver]:
    """The people who fit what was asked for."""
    people: QuerySet[Player] = known(club)
    if not about.get("everybody"):
        people = people.filter(active=True)
    if about.get("kind"):
        people = people.filter(particulars__kind=about["kind"])
    if about.get("birthday"):
        people = people.filter(particulars__birthday__startswith=f"{about['birthday']}-")
    if about.get("reached"):
        people = people.exclude(particulars=None).exclude(particulars__address="")
    if about.get("reached") == "paper":
        people = people.filter(particulars__email="")
    if about.get("promoted"):
        changed = EntryChange.objects.filter(club=club, field__in=("grade", "rank"), at__date__gte=about["promoted"])
        people = people.filter(pk__in=changed.exclude(after="").values("player"))
    if about.get("absent"):
        here = PlayedLine.objects.filter(player__club=club, day__gte=about["absent"])
        people = people.exclude(pk__in=here.values("player"))
    if about.get("unpaid"):
        rows = MoneyEntry.objects.filter(club=club, what="subscription", day__gte=about["unpaid"], player__isnull=False)
        paid = rows.order_by().values("player").annotate(paid=Sum("amount")).filter(paid__gt=0)
        people = people.exclude(pk__in=paid.values("player"))
    kept = {each.player_id: each for each in Particulars.objects.filter(player__in=people)}
    return [LetterReceiver(each, kept.get(each.pk) or Particulars(player=each)) for each in people]


@allow(*DIRECTORS)
@ask_or_send
def letters(request: MemberRequest) -> HttpResponse:
    """Choosing people, and labels, badges, a letter or data for them."""
    settings = MembersSettings.of(request.club)
    asking = ChoosingForm(request.GET or None, settings=settings, money=may(request, TREASURERS))
    people = chosen(request.club, asking.cleaned_data if asking.is_valid() else {})
    sent: QueryDict | None = request.POST if request.method == "POST" else None
    kept = list(KeptLetter.objects.filter(club=request.club))
    first = next((each for each in kept if str(each.pk) == request.GET.get("letter")), None)
    initial = {"title": first.title, "text": first.text} if first else {}
    form = WritingForm(sent, names=tuple(MERGED), initial=initial)
    if form.is_bound and form.is_valid():
        wanted = set(request.POST.getlist("player"))
        ticked = [each for each in people if str(each.player.pk) in wanted]
        if ticked:
            return _made(request, settings, form.cleaned_data, ticked)
        form.add_error(None, _("Tick at least one person."))
    shown = {
        "asking": asking,
        "form": form,
        "people": [(each, sent is None or str(each.player.pk) in sent.getlist("player")) for each in people],
        "without": sum(len(each.address) < 2 for each in people),
        "kept": kept,
        "fields": MERGED.items(),
    }
    return render(request, "members/letters.html", shown, status=422 if form.errors else 200)


def _made(
    request: MemberRequest, settings: MembersSettings, about: Mapping[str, Any], people: list[LetterReceiver]
) -> HttpResponse:
    lang = get_language() or "en"
    what = about["what"]
    if what == "csv":
        return _as_file(people)
    if what == "letter":
        if about["keep"]:
            KeptLetter.objects.update_or_create(
                club=request.club,
                title=about["title"],
                defaults={"text": about["text"], "changed": timezone.now(), "by_name": str(request.user)},
            )
        made = [
            press.PrintedLetter(tuple(each.address), paragraphs_of(filled(about["text"], each.values)))
            for each in people
        ]
        sender = _sender(request.club.name, lines_of(settings.address))
        day = date_format(timezone.localdate(), "j F Y")
        paper = settings.paper
        return on_paper(
            request,
            "letters",
            lambda: press.render_letters(about["title"], made, sender=sender, day=day, paper=paper, lang=lang),
        )
    labels = [each.address for each in people]
    if what == "badges":
        labels = [[str(each.player), request.club.name] for each in people]
    name = "badges" if what == "badges" else "labels"
    return on_paper(request, name, lambda: press.render_labels(what, labels, skip=about["skip"] or 0, lang=lang))


def _sender(club: str, address: list[str]) -> list[str]:
    """The club and its address; its name once, if the address begins with it.

    >>> _sender("Hill Club", ["Hill club", "1 High Street"]), _sender("Hill Club", [])
    (['Hill club', '1 High Street'], ['Hill Club'])
    """
    return address if address and plain(address[0]) == plain(club) else [club, *address]


def paragraphs_of(text: str) -> tuple[tuple[str, ...], ...]:
    """The paragraphs of a letter by their lines: what stands between empty lines.

    >>> paragraphs_of("Dear Ann,\\r\\n\\r\\nYours,\\r\\n Bo")
    (('Dear Ann,',), ('Yours,', 'Bo'))
    """
    blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = (tuple(line.strip() for line in block.splitlines() if line.strip()) for block in blocks)
    return tuple(each for each in lines if each)


def _as_file(people: list[LetterReceiver]) -> HttpResponse:
    head = (*MERGED, *(f"address {number}" for number in range(1, 6)))
    lines = ((*each.values.values(), *(each.address[1:] + [""] * 5)[:5]) for each in people)
    return spreadsheet("letters", (head, *lines))
