"""What was found, as plain values for a page, a terminal or another program."""

from __future__ import annotations

from typing import Any

from arrowswitch.alerts.ask import allowed, answer
from arrowswitch.alerts.find import Found, federation
from arrowswitch.alerts.model import ANY, Convention, EventKind, Federation, Situation, SystemClass
from arrowswitch.words import say

DUTY_NAMES = {
    "alert": say("Alert"),
    "announce": say("Announce"),
    "self-alerting": say("Self-alerting"),
    "nothing": say("No alert"),
    "pre-alert": say("Before the round"),
    "delayed": say("After the auction"),
}
VERDICT_NAMES = {
    "yes": say("Allowed"),
    "no": say("Not allowed"),
    "limited": say("With limits"),
    "ask": say("Organiser decides"),
}


def found_shown(name: str, found: Found) -> dict[str, Any]:
    """One thing that was found: its kind, its lines and its source.

    >>> from arrowswitch.alerts.find import search
    >>> shown = found_shown("nzb", search("nzb", "redouble")[0])
    >>> shown["kind"], shown["title"], shown["meanings"][0]["duty"]
    ('call', 'Redouble', 'self-alerting')
    """
    chart = federation(name)
    shown: dict[str, Any] = {"kind": "", "id": found.id, "title": found.title, "source": str(found.source)}
    shown["check"] = getattr(found, "check", "")
    shown["text"] = getattr(found, "text", "")
    if isinstance(found, Situation):
        shown |= {"kind": "call", "group": found.group, "meanings": _meanings(chart, found)}
    elif isinstance(found, Convention | SystemClass):
        kind = "convention" if isinstance(found, Convention) else "class"
        shown |= {"kind": kind, "events": [_verdict(chart, event, found) for event in chart.events.values()]}
        if isinstance(found, Convention):
            shown["class"] = chart.classes[found.system].title
    elif isinstance(found, EventKind):
        classes = [_verdict(chart, found, each) | {"title": each.title} for each in chart.classes.values()]
        shown |= {"kind": "event", "events": classes}
    else:
        shown["kind"] = "rule"
    if "events" in shown:
        shown["verdicts"] = _together(shown["events"])
    return shown


def _together(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The verdicts, each once, with where they hold."""
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for each in events:
        groups.setdefault((each["verdict"], tuple(each["conditions"])), []).append(each["title"])
    return [
        {"verdict": verdict, "name": VERDICT_NAMES[verdict], "conditions": list(conditions), "titles": titles}
        for (verdict, conditions), titles in groups.items()
    ]


def _meanings(chart: Federation, found: Situation) -> list[dict[str, str]]:
    told = [answer(chart, found, meaning) for meaning in found.meanings]
    return [
        {
            "means": each.means,
            "duty": each.duty,
            "name": DUTY_NAMES[each.duty],
            "words": each.words,
            "note": each.note,
            "sentence": each.sentence,
        }
        for each in told
    ]


def _verdict(chart: Federation, event: EventKind, found: Convention | SystemClass) -> dict[str, Any]:
    told = allowed(chart.id, event.id, found.id)
    conditions = [each for each in told.conditions if each != getattr(found, "text", "")]
    return {
        "id": event.id,
        "title": event.title,
        "verdict": told.verdict,
        "name": VERDICT_NAMES[told.verdict],
        "conditions": conditions,
    }


def search_shown(found: Found) -> dict[str, Any]:
    """What a search elsewhere needs to know of one thing: its calls, its words, and what it says.

    >>> from arrowswitch.alerts.find import everything
    >>> search_shown(everything(federation("nzb"))[0])["calls"]
    ['1C']
    """
    told = [getattr(found, "text", "")]
    if isinstance(found, Situation):
        told += [meaning.means for meaning in found.meanings]
    return {
        "title": str(found.title),
        "calls": list(getattr(found, "calls", ())),
        "ways": [str(way) for way in getattr(found, "ways", ())],
        "told": told,
        "call": isinstance(found, Situation),
        "convention": isinstance(found, Convention),
        "any": isinstance(found, Situation) and found.id == ANY,
    }


def chart_shown(name: str) -> dict[str, Any]:
    """A federation's whole chart: every call, class, event, convention and rule.

    >>> sorted(chart_shown("bnsw"))
    ['calls', 'classes', 'conventions', 'duties', 'events', 'federation', 'protected', 'rules', 'sources', 'title']
    """
    chart = federation(name)

    def every(rows: Any) -> list[dict[str, Any]]:
        return [found_shown(name, each) for each in rows.values()]

    kept = chart.protection
    return {
        "federation": chart.id,
        "title": chart.title,
        "duties": dict(chart.duties),
        "calls": every(chart.situations),
        "conventions": every(chart.conventions),
        "classes": every(chart.classes),
        "events": every(chart.events),
        "rules": every(chart.notes),
        "protected": kept and {"who": kept.who, "duties": list(kept.duties), "source": str(kept.source)},
        "sources": [str(each) for each in chart.sources.values()],
    }
