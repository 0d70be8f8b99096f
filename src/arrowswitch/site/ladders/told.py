"""The rules of a competition in sentences, for those who play in it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arrowswitch.contests.series import TIE_WAYS, WAYS, LadderRules, SeriesPlan, SessionChoice
from arrowswitch.scoring.figures import written
from arrowswitch.site.calendar.models import KINDS
from arrowswitch.site.spoken import spoken


def rules_told(rules: LadderRules, nights: Mapping[str, str]) -> list[str]:
    """Every rule that holds, one sentence each; `nights` has the titles of the calendar's nights."""
    found = [_choice_told(rules.choice, nights), *_plan_told(rules.plan)]
    if rules.grades:
        found.append(
            _("A list for each of these grades: %(grades)s. A pair is in that of its stronger player.")
            % {"grades": ", ".join(rules.grades)}
        )
    if not rules.visitors:
        found.append(_("Only those are listed who are in the club’s register."))
    return found


def _choice_told(choice: SessionChoice, nights: Mapping[str, str]) -> str:
    if choice.by_hand:
        return _("Those sessions count that were picked by hand.")
    wishes = []
    if choice.nights:
        wishes.append(_("of %(nights)s") % {"nights": ", ".join(nights.get(each, "?") for each in choice.nights)})
    if choice.weekdays:
        wishes.append(_("on %(days)s") % {"days": ", ".join(str(WEEKDAYS[day - 1]) for day in choice.weekdays)})
    if choice.since:
        wishes.append(_("from %(day)s") % {"day": date_format(choice.since, "j F Y")})
    if choice.until:
        wishes.append(_("to %(day)s") % {"day": date_format(choice.until, "j F Y")})
    if choice.title:
        wishes.append(_("called “%(title)s”") % {"title": choice.title})
    if choice.kinds:
        wishes.append(
            _("of the kind %(kinds)s") % {"kinds": ", ".join(str(KINDS.get(each, each)) for each in choice.kinds)}
        )
    said = _("Sessions count that are %(wishes)s.") % {"wishes": ", ".join(wishes)}
    more = []
    if choice.added:
        more.append(
            ngettext("%(n)d more was picked by hand.", "%(n)d more were picked by hand.", len(choice.added))
            % {"n": len(choice.added)}
        )
    if choice.left_out:
        more.append(
            ngettext("%(n)d was left out by hand.", "%(n)d were left out by hand.", len(choice.left_out))
            % {"n": len(choice.left_out)}
        )
    return " ".join([said, *more])


def _plan_told(plan: SeriesPlan) -> list[str]:
    who = _("every player alone") if plan.by == "players" else _("pairs and teams as they played")
    found = [_("Listed: %(who)s. The result is the %(way)s.") % {"who": who, "way": spoken(WAYS[plan.way])}]
    if plan.way == "places":
        points = ", ".join(written(each) for each in plan.place_points)
        found.append(
            _("Points for places: %(points)s. Those who share a place share its points.") % {"points": points}
            if points
            else _("A place is worth a point for everybody who came lower, and half a point for everybody level.")
        )
    numbers = (plan.sessions, plan.to_be_played, plan.counted)
    if any(numbers):
        parts = []
        if plan.sessions:
            parts.append(
                ngettext("%(n)d session in all", "%(n)d sessions in all", plan.sessions) % {"n": plan.sessions}
            )
        if plan.to_be_played:
            parts.append(
                ngettext("%(n)d must be played for a place", "%(n)d must be played for a place", plan.to_be_played)
                % {"n": plan.to_be_played}
            )
        if plan.counted:
            parts.append(
                ngettext("the best %(n)d is counted", "the best %(n)d are counted", plan.counted) % {"n": plan.counted}
            )
        found.append(capfirst("; ".join(parts)) + ".")
    if not plan.to_be_played:
        found.append(_("All of them must be played for a place."))
    if plan.partners > 1:
        found.append(_("What counts must be played with at least %(n)d different partners.") % {"n": plan.partners})
    if plan.handicap:
        found.append(_("Each session counts with the handicap that held on its day."))
    if plan.ties:
        steps = ", ".join(spoken(TIE_WAYS[each]) for each in plan.ties)
        found.append(_("Those with the same result are parted by %(steps)s.") % {"steps": steps})
    else:
        found.append(_("Those with the same result share the place."))
    return found
