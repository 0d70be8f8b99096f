"""What the pages of the regulations show: every value in its section, and in plain words how the club scores."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arrowswitch.regulations import Regulations, describe, load, written
from arrowswitch.site.rules.models import Decision
from arrowswitch.words import Sentence

TITLES = {
    "timing": gettext_lazy("Time"),
    "awards": gettext_lazy("Awards"),
    "matchpoints": gettext_lazy("Matchpoints"),
    "artificial": gettext_lazy("Averages"),
    "fouled": gettext_lazy("Fouled boards"),
    "weighted": gettext_lazy("Weighted scores"),
    "butler": gettext_lazy("Butler"),
    "matches": gettext_lazy("Matches and victory points"),
    "penalties": gettext_lazy("Penalties"),
    "ties": gettext_lazy("Ties"),
    "corrections": gettext_lazy("Corrections"),
    "appeals": gettext_lazy("Appeals"),
    "registers": gettext_lazy("The club’s books"),
}


class Value(NamedTuple):
    """One value: what it means, what it is, where it comes from; and what the federation has, where that differs."""

    key: str
    about: Sentence
    value: str
    source: str
    own: bool
    federation: str
    federation_source: str

    @property
    def path(self) -> str:
        """The end of the address of the page that changes it."""
        return f"{self.key.replace('.', '/')}/"


class Chapter(NamedTuple):
    """One section of the regulations."""

    name: str
    title: str
    values: list[Value]


def value_of(key: str, about: Sentence, rules: Regulations, own: Mapping[str, Decision]) -> Value:
    """One value as the club has it and as its federation has it."""
    federation = load(rules.name)
    return Value(
        key,
        about,
        _shown(attrgetter(key)(rules)),
        rules.source(key),
        key in own,
        _shown(attrgetter(key)(federation)),
        federation.source(key),
    )


def _shown(value: object) -> str:
    return written(value) or "–"


def chapters(rules: Regulations, own: Mapping[str, Decision]) -> list[Chapter]:
    """Every value, section by section."""
    found: dict[str, Chapter] = {}
    for key, about in describe():
        name = key.partition(".")[0]
        chapter = found.setdefault(name, Chapter(name, str(TITLES[name]), []))
        chapter.values.append(value_of(key, about, rules, own))
    return list(found.values())


# -- how we score -------------------------------------------------------------------------------------------------------


class ChosenRule(NamedTuple):
    """One thing that the club has chosen, and where the guide explains it."""

    title: str
    sentence: str
    anchor: str
    keys: tuple[str, ...]


MISSING = {
    "neuberg": gettext_lazy("A board with fewer results is made equal to the others by Neuberg’s formula."),
    "plus-one": gettext_lazy("On a board with fewer results a point is added for each that is missing."),
    "factor": gettext_lazy("The points of a board with fewer results are raised in proportion."),
    "none": gettext_lazy("A board with fewer results has a smaller top."),
}


def ways(rules: Regulations) -> list[ChosenRule]:
    """In plain words, what the club has chosen where clubs differ."""
    points, averages, corrections = rules.matchpoints, rules.artificial, rules.corrections
    rounding = (
        _("They are rounded to %(step)s.") % {"step": written(points.rounding)}
        if points.rounding
        else _("They are not rounded.")
    )
    percent = {name: written(getattr(averages, name)) for name in ("plus", "average", "minus")}
    steps = written(rules.ties.pairs)
    until = (
        ngettext(
            "A score can be corrected for %(n)s day after the results are posted.",
            "A score can be corrected for %(n)s days after the results are posted.",
            corrections.days,
        )
        if corrections.days
        else ngettext(
            "A score can be corrected for %(n)s minute after the results are posted.",
            "A score can be corrected for %(n)s minutes after the results are posted.",
            corrections.minutes,
        )
    ) % {"n": corrections.days or corrections.minutes}
    return [
        ChosenRule(
            _("Matchpoints"),
            _("Two points for each pair that you beat, one for each that has the same score.") + " " + rounding,
            "matchpoints",
            ("matchpoints.rounding",),
        ),
        ChosenRule(
            _("Missing results"), str(MISSING[points.missing]), "a-board-with-missing-results", ("matchpoints.missing",)
        ),
        ChosenRule(
            _("Averages"),
            _("Average plus is %(plus)s%%, average %(average)s%%, average minus %(minus)s%%.") % percent,
            "averages",
            ("artificial.plus", "artificial.average", "artificial.minus"),
        ),
        ChosenRule(
            _("Victory points"),
            _("Matches are on the scale “%(scale)s”.") % {"scale": rules.matches.scale},
            "victory-points",
            ("matches.scale",),
        ),
        ChosenRule(
            _("Ties"),
            _("A tie of pairs stays a tie.")
            if steps == "none"
            else _("A tie of pairs is broken by: %(steps)s.") % {"steps": steps},
            "ties",
            ("ties.pairs",),
        ),
        ChosenRule(
            _("Penalties"),
            _("The usual penalty: %(penalty)s.") % {"penalty": written(rules.penalties.standard)},
            "penalties",
            ("penalties.standard",),
        ),
        ChosenRule(_("Corrections"), until, "", ("corrections.minutes", "corrections.days")),
    ]
