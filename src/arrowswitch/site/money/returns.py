"""Cash returns: writing down what was counted, with what becomes of a difference, and the same on paper."""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from arrowswitch import press
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal.models import Session
from arrowswitch.site.money.books import Books, MoneyRefused, MoneyStale
from arrowswitch.site.money.models import BankedReturn, CashReturn, MoneyEntry, MoneySettings
from arrowswitch.site.money.reports import kept_for_shortfalls, told_ways, totals, tray_lines
from arrowswitch.site.noticeboard.models import written_anew
from arrowswitch.till import CashCount, CashReckoning, Currency, reckoned


@dataclass(frozen=True)
class WhoCounted:
    """Whose names stand on the cash return."""

    director: str
    trainee: str = ""
    note: str = ""


def write_return(
    books: Books,
    session: Session,
    day: datetime.date,
    counted: CashCount,
    expected: int,
    who: WhoCounted,
    *,
    command: str,
    seen: int,
    why: str = "",
) -> CashReturn:
    """Writes a cash return in the place of the one that was seen, and the difference into the books."""
    if MoneyEntry.objects.filter(club=books.club, command=f"{command}-over", session=session).exists():
        return CashReturn.objects.get(session=session, replaced=None)  # sent twice
    before = CashReturn.objects.filter(session=session, replaced=None).first()
    if (before.pk if before else 0) != seen:
        raise MoneyStale(_("Somebody else has just written a cash return for this session. Look at it first."))
    if before and banked_in(before):
        raise MoneyRefused(_("This money was taken to the bank already. The treasurer must reverse the banking first."))
    settings = MoneySettings.of(books.club)
    end = reckoned(
        expected,
        counted.takings,
        kept_before=kept_for_shortfalls(books.club, besides=session.pk),
        bank_above=settings.bank_above,
    )
    new = CashReturn(
        session=session,
        day=day,
        by=books.by,
        at=timezone.now(),
        why=why,
        counted=json.dumps({str(worth): count for worth, count in counted.pieces.items()}),
        cheques=counted.cheques,
        started_with=counted.started_with,
        expected=end.expected,
        takings=end.takings,
        banked=end.banked,
        kept=end.kept,
        director=who.director,
        trainee=who.trainee,
        note=who.note,
    )
    if not written_anew(new, before):
        raise MoneyStale(_("Somebody else has just written a cash return for this session. Look at it first."))
    old = MoneyEntry.objects.filter(session=session, what="over", reverses=None, reversed_by=None).first()
    if old:
        books.reverse(old, why or _("counted again"), f"{command}-back")
    books.write("over", "cash", end.over, command=f"{command}-over", day=day, session=session, text=who.note[:200])
    return new


def banked_in(cash_return: CashReturn) -> BankedReturn | None:
    """Whether a cash return was taken to the bank."""
    parts = BankedReturn.objects.filter(cash_return=cash_return, banking__entry__reversed_by=None)
    return parts.select_related("banking").first()


def reckoning_of(kept: CashReturn) -> CashReckoning:
    """What became of the difference."""
    return CashReckoning(kept.expected, kept.takings, kept.banked, kept.kept)


def told_reckoning(end: CashReckoning, currency: Currency) -> list[str]:
    """What is over or under, and what becomes of it, in sentences."""
    told = currency.told
    back = _("%(amount)s goes back to what is kept: another night has used it.") % {"amount": told(end.put_back)}
    put_back = [back] if end.put_back else []
    if end.over == 0:
        return [_("The tray is right."), *put_back]
    if end.over > 0:
        first = _("%(amount)s over.") % {"amount": told(end.over)}
        if end.kept == end.over:
            return [first, _("So little is kept, for a shortfall of a later night.")]
        return [first, *(put_back or [_("That is banked, unless somebody claims it.")])]
    said = [_("%(amount)s short.") % {"amount": told(-end.over)}]
    if end.kept < 0:
        said.append(_("%(amount)s of it is made up from what was kept.") % {"amount": told(-end.kept)})
    if end.missing:
        said.append(_("%(amount)s is missing.") % {"amount": told(end.missing)})
    return said + put_back


def return_pdf(club: Club, session: Session, kept: CashReturn | None, paper: str = "a4") -> bytes:
    """A cash return to sign; without one, an empty form to be filled in by hand."""
    settings = MoneySettings.of(club)
    told = settings.currency.told
    blank = "_" * 16
    day = date_format((kept.day if kept else session.date) or timezone.localdate(), "j F Y")
    facts = [
        (_("Date"), day),
        (_("Session"), session.title),
        (_("Director"), kept.director if kept else blank),
        (_("Trainee"), kept.trainee if kept else blank),
    ]
    total = totals(MoneyEntry.objects.filter(session=session, what="fee"), "session").get(session.pk)
    if kept and total:
        ways = ", ".join(f"{name}: {people}" for name, people in told_ways(total))
        facts += [(_("Players"), f"{total.people} ({ways})")]
        facts += [(_("Free-night vouchers"), str(total.free_used))]
        facts += [
            (
                _("Cash: %(what)s") % {"what": each.name},
                f"{told(each.amount)} ({each.people})" if each.people else told(each.amount),
            )
            for each in tray_lines(session.pk)
        ]
    else:
        facts += [(_("Players"), blank), (_("Free-night vouchers"), blank)]
    pieces = kept.pieces if kept else {}
    for worth in sorted({*settings.pieces_sorted, *pieces}, reverse=True):
        count = pieces.get(worth, 0)
        if kept and not count:
            continue
        facts.append((told(worth), f"× {count} = {told(worth * count)}" if kept else f"×  {blank} =  {blank}"))
    together = told(sum(worth * count for worth, count in pieces.items()))
    facts.append((_("Notes and coins"), together if kept else blank))
    amounts = [(_("Cheques"), "cheques"), (_("Change that was there before"), "started_with")]
    amounts += [(_("Taken"), "takings"), (_("Expected"), "expected"), (_("To be banked"), "banked")]
    facts += [(head, told(getattr(kept, name)) if kept else blank) for head, name in amounts]
    said = told_reckoning(reckoning_of(kept), settings.currency) if kept else []
    parts = [(_("Over or under"), " ".join(said))] if kept else [(_("Over or under"), blank * 2)]
    if kept and kept.note:
        parts.append((_("Remark"), kept.note))
    return press.render_record(
        _("Cash return"),
        facts,
        parts,
        club=club.name,
        lines=[_("Director"), _("Grade chair or treasurer")],
        paper=paper,
        lang=get_language() or "en",
    )
