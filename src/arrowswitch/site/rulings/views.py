"""The pages of the law book: find it, walk it; and what a phone keeps so that it works without a network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.bridge import Seat
from arrowswitch.rulings import DEFAULT_EDITION, EDITIONS, book, search
from arrowswitch.rulings.facts import LONGEST, Facts, written
from arrowswitch.rulings.follows import told
from arrowswitch.rulings.penalty_cards import BadStep, replay
from arrowswitch.rulings.penalty_cards import told as told_of_cards
from arrowswitch.rulings.shown import IRREGULARITIES, PHASES, book_shown, facts_words, shelves
from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.rulings.alerts import charts_text
from arrowswitch.site.rulings.walking import SEATS, asked, facts_of, facts_word, walk_shown
from arrowswitch.site.serving import offline as offline_files
from arrowswitch.site.spoken import spoken
from arrowswitch.words import translated

COMMONEST = 5
FILES = ("rulings.css", "facts.css", "alerts.css", "rulings/*.js")
"""What the page that walks by itself needs without a network."""


def found(text: str) -> dict[str, Any]:
    """What the page of the whole book lists: what fits, or the commonest and all by their time."""
    text = " ".join(text.split())[:200]
    return {
        "text": text,
        "hits": search(book(), text, gettext=gettext) if text else [],
        "commonest": search(book(), "", COMMONEST),
        "phases": [_phase(phase, kinds) for phase, kinds in shelves(book()).items()],
        "count": len(book()),
    }


def _phase(phase: str, kinds: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "id": phase,
        "title": PHASES[phase],
        "count": sum(map(len, kinds.values())),
        "kinds": [(IRREGULARITIES[kind], [book()[name] for name in names]) for kind, names in kinds.items()],
    }


def carried(given: QueryDict, base: str = "", more: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The facts that an address carries from page to page, with the table of a session where there is one."""
    text = given.get("f", "").strip()[:LONGEST]
    query = urlencode({**(more or {}), **({"f": text} if text else {})}, quote_via=quote)
    return {
        "facts_text": text,
        "facts_told": [spoken(each) for each in told(facts_of(text)[0])],
        "facts_link": f"{base or reverse('rulings')}facts/?{query}",
        "facts_word": facts_word(text),
        "carried_query": query,
    }


@allow(*EVERYONE)
@require_safe
def facts(request: ClubRequest) -> HttpResponse:
    """The facts by tapping, or written in one line."""
    return render(request, "rulings/facts.html", facts_page(request.GET))


@allow(*EVERYONE)
@require_safe
def cards(request: ClubRequest) -> HttpResponse:
    """The penalty cards of a table that is in no session; the steps are in the address."""
    given = request.GET
    declarer = given.get("declarer", "")
    edition = given.get("laws", "")
    steps = [each.strip() for each in given.get("s", "").split(";") if each.strip()]
    story = {
        "declarer": declarer if declarer in SEATS else "",
        "edition": edition if edition in EDITIONS else DEFAULT_EDITION,
        "steps": steps,
    }
    problem = ""
    lines: list[str] = []
    try:
        if story["declarer"]:
            now = replay(Seat(declarer), steps, str(story["edition"]))
            lines = [spoken(each) for each in told_of_cards(now)]
    except BadStep as fault:
        story["steps"], problem = [], spoken(fault)
    context = {"tracker": tracker_page(story), "problem": problem, "lines": lines, "story": story}
    return render(request, "rulings/cards.html", context)


def tracker_page(story: dict[str, Any]) -> dict[str, Any]:
    """What the tracker is drawn from."""
    return {
        "words": words(),
        "say": translated(facts_words(), gettext, ngettext),
        "editions": list(EDITIONS),
        "known": story,
    }


def facts_page(given: QueryDict, begun: Facts | None = None) -> dict[str, Any]:
    """What the page of the facts says; what else is in the address goes on with it."""
    text = given.get("f", "").strip()[:LONGEST]
    known, problem = facts_of(text, begun)
    to = given.get("to", "")
    kept = {name: given[name] for name in ("a", "laws", "offender", "declarer") if given.get(name)}
    return {
        "text": text or written(known),
        "problem": problem,
        "to": book().get(to),
        "kept": kept if to in book() else {},
        "pad": {"words": words(), "say": translated(facts_words(), gettext, ngettext)},
    }


@allow(*EVERYONE)
@require_safe
def rulings(request: ClubRequest) -> HttpResponse:
    """Say what happened, or tap through."""
    page = "rulings/_found.html" if request.htmx else "rulings/index.html"
    return render(request, page, found(request.GET.get("q", "")) | carried(request.GET))


@allow(*EVERYONE)
@require_safe
def ruling(request: ClubRequest, slug: str) -> HttpResponse:
    """One question, or the ruling."""
    if slug not in book():
        raise Http404
    return render(request, "rulings/walk.html", walk_shown(asked(book()[slug], request.GET)))


# -- without a network --------------------------------------------------------------------------------------------------


def words() -> dict[str, str]:
    """What the phone's own pages say."""
    return {
        "title": _("Rulings"),
        "nothing": _("Nothing fits. Try other words, or the number of a law."),
        "all": _("All procedures"),
        "asked": _("Ask: %(who)s"),
        "look": _("See for yourself"),
        "check_law": _("Check Law {law} in the book."),
        "law": _("Law"),
        "several_laws": _("Laws"),
        "laws": _("Laws of"),
        "offender": _("The offender sits"),
        "declarer": _("Declarer sits"),
        "table": _("Table"),
        "unwritten": _("There is no network. The answers are kept in the address of this page."),
        "try_again": _("Load it again, to write the ruling down"),
        **facts_said(),
        **cards_said(),
    }


def facts_said() -> dict[str, str]:
    """What the page of the facts says."""
    return {
        "facts_title": _("The facts"),
        "give_facts": _("Give dealer and auction once, by tapping"),
        "change_facts": _("Change the facts"),
        "facts_done": _("Go on with these facts"),
        "the_auction": _("The auction"),
        "auction": _("The auction so far; choose a call to say what it showed"),
        "dealer": _("Dealer"),
        "dealer_first": _("Who dealt? Then the bidding box opens."),
        "who_calls": _("Who calls?"),
        "late_caller": _("The auction is over. Who called after it?"),
        "to_call": _("in turn"),
        "out_of_turn": _("Out of turn: the next call is the one in question."),
        "box": _("Bidding box"),
        "pass": _("Pass"),
        "double": _("Double"),
        "redouble": _("Redouble"),
        "notrump": _("notrump"),
        "one_S": _("spade"),
        "one_H": _("heart"),
        "one_D": _("diamond"),
        "one_C": _("club"),
        "not_legal": _("not legal here: it becomes the call in question"),
        "in_question": _("in question"),
        "shows": _("shows"),
        "stands": _("It stands"),
        "does_not_stand": _("It is in question, or was taken back"),
        "cut": _("Take it away, and all after it"),
        "undo": _("Undo"),
        "all_pass": _("All pass"),
        "the_play": _("The play: who did it, whose lead, which card"),
        "whose_turn": _("Whose turn was it to lead or play?"),
        "which_card": _("Which card was led, exposed or played?"),
        "card_suit": _("Suit of the card"),
        "card_rank": _("Rank of the card"),
        "clear": _("Clear"),
    }


def cards_said() -> dict[str, str]:
    """What the page of the penalty cards says."""
    return {
        "cards_title": _("Penalty cards"),
        "follow_cards": _("Follow the penalty cards of a table"),
        "major": _("major"),
        "minor": _("minor"),
        "was_played": _("Played"),
        "was_given_back": _("Given back"),
        "no_cards": _("No penalty card lies on the table."),
        "new_card": _("Another card is exposed"),
        "whose_card": _("Whose card?"),
        "by_accident": _("It fell or was shown by accident"),
        "on_purpose": _("It was played: a lead out of turn, a revoke put right"),
        "on_table": _("On the table"),
        "on_lead": _("Who leads to this trick?"),
        "story": _("What has happened"),
        "show_log": _("Show what the log has"),
        "sent": _("In the log of the session."),
        "unsent": _("Kept on this phone; it goes into the log when there is a network."),
    }


@cache
def _book_text(_language: str) -> str:
    return json.dumps(translated(book_shown(book()), gettext, ngettext), ensure_ascii=False)


@allow(*EVERYONE)
@require_safe
def book_json(_request: ClubRequest) -> HttpResponse:
    """The whole book, and the words around it."""
    body = f'{{"words": {json.dumps(words(), ensure_ascii=False)}, "book": {_book_text(get_language() or "")}}}'
    return HttpResponse(body, content_type="application/json; charset=utf-8", headers={"Cache-Control": "no-cache"})


class Blank:
    """Stands in a template for whatever the phone will put there: it is there, it has every part, it is a list of one."""

    def __getitem__(self, _part: object) -> Blank:
        return self

    def __iter__(self) -> Iterator[Blank]:
        return iter((self,))

    def __str__(self) -> str:
        return ""


BLANK = Blank()
PUT_BY_PHONE = ("facts_problem", "facts_told", "seats_now", "seat_rows", "find_out", "errors", "differs", "laws_told")


def _to_fill_in() -> dict[str, Any]:
    return {**found(""), **dict.fromkeys(PUT_BY_PHONE, BLANK), "blank": BLANK, "offline": True}


@cache
def _offline_text(_language: str) -> str:
    return render_to_string("rulings/offline.html", _to_fill_in())


@allow(*EVERYONE)
@require_safe
def offline(request: ClubRequest) -> HttpResponse:
    """The page that walks by itself, with the book beside it and the templates of the other pages within."""
    return render(request, "rulings/offline.html", _to_fill_in())


@allow(*EVERYONE)
@require_safe
def worker(_request: ClubRequest) -> HttpResponse:
    """The service worker, with the names of what it keeps and a mark that changes with them."""
    language = get_language() or ""
    pages = [reverse(name) for name in ("rulings-offline", "rulings-book", "alerts-charts")]
    text = _offline_text(language) + _book_text(language) + charts_text(language)
    response = offline_files.worker("rulings", offline_files.kept(*FILES), pages, text, HOME=reverse("rulings"))
    response["Service-Worker-Allowed"] = "/"
    return response
