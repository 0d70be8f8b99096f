"""The page *Awards* of a session, and its list as a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.contests.awards import AwardScheme, AwardSheet, award_changes, read_scheme, scheme_names, scheme_of
from arrowswitch.scoring.figures import decimals, in_column
from arrowswitch.session import PutAway, standings
from arrowswitch.site.accounts.gate import DESK, DIRECTORS
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits import award_keeper
from arrowswitch.site.merits.deciding import OWN, ineligible_in, said_of, scheme_by
from arrowswitch.site.merits.models import AwardRun, AwardsWay, EligibilityDecision, MadeAward, SessionWorth
from arrowswitch.site.night.awards.made import SCHEMES, kind_of, people, sheet_of
from arrowswitch.site.night.awards.worth import WorthForm, worth_asked, worth_told
from arrowswitch.site.night.desk import Desk, at_desk
from arrowswitch.site.night.naming import Names, name_for
from arrowswitch.site.night.results.seeing import versions_of
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.spreadsheet import spreadsheet
from arrowswitch.words import Sentence, say


@at_desk(*DESK)
@require_safe
def awards(request: MemberRequest, desk: Desk) -> HttpResponse:
    """What was awarded when the results were posted last, and what that changed; before that, as things stand."""
    return _page(request, desk)


def _page(
    request: MemberRequest, desk: Desk, problem: str = "", worth_form: WorthForm | None = None, status: int = 200
) -> HttpResponse:
    status = 422 if problem else status
    chosen = _chosen(request, desk)
    asked = worth_asked(desk)
    said, may_decide = said_of(desk.session), request.actor.role in DIRECTORS
    context: dict[str, Any] = {
        "desk": desk,
        "scheme": chosen.scheme,
        "chosen": chosen.name,
        "schemes": _schemes(chosen),
        "kept": chosen.kept,
        "nothing": chosen.nothing,
        "runs": _runs(desk),
        "problem": problem,
        "may_decide": may_decide,
        "worth_form": worth_form
        or (WorthForm(asked) if asked and may_decide and asked.scheme == chosen.scheme else None),
        "worths": [(each, worth_told(each.by_key)) for each in SessionWorth.objects.filter(session=desk.session)],
    }
    if chosen.scheme is None:
        return render(request, "night/awards/awards.html", context, status=status)
    posted = versions_of(desk.session.pk, desk.state)
    names = Names(posted[-1].state, request.club, "desk") if posted else desk.names
    earlier = Names(posted[-2].state, request.club, "desk") if len(posted) > 1 else None
    ineligible = ineligible_in(desk.session)
    sheet = sheet_of(names.state, names, chosen.scheme, ineligible, said)
    held = {key: value for key, value in said.items() if key in chosen.scheme.left_open(kind_of(names.state))}
    context |= {
        "worth": worth_told(held) if held else "",
        "posted": posted[-1] if posted else None,
        "lists": _lists(sheet, names),
        "notes": sheet.notes,
        "changes": _changes(sheet_of(earlier.state, earlier, chosen.scheme, ineligible, said), earlier, sheet, names)
        if earlier
        else None,
        "barred": [(who, _both(names, who)) for who in sorted(ineligible) if who in names.by_scoring_name],
        "contestants": [
            (each.contestant, _both(names, each.contestant))
            for each in standings(names.state)
            if each.contestant not in ineligible
        ],
        "decisions": EligibilityDecision.objects.filter(session=desk.session),
        "apart": not all(each.counts for each in sheet.awards),
    }
    return render(request, "night/awards/awards.html", context, status=status)


@at_desk(*DESK)
@require_safe
def as_file(request: MemberRequest, desk: Desk) -> HttpResponse:
    """The awards that are credited, a line for every player, for the federation or the committee."""
    head = ("date", "session", "list", "place", "contestant", "name", "number", "points", "unit")
    return spreadsheet(f"awards-{desk.state.date}-{desk.session.pk}", (head, *_credited(request, desk)))


def _credited(request: MemberRequest, desk: Desk) -> Iterator[tuple[object, ...]]:
    scheme = _chosen(request, desk).scheme
    if scheme is None:
        return
    posted = versions_of(desk.session.pk, desk.state)
    names = Names(posted[-1].state if posted else desk.state, request.club, "files")
    seated = people(names.state, names)
    decided = ineligible_in(desk.session), said_of(desk.session)
    for award in sheet_of(names.state, names, scheme, *decided).awards:
        for player in (seated[key] for key in award.players) if award.counts else ():
            yield (
                desk.state.date,
                desk.state.title,
                award.list,
                award.rank,
                _label(names, award.contestant),
                names.player(player),
                names.number(player),
                str(float(award.amount)).removesuffix(".0"),
                award.unit,
            )


@at_desk(*DIRECTORS)
@require_POST
def eligible(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Somebody who is placed may have no award, or may have it again; with a reason, and the awards are made again."""
    who, why = request.POST.get("contestant", ""), request.POST.get("why", "").replace("\0", "").strip()[:200]
    may_have = request.POST.get("may") == "yes"
    if who not in desk.names.by_scoring_name:
        return _page(request, desk, gettext("Choose who has no award from the list."))
    if not why:
        return _page(request, desk, gettext("Write down why: it stays beside the awards."))
    with transaction.atomic():
        Session.objects.select_for_update(no_key=True).get(pk=desk.session.pk)  # not while awards are written
        decided = (who in ineligible_in(desk.session)) == may_have
        if decided:
            EligibilityDecision.objects.create(
                session=desk.session,
                contestant=who,
                label=_label(desk.names, who),
                may_have=may_have,
                why=why,
                by=request.actor.name[:80],
            )
    if decided:
        award_keeper.when_posted(desk.session)
    return redirect("night-results-awards", desk.session.pk)


@at_desk(*DIRECTORS)
@require_POST
def worth(request: MemberRequest, desk: Desk) -> HttpResponse:
    """What the session is worth, where it is not as usual; the awards are made again by it."""
    asked = worth_asked(desk)
    if asked is None:
        return _page(request, desk, gettext("The scheme of this session asks for nothing of that sort."))
    form = WorthForm(asked, request.POST)
    if not form.is_valid():
        return _page(request, desk, worth_form=form, status=422)
    if not form.keep(request.POST.get("seen", ""), request.actor.name):
        again = WorthForm(worth_asked(desk) or asked, request.POST)
        again.full_clean()
        again.add_error(None, gettext("Somebody has changed this meanwhile; look at it again."))
        return _page(request, desk, worth_form=again, status=409)
    award_keeper.when_posted(desk.session)
    return redirect("night-results-awards", desk.session.pk)


@dataclass(frozen=True)
class _Chosen:
    """By which scheme the page tells of awards, and whether these are the ones that are kept."""

    name: str
    scheme: AwardScheme | None
    kept: AwardRun | None = None
    nothing: bool = False
    """Whether the club has decided that nothing is awarded on this day."""
    own: AwardScheme | None = None
    """The club's own scheme, if it has one for this day."""


def _chosen(request: MemberRequest, desk: Desk) -> _Chosen:
    """The scheme that is asked for, the one that the session was awarded by, the club's for its day, or that of its regulations."""
    run = AwardRun.objects.filter(session=desk.session, current=True).select_related("way").first()
    way = award_keeper.way_for(desk.session, desk.state.date or localdate())
    own = read_scheme(way.own) if way and way.scheme == OWN else None
    asked = request.GET.get("scheme", "")
    if asked in scheme_names() and asked != (run or way or AwardRun()).scheme:
        return _Chosen(asked, scheme_of(asked), own=own)
    if run and run.version and run.scheme:
        by = run.way or AwardsWay(scheme=run.scheme)
        is_last = run.version == len(desk.state.publications)
        return _Chosen(run.scheme, scheme_by(by), run if is_last else None, own=own)
    if way is not None:
        return _Chosen(way.scheme, own or scheme_by(way), nothing=not way.scheme, own=own)
    name = SCHEMES.get(desk.state.regulations.name, "")
    return _Chosen(name, scheme_of(name) if name else None)


def _schemes(chosen: _Chosen) -> list[tuple[str, str]]:
    own = [(OWN, chosen.own.title)] if chosen.own else []
    return [*own, *((name, scheme_of(name).title) for name in scheme_names())]


def _runs(desk: Desk) -> list[dict[str, Any]]:
    """Every time that awards were made, the latest first, by whom and why, with whose changed by it; not before there were two."""
    runs = list(AwardRun.objects.filter(session=desk.session).select_related("way").order_by("-pk"))
    if len(runs) < 2:
        return []
    earlier = [*runs[1:], None]
    return [
        {"run": run, "reasons": _reasons(desk, run, before)}
        | ({"changes": _told(award_keeper.differences(run))} if before else {})
        for run, before in zip(runs, earlier, strict=True)
    ]


def _reasons(desk: Desk, run: AwardRun, before: AwardRun | None) -> list[str]:
    """Who brought it about that awards were made, and why: results were posted, somebody was taken out, the club decided."""
    if not run.version:
        return [
            gettext("Put away by %(name)s.") % {"name": entry.by.called}
            for entry in [
                each for each in desk.state.journal if isinstance(each.act, PutAway) and each.at <= run.made_at
            ][-1:]
        ]
    if before is None or run.version != before.version:
        return [*_posting(desk, run.version), *_worth_since(run, before)]
    decisions = EligibilityDecision.objects.filter(
        session=desk.session, at__gte=before.made_at, at__lt=run.made_at
    ).order_by("pk")
    found = [f"{each.label}: {each.why} ({each.by})" for each in decisions]
    if run.way and run.way.by and run.way_id != before.way_id:
        found.append(gettext("Decided by %(name)s.") % {"name": run.way.by})
    return [*found, *_worth_since(run, before)]


def _worth_since(run: AwardRun, before: AwardRun | None) -> list[str]:
    """What was said of the session since awards were made before, the first first."""
    said = SessionWorth.objects.filter(
        session=run.session, pk__gt=(before and before.worth_id) or 0, pk__lte=run.worth_id or 0
    ).order_by("pk")
    return [": ".join(filter(None, (worth_told(each.by_key), each.why))) + f" ({each.by})" for each in said]


def _posting(desk: Desk, version: int) -> list[str]:
    """Who posted a version of the results, and the reasons of what was corrected since the one before."""
    posted = [each.command for each in desk.state.publications]
    journal = list(desk.state.journal)
    places = [place for place, entry in enumerate(journal) if entry.id in posted]
    if not 0 < version <= len(places):
        return []
    last = places[version - 1]
    found = [gettext("Posted by %(name)s.") % {"name": journal[last].by.called}]
    since = journal[places[version - 2] + 1 : last + 1] if version > 1 else []
    reasons = (f"{each.why} ({each.by.called})" for each in since if each.why and each.id not in desk.state.undone)
    return [*found, *dict.fromkeys(reasons)]


def _told(found: list[tuple[MadeAward, Fraction, Fraction]]) -> list[dict[str, str]]:
    places = decimals([number for _said, *numbers in found for number in numbers])
    return [
        {
            "names": name_for(said.player, "desk") if said.player else said.name,
            "before": in_column(before, places),
            "after": in_column(after, places),
            "unit": said.unit,
        }
        for said, before, after in found
    ]


def _label(names: Names, who: str) -> str:
    return names.label(*names.by_scoring_name[who])


def _both(names: Names, who: str) -> str:
    return names.both(*names.by_scoring_name[who])


def _lists(sheet: AwardSheet, names: Names) -> list[tuple[Sentence, list[dict[str, Any]]]]:
    """The awards of each list, under its title."""
    places = decimals([each.amount for each in sheet.awards])
    several = Counter((each.contestant, each.list) for each in sheet.awards)
    seated = people(names.state, names)
    found: dict[Sentence, list[dict[str, Any]]] = {}
    for each in sheet.awards:
        who = names.by_scoring_name[each.contestant]
        amount = in_column(each.amount, places)
        title = say("{name}: {amount} {unit}", name=names.label(*who), amount=amount, unit=each.unit)
        said = names.contestant(*who)
        if several[each.contestant, each.list] > 1:  # of a team that was not the same all the time
            said = ", ".join(names.player(seated[key]) for key in each.players)
        row = {"award": each, "label": names.label(*who), "names": said, "amount": amount}
        found.setdefault(each.list, []).append(row | {"working": replace(each.working, title=title)})
    return list(found.items())


def _changes(before: AwardSheet, earlier: Names, after: AwardSheet, names: Names) -> list[dict[str, str]]:
    found = award_changes(before, after)
    places = decimals([number for each in found for number in (each.before, each.after)])
    return [
        {
            "names": _both(names if each.contestant in names.by_scoring_name else earlier, each.contestant),
            "before": in_column(each.before, places),
            "after": in_column(each.after, places),
        }
        for each in found
    ]
