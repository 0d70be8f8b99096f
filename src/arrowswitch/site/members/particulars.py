"""The pages of members: one person's particulars, the list of those who agreed to be on it, and what the club has decided."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import DIRECTORS, MEMBERS, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.members.changes import Author, entry_of, write_down
from arrowswitch.site.members.forms import MemberForm, MembersSettingsForm
from arrowswitch.site.members.models import EntryChange, MembersSettings, Particulars
from arrowswitch.site.members.privacy import changes_of, one_of
from arrowswitch.site.requests import MemberRequest


@allow(*DIRECTORS)
@ask_or_send
def member(request: MemberRequest, player: int) -> HttpResponse:
    """Membership, rank and how to reach a person; and what was changed in the entry."""
    person = one_of(request, player)
    before = entry_of(person)
    sent = request.POST if request.method == "POST" else None
    form = MemberForm(sent, instance=Particulars.of(person), settings=MembersSettings.of(request.club))
    if form.is_bound and form.is_valid():
        with transaction.atomic():
            form.save()
            write_down(person, before, Author(request.user, "desk", form.cleaned_data["why"]))
        return redirect(f"{reverse('player-member', args=[person.pk])}?done")
    shown = {"player": person, "form": form, "changes": changes_of(person), "done": "done" in request.GET}
    return render(request, "members/member.html", shown, status=422 if form.errors else 200)


@allow(*MEMBERS)
@require_safe
def contacts(request: MemberRequest) -> HttpResponse:
    """E-mail, telephone and birthday of those members who agreed that others see them, if the club has such a list."""
    settings = MembersSettings.of(request.club)
    if not settings.contact_list:
        raise Http404
    return render(request, "members/list.html", {"people": agreed(request.club, settings), "settings": settings})


def agreed(club: Club, settings: MembersSettings) -> list[dict[str, str]]:
    """Everybody who agreed to something, with nothing but that."""
    people = Particulars.objects.filter(
        player__club=club, player__erased=None, player__merged_into=None, player__active=True
    ).select_related("player")
    found = [
        {
            "name": str(each.player),
            "email": each.email if each.list_email else "",
            "telephone": each.telephone if each.list_telephone else "",
            "birthday": each.birthday_told if settings.birthdays and each.list_birthday else "",
        }
        for each in people.order_by("player__family", "player__given", "player__pk")
    ]
    return [each for each in found if each["email"] or each["telephone"] or each["birthday"]]


@allow(*DIRECTORS)
@ask_or_send
def settings(request: MemberRequest) -> HttpResponse:
    """What the club has decided about its members."""
    kept = MembersSettings.of(request.club)
    form = MembersSettingsForm(request.POST if request.method == "POST" else None, instance=kept)
    if form.is_bound and form.is_valid():
        with transaction.atomic():
            form.save()
            if not form.cleaned_data["birthdays"]:
                forget_birthdays(request.club)
        return redirect(f"{reverse('settings-members')}?done")
    shown = {"form": form, "done": "done" in request.GET}
    return render(request, "members/settings.html", shown, status=422 if form.errors else 200)


def forget_birthdays(club: Club) -> None:
    """What the club does not keep any more is kept nowhere, also not in what was written down about changes."""
    Particulars.objects.filter(player__club=club).exclude(birthday="").update(birthday="", list_birthday=False)
    EntryChange.objects.filter(club=club, field="birthday").update(before="", after="")
