"""Finding a call, a convention or a rule by what is typed: 1NT-2D, 1♣–1♦, (1H)-2NT, Stayman, brown sticker."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from arrowswitch.alerts.load import federations
from arrowswitch.alerts.model import ANY, AlertNote, Convention, EventKind, Federation, Situation, SystemClass
from arrowswitch.stems import words_of
from arrowswitch.words import say

Found = Situation | Convention | AlertNote | SystemClass | EventKind
SIGNS = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "–": "-", "—": "-", "−": "-"})
NAMES = (
    (r"\bno[ -]?trumps?\b", "nt"),
    (r"\b(one|two|three|four|five|six|seven)[ -](club|diamond|heart|spade|nt)s?\b", None),
    (r"\b([1-7])\s*(clubs?|diamonds?|hearts?|spades?|nt|n|c|d|h|s)\b", None),
)
LEVELS = {name: str(level) for level, name in enumerate("one two three four five six seven".split(), 1)}  # noqa: SIM905
CALL = r"\(?(?:[1-7](?:nt|[cdhs])|xx|x|dbl|rdbl|p|pass)\)?"
SEQUENCE = re.compile(rf"{CALL}(?:[-\s,:]+{CALL})*")


class NoSuchChart(LookupError):  # noqa: N818 - said to who asked
    """A federation, an event or a convention that there is nothing about."""


def federation(name: str) -> Federation:
    """The federation of this name, or the one whose rules a club with these regulations plays by.

    >>> federation("bnsw").title
    'ABF and Bridge NSW'
    """
    wanted = name.strip().lower()
    for each in federations().values():
        if wanted == each.id or wanted in each.profiles:
            return each
    raise NoSuchChart(
        say("There are no alerts of {name}; there are {known}.", name=name, known=", ".join(federations()))
    )


def plain(text: str) -> str:
    """What was typed, with calls written one way.

    >>> plain("1♣ – 1♦"), plain("One no trump"), plain("2 hearts over 1 NT")
    ('1c - 1d', '1nt', '2h over 1nt')
    """

    def short(match: re.Match[str]) -> str:
        level, strain = match[1], match[2]
        return LEVELS.get(level, level) + ("nt" if strain.startswith("n") else strain[0])

    text = text.lower().translate(SIGNS).strip()
    for pattern, replaced in NAMES:
        text = re.sub(pattern, replaced if replaced is not None else short, text)
    return text


def sequence(text: str) -> str:
    """The calls that were typed, joined by hyphens; nothing where it is not calls alone.

    >>> sequence("1NT 2C"), sequence("(1♥)–2NT"), sequence("Stayman"), sequence("1c-p-1d-p")
    ('1nt-2c', '(1h)-2nt', '', '1c-1d')
    """
    written = plain(text)
    if not SEQUENCE.fullmatch(written):
        return ""
    calls = re.findall(CALL, written)
    kept = [call for call in calls if call.strip("()") not in ("p", "pass")]  # a pass between two bids says nothing
    return "-".join(kept or calls[:1])


def search(name: str, text: str, most: int = 12) -> list[Found]:
    """What a federation says about a call, a convention or a word, best first.

    >>> [found.title for found in search("acbl", "1NT-2D")][:1]
    ['1NT–2♦ or 1NT–2♥']
    """
    chart = federation(name)
    calls = sequence(text)
    wanted = list(words_of(plain(text)))
    ranked: list[tuple[float, int, Found]] = []
    for place, each in enumerate(everything(chart)):
        worth = _by_calls(each, calls) if calls and isinstance(each, Situation) else 0.0
        if not calls or (isinstance(each, Convention) and "-" not in calls):
            worth = max(worth, _by_words(each, wanted))
        if worth > 0:
            ranked.append((-worth, place, each))
    if not ranked and calls:
        return [chart.situations[ANY]]
    return [each for _, _, each in sorted(ranked, key=lambda row: row[:2])][:most]


def everything(chart: Federation) -> tuple[Found, ...]:
    """All that can be found in a chart, in the order that decides between equals.

    >>> everything(federation("bnsw"))[-1].title
    'Protected pairs'
    """
    return (
        *chart.situations.values(),
        *chart.conventions.values(),
        *chart.classes.values(),
        *chart.events.values(),
        *chart.notes.values(),
        *_protection(chart),
    )


def _by_calls(situation: Situation, calls: str) -> float:
    if any(calls == each.lower() for each in situation.calls):
        return 10.0
    last = calls.rpartition("-")[2]
    if any("?" in each and fnmatchcase(last, each.lower()) for each in situation.calls):
        return 8.0
    return 0.0


def _by_words(each: Found, wanted: list[str]) -> float:
    """How well the words fit: more than half of them in the title or in one way of saying it, or all in the text."""
    if not wanted:
        return 0.0
    best = 0.0
    for way in (each.title, *getattr(each, "ways", ())):
        have = list(words_of(plain(way)))
        hits = sum(word in have for word in wanted)
        if hits * 2 > len(wanted):
            begins = 2.0 if have == wanted else 1.0 if way is each.title and have[: len(wanted)] == wanted else 0.0
            best = max(best, 2.0 * hits / len(wanted) + hits / len(have) + begins)
    told = [getattr(each, "text", "")]
    if isinstance(each, Situation):
        told += [meaning.means for meaning in each.meanings]
    body = {word for line in told for word in words_of(plain(line))}
    inside = sum(word in body for word in wanted) / len(wanted)
    return best + 0.5 * inside if best or inside == 1.0 else 0.0


def _protection(chart: Federation) -> list[AlertNote]:
    """What applies to protected pairs, to be found as a rule."""
    kept = chart.protection
    if kept is None:
        return []
    title = say("Protected pairs")
    return [AlertNote("protected-pairs", title, " ".join((kept.who, *kept.duties)), kept.source, ("orange sticker",))]


def situations(name: str, text: str) -> tuple[Situation, ...]:
    """The lines for one call: by id, by the calls, by its words, or the line for any other call."""
    chart = federation(name)
    if text in chart.situations:
        return (chart.situations[text],)
    calls = sequence(text)
    if calls:
        found = [(_by_calls(each, calls), each) for each in chart.situations.values()]
    else:
        wanted = list(words_of(plain(text)))
        found = [(_by_words(each, wanted) - 2.0, each) for each in chart.situations.values()]  # all the words at once
    best = sorted((pair for pair in found if pair[0] > 0), key=lambda pair: -pair[0])
    return tuple(each for _, each in (best if calls else best[:1])) or (chart.situations[ANY],)
