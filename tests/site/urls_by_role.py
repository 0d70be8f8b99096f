"""One line for every address of the site: the smallest role that may open it, and what its address needs.

A page with `SESSION`, `PLAYER` or `ACCOUNT` in its address is of our club: another club's owner finds nothing there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arrowswitch.site.accounts.gate import DESK, DIRECTORS, EVERYONE, MEMBERS, RECORDER, TREASURERS, WEBMASTERS

SESSION, PLAYER, ACCOUNT = "our session", "our player", "our account"
LINK, EVENT, EVENT_LINK = "our link", "our event", "our event's link"
CONTEST, CONTEST_LINK, CONTEST_KEY = "our contest", "our contest's link", "the key of our first team"
PSYCH, SYSTEM, REPORT = "our psych", "our system", "our report"
WEB_PAGE, WEB_VERSION, WEB_NEWS, WEB_SLUG = "our page", "a version of our page", "our news", "the name of our page"
WEB_PICTURE, WEB_DIGEST = "our picture", "the digest of our picture"
LADDER, LADDER_PLACE, WINNER = "our ladder", "a place in our ladder", "our winner"
DATE, SESSION_GUIDE, WISH, OFFER = "our date", "our session guide", "our wish", "our offer"
QUALIFICATION = "our qualification"
CHECKLIST, REMARK = "our checklist", "our remark"
FEE_KIND = "our fee kind"
AWARD, CREDIT = "our award", "our hand credit"
DESIGN, CARD = "our design", "our card"
AND_LARGER = {
    "owner": ("owner",),
    "director": DIRECTORS,
    "scorer": DESK,
    "player": MEMBERS,
    "public": EVERYONE,
    "recorder": (RECORDER,),
    "treasurer": TREASURERS,
    "webmaster": WEBMASTERS,
}
"""The roles that a page for each of these opens to."""
OURS = (
    *(WEB_PAGE, WEB_VERSION, WEB_NEWS, WEB_SLUG, WEB_PICTURE),
    *(SESSION, PLAYER, ACCOUNT, LINK, EVENT, EVENT_LINK, CONTEST, CONTEST_LINK, CONTEST_KEY, PSYCH, SYSTEM),
    *(LADDER, LADDER_PLACE, WINNER),
    *(DATE, SESSION_GUIDE, WISH, OFFER, QUALIFICATION, CHECKLIST, REMARK),
    FEE_KIND,
    *(AWARD, CREDIT),
    *(DESIGN, CARD),
)


@dataclass(frozen=True)
class Page:
    """What is expected of an address."""

    role: str
    needs: dict[str, Any]

    @property
    def is_ours(self) -> bool:
        """Whether the address names something that only our club has."""
        return any(value in OURS for value in self.needs.values())


def page(role: str, **needs: Any) -> Page:
    """A page for this role and all larger ones; `needs` fills the gaps of its address."""
    return Page(role, needs)


PAGES = {
    # -- the club and its people
    "home": page("public"),
    "health": page("public"),
    "welcome": page("public"),
    "sign-in": page("public"),
    "sign-out": page("public"),
    "look-round": page("public"),
    "sign-in-link": page("public"),
    "sign-in-with-link": page("public", token="NOSUCH"),  # test_signing_in tries those that there are
    "sign-in-pin": page("public"),
    "my-pin": page("player"),
    "players-pins": page("director"),
    "player-pin": page("director", player=PLAYER),
    "settings-sign-in": page("owner"),
    "you": page("player"),
    "sign-out-everywhere": page("player"),
    "accounts": page("owner"),
    "account": page("owner", account=ACCOUNT),
    "backups": page("owner"),
    "mail": page("owner"),
    "mail-one": page("owner", mail=1),
    "backup": page("owner", name="arrowswitch-2025-01-07-223000.sqlite3"),
    "settings": page("director"),
    "appearance": page("public"),
    "elsewhere": page("public"),
    "receivers": page("director"),
    "bring-in": page("director"),
    # -- the register
    "players": page("scorer"),
    "player-new": page("scorer"),
    "player": page("scorer", player=PLAYER),
    "player-erase": page("director", player=PLAYER),
    "players-import": page("director"),
    "players-merge": page("director"),
    "players-export": page("director"),
    "player-member": page("director", player=PLAYER),
    "player-privacy": page("director", player=PLAYER),
    "player-privacy-file": page("director", player=PLAYER, ending="json"),
    "privacy": page("public"),
    "my-privacy": page("player"),
    "my-privacy-erase": page("player"),
    "my-privacy-file": page("player", ending="html"),
    "members": page("player"),
    "erasure-requests": page("owner"),
    "settings-members": page("director"),
    "standing-pairs": page("scorer"),
    "standing-pair-remove": page("scorer", pair=1),
    # -- psychs, systems, and the recorder, whose pages open to no role
    "psychs": page("player"),
    "psych-new": page("player"),
    "psych": page("director", psych=PSYCH),
    "psych-pdf": page("director", psych=PSYCH),
    "systems": page("player"),
    "system-new": page("director"),
    "system": page("director", system=SYSTEM),
    "system-card": page("player", system=SYSTEM),
    "recorder": page("player"),
    "dossier": page("recorder"),
    "dossier-report": page("recorder", report=REPORT),
    "dossier-report-pdf": page("recorder", report=REPORT),
    # -- the calendar, and finding a partner
    "calendar": page("public"),
    "calendar-feed": page("public"),
    "calendar-mine": page("player"),
    "calendar-own-feed": page("public", token="NOSUCH"),  # test_calendar tries one that there is
    "calendar-new": page("director"),
    "calendar-duties": page("player"),
    "calendar-qualifications": page("director"),
    "calendar-qualification-remove": page("director", qualification=QUALIFICATION),
    "session-guides": page("scorer"),
    "session-guide-new": page("director"),
    "session-guide": page("director", guide=SESSION_GUIDE),
    "calendar-date": page("public", date=DATE),
    "calendar-change": page("director", date=DATE),
    "calendar-cancel": page("director", date=DATE),
    "calendar-attendance": page("player", date=DATE),
    "calendar-swap": page("player", date=DATE, duty="director"),
    "partners": page("player"),
    "partner-stand-in": page("player"),
    "partner-wish": page("player", wish=WISH),
    "partner-offer": page("player", offer=OFFER),
    # -- the club's own site
    "robots": page("public"),
    "sitemap": page("public"),
    "website": page("public"),
    "website-find": page("public"),
    "website-join": page("public"),
    "website-conduct": page("public"),
    "website-news": page("public"),
    "website-news-item": page("public", page=WEB_NEWS),
    "website-page": page("public", slug=WEB_SLUG),
    "website-picture": page("public", picture=WEB_PICTURE, digest=WEB_DIGEST, kind="png"),
    "website-office": page("webmaster"),
    "website-settings": page("webmaster"),
    "website-pictures": page("webmaster"),
    "website-picture-off": page("webmaster", picture=WEB_PICTURE),
    "website-write": page("webmaster", kind="news"),
    "website-edit": page("webmaster", page=WEB_PAGE),
    "website-off": page("webmaster", page=WEB_PAGE),
    "website-version": page("webmaster", page=WEB_PAGE, version=WEB_VERSION),
    # -- checklists
    "checklists": page("public"),
    "checklist-new": page("director"),
    "checklist-remark": page("director", remark=REMARK),
    "checklist": page("public", checklist=CHECKLIST),
    "checklist-change": page("director", checklist=CHECKLIST),
    "checklist-run": page("player", checklist=CHECKLIST, day="2026-03-04"),
    # -- money: on a night, and the treasurer's
    "night-money": page("scorer", session=SESSION),
    "night-money-fees": page("scorer", session=SESSION),
    "night-money-return": page("scorer", session=SESSION),
    "night-money-return-pdf": page("scorer", session=SESSION),
    "night-money-person": page("scorer", session=SESSION, who="nobody"),
    "money": page("treasurer"),
    "money-fees": page("treasurer"),
    "money-kind-new": page("treasurer"),
    "money-kind": page("treasurer", kind=FEE_KIND),
    "money-accounts": page("treasurer"),
    "money-account": page("treasurer", player=PLAYER),
    "settings-money": page("treasurer"),
    "my-money": page("player"),
    # -- awards, ratings and form
    "awards": page("public"),
    "award-titles": page("public"),
    "award-titles-file": page("director"),
    "awards-federation": page("director"),
    "awards-federation-file": page("director"),
    "award-working": page("public", award=AWARD),
    "award-credit": page("director", player=PLAYER),
    "award-credit-take-back": page("director", credit=CREDIT),
    "player-awards": page("public", player=PLAYER),
    "settings-awards": page("director"),
    "settings-awards-make": page("director"),
    "ratings": page("public"),
    "rating": page("public", player=PLAYER),
    "rating-hide": page("player", player=PLAYER),
    "player-form": page("scorer", player=PLAYER),
    # -- ladders, winners, handicaps
    "ladders": page("public"),
    "ladder-new": page("director"),
    "ladder": page("public", ladder=LADDER),
    "ladder-rules": page("director", ladder=LADDER),
    "ladder-place": page("public", ladder=LADDER, place=LADDER_PLACE),
    "ladder-file": page("public", ladder=LADDER, ending="csv"),
    "ladder-close": page("director", ladder=LADDER),
    "winners": page("public"),
    "winners-file": page("public", ending="csv"),
    "winner-new": page("director"),
    "winner-correct": page("director", winner=WINNER),
    "handicaps": page("player"),
    "handicaps-work-out": page("director"),
    "handicaps-formula": page("director"),
    "handicap": page("player", player=PLAYER),
    # -- names
    "night-names": page("scorer", session=SESSION),
    "night-names-find": page("scorer", session=SESSION),
    "night-names-swap": page("scorer", session=SESSION),
    "night-names-standing": page("scorer", session=SESSION),
    "night-names-last": page("scorer", session=SESSION),
    "night-names-slips": page("scorer", session=SESSION),
    "night-names-substitutes": page("scorer", session=SESSION),
    # -- movements and calculator
    "tonight": page("public"),
    "movement": page("public", family="mitchell"),
    "movement-json": page("public", family="mitchell"),
    "movement-pdf": page("public", what="cards"),
    "movement-file": page("public", kind="manning"),
    "design-new": page("public"),
    "design": page("public", token=DESIGN),
    "club-cards": page("public"),
    "club-card": page("public", card=CARD),
    "calculator": page("public"),
    "calculation": page("public", slug="vps"),
    # -- the regulations
    "regulations": page("public"),
    "regulation": page("director", section="awards", name="least_boards"),
    "how-we-score": page("public"),
    # -- help
    "help": page("public"),
    "guide": page("public", name="directors/first-night"),
    "guide-picture": page("public", file="images/tonight.webp"),
    # -- the law book
    "alerts": page("public"),
    "alerts-charts": page("public"),
    "rulings": page("public"),
    "ruling": page("public", slug="revoke"),
    "rulings-facts": page("public"),
    "rulings-cards": page("public"),
    "rulings-book": page("public"),
    "rulings-worker": page("public"),
    "rulings-offline": page("public"),
    # -- a session on paper
    "night-deals": page("scorer", session=SESSION),
    "night-deals-progress": page("scorer", session=SESSION),
    "night-deals-pdf": page("scorer", session=SESSION, what="hands"),
    "deals-check": page("public"),
    "lesson-deals": page("director"),
    "lesson-deals-file": page("director", ending="pbn"),
    "lesson-deals-pdf": page("director", what="hands"),
    "night-print": page("scorer", session=SESSION),
    "night-print-pdf": page("scorer", session=SESSION, what="travellers"),
    # -- a night: set-up, room, phones, journal
    "night-new": page("scorer"),
    "night": page("scorer", session=SESSION),
    "night-anew": page("director", session=SESSION),
    "night-room": page("scorer", session=SESSION),
    "night-room-do": page("scorer", session=SESSION),
    "night-screen": page("scorer", session=SESSION),
    "night-phones": page("scorer", session=SESSION),
    "night-phones-do": page("director", session=SESSION),
    "night-journal": page("scorer", session=SESSION),
    "night-journal-file": page("director", session=SESSION),
    "night-undo": page("scorer", session=SESSION),
    # -- pads: who has joined is known by a token, which test_pads tries
    "pad-find": page("public"),
    "pad-join": page("public", code="NOSUCH"),
    "club-certificate": page("public"),
    "pad": page("public"),
    "pad-worker": page("public"),
    "pad-manifest": page("public"),
    "pad-known": page("public"),
    "pad-send": page("public"),
    "pad-off": page("public"),
    "pad-stream": page("public"),
    # -- scores at the desk
    "night-entry": page("scorer", session=SESSION),
    "night-entry-line": page("scorer", session=SESSION),
    "night-entry-over": page("scorer", session=SESSION),
    "night-entry-read": page("scorer", session=SESSION),
    "night-entry-way": page("scorer", session=SESSION),
    # -- boards, lines, pairs, tables
    "night-boards": page("scorer", session=SESSION),
    "night-board": page("scorer", session=SESSION, board=1),
    "night-line": page("scorer", session=SESSION, section="A", round=1, table=1, board=1),
    "night-pair": page("scorer", session=SESSION, section="A", number=1),
    "night-table": page("scorer", session=SESSION, section="A", table=1),
    "night-penalties": page("scorer", session=SESSION),
    # -- the desk's JSON
    "night-open": page("scorer"),
    "night-commands": page("scorer", session=SESSION),
    "night-ranking": page("scorer", session=SESSION),
    # -- trouble
    "night-trouble": page("director", session=SESSION),
    "night-trouble-edit": page("director", session=SESSION),
    "night-trouble-undo": page("director", session=SESSION),
    "night-trouble-kind": page("director", session=SESSION, kind="late-pair"),
    # -- rulings at the tables
    "night-rulings": page("director", session=SESSION),
    "night-rulings-table": page("director", session=SESSION, section="A", table=1),
    "night-rulings-facts": page("director", session=SESSION),
    "night-rulings-cards": page("director", session=SESSION),
    "night-ruling": page("director", session=SESSION, slug="revoke"),
    "night-task": page("director", session=SESSION, task="none"),
    "night-task-close": page("director", session=SESSION, task="none"),
    "night-ruled": page("director", session=SESSION, ruling="none"),
    "night-ruled-take-back": page("director", session=SESSION, ruling="none"),
    "night-rulings-report": page("director", session=SESSION),
    "night-ruled-report": page("director", session=SESSION, ruling="none"),
    "night-appeal": page("director", session=SESSION, ruling="none"),
    "night-appeal-form": page("director", session=SESSION, ruling="none"),
    # -- results at the desk
    "night-results": page("scorer", session=SESSION),
    "night-results-publish": page("scorer", session=SESSION),
    "night-results-reopen": page("director", session=SESSION),
    "night-results-lists": page("director", session=SESSION),
    "night-results-prizes": page("scorer", session=SESSION),
    "night-results-awards": page("scorer", session=SESSION),
    "night-results-awards-file": page("scorer", session=SESSION),
    "night-results-link": page("scorer", session=SESSION),
    "night-results-ranking": page("director", session=SESSION),
    "night-results-send": page("scorer", session=SESSION),
    "night-results-review": page("scorer", session=SESSION, who="A1"),
    "night-results-review-player": page("scorer", session=SESSION, who="A1", player=1),
    "night-results-pair": page("scorer", session=SESSION, who="A1"),
    "night-results-boards": page("scorer", session=SESSION),
    "night-results-board": page("scorer", session=SESSION, number=1),
    "night-results-hands": page("scorer", session=SESSION),
    "night-results-hands-pdf": page("scorer", session=SESSION),
    "night-results-recap": page("scorer", session=SESSION),
    "night-results-matches": page("scorer", session=SESSION),
    "night-results-match": page("scorer", session=SESSION, who="A1", other="A2"),
    "night-matches": page("scorer", session=SESSION),
    "night-match": page("scorer", session=SESSION, section="A", one=1, other=2, number=1),
    "night-team": page("scorer", session=SESSION, section="A", number=1),
    "night-results-movement": page("scorer", session=SESSION),
    "night-results-versions": page("scorer", session=SESSION),
    "night-results-working-total": page("scorer", session=SESSION, who="A1"),
    "night-results-working": page("scorer", session=SESSION, who="A1", number=1),
    # -- results for everybody, and events
    "results-list": page("public"),
    "results-mine": page("player"),
    "results": page("public", token=LINK),
    "results-pair": page("public", token=LINK, who="A1"),
    "results-review": page("public", token=LINK, who="A1"),
    "results-review-player": page("public", token=LINK, who="A1", player=1),
    "results-boards": page("public", token=LINK),
    "results-board": page("public", token=LINK, number=1),
    "results-hands": page("public", token=LINK),
    "results-hands-pdf": page("public", token=LINK),
    "results-recap": page("public", token=LINK),
    "results-matches": page("public", token=LINK),
    "results-match": page("public", token=LINK, who="A1", other="A2"),
    "results-movement": page("public", token=LINK),
    "results-versions": page("public", token=LINK),
    "results-working-total": page("public", token=LINK, who="A1"),
    "results-working": page("public", token=LINK, who="A1", number=1),
    "events": page("scorer"),
    "event": page("scorer", number=EVENT),
    "event-working": page("scorer", number=EVENT, who="nobody"),
    "results-event": page("public", token=EVENT_LINK),
    "results-event-working": page("public", token=EVENT_LINK, who="nobody"),
    # -- Swiss, leagues and knockouts
    "contest-new": page("director"),
    "contest": page("scorer", contest=CONTEST),
    "contest-entries": page("scorer", contest=CONTEST),
    "contest-entry": page("scorer", contest=CONTEST, who=1),
    "contest-nights": page("director", contest=CONTEST),
    "contest-standings": page("scorer", contest=CONTEST),
    "contest-butler": page("scorer", contest=CONTEST),
    "contest-journal": page("scorer", contest=CONTEST),
    "contest-settings": page("director", contest=CONTEST),
    "contest-draw": page("director", contest=CONTEST, stage=1),
    "contest-stage-standings": page("scorer", contest=CONTEST, stage=1),
    "contest-total": page("scorer", contest=CONTEST, stage=1, who=1),
    "contest-round": page("scorer", contest=CONTEST, stage=1, round=1),
    "contest-screen": page("scorer", contest=CONTEST, stage=1, round=1),
    "contest-print": page("scorer", contest=CONTEST, stage=1, round=1),
    "contest-print-pdf": page("scorer", contest=CONTEST, stage=1, round=1, what="wall"),
    "contest-change": page("director", contest=CONTEST, stage=1, round=1),
    "contest-match": page("scorer", contest=CONTEST, stage=1, round=1, match=1),
    "contest-match-working": page("scorer", contest=CONTEST, stage=1, round=1, match=1, who=1),
    "contest-link": page("public", token=CONTEST_LINK),
    "contest-enter": page("public", token=CONTEST_LINK),
    "contest-link-butler": page("public", token=CONTEST_LINK),
    "contest-team": page("public", token=CONTEST_LINK, who=1, key=CONTEST_KEY),
    "contest-link-stage": page("public", token=CONTEST_LINK, stage=1),
    "contest-link-total": page("public", token=CONTEST_LINK, stage=1, who=1),
    "contest-link-match-working": page("public", token=CONTEST_LINK, stage=1, round=1, match=1, who=1),
}

FOR_PADS = ("pad-known", "pad-off", "pad-send", "pad-stream")
"""Addresses that open to a pad's token and to nothing else."""
