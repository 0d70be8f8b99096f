"""Every value that a federation or a club decides, with what it means.

A section is a frozen dataclass; each field carries a sentence (`about`) and a reader that says what is allowed. The
table of all keys (`describe`) is made from this file, so that a key cannot exist without its explanation. What the
federations have decided is in `profiles`, never here.
"""

# ruff: noqa: RUF009 - `setting` makes a dataclass field
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from fractions import Fraction
from typing import Any, NamedTuple

from arrowswitch.regulations.readers import (
    Length,
    Reader,
    a_number_of,
    length,
    listed,
    number,
    one_of,
    table,
    text,
    whole,
    yes_no,
)
from arrowswitch.words import Sentence, say


class RegulationsError(ValueError):
    """A regulation that cannot be used, said in one sentence with file and key."""


def setting(read: Reader[Any], about: Sentence, allowed: tuple[str, ...] = ()) -> Any:
    """A field of a section: how it is read, what it means, and the words it may have, where it is one of a few."""
    return field(metadata={"read": read, "about": about, "allowed": allowed or getattr(read, "allowed", ())})


def _by_rank(value: object) -> Mapping[object, tuple[Fraction, ...]]:
    read = table(a_number_of("results"), listed(percentage, 1))(value)
    for results, percentages in read.items():
        if len(percentages) != results:
            raise ValueError(say("must give as many percentages as results: {results}", results=results))
    return read


def _scale(value: object) -> str:
    name = text(value)
    return name if name.endswith(".toml") else one_of(*SCALES)(name)


GRADES = ("open", "intermediate", "junior", "social")
SCALES = ("wbf", "wbf-discrete", "acbl-20", "acbl-30", "half-round-robin", "older-20", "percent-20")
FAULTS = ("none", "partly", "directly")
MISSING = ("neuberg", "plus-one", "factor", "none")
DATUMS = ("mean", "median", "highest", "lowest", "zero", "par")
percentage = number(0, 100)
SWISS_STEPS = ("opponents", "swiss-points", "head-to-head", "net-imps", "wins", "drop-worst", "lot")
PAIRS_STEPS = ("opponents", "common-boards", "head-to-head", "best-opponents", "lot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long a round takes."""

    round_minutes_for: tuple[Fraction, ...] = setting(
        listed(number(1, 200)), say("Minutes for a round of 1, 2, 3 ... boards, as far as the list goes.")
    )
    board_minutes: Fraction = setting(number(1, 30), say("Minutes a board for rounds longer than that list."))
    many_rounds_minutes: Mapping[Length, Fraction] = setting(
        table(length, number(1, 200)),
        say("Minutes for a round where there are many: “13x2” stands for 13 rounds of 2 boards or more rounds."),
    )
    extra_minutes: Mapping[str, Fraction] = setting(
        table(one_of(*GRADES), number(0, 60)), say("Minutes added to every round for a grade of players.")
    )
    extra_board_minutes: Mapping[str, Fraction] = setting(
        table(one_of(*GRADES), number(0, 30)), say("Minutes added for every board for a grade of players.")
    )
    warning_minutes: int = setting(whole(0, 20), say("How many minutes before the end of a round the warning comes."))
    last_start_minutes: int = setting(
        whole(0, 20), say("No board may be started in the last minutes of a round; 0 for no such rule.")
    )
    match_board_minutes: Fraction = setting(number(1, 30), say("Minutes a board in a teams match."))
    match_scoring_minutes: int = setting(whole(0, 60), say("Minutes for comparing scores after a match."))

    def round_minutes(self, boards_per_round: int, grade: str = "open", rounds: int = 0) -> Fraction:
        """The length of a round, in a session of so many rounds.

        >>> from arrowswitch.regulations import load
        >>> str(load("nzb").timing.round_minutes(3)), str(load("nzb").timing.round_minutes(3, "junior"))
        ('39/2', '41/2')
        >>> [int(load("ebu").timing.round_minutes(3, rounds=rounds)) for rounds in (8, 9)]
        [21, 19]
        """
        if boards_per_round < 1:
            raise RegulationsError(say("A round has at least one board, not {boards}.", boards=boards_per_round))
        if grade not in GRADES:
            raise RegulationsError(
                say("There is no grade “{grade}”; there are {grades}.", grade=grade, grades=", ".join(GRADES))
            )
        many = [one for one in self.many_rounds_minutes if one.boards == boards_per_round and one.rounds <= rounds]
        if many:
            minutes = self.many_rounds_minutes[max(many)]
        elif boards_per_round <= len(self.round_minutes_for):
            minutes = self.round_minutes_for[boards_per_round - 1]
        else:
            minutes = boards_per_round * self.board_minutes
        extra = self.extra_minutes.get(grade, Fraction(0))
        return minutes + extra + boards_per_round * self.extra_board_minutes.get(grade, Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Awards:
    """What a session needs before its places earn points."""

    least_complete_tables: int = setting(whole(0, 50), say("Complete tables below which nothing is awarded."))
    one_winner_below: int = setting(
        whole(0, 50), say("With fewer complete tables the movement must have one winner; 0 for no such rule.")
    )
    least_boards: int = setting(whole(0, 100), say("Boards in play for the full award."))
    half_award_boards: int = setting(whole(0, 100), say("Boards in play for half the award; 0 where there is none."))
    least_share_of_boards: Fraction = setting(
        number(0, 1), say("The share of the boards in play that every pair must be scheduled to play.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Matchpoints:
    """How a board becomes matchpoints: 2 for every pair beaten, 1 for every tie."""

    missing: str = setting(
        one_of(*MISSING), say("How boards with fewer results are made equal: neuberg, plus-one, factor, or none.")
    )
    rounding: Fraction = setting(number(0, 1), say("A board's points are rounded to this step; 0 keeps them exact."))
    half: str = setting(
        one_of("towards-average", "up", "away-from-average"), say("Where an exact half goes when points are rounded.")
    )
    printed_win: int = setting(whole(1, 2), say("What a win is printed as: 2, or 1 where halves are usual."))
    ascherman: bool = setting(yes_no, say("Every board is scored on the Ascherman scale, where no top is 100%."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Artificial:
    """Scores for boards that could not be played (Law 12C2)."""

    plus: Fraction = setting(percentage, say("Average plus, in percent of the board."))
    average: Fraction = setting(percentage, say("Average, in percent of the board."))
    minus: Fraction = setting(percentage, say("Average minus, in percent of the board."))
    own_percentage: bool = setting(
        yes_no, say("Average plus rises to the pair's own percentage on its other boards, average minus falls to it.")
    )
    minus_follows: str = setting(
        one_of("own", "opponents"),
        say("Average minus falls with the pair's own percentage, or by as much as the opponents' average plus rose."),
    )
    imps: Fraction = setting(number(0, 24), say("Average plus in IMPs in a teams match; minus is the same below zero."))
    short_match_below: int = setting(whole(0, 100), say("A match of fewer boards is short; 0 if none is."))
    short_match_imps: Fraction = setting(number(0, 24), say("Average plus in IMPs in a short match."))
    butler_imps: Fraction = setting(number(0, 24), say("Average plus in IMPs in Butler pairs."))
    cross_imps: Fraction = setting(number(0, 24), say("Average plus in IMPs a board in cross-IMP pairs."))

    def match_imps(self, boards: int) -> Fraction:
        """Average plus in a match of so many boards.

        >>> from arrowswitch.regulations import load
        >>> [int(load("qba").artificial.match_imps(boards)) for boards in (10, 11)]
        [2, 3]
        """
        return self.short_match_imps if boards < self.short_match_below else self.imps


@dataclass(frozen=True, slots=True, kw_only=True)
class FouledBoards:
    """Fouled boards: those who played the same form of one are a group (Law 87)."""

    method: str = setting(one_of(*MISSING), say("How a group's matchpoints are carried to the whole field."))
    enough_results: int = setting(whole(1, 50), say("A group with so many results is compared within itself."))
    enough_share: Fraction = setting(
        number(0, 1), say("So is one played by this share of the field; 0 for no such rule.")
    )
    more_than_share: bool = setting(yes_no, say("The share must be exceeded, not only reached."))
    enough_if_largest: int = setting(
        whole(0, 50), say("So is the largest group, if it has so many results; 0 for no such rule.")
    )
    small: Mapping[int, tuple[Fraction, ...]] = setting(
        _by_rank,
        say(
            "Percentages by rank in a group with too few results, by their number; a number that is not in the table"
            " gets artificial scores by fault."
        ),
    )
    indemnity: Mapping[str, Fraction] = setting(
        table(one_of(*FAULTS), number(-100, 100)), say("Percent added to those of `small`, by the pair's fault.")
    )
    law_88: bool = setting(
        yes_no, say("A pair not at fault gets its own percentage instead of one from `small` if that is more.")
    )
    imps: Fraction = setting(number(0, 24), say("IMPs to each pair of a group with too few results in Butler pairs."))
    equalise: bool = setting(
        yes_no,
        say(
            "With a median datum the whole number is added to a group's IMPs that makes its mean most nearly"
            " that of the true board."
        ),
    )

    def is_enough(self, results: int, field_size: int, *, largest: bool) -> bool:
        """Whether a group is compared within itself.

        >>> from arrowswitch.regulations import load
        >>> [load("bnsw").fouled.is_enough(3, tables, largest=False) for tables in (9, 10)]
        [True, False]
        """
        if results >= self.enough_results or (largest and 0 < self.enough_if_largest <= results):
            return True
        if not self.enough_share:
            return False
        wanted = self.enough_share * field_size
        return results > wanted if self.more_than_share else results >= wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedScores:
    """Scores made of several outcomes (Law 12C1c)."""

    method: str = setting(
        one_of("shared", "simple"),
        say("Whether the outcomes are shared over the whole frequency table, or the others see an average there."),
    )
    imps_rounding: Fraction = setting(
        number(0, 1),
        say(
            "Weighted IMPs of a board are rounded to this step; 0 keeps them exact. The total of a match is always"
            " rounded to whole IMPs for its victory points."
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Butler:
    """What a score is compared with in Butler pairs."""

    datum: str = setting(
        one_of(*DATUMS),
        say("The datum is the mean of the scores, their median, the highest, the lowest, zero, or an estimated par."),
    )
    drop: Mapping[int, int] = setting(
        table(a_number_of("results"), whole(0, 50)),
        say("How many scores are left out at each end, from so many results on."),
    )
    rounding: int = setting(whole(0, 100), say("The datum is rounded to this step, a half away from zero; 0 keeps it."))
    under_appeal: str = setting(
        one_of("counts", "left-out"), say("Whether a score under appeal counts for the provisional datum.")
    )
    sit_out: str = setting(
        one_of("nothing", "average"),
        say("What a pair that sits out gets for a board with a median datum: nothing, or its direction's average."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """Victory points, and what happens to matches that were not played as they should."""

    scale: str = setting(_scale, say("The victory point scale, by its name or as a file of the club's own."), SCALES)
    forfeit: Fraction = setting(
        number(0, 100),
        say(
            "Victory points, at least, for the side that was ready to play. These and all below are of 20;"
            " on another scale they are in proportion."
        ),
    )
    forfeit_means: bool = setting(
        yes_no, say("That rises to its own mean, or to the mean against the absent side, if either is more.")
    )
    forfeit_for_draw: Fraction = setting(
        number(0, 100), say("What the absent side counts, of 20, while a Swiss is being drawn.")
    )
    forfeit_rises_for_draw: bool = setting(
        yes_no,
        say(
            "Whether the means count for a draw too, after half and after three quarters of the rounds; if not, at the end."
        ),
    )
    bye: Fraction = setting(number(0, 100), say("Victory points of 20 for a bye."))
    same_way: Fraction = setting(
        number(0, 100), say("Victory points of 20 for each side when both pairs of both teams sat the same way.")
    )
    unplayable: Fraction = setting(
        number(0, 100),
        say("Victory points of 20, at least, for each side when more than half of the boards cannot be played."),
    )
    half_match_doubled_below: int = setting(
        whole(0, 100),
        say(
            "In a half match of a match of fewer boards the IMPs are doubled; in a longer one the scale for"
            " the boards played is used."
        ),
    )
    incomplete: str = setting(
        one_of("scheduled", "played", "assigned"),
        say(
            "A match with boards that cannot be compared is on the scale of the boards that it should have had"
            " (scheduled) or of those compared (played); or IMPs are assigned for boards not played (assigned)."
        ),
    )
    unplayed_imps: tuple[tuple[Fraction, ...], ...] = setting(
        listed(listed(number(0, 100), 3, 3)),
        say("Unplayed boards, nobody at fault: from so many boards, IMPs for each, IMPs on top."),
    )
    unplayed_by_scale_from: int = setting(
        whole(0, 100), say("From so many unplayed boards the scale decides instead; 0 if it never does.")
    )
    unplayed_target: int = setting(whole(10, 20), say("The victory points whose band gives those IMPs."))
    late_swiss: tuple[tuple[Fraction, ...], ...] = setting(
        listed(listed(number(0, 100), 5, 5)),
        say(
            "Late for a match: from so many minutes, IMPs, victory points of 20, boards taken away, IMPs for those."
            " Without a list the penalties for being late hold."
        ),
    )
    late_swiss_forfeit: int = setting(whole(0, 100), say("So many minutes late the match is forfeited; 0 if never."))
    late_knockout: tuple[tuple[Fraction, ...], ...] = setting(
        listed(listed(number(0, 100), 5, 5)), say("The same in a knockout.")
    )
    late_knockout_forfeit: int = setting(whole(0, 100), say("So late a match of a knockout is forfeited; 0 if never."))


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyScale:
    """What an offence costs, in the three ways of scoring; `minutes` for lateness only."""

    percent: Fraction
    imps: Fraction
    vps: Fraction
    minutes: int = 0
    noted: bool = False
    """Whether it is not even a warning, but counts when the next is numbered."""

    @property
    def warning(self) -> bool:
        """Whether it costs nothing yet."""
        return not (self.percent or self.imps or self.vps)


def _penalty(value: object) -> PenaltyScale:
    if not isinstance(value, Mapping) or not set(value) <= {"minutes", "percent", "imps", "vps", "noted"}:
        raise ValueError(say("must be tables with percent, imps, vps (and minutes, or noted)"))
    amounts = {key: number()(value.get(key, 0)) for key in ("percent", "imps", "vps")}
    noted = yes_no(value.get("noted", False))
    return PenaltyScale(minutes=whole()(value.get("minutes", 0)), noted=noted, **amounts)


_unit = one_of("pair", "player")


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalties:
    """Fines: for a first, second, third ... offence, or by minutes late."""

    standard: tuple[PenaltyScale, ...] = setting(listed(_penalty, 1, 1), say("The usual procedural penalty."))
    standard_multiples: bool = setting(
        yes_no, say("Whether twice, three times ... the usual penalty is normal if it is worse or repeated.")
    )
    warning_first: bool = setting(
        yes_no, say("Whether a first offence that has no scale of its own is answered by a warning.")
    )
    late: tuple[PenaltyScale, ...] = setting(
        listed(_penalty), say("Being late, from so many minutes on; after the last the director decides.")
    )
    late_discretion_from: int = setting(
        whole(), say("From so many minutes on the director decides; 0 if the list goes on.")
    )
    fouled: tuple[PenaltyScale, ...] = setting(
        listed(_penalty, 0, 2), say("A team that fouls a board; and one that exchanges the cards of two partners.")
    )
    slow: tuple[PenaltyScale, ...] = setting(listed(_penalty), say("Slow play, by the number of the offence."))
    slow_lapses_months: int = setting(
        whole(0, 120), say("Months after which slow play counts as a first offence; 0 never.")
    )
    slow_counts_for: str = setting(
        _unit, say("Slow play is counted for the same two players (pair), or for each whoever the partner is (player).")
    )
    telephone: tuple[PenaltyScale, ...] = setting(listed(_penalty), say("A telephone that is answered, by the number."))
    telephone_lapses_months: int = setting(whole(0, 120), say("Months after which that counts as a first; 0 never."))
    telephone_counts_for: str = setting(_unit, say("Telephones are counted for the pair or for each player."))
    telephone_sounds: tuple[PenaltyScale, ...] = setting(
        listed(_penalty), say("A telephone that sounds and is switched off at once, by the number.")
    )
    score_error: tuple[PenaltyScale, ...] = setting(
        listed(_penalty), say("Wrong scores entered or agreed, by the number.")
    )
    score_error_lapses_months: int = setting(whole(0, 120), say("Months after which that counts as a first; 0 never."))
    score_error_counts_for: str = setting(_unit, say("Wrong scores are counted for the pair or for each player."))
    disciplinary: tuple[PenaltyScale, ...] = setting(
        listed(_penalty), say("Bad manners and disobedience (Law 91), by the number.")
    )
    at_clubs: bool = setting(
        yes_no, say("Whether these scales bind a club's own session; if not they are no more than advice there.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    """How ties are broken, step by step; an empty list leaves them."""

    swiss: tuple[str, ...] = setting(listed(one_of(*SWISS_STEPS)), say("Steps for a Swiss."))
    round_robin: tuple[str, ...] = setting(listed(one_of(*SWISS_STEPS)), say("Steps for a round robin."))
    pairs: tuple[str, ...] = setting(listed(one_of(*PAIRS_STEPS)), say("Steps for matchpoint pairs."))
    knockout_boards: tuple[int, ...] = setting(
        listed(whole(1, 100)), say("Boards of the first, second ... play-off of a tied knockout; the last goes on.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrections:
    """Until when a score may be corrected."""

    minutes: int = setting(whole(), say("Minutes after the scores are posted in which players may correct them."))
    days: int = setting(whole(0, 60), say("Days for it in a club session, where that is longer; 0 if it is not."))
    both_sides: bool = setting(yes_no, say("Whether both sides must agree."))
    scorer_may_amend: tuple[str, ...] = setting(
        listed(one_of("impossible-score", "vulnerability", "game-vulnerability")),
        say("What the scorer may put right without asking."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeals:
    """How a ruling is appealed against (Laws 92 and 93)."""

    minutes: int = setting(
        whole(), say("Minutes after the results are posted, or after a later ruling, in which it may be appealed.")
    )
    late: bool = setting(yes_no, say("Whether the director may take a late appeal, with a reason."))
    team_consent: str = setting(
        one_of("captain", "captain-or-majority"), say("Who speaks for a team: its captain, or also most of the team.")
    )
    deposit: str = setting(text, say("What a pair deposits with its appeal, with the currency; empty for nothing."))
    deposit_teams: str = setting(text, say("What a team deposits."))
    without_merit: tuple[PenaltyScale, ...] = setting(
        listed(_penalty, 0, 1), say("What an appeal without merit costs; the deposit is lost as well.")
    )
    committee_most: int = setting(whole(0, 99), say("The most members that a committee has; 0 for no limit."))
    committee_odd: bool = setting(yes_no, say("Whether the number of members is to be odd."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Registers:
    """The club's books about people: psychs, the recorder's dossier, systems."""

    psychs_in_session: int = setting(
        whole(0, 20), say("Psychs of a partnership in one session that are not yet too many; 0 for no such rule.")
    )
    psych_months: int = setting(whole(1, 120), say("Months that an entry stays in the psych book."))
    recorder_reports: int = setting(
        whole(1, 20), say("Reports by different members after which the recorder may speak to the person.")
    )
    dossier_months: int = setting(
        whole(1, 120), say("Months that a report stays in the dossier, unless the recorder says otherwise.")
    )
    yellow_days: int = setting(
        whole(0, 60), say("Days before play by which a Yellow system must be handed in; 0 for no such rule.")
    )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Regulations:
    """A whole set of regulations: a federation's, with a club's own on top."""

    name: str
    title: str
    timing: Timing
    awards: Awards
    matchpoints: Matchpoints
    artificial: Artificial
    fouled: FouledBoards
    weighted: WeightedScores
    butler: Butler
    matches: Matches
    penalties: Penalties
    ties: Ties
    corrections: Corrections
    appeals: Appeals
    registers: Registers
    sources: Mapping[str, str]

    def __repr__(self) -> str:
        return f"<Regulations {self.name}: {self.title}>"

    def source(self, key: str) -> str:
        """Where a value comes from.

        >>> from arrowswitch.regulations import load
        >>> load("ebu").source("fouled.method")
        'Busbridge directors’ instructions (EBU article of 2010), L1943'
        """
        return self.sources[key]


SECTIONS: Mapping[str, type] = {
    "timing": Timing,
    "awards": Awards,
    "matchpoints": Matchpoints,
    "artificial": Artificial,
    "fouled": FouledBoards,
    "weighted": WeightedScores,
    "butler": Butler,
    "matches": Matches,
    "penalties": Penalties,
    "ties": Ties,
    "corrections": Corrections,
    "appeals": Appeals,
    "registers": Registers,
}


def settings_of(section: type) -> dict[str, Field[Any]]:
    """The settings of a section by name."""
    return {item.name: item for item in fields(section) if "read" in item.metadata}


class Description(NamedTuple):
    """One key of the regulations and what it means."""

    key: str
    about: Sentence


def describe() -> Iterator[Description]:
    """Every key with its meaning, in order.

    >>> next(describe()).key
    'timing.round_minutes_for'
    """
    for name, section in SECTIONS.items():
        for key, item in settings_of(section).items():
            yield Description(f"{name}.{key}", item.metadata["about"])
