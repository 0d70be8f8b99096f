"""Where the webmaster writes: pages and news with their drafts and versions, pictures, and what the club decides about the site."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import WEBMASTERS, allow, ask_or_send
from arrowswitch.site.noticeboard.models import written_anew
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.website import markup, unnamed
from arrowswitch.site.website.finding import place_of
from arrowswitch.site.website.forms import SiteSettingsForm, WebPageForm, WebPictureForm
from arrowswitch.site.website.models import KINDS, ONCE, SiteSettings, WebPage, WebPageVersion, WebPicture
from arrowswitch.site.website.public import ready

A_PAGE = 40
WRITTEN = ("title", "summary", "text", "in_menu")


def _one(request: MemberRequest, page: int) -> WebPage:
    mine = WebPage.objects.filter(club=request.club).select_related("shown")
    return get_object_or_404(mine, pk=page if page < 2**63 else 0)


@allow(*WEBMASTERS)
@require_safe
def office(request: MemberRequest) -> HttpResponse:
    """Everything that the webmaster has written."""
    latest = WebPageVersion.objects.filter(page__club=request.club, replaced=None).select_related("page__shown", "by")
    fixed = {each.page.kind: each for each in latest.filter(page__kind__in=ONCE)}
    own = latest.filter(page__kind="page").order_by("title")
    news = Paginator(latest.filter(page__kind="news").order_by("-pk"), A_PAGE)
    shown = {
        "fixed": [(kind, KINDS[kind], _row(fixed[kind]) if kind in fixed else None) for kind in ONCE],
        "own": [_row(each) for each in own],
        "page": (leaf := news.get_page(request.GET.get("page"))),
        "news": [_row(each) for each in leaf],
        "pictures": WebPicture.objects.filter(club=request.club, withdrawn=None).count(),
    }
    return render(request, "website/office.html", shown)


def _row(version: WebPageVersion) -> dict[str, Any]:
    page = version.page
    place = place_of(page) if page.shown_id else ""
    return {"version": version, "page": page, "place": place, "ahead": page.shown_id not in (None, version.pk)}


# -- writing ------------------------------------------------------------------------------------------------------------


@allow(*WEBMASTERS)
@ask_or_send
def write(request: MemberRequest, kind: str) -> HttpResponse:
    """A new page, or one that every club has."""
    if kind not in KINDS:
        raise Http404
    known = WebPage.objects.filter(club=request.club, kind=kind).first() if kind in ONCE else None
    if known:
        return redirect("website-edit", known.pk)
    return _written(request, WebPage(club=request.club, kind=kind), None, WebPageVersion(**ready().get(kind, {})))


@allow(*WEBMASTERS)
@ask_or_send
def edit(request: MemberRequest, page: int) -> HttpResponse:
    """Writes a page anew; what it was stays in the history."""
    found = _one(request, page)
    before = found.latest
    asked = request.GET.get("from", "")
    older = (
        found.versions.filter(pk=int(asked)).first()
        if asked.isascii() and asked.isdigit() and len(asked) < 19
        else None
    )
    return _written(request, found, before, older or before)


def _written(
    request: MemberRequest, page: WebPage, before: WebPageVersion | None, begins: WebPageVersion
) -> HttpResponse:
    start = WebPageVersion(**{name: getattr(begins, name) for name in WRITTEN})
    sent = request.POST if request.method == "POST" else None
    form = WebPageForm(sent, instance=start, club=request.club, kind=page.kind)
    what = request.POST.get("what", "")
    preview = None
    if form.is_bound and form.is_valid():
        new = form.save(commit=False)
        problem = "" if what == "preview" else _kept(request, page, before, new, form, what)
        if problem:
            form.add_error(None, problem)
        elif what == "preview":
            preview = (new, markup.shown(new.text, markup.pictures_of(request.club, [new.text])))
        else:
            done = "draft" if new.draft else "shown"
            return HttpResponseRedirect(f"{reverse('website-edit', args=[page.pk])}?done={done}")
    shown = {
        "form": form,
        "page": page,
        "kind": KINDS[page.kind],
        "before": before,
        "preview": preview,
        "place": place_of(page) if page.shown_id else "",
        "versions": page.versions.select_related("by") if before else (),
        "done": _done(request.GET.get("done", "")) if sent is None else "",
    }
    return render(request, "website/edit.html", shown, status=422 if form.errors else 200)


def _done(what: str) -> str:
    return {
        "draft": _("Kept as a draft. Visitors do not see it."),
        "shown": _("It is on the site."),
        "off": _("It is off the site. All versions are kept."),
    }.get(what, "")


def _kept(
    request: MemberRequest,
    page: WebPage,
    before: WebPageVersion | None,
    new: WebPageVersion,
    form: WebPageForm,
    what: str,
) -> str:
    """Keeps a version, and puts it on the site or takes the page off; otherwise the sentence why not."""
    new.by, new.at, new.draft = request.user, timezone.now(), what != "publish"
    if not new.draft and (named := form.names_withheld()):
        return unnamed.does_not_want(named)
    if before is not None and request.POST.get("version") != str(before.pk):
        return _stale()
    try:
        with transaction.atomic():
            if page.pk is None:
                page.slug = _slug(page, new.title)
                page.save()
            new.page = page
            if not written_anew(new, before):
                return _stale()
            if not new.draft:
                page.shown, page.shown_since = new, page.shown_since or new.at
                page.save(update_fields=["shown", "shown_since"])
    except IntegrityError:  # somebody else began the same page
        page.pk = None
        return _stale()
    return ""


def _stale() -> str:
    return _("Somebody has changed this page meanwhile; look at it again.")


def _slug(page: WebPage, title: str) -> str:
    """The name of a page of our own in its address: after its first title."""
    if page.kind != "page":
        return ""
    plain = slugify(unnamed.without(title, unnamed.withheld_names(page.club)))[:50].strip("-") or "page"
    taken = set(WebPage.objects.filter(club=page.club, slug__startswith=plain).values_list("slug", flat=True))
    return next(
        name for number in range(len(taken) + 1) if (name := f"{plain}-{number + 1}" if number else plain) not in taken
    )


@allow(*WEBMASTERS)
@ask_or_send
def off(request: MemberRequest, page: int) -> HttpResponse:
    """Takes a page off the site; a version says by whom."""
    found = _one(request, page)
    if request.method == "POST" and found.shown_id:
        before = found.latest
        new = WebPageVersion(
            **{name: getattr(before, name) for name in WRITTEN},
            page=found,
            by=request.user,
            at=timezone.now(),
            why=_("Taken off the site."),
        )
        with transaction.atomic():
            if written_anew(new, before):
                WebPage.objects.filter(pk=found.pk).update(shown=None)
    return HttpResponseRedirect(f"{reverse('website-edit', args=[found.pk])}?done=off")


@allow(*WEBMASTERS)
@require_safe
def version(request: MemberRequest, page: int, version: int) -> HttpResponse:
    """A page as it was written once."""
    found = _one(request, page)
    older = get_object_or_404(found.versions.select_related("by"), pk=version if version < 2**63 else 0)
    text = markup.shown(older.text, markup.pictures_of(request.club, [older.text]))
    return render(request, "website/version.html", {"page": found, "version": older, "text": text})


# -- pictures -----------------------------------------------------------------------------------------------------------


@allow(*WEBMASTERS)
@ask_or_send
def pictures(request: MemberRequest) -> HttpResponse:
    """The pictures of the site, and a new one."""
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = WebPictureForm(*sent, club=request.club)
    if form.is_bound and form.is_valid():
        found = form.cleaned_data["file"]
        kept = WebPicture.objects.create(
            club=request.club,
            by=request.user,
            alt=form.cleaned_data["alt"],
            kind=found.kind,
            width=found.width,
            height=found.height,
            size=len(found.body),
            digest=found.digest,
            body=found.body,
        )
        return HttpResponseRedirect(f"{reverse('website-pictures')}?new={kept.pk}")
    mine = WebPicture.objects.filter(club=request.club, withdrawn=None).defer("body").select_related("by")
    page = Paginator(mine, A_PAGE).get_page(request.GET.get("page"))
    shown = {
        "form": form,
        "page": page,
        "pictures": [(each, markup.picture_address(each)) for each in page],
        "new": request.GET.get("new", ""),
    }
    return render(request, "website/pictures.html", shown, status=422 if form.errors else 200)


@allow(*WEBMASTERS)
@ask_or_send
def picture_off(request: MemberRequest, picture: int) -> HttpResponse:
    """Takes a picture off the site."""
    mine = WebPicture.objects.filter(club=request.club).defer("body")
    found = get_object_or_404(mine, pk=picture if picture < 2**63 else 0)
    if request.method == "POST":
        WebPicture.objects.filter(pk=found.pk, withdrawn=None).update(withdrawn=timezone.now())
        SiteSettings.objects.filter(club=request.club, picture=found).update(picture=None)
        return redirect("website-pictures")
    shown = {"picture": found, "address": markup.picture_address(found)}
    return render(request, "website/picture_off.html", shown)


# -- what the club decides ----------------------------------------------------------------------------------------------


@allow(*WEBMASTERS)
@ask_or_send
def settings(request: MemberRequest) -> HttpResponse:
    """What stands on the front page, and who finds the site."""
    kept = SiteSettings.of(request.club)
    form = SiteSettingsForm(request.POST if request.method == "POST" else None, instance=kept, club=request.club)
    if form.is_bound and form.is_valid():
        new = form.save(commit=False)
        new.by, new.changed = request.user, timezone.now()
        new.save()
        return HttpResponseRedirect(f"{request.path}?saved")
    here = request.build_absolute_uri("/").rstrip("/")
    shown = {"form": form, "saved": "saved" in request.GET, "here": here}
    return render(request, "website/settings.html", shown, status=422 if form.errors else 200)
