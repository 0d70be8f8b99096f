"""Signing in and out."""

from __future__ import annotations

from django.contrib.auth import authenticate, login, logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from arrowswitch.site.accounts.demonstration import ROLES, demonstrator
from arrowswitch.site.accounts.forms import SignInForm
from arrowswitch.site.accounts.gate import EVERYONE, allow


@allow(*EVERYONE)
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Name and password, and on to the page that was wanted."""
    if request.club is None:
        return redirect("welcome")
    wanted = _wanted(request)
    if request.user.is_authenticated:
        return redirect(wanted or "home")
    form = SignInForm(request.POST or None, club=request.club)
    if form.is_valid():
        account = authenticate(
            request, club=form.chosen, name=form.cleaned_data["name"], password=form.cleaned_data["password"]
        )
        if account:
            login(request, account)
            return redirect(wanted or "home")
        form.add_error(None, _("The name and the password do not belong together."))
    return render(request, "accounts/sign_in.html", {"form": form, "next": wanted, "roles": ROLES})


def _wanted(request: HttpRequest) -> str:
    """The page to go on to, if it is one of ours."""
    place = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(place, {request.get_host()}, require_https=request.is_secure())
    return place if ours else ""


@allow(*EVERYONE)
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ends the session on this device."""
    logout(request)
    return redirect("home")


@allow(*EVERYONE)
@require_POST
def look_round(request: HttpRequest) -> HttpResponse:
    """Signs a visitor of the demonstration in, as whom they like; a real club has no such door."""
    role = request.POST.get("role", "director")
    if role not in ROLES or request.club is None or not request.club.is_demonstration:
        raise Http404
    login(request, demonstrator(request.club, role))
    return redirect(_wanted(request) or "home")
