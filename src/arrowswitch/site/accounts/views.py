"""Signing in and out, one's own account, and the owner's list of accounts."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from arrowswitch.site.accounts import models, tries
from arrowswitch.site.accounts.demonstration import ROLES, demonstrator
from arrowswitch.site.accounts.forms import AccountForm, AddForm, PasswordForm, ResetForm, SignInForm
from arrowswitch.site.accounts.gate import EVERYONE, MEMBERS, allow, ask_or_send
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.accounts.sessions import WITH_IT
from arrowswitch.site.club.models import Club
from arrowswitch.site.demonstration import fill
from arrowswitch.site.journal.store import StoreFault, faults_in_sentences
from arrowswitch.site.members.models import MembersSettings
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.signin.models import SignInWays
from arrowswitch.site.signin.opening import may_have_pin
from arrowswitch.site.spoken import spoken

# -- in and out -------------------------------------------------------------------------------------------------------


@allow(*EVERYONE)
@sensitive_post_parameters("password")
@ask_or_send
def sign_in(request: ClubRequest) -> HttpResponse:
    """Name and password, and on to the page that was wanted."""
    if request.club is None:
        return redirect("welcome")
    wanted = wanted_page(request)
    if request.user.is_authenticated:
        return redirect(wanted or "home")
    form = SignInForm(request.POST or None, club=request.club)
    status = 200
    if form.is_valid():
        try:
            with faults_in_sentences():
                account, wait = _tried(request, form)
        except StoreFault as fault:
            form.add_error(None, spoken(fault))
            status = 503
        else:
            if account:
                response = redirect(wanted or "home")
                tries.remember_device(request, response, account.login)
                return response
            status = 429 if wait else 200
            form.add_error(
                None, tries.too_many(wait) if wait else _("The name and the password do not belong together.")
            )
    if form.is_bound:
        form.again()
    context = {"form": form, "next": wanted, "roles": ROLES, "ways": SignInWays.of(request.club)}
    return render(request, "accounts/sign_in.html", context, status=status)


def _tried(request: HttpRequest, form: SignInForm) -> tuple[Account | None, int]:
    """The account that is now signed in, or the seconds to wait."""
    name, password = form.cleaned_data["name"], form.cleaned_data["password"]
    account, wait = tries.tried(
        request,
        models.login(form.chosen, name),
        lambda: authenticate(request, club=form.chosen, name=name, password=password),
    )
    if account:
        login(request, account)
    return account, wait


def wanted_page(request: HttpRequest) -> str:
    """The page to go on to, if it is one of ours."""
    place = request.POST.get("next") or request.GET.get("next") or ""
    return place if is_ours(request, place) else ""


def is_ours(request: HttpRequest, place: str) -> bool:
    """Whether an address is a page of this site."""
    ours = url_has_allowed_host_and_scheme(place, {request.get_host()}, require_https=request.is_secure())
    return ours and place.startswith("/")


@allow(*EVERYONE)
@require_POST
def sign_out(request: ClubRequest) -> HttpResponse:
    """Ends the session on this device."""
    return _out(request)


def _out(request: HttpRequest) -> HttpResponse:
    logout(request)
    response = redirect("home")
    for cookie, path in WITH_IT:
        response.delete_cookie(cookie, path=path, samesite="Strict")
    return response


@allow(*EVERYONE)
@require_POST
def look_round(request: ClubRequest) -> HttpResponse:
    """Signs a visitor of the demonstration in, as whom they like; where there is a real club there is no such door."""
    role = request.POST.get("role", "director")
    if role not in ROLES or not Club.may_be_shown_round():
        raise Http404
    try:
        with faults_in_sentences():
            club = Club.demonstration()
            fill(club)
            login(request, demonstrator(club, role))
    except StoreFault as fault:
        return render(
            request, "sorry.html", {"title": _("The demonstration cannot be opened"), "text": spoken(fault)}, status=503
        )
    return redirect(wanted_page(request) or "home")


# -- one's own account ------------------------------------------------------------------------------------------------


@allow(*MEMBERS)
@sensitive_post_parameters("old", "password")
@ask_or_send
def you(request: MemberRequest) -> HttpResponse:
    """Who is signed in, and a new password; sessions on other devices end with the old one."""
    form = PasswordForm(request.POST or None, request=request)
    if request.method == "POST":
        not_in_the_demonstration(request)
        if form.is_valid():
            request.user.change_password(form.cleaned_data["password"])
            update_session_auth_hash(request, request.user)
            return HttpResponseRedirect(f"{reverse('you')}?changed")
    context = {
        "form": form,
        "changed": "changed" in request.GET,
        "has_contact_list": MembersSettings.of(request.club).contact_list,
        "has_password": request.user.has_usable_password(),
        "pins": may_have_pin(request.user),
    }
    return render(request, "accounts/you.html", context, status=429 if form.must_wait else 200)


@allow(*MEMBERS)
@require_POST
def sign_out_everywhere(request: MemberRequest) -> HttpResponse:
    """Ends all sessions of the account, this one too."""
    not_in_the_demonstration(request)
    request.user.end_sessions()
    return _out(request)


def not_in_the_demonstration(request: MemberRequest) -> None:
    if request.club.is_demonstration:
        raise PermissionDenied(_("Everybody shares the accounts of the demonstration; they cannot be changed."))


# -- the owner's list -------------------------------------------------------------------------------------------------


@allow("owner")
@sensitive_post_parameters("password")
@ask_or_send
def accounts(request: MemberRequest) -> HttpResponse:
    """Everybody with an account, and a new one."""
    form = AddForm(request.POST or None, club=request.club)
    if form.is_valid():
        form.save()
        return HttpResponseRedirect(f"{request.path}?saved")
    everybody = Account.objects.filter(club=request.club).select_related("player")
    context = {
        "form": form,
        "present": [one for one in everybody if one.is_active],
        "gone": [one for one in everybody if not one.is_active],
        "saved": "saved" in request.GET,
    }
    return render(request, "accounts/list.html", context)


@allow("owner")
@sensitive_post_parameters("password")
@ask_or_send
def account(request: MemberRequest, account: int) -> HttpResponse:
    """One account: its role, a new password, its end."""
    one = get_object_or_404(Account, pk=account, club=request.club)
    what = request.POST.get("what", "")
    forms: dict[str, Any] = {
        "change": AccountForm(request.POST if what == "change" else None, instance=one),
        "reset": ResetForm(request.POST if what == "reset" else None),
    }
    problem = ""
    try:
        if what == "change" and forms["change"].is_valid():
            one.change_role(**forms["change"].cleaned_data)
        elif what == "reset" and forms["reset"].is_valid():
            one.change_password(forms["reset"].cleaned_data["password"])
            tries.forgive_name(one.login)
            if one == request.user:
                update_session_auth_hash(request, one)
        elif what == "remove":
            one.remove()
        elif what == "restore":
            one.restore()
        elif request.method == "POST" and not any(form.errors for form in forms.values()):
            raise Http404
        if request.method == "POST" and not any(form.errors for form in forms.values()):
            return HttpResponseRedirect(f"{reverse('accounts')}?saved")
    except models.LastOwner:
        one.refresh_from_db()
        problem = _("%(name)s is the club’s only owner. Make somebody else an owner first.") % {"name": one.name}
    return render(request, "accounts/one.html", {"one": one, "forms": forms, "problem": problem})
