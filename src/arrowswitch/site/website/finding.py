"""Who finds the site: search engines are asked to stay away from everything, except from what the club lets them list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.html import format_html_join
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.night.results.public import posted_in
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.website.models import SiteSettings, WebPage

MARK = "X-Robots-Tag"
FOUND = "all"
MOST = 1000
"""Sessions in the list for search engines."""
OPEN = ("website", "website-find", "website-join", "website-conduct", "website-news")
View = Callable[..., HttpResponse]


def of_site(request: ClubRequest) -> SiteSettings:
    """What the club of this request has decided, asked once."""
    known: SiteSettings | None = getattr(request, "site_settings", None)
    if known is None:
        known = SiteSettings.of(request.club) if request.club else SiteSettings()
        request.site_settings = known  # type: ignore[attr-defined]  # it lives as long as the request
    return known


def may_be_found(view: View) -> View:
    """Marks a page that search engines may list if the club says so."""

    @wraps(view)
    def marked(request: ClubRequest, *args: Any, **options: Any) -> HttpResponse:
        response = view(request, *args, **options)
        is_open = request.club is not None and not request.club.is_demonstration
        if response.status_code == 200 and is_open and of_site(request).found_pages:
            response.headers[MARK] = FOUND
        return response

    return marked


def absolute(request: ClubRequest, place: str) -> str:
    """An address as it is known outside."""
    known = of_site(request).address
    return f"{known}{place}" if known else request.build_absolute_uri(place)


@allow(*EVERYONE)
@require_safe
def robots(request: ClubRequest) -> HttpResponse:
    """What search engines are asked."""
    settings = of_site(request)
    real = request.club is not None and not request.club.is_demonstration
    lines = ["User-agent: *"]
    if real and settings.found_pages:
        front = reverse("website")
        lines += ["Allow: /$", f"Allow: {front}", "Allow: /static/"]
        lines += [f"Disallow: {reverse('website-office')}"]
    if real and settings.found_results:
        lines += [f"Allow: {reverse('results-list')}"]
    lines += ["Disallow: /"]
    if real and (settings.found_pages or settings.found_results):
        lines += ["", f"Sitemap: {absolute(request, reverse('sitemap'))}"]
    return _short_lived(HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8"))


def _short_lived(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, max_age=300)
    return response


@allow(*EVERYONE)
@require_safe
def sitemap(request: ClubRequest) -> HttpResponse:
    """The pages that search engines may list; none if there are none."""
    places = list(_places(request)) if request.club and not request.club.is_demonstration else []
    rows = format_html_join("", "<url><loc>{}</loc></url>\n", ((absolute(request, place),) for place in places))
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'
    )
    return _short_lived(HttpResponse(text, content_type="application/xml; charset=utf-8"))


def _places(request: ClubRequest) -> Iterator[str]:
    club, settings = request.club, of_site(request)
    if club is None:
        return
    if settings.found_pages:
        yield from map(reverse, OPEN)
        yield from page_places(club)
    if settings.found_results:
        for token in posted_in(club).values_list("links__token", flat=True)[:MOST]:
            yield reverse("results", args=[token])


def page_places(club: Club) -> Iterator[str]:
    """Where the club's own pages and its news are."""
    for page in WebPage.objects.filter(club=club, kind__in=("page", "news")).exclude(shown=None)[:MOST]:
        yield place_of(page)


def place_of(page: WebPage) -> str:
    """Where visitors read a page."""
    if page.kind == "page":
        return reverse("website-page", args=[page.slug])
    if page.kind == "news":
        return reverse("website-news-item", args=[page.pk])
    return reverse(f"website-{page.kind}")
