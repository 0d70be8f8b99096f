"""Which guide tells of which page, by the name of its address.

A guide is named as in `guides`, with the heading after a `#` where the guide tells of several pages. A page without a line has
the guide of the page that it belongs to: `night-results-pair` that of `night-results`.
"""

from __future__ import annotations

from typing import Any

from arrowswitch.site.help.guides import guide

GUIDE_OF = {
    # -- the club and its people
    "home": "tour",
    "welcome": "directors/first-night#1-open-the-program",
    "sign-in": "accounts",
    "sign-in-link": "accounts#players-without-a-password",
    "sign-in-with-link": "accounts#players-without-a-password",
    "sign-in-pin": "accounts#players-without-a-password",
    "my-pin": "accounts#players-without-a-password",
    "settings-sign-in": "officers/pins-and-links",
    "players-pins": "officers/pins-and-links#handing-out-pins",
    "player-pin": "officers/pins-and-links#handing-out-pins",
    "you": "accounts#passwords",
    "accounts": "accounts",
    "account": "accounts",
    "backups": "accounts#back-ups",
    "settings": "officers/settings",
    "mail": "officers/mail",
    "appearance": "officers/settings#colours-and-shortcuts",
    "regulations": "officers/settings#our-regulations",
    "regulation": "officers/settings#our-regulations",
    "how-we-score": "officers/settings#how-we-score",
    "receivers": "officers/sending-results#who-is-sent-results",
    "bring-in": "officers/bringing-your-club-along#on-the-page",
    "elsewhere": "directors/not-here",
    "players": "officers/players",
    "player": "officers/players#finding-adding-changing",
    "player-erase": "officers/players#what-is-kept-what-is-shown-what-is-erased",
    "player-member": "officers/members-and-privacy#membership",
    "player-privacy": "officers/members-and-privacy#withheld-names",
    "my-privacy": "officers/members-and-privacy#what-each-person-can-do",
    "privacy": "officers/members-and-privacy#what-each-person-can-do",
    "members": "officers/members-and-privacy#membership",
    "erasure-requests": "officers/members-and-privacy#being-forgotten",
    "settings-members": "officers/members-and-privacy#what-the-club-decides",
    "players-import": "officers/players#a-list-from-another-program",
    "players-merge": "officers/players#two-entries-for-one-person",
    "standing-pairs": "officers/players#standing-pairs",
    # -- the calendar and partners
    "calendar": "officers/calendar",
    "calendar-mine": "players/partner#your-own-calendar",
    "calendar-date": "players/partner#do-you-come",
    "calendar-new": "officers/calendar#a-date-or-every-week",
    "calendar-change": "officers/calendar#changing-and-cancelling",
    "calendar-cancel": "officers/calendar#changing-and-cancelling",
    "calendar-duties": "officers/calendar#who-directs",
    "calendar-qualifications": "officers/calendar#examinations",
    "session-guides": "officers/calendar#session-guides",
    "session-guide": "officers/calendar#session-guides",
    "partners": "players/partner",
    "partner-wish": "players/partner#somebody-looks-for-a-partner",
    # -- checklists
    "night-money": "officers/money#on-a-night",
    "night-money-return": "officers/money#the-cash-return",
    "money": "officers/money",
    "money-fees": "officers/money#fees",
    "money-kind": "officers/money#fees",
    "money-accounts": "officers/money#accounts-and-vouchers",
    "money-account": "officers/money#accounts-and-vouchers",
    "money-month": "officers/money#a-month-and-a-year",
    "money-books": "officers/money#mistakes",
    "money-new": "officers/money#a-month-and-a-year",
    "money-entry": "officers/money#mistakes",
    "money-banking": "officers/money#banking",
    "money-banked": "officers/money#banking",
    "settings-money": "officers/money#what-the-club-decides",
    "my-money": "officers/money#what-players-see",
    "checklists": "officers/noticeboard",
    "checklist": "officers/noticeboard#going-through-a-list",
    "checklist-new": "officers/noticeboard#writing-a-list",
    "checklist-change": "officers/noticeboard#writing-a-list",
    "checklist-remark": "officers/noticeboard#something-is-wrong",
    # -- the club's own site
    "website": "tour",
    "website-find": "players/partner",
    "website-join": "players/partner",
    "website-conduct": "officers/website#code-of-conduct-and-complaints",
    "website-office": "officers/website#writing",
    "website-write": "officers/website#writing",
    "website-edit": "officers/website#drafts-and-versions",
    "website-version": "officers/website#drafts-and-versions",
    "website-off": "officers/website#drafts-and-versions",
    "website-pictures": "officers/website#pictures",
    "website-picture": "officers/website#pictures",
    "website-settings": "officers/website#the-front-page",
    # -- ratings and form
    "ratings": "how-we-rate",
    "rating": "how-we-rate",
    "player-form": "officers/awards#form",
    "awards": "officers/awards#totals-and-a-players-awards",
    "player-awards": "officers/awards#totals-and-a-players-awards",
    "award-working": "officers/awards#totals-and-a-players-awards",
    "award-credit": "officers/awards#points-by-hand",
    "award-titles": "officers/awards#ranks-rating-points-and-grades",
    "awards-federation": "officers/awards#the-list-for-the-federation",
    "settings-awards": "officers/awards#what-the-club-decides",
    # -- ladders, winners, handicaps
    "ladders": "officers/ladders",
    "ladder": "officers/ladders#reading-the-list",
    "ladder-new": "officers/ladders#a-new-ladder",
    "ladder-rules": "officers/ladders#changing-the-rules",
    "ladder-close": "officers/ladders#closing",
    "winners": "officers/ladders#winners",
    "winner": "officers/ladders#winners",
    "handicaps": "officers/ladders#handicaps",
    "handicap": "officers/ladders#handicaps",
    # -- psychs, systems, the recorder
    "psychs": "officers/recorder#the-psych-book",
    "psych": "officers/recorder#the-psych-book",
    "systems": "officers/recorder#registered-systems",
    "system": "officers/recorder#registered-systems",
    "recorder": "officers/recorder#telling-the-recorder",
    "dossier": "officers/recorder#reading",
    # -- movements, the calculator, the law book
    "tonight": "directing#1-count-the-tables",
    "movement": "directing#2-look-at-it",
    "design-new": "directors/designing#on-the-page",
    "design": "directors/designing#on-the-page",
    "club-cards": "directors/designing#cards-of-the-club",
    "club-card": "directors/designing#cards-of-the-club",
    "calculator": "how-we-score",
    "calculation": "how-we-score",
    "alerts": "directors/alerts-and-systems",
    "rulings": "directors/when-the-director-is-called",
    "ruling": "directors/when-the-director-is-called",
    "rulings-facts": "directors/when-the-director-is-called#the-facts-once",
    "rulings-cards": "directors/when-the-director-is-called#penalty-cards-on-a-table",
    # -- a night
    "night": "directors/first-night#2-a-new-session",
    "night-names": "directors/names",
    "night-names-slips": "directors/names#from-slips",
    "night-names-substitutes": "directors/names#substitutes",
    "night-deals": "directors/deals",
    "deals-check": "directors/deals#promised-deals",
    "lesson-deals": "directors/deals#deals-for-a-lesson",
    "night-room": "directors/first-night#4-play",
    "night-phones": "directors/phones",
    "night-matches": "directors/teams",
    "night-match": "directors/teams#when-a-match-goes-wrong",
    "night-team": "directors/teams#teams-and-line-ups",
    "night-entry": "directors/entering-scores",
    "night-boards": "directors/corrections",
    "night-board": "directors/corrections#a-board",
    "night-line": "directors/corrections#a-line",
    "night-pair": "directors/corrections#penalties-and-the-offence-register",
    "night-table": "directors/corrections",
    "night-penalties": "directors/corrections#penalties-and-the-offence-register",
    "night-trouble": "directors/when-something-goes-wrong",
    "night-trouble-finish": "directors/when-it-has-all-gone-wrong",
    "night-trouble-kind": "directors/when-something-goes-wrong#reading-a-way-out",
    "night-trouble-edit": "directors/when-something-goes-wrong#by-hand",
    "night-task": "directors/when-something-goes-wrong#what-is-left-to-do",
    "night-rulings": "directors/when-the-director-is-called#at-a-table-of-tonights-session",
    "night-rulings-facts": "directors/when-the-director-is-called#the-facts-once",
    "night-rulings-cards": "directors/when-the-director-is-called#penalty-cards-on-a-table",
    "night-ruling": "directors/when-the-director-is-called#from-the-ruling-to-the-score",
    "night-ruled": "directors/when-the-director-is-called#from-the-ruling-to-the-score",
    "night-appeal": "directors/when-the-director-is-called#when-they-appeal",
    "night-print": "directing#3-print-the-cards",
    "night-journal": "directors/corrections#see-the-effect-then-confirm",
    # -- results at the desk and for everybody
    "night-results": "directors/posting-results",
    "night-results-publish": "directors/posting-results#posting",
    "night-results-prizes": "directors/posting-results#prizes",
    "night-results-send": "officers/sending-results",
    "night-results-ranking": "officers/bringing-your-club-along#whose-numbers",
    "night-results-review": "players/reading-results#against-the-cards",
    "night-results-lists": "directors/posting-results#strata-handicaps-factored-totals",
    "night-results-pair": "players/reading-results",
    "night-results-boards": "players/reading-results",
    "night-results-board": "players/reading-results",
    "night-results-recap": "players/reading-results",
    "night-results-movement": "players/reading-results",
    "night-results-versions": "directors/posting-results#corrections",
    "night-results-working": "how-we-score",
    "results": "players/reading-results",
    "results-working": "how-we-score",
    "results-review": "players/reading-results#against-the-cards",
    "events": "directors/posting-results#events-of-several-sessions",
    "event": "directors/posting-results#events-of-several-sessions",
    "event-working": "how-we-score",
    "results-event-working": "how-we-score",
    "contest": "directors/swiss-evening",
    "contest-new": "directors/swiss-evening#make-the-event",
    "contest-entries": "directors/swiss-evening#entries",
    "contest-entry": "directors/swiss-evening#entries",
    "contest-nights": "directors/swiss-evening#the-evening",
    "contest-draw": "directors/swiss-evening#draw-a-round",
    "contest-print": "directors/swiss-evening#draw-a-round",
    "contest-change": "directors/swiss-evening#draw-a-round",
    "contest-screen": "directors/swiss-evening#draw-a-round",
    "contest-round": "directors/swiss-evening#results",
    "contest-match": "directors/swiss-evening#what-goes-wrong",
    "contest-match-working": "how-we-score",
    "contest-total": "how-we-score",
    "contest-standings": "directors/swiss-evening#standings",
    "contest-stage-standings": "directors/knockout#the-bracket",
    "contest-butler": "directors/swiss-evening#standings",
    "contest-journal": "directors/swiss-evening#what-goes-wrong",
    "contest-settings": "directors/league#several-stages",
    "contest-link": "how-the-draw-is-made",
    "contest-link-butler": "how-we-score",
    "contest-team": "playing",
    "contest-enter": "directors/swiss-evening#entries",
    # -- phones
    "pad": "players/entering-on-a-phone",
}


def named_for(page: str) -> str:
    """The guide of a page, or of the nearest page that it belongs to.

    >>> named_for("night-results-recap"), named_for("results-versions"), named_for("no-such-page")
    ('players/reading-results', 'players/reading-results', '')
    """
    while page and page not in GUIDE_OF:
        page = page.rpartition("-")[0]
    return GUIDE_OF.get(page, "")


def guide_of(page: str) -> dict[str, Any] | None:
    """The guide that tells of a page; nothing for a page of help itself, and for one that does not exist."""
    told = named_for(page)
    if not told:
        return None
    name, _, anchor = told.partition("#")
    found = guide(name)
    if not anchor:
        return {"address": found.address, "title": found.title}
    title = next(each.title for each in found.sections if each.anchor == anchor)
    return {"address": f"{found.address}#{anchor}", "title": f"{found.title}: {title.lstrip('0123456789. ')}"}
