"""Any meeting changed by hand, several at once if need be, with the audit beside it before anything is saved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from arrowswitch.movements import Meeting, Movement
from arrowswitch.session import ChangeMovement, Refused
from arrowswitch.session.night import Section
from arrowswitch.session.troubles import Idea, Proposal, ProposedAct, attempt
from arrowswitch.site.accounts.gate import DIRECTORS, ask_or_send
from arrowswitch.site.movement.shown import boards_text
from arrowswitch.site.night.desk import Desk, Done, at_desk, told
from arrowswitch.site.night.trouble import draft as drafts
from arrowswitch.site.night.trouble.asking import chosen_section
from arrowswitch.site.night.trouble.shown import changed_grid
from arrowswitch.site.night.trouble.views import carry_out, entries_of, to_done
from arrowswitch.site.requests import MemberRequest
from arrowswitch.words import say


@dataclass(frozen=True)
class EditedMeeting:
    """The meeting that is being changed, as it stands in the form."""

    round: int
    table: int
    ns: int
    ew: int
    boards: str
    switched: bool
    problem: str = ""

    @property
    def at(self) -> str:
        """Round and table, as an address has them."""
        return f"{self.round}.{self.table}"


@at_desk(*DIRECTORS)
@ask_or_send
def edit(request: MemberRequest, desk: Desk) -> HttpResponse:
    """The grid, the meeting that is being changed, and what the audit says about the draft."""
    asked = request.GET
    section = chosen_section(desk, asked)
    movement = section.movement
    draft = tuple(each for each in drafts.read(asked.get("draft", "")) if drafts.fits(movement, each))
    if asked.get("drop"):
        draft = tuple(each for each in draft if f"{each.round}.{each.table}" != asked["drop"])
    kept = drafts.applied(movement, draft)
    cell, meeting = _cell(asked, section, kept)
    trial = drafts.with_edit(draft, meeting) if meeting and asked.get("ns") else draft
    if "try" in asked and cell and not cell.problem:
        draft, kept = trial, drafts.applied(movement, trial)
    follow = asked.get("follow") != "no"
    proposal, problem = _proposal(desk, section, trial, follow=follow)
    done = Done()
    if request.method == "POST":
        if entries_of(desk, request.POST.get("command", "")):
            return to_done(desk, request.POST["command"])  # sent twice, done once
        answer = _save(request, desk, section, draft, follow=follow)
        if isinstance(answer, HttpResponse):
            return answer
        done = answer
    context = {
        "desk": desk,
        "section": section,
        "several": len(desk.state.sections) > 1,
        "draft": drafts.write(draft),
        "edits": [_told(kept, each) for each in draft],
        "query": urlencode(
            {"section": section.name, "draft": drafts.write(draft), "follow": "yes" if follow else "no"}
        ),
        "grid": changed_grid(movement, kept, more_tables=1),
        "cell": cell,
        "pairs": [(number, desk.names.both(section.name, number)) for number in movement.contestants],
        "proposal": proposal,
        "unsaved": trial != draft,
        "problem": problem,
        "done": done,
        "follow": follow,
        "why": request.POST.get("why", ""),
    }
    return render(request, "night/trouble/edit.html", context, status=done.status)


def _cell(asked: Any, section: Section, kept: Movement) -> tuple[EditedMeeting | None, Meeting | None]:
    """The meeting in the form: what was typed, or what the draft has there."""
    number, _dot, table = asked.get("cell", "").partition(".")
    if not (number.isdecimal() and table.isdecimal() and len(number) < 4 and len(table) < 4):
        return None, None
    place = int(number), int(table)
    there = kept.at.get(place)
    first, second = (there.sides if there else kept.contestants[:2]) if len(kept.contestants) > 1 else (1, 2)
    if not asked.get("ns"):
        boards = boards_text(there.boards) if there else ""
        return EditedMeeting(*place, first, second, boards, bool(there and there.switched)), None
    typed = [asked.get(name, "") for name in ("ns", "ew")]
    ns, ew = (int(each) if each.isdecimal() and len(each) < 5 else 0 for each in typed)
    cell = EditedMeeting(*place, ns, ew, asked.get("boards", "")[:60], bool(asked.get("switched")))
    try:
        boards_played = () if asked.get("try") == "nobody" else drafts.read_boards(cell.boards)
    except drafts.BadDraft as bad:
        return replace(cell, problem=str(bad)), None
    if asked.get("try") != "nobody" and not boards_played:
        return replace(cell, problem=_("Say which boards are played, or that nobody plays here.")), None
    meeting = Meeting(*place, ns, ew, boards_played, cell.switched)
    if ns == ew:
        return replace(cell, problem=_("A pair cannot play against itself.")), None
    if not drafts.fits(section.movement, meeting):
        return replace(cell, problem=_("There is no such table, round or pair in this section.")), None
    return cell, meeting


def _proposal(desk: Desk, section: Section, draft: tuple[Meeting, ...], *, follow: bool) -> tuple[Proposal | None, str]:
    """What would come of the draft."""
    if not draft:
        return None, ""
    night = drafts.applied(section.movement, draft)
    if night.meetings == section.movement.meetings:
        return None, _("Nothing would change.")
    if not night.meetings:
        return None, _("That is the last meeting; a session without one cannot be.")
    first = min(each.round for each in draft)
    deed = ProposedAct(ChangeMovement(section.name, night, first, follow))
    try:
        return attempt(desk.state, section, Idea("edit", say("Changed by hand"), (deed,))), ""
    except Refused as refusal:
        return None, told(refusal)


def _save(
    request: MemberRequest, desk: Desk, section: Section, draft: tuple[Meeting, ...], *, follow: bool
) -> Done | HttpResponse:
    proposal, problem = _proposal(desk, section, draft, follow=follow)
    if proposal is None:
        return Done(problem or _("Nothing has been changed yet: choose a meeting first."))
    why, insists = request.POST.get("why", "").strip(), "force" in request.POST
    if not proposal.legal and not (insists and why):
        return Done(_("This is not legal as it stands. To do it all the same, insist and give a reason."))
    return carry_out(desk, proposal.deeds, why or _("Changed by hand"), insists=insists and not proposal.legal)


def _told(movement: Movement, meeting: Meeting) -> tuple[str, str]:
    """A change in words, and the place by which it can be dropped."""
    values = {
        "round": meeting.round,
        "table": meeting.table,
        "ns": movement.label(meeting.ns),
        "ew": movement.label(meeting.ew),
        "boards": boards_text(meeting.boards),
    }
    text = (
        _("Round %(round)s, table %(table)s: %(ns)s – %(ew)s, boards %(boards)s")
        if meeting.boards
        else _("Round %(round)s, table %(table)s: nobody plays")
    )
    return text % values, f"{meeting.round}.{meeting.table}"
