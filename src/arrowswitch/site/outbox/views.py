"""The owner's page of mail: what waits, what did not leave and why, and the server that takes it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from arrowswitch.site import outbox
from arrowswitch.site.accounts.gate import allow, ask_or_send
from arrowswitch.site.outbox import worker
from arrowswitch.site.outbox.forms import MailServerForm, TestMailForm
from arrowswitch.site.outbox.models import NOTHING_LEFT, Mail, MailServer
from arrowswitch.site.requests import MemberRequest

SHOWN = 50


@allow("owner")
@sensitive_post_parameters("new_password")
@ask_or_send
def mail(request: MemberRequest) -> HttpResponse:
    """What waits and what did not leave; a test mail; the server."""
    server = MailServer.objects.filter(club=request.club).first()
    forms: dict[str, Any] = {
        "form": MailServerForm(instance=server),
        "test": TestMailForm(initial={"to": server.sender if server else ""}),
    }
    status = 200
    if request.method == "POST" and request.POST.get("what") == "test":
        forms["test"] = TestMailForm(request.POST)
        if forms["test"].is_valid():
            return _tested(request, forms["test"].cleaned_data["to"])
        status = 422
    elif request.method == "POST":
        forms["form"] = MailServerForm(request.POST, instance=server)
        if forms["form"].is_valid():
            forms["form"].save_by(request.user)
            Mail.objects.filter(club=request.club, state="waiting").update(due=timezone.now())
            transaction.on_commit(worker.wake)
            return _back("saved")
        status = 422
        server = MailServer.objects.filter(club=request.club).first()  # not as the form has changed it
    mails = Mail.objects.filter(club=request.club)
    context = {
        **forms,
        "server": server,
        "done": DONE.get(request.GET.get("done", "")),
        "waiting": mails.filter(state__in=("waiting", "sending"))[:SHOWN],
        "waiting_count": mails.filter(state__in=("waiting", "sending")).count(),
        "failed": mails.filter(state__in=("failed", "unknown"))[:SHOWN],
        "sent": mails.filter(state="sent")[:10],
        "sent_count": mails.filter(state="sent").count(),
    }
    return render(request, "outbox/mail.html", context, status=status)


DONE = {
    "saved": gettext_lazy("Saved. What waits is tried now."),
    "test": gettext_lazy("The test mail is on its way. Open this page again in a minute to see what became of it."),
    "again": gettext_lazy("It is tried again now."),
    "dropped": gettext_lazy("It is not sent any more."),
}


def _back(done: str) -> HttpResponse:
    return HttpResponseRedirect(f"{reverse('mail')}?done={done}")


def _tested(request: MemberRequest, to: str) -> HttpResponse:
    outbox.send(
        request.club,
        to,
        _("Test mail from %(club)s") % {"club": request.club.name},
        _("This is a test. If you can read it, the club’s mail leaves as it should."),
    )
    return _back("test")


@allow("owner")
@require_POST
def one(request: MemberRequest, mail: int) -> HttpResponse:
    """Tries a mail again, or gives it up. What is being sent just now stays as it is."""
    mine = Mail.objects.filter(club=request.club, pk=mail if mail < 2**63 else 0)
    if not mine.exists():
        raise Http404
    still = mine.filter(state__in=("waiting", "failed", "unknown"))
    if request.POST.get("what") == "drop":
        still.update(state="dropped", ended=timezone.now(), **NOTHING_LEFT)
        return _back("dropped")
    now = timezone.now()
    still.update(state="waiting", due=now, made=now, tries=0, handed=None, ended=None)
    transaction.on_commit(worker.wake)
    return _back("again")
