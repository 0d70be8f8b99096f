"""What every request passes through: the host it asks for, the headers it is answered with."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.utils.translation import gettext as _

from arrowswitch.site.serving.logs import told_already
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work.workshop import NotMade

Answer = Callable[[HttpRequest], HttpResponse]

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


@lru_cache(maxsize=2**8)  # everybody in the room uses one name
def is_known(host: str, own_name: str, more: tuple[str, ...]) -> bool:
    """Whether a page on this laptop may be asked for by this name.

    A number is always good, since a stranger's page can only bring a browser here by a name of its own.

    >>> is_known("192.168.1.20", "desk", ()), is_known("desk.local", "desk", ()), is_known("evil.example", "desk", ())
    (True, True, False)
    """
    name = host.strip("[]").rstrip(".").lower()
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = own_name.lower()
        return name in {"localhost", own, own.split(".")[0], f"{own.split('.')[0]}.local", *more}
    return True


def known_host(get_response: Answer) -> Answer:
    """Refuses requests that come under a name which is not this computer's."""
    own_name = socket.gethostname()

    def answer(request: HttpRequest) -> HttpResponse:
        host, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
        if is_known(host or "", own_name, tuple(settings.KNOWN_HOSTS)):
            return get_response(request)
        return HttpResponse(
            _("This computer does not answer to that name. Type the address that the program printed.") + "\n",
            status=400,
            content_type="text/plain; charset=utf-8",
        )

    return answer


PERMISSIONS = ", ".join(f"{sense}=()" for sense in ("camera", "microphone", "geolocation", "payment", "usb"))


def careful_headers(get_response: Answer) -> Answer:
    """Only our own scripts, styles and pictures, nothing inline, nothing from outside; no camera and the like.

    Cookies that come over https go only over https. Whether it is https is known request by request, because the same
    computer answers the room's phones without it.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.headers.get("Content-Type") != "application/pdf":  # browsers show a PDF with a page of their own
            response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")  # what may be found says so itself
        if request.is_secure():
            for cookie in response.cookies.values():
                cookie["secure"] = True
        return response

    return answer


class WorkshopBusy:
    """Says in a sentence that something dear cannot be had now."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """The page that is shown instead of the one that was asked for."""
        if not isinstance(problem, NotMade):
            return None
        text = spoken(problem)
        response = render(request, "sorry.html", {"title": _("Not now"), "text": text}, status=problem.status)
        response["Retry-After"] = str(problem.wait)
        return told_already(response)  # nothing is wrong with the server
