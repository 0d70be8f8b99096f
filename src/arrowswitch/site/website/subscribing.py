"""Asking for results by mail, saying yes to it, and wanting no more."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt

from arrowswitch.site.accounts.gate import EVERYONE, MEMBERS, allow, ask_or_send
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.members.models import EntryChange, Particulars
from arrowswitch.site.outbox import BadAddress
from arrowswitch.site.outbox.writing import address as written
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.website import mailing
from arrowswitch.site.website.finding import of_site
from arrowswitch.site.website.models import WANTED, ResultsSubscriber
from arrowswitch.site.website.public import shown_in_site


class SubscriberForm(forms.Form):
    """Where results go, and which."""

    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=200)
    wants = forms.ChoiceField(
        label=gettext_lazy("Results of"), choices=tuple(WANTED.items()), widget=forms.RadioSelect, initial="own"
    )

    def __init__(self, *args: Any, own: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not own:
            del self.fields["wants"]

    def clean_email(self) -> str:
        """As the outbox keeps it."""
        try:
            return written(self.cleaned_data["email"])
        except BadAddress:
            raise forms.ValidationError(_("This is no address that mail could be sent to.")) from None


def _who(request: ClubRequest) -> Account | None:
    return request.user if request.actor.role in MEMBERS and request.user.is_authenticated else None


@allow(*EVERYONE)
@ask_or_send
def subscribe(request: ClubRequest) -> HttpResponse:
    """Results by mail: for members, and for everybody if the club wants that."""
    if request.club is None:
        return redirect("welcome")
    account = _who(request)
    player = account.player if account else None
    possible = mailing.may_mail(request.club) and (account is not None or of_site(request).mail_results)
    initial = {"email": Particulars.of(player).email if player else ""}
    sent = request.POST if request.method == "POST" and possible else None
    form = SubscriberForm(sent, own=player is not None, initial=initial)
    if form.is_bound and form.is_valid():
        wants = form.cleaned_data.get("wants", "all")
        done = _asked(request.club, account, form.cleaned_data["email"], wants)
        if done:
            return HttpResponseRedirect(f"{request.path}?done={done}")
        form.add_error(None, _("Too many have asked within an hour. Try again in an hour."))
    mine = ResultsSubscriber.objects.filter(club=request.club, account=account) if account else ()
    shown = {
        "form": form,
        "possible": possible,
        "mine": [(each, mailing.ending(each)) for each in mine],
        "done": _done(request.GET.get("done", "")),
        "may_set": account is not None and (account.role == "owner" or account.webmaster),
    }
    answer = shown_in_site(request, "website/subscribe.html", reverse("website-subscribe"), **shown)
    answer.status_code = 422 if form.errors else 200
    return answer


def _done(what: str) -> str:
    return {
        "asked": _("If this is your address, a mail is on its way. Open the link in it within a week."),
        "kept": _("From now on results come by mail."),
    }.get(what, "")


def _asked(club: Club, account: Account | None, email: str, wants: str) -> str:
    """Keeps the wish. An address that is known to be the member's own is taken at once, every other is asked first."""
    player = account.player if account else None
    own = player is not None and is_known(player, email)
    try:
        with transaction.atomic():
            found, new = ResultsSubscriber.objects.get_or_create(club=club, email=email)
            mine = account is not None and found.account_id in (None, account.pk)
            # Members write their own address into the register, so it gives nobody what somebody else has said yes to
            own = own and (not found.confirmed or (account is not None and found.account_id == account.pk))
            if own or (mine and not found.confirmed) or (found.confirmed and found.account_id and mine):
                found.account, found.player, found.wants = account, player, wants
            if own and not found.confirmed:
                found.confirmed = timezone.now()
            found.save()
    except IntegrityError:  # the same wish at the same moment
        return "asked"
    if found.confirmed:
        return "kept" if account is not None and found.account_id == account.pk else "asked"
    return "asked" if mailing.ask(found) else _given_up(found, new=new)


def is_known(player: Player, email: str) -> bool:
    """Whether the club has this address of somebody from elsewhere: who writes it into the own entry may write a stranger's."""
    kept = Particulars.of(player).email
    if not email or kept.casefold() != email.casefold():
        return False
    last = EntryChange.objects.filter(player=player, field="email", after__iexact=kept).first()
    return last is None or last.way != "self"


def _given_up(subscriber: ResultsSubscriber, *, new: bool) -> str:
    if new:
        subscriber.delete()
    return ""


def _one(request: ClubRequest, number: int | None) -> ResultsSubscriber | None:
    return ResultsSubscriber.objects.filter(pk=number).select_related("club").first() if number is not None else None


@allow(*EVERYONE)
@ask_or_send
def confirm(request: ClubRequest, token: str) -> HttpResponse:
    """Says yes at the address that was asked. Looking changes nothing: programs look at links in mails too."""
    found = _one(request, mailing.begun_by(token))
    if found is not None and request.method == "POST" and not found.confirmed:
        found.confirmed = timezone.now()
        found.save(update_fields=["confirmed"])
    state = "gone" if found is None else "yes" if found.confirmed else "ask"
    return _told(request, "website/confirm.html", state, found)


@csrf_exempt
@allow(*EVERYONE)
@ask_or_send
def unsubscribe(request: ClubRequest, token: str) -> HttpResponse:
    """Wants no more: by a button, or with one click in the mail program (RFC 8058), which knows no cookies."""
    found = _one(request, mailing.ended_by(token))
    state = "gone" if found is None else "ask"
    if found is not None and request.method == "POST":
        mailing.no_more(found)
        state = "ended"
    return _told(request, "website/unsubscribe.html", state, found)


def _told(request: ClubRequest, template: str, state: str, found: ResultsSubscriber | None) -> HttpResponse:
    shown = {"state": state, "email": found.email if found else "", "named": found.club.name if found else ""}
    return render(request, template, shown)
