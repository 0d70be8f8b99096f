"""What was done, in words, for the journal's page and for refusals: one short sentence for every kind of act."""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.lines import ELSEWHERE
from arrowswitch.session import acts
from arrowswitch.session.acts import Act, Place, Player
from arrowswitch.session.acts.appeals import SIDE_WORDS, appealed_ruling
from arrowswitch.session.night.lines import award_told, told
from arrowswitch.session.night.state import Fine, State
from arrowswitch.words import Sentence, counted, say, say_count, spans


def act_told(act: Act, state: State) -> Sentence:
    """An act of a session in words, with tables and contestants as they are called there.

    >>> from arrowswitch.session.night.lines import BareScore, LineKey
    >>> act_told(acts.Enter(LineKey("A", 2, 3, 7), BareScore(-50)), State())
    'entered -50 as board 7 at table 3 in round 2'
    """
    match act:
        case acts.Enter() | acts.Correct() | acts.Confirm() | acts.Adjust() | acts.Strike() | acts.Settle():
            return _line_told(act, state)
        case acts.SplitBoard() | acts.RemoveBoard():
            return _board_told(act)
        case (
            acts.ChangeMovement()
            | acts.LatePair()
            | acts.CutRounds()
            | acts.SwapDirections()
            | acts.EditMeeting()
            | acts.PairLeaves()
        ):
            return _movement_told(act, state)
        case acts.LeaveTask():
            return say("left a task: {task}", task=task_told(act, state))
        case acts.CloseTask():
            return _closed_told(act, state)
        case acts.EndPlay():
            return say("said that all rounds have been played")
        case acts.Start() | acts.CallRound() | acts.HoldClock() | acts.ResumeClock() | acts.AddMinutes():
            return _clock_told(act)
        case acts.BeginBreak():
            return say("began the break")
        case acts.SetBreak():
            if act.after_round is None:
                return say("took the break out")
            return say_count(
                "planned a break of {n} minute after round {round}",
                "planned a break of {n} minutes after round {round}",
                act.minutes,
                round=act.after_round,
            )
        case acts.Open():
            return say("opened the session “{title}”", title=act.title)
        case acts.ChangeSettings():
            return say("changed the settings")
        case acts.ChangePlan() | acts.SetTiming() | acts.SetSections() | acts.PutAway():
            return _plan_told(act)
        case acts.AttachHands():
            return say_count("attached the hands of {n} board", "attached the hands of {n} boards", len(act.hands))
        case acts.Seat():
            return say(
                "named players: {names}", names=", ".join(_seated(s.place, s.player, state) for s in act.seatings)
            )
        case acts.Substitute():
            name = _seated(act.place, act.player, state)
            return say("let {name} come in from round {round}", name=name, round=act.from_round)
        case acts.Penalise():
            return say("gave {who} {what}", who=_who(act.section, act.contestant, state), what=fine_told(act))
        case acts.WithdrawPenalty():
            return say("withdrew a penalty")
        case acts.SetLists():
            return say("set the strata and handicaps")
        case acts.CallDirector():
            return say("called the director to table {table}", table=state.table(act.section, act.table))
        case acts.AnswerCall():
            return say("answered a call")
        case acts.Rule():
            return _ruling_told(act, state)
        case acts.TrackCards():
            return _cards_told(act, state)
        case acts.LodgeAppeal() | acts.ReviewAppeal() | acts.DecideAppeal():
            return _appeal_told(act, state)
        case acts.Publish():
            return say("posted the results")
        case acts.Reopen():
            return say("reopened the results")
        case acts.Undo():
            return say("undid something")


def _plan_told(act: acts.ChangePlan | acts.SetTiming | acts.SetSections | acts.PutAway) -> Sentence:
    match act:
        case acts.ChangePlan():
            values = {"title": act.title, "day": act.date.isoformat(), "method": act.method}
            return (
                say("set the session to “{title}”, {day}, {method}, sections apart", **values)
                if act.apart
                else say("set the session to “{title}”, {day}, {method}", **values)
            )
        case acts.SetTiming():
            if act.minutes is None:
                return say("left the length of the rounds to the regulations")
            return say("set the rounds to {minutes}", minutes=counted("minutes", act.minutes, str(act.minutes)))
        case acts.SetSections():
            return say("planned anew: {sections}", sections=", ".join(_section_told(plan) for plan in act.sections))
        case acts.PutAway():
            return say("put the session away") if act.away else say("brought the session back")


def _section_told(plan: acts.SectionPlan) -> str:
    return f"{plan.name} {plan.movement.name} ({plan.movement.entry})".strip()


def _ruling_told(act: acts.Rule, state: State) -> Sentence:
    where = state.table(act.section, act.table)
    if not act.outcome:
        return say("left a ruling open at table {table}: {title}", table=where, title=act.title)
    values = {"table": where, "title": act.title, "laws": ", ".join(act.laws)}
    if act.board is None:
        return say("ruled at table {table}: {title} (Law {laws})", **values)
    return say("ruled on board {board} at table {table}: {title} (Law {laws})", board=act.board, **values)


def _cards_told(act: acts.TrackCards, state: State) -> Sentence:
    from arrowswitch.rulings.penalty_cards import step_told  # only here: the book is long

    place = state.place(act.line)
    if not act.steps:
        return say("put away the penalty cards of {place}", place=place)
    return say("penalty cards, {place}: {step}", place=place, step=step_told(act.steps[-1]))


def _appeal_told(act: acts.LodgeAppeal | acts.ReviewAppeal | acts.DecideAppeal, state: State) -> Sentence:
    ruling = appealed_ruling(state, act)
    title = ruling.act.title if ruling else say("a ruling")
    match act:
        case acts.LodgeAppeal():
            return say("lodged an appeal of {side} against {title}", side=SIDE_WORDS[act.side], title=title)
        case acts.ReviewAppeal():
            return say("looked at the law in the appeal against {title}", title=title)
        case acts.DecideAppeal(outcome="withdrawn"):
            return say("noted that the appeal against {title} was withdrawn", title=title)
        case acts.DecideAppeal(outcome="changed"):
            return say("closed the appeal against {title}: the ruling is changed", title=title)
        case acts.DecideAppeal():
            return say("closed the appeal against {title}: the ruling stands", title=title)


def _line_told(act: acts.LineAct, state: State) -> Sentence:
    place = state.place(act.line)
    match act:
        case acts.Enter():
            return say("entered {entry} as {place}", entry=told(act.entry, act.line.board), place=place)
        case acts.Correct(looked=True):
            return say(
                "corrected {place} to {entry}, after other results or the hands could be seen",
                entry=told(act.entry, act.line.board),
                place=place,
            )
        case acts.Correct():
            return say("corrected {place} to {entry}", entry=told(act.entry, act.line.board), place=place)
        case acts.Confirm():
            return say("confirmed {place}", place=place)
        case acts.Settle():
            return say("said of {place}, which looked wrong, that it is right", place=place)
        case acts.Strike():
            return say("struck out {place}", place=place) if act.void else say("let {place} count again", place=place)
        case acts.Adjust():
            if act.adjustment.ns is None and act.adjustment.ew is None:
                return say("took the adjustment of {place} back", place=place)
            return say(
                "adjusted {place} to {ns} for North-South and {ew} for East-West",
                place=place,
                ns=award_told(act.adjustment.ns),
                ew=award_told(act.adjustment.ew),
            )


def _board_told(act: acts.SplitBoard | acts.RemoveBoard) -> Sentence:
    if isinstance(act, acts.SplitBoard):
        values = {"board": act.lines[0].board, "group": f"“{act.group}”"}
        if act.group:
            return say_count(
                "put a result of board {board} into version {group}",
                "put {n} results of board {board} into version {group}",
                len(act.lines),
                **values,
            )
        return say_count(
            "put a result of board {board} back to the true board",
            "put {n} results of board {board} back to the true board",
            len(act.lines),
            **values,
        )
    if act.removed:
        return say("removed board {board}", board=act.board)
    return say("put board {board} back", board=act.board)


def _movement_told(act: acts.MovementAct, state: State) -> Sentence:
    match act:
        case acts.ChangeMovement():
            return say("went on with {name} from round {round}", name=act.movement.name, round=act.from_round)
        case acts.LatePair():
            return say(
                "let the late pair {who} in from round {round}",
                who=state.label(act.section, act.contestant),
                round=act.from_round,
            )
        case acts.PairLeaves():
            values = {"who": state.label(act.section, act.contestant), "round": act.from_round}
            return (
                say("let {who} go before round {round}; its results stand", **values)
                if act.stands
                else say("let {who} go before round {round}; its results are cancelled", **values)
            )
        case acts.CutRounds():
            return say("cut the session to {rounds}", rounds=counted("rounds", act.rounds))
        case acts.SwapDirections():
            return say(
                "turned table {table} in round {round}", table=state.table(act.section, act.table), round=act.round
            )
        case acts.EditMeeting():
            meeting = act.meeting
            return say(
                "wrote table {table} in round {round} anew: {ns} against {ew}, boards {boards}",
                table=state.table(act.section, meeting.table),
                round=meeting.round,
                ns=_who(act.section, meeting.ns, state),
                ew=_who(act.section, meeting.ew, state),
                boards=", ".join(map(str, meeting.boards)) or "-",
            )


def _closed_told(act: acts.CloseTask, state: State) -> Sentence:
    """What became of a task; which one it was, where a repair left it or a ruling is known."""
    ruling = state.rulings.get(act.task.partition(":")[2])
    left = state.tasks.get(act.task)
    what = task_told(left, state) if left else ruling.act.title if ruling else ""
    if not what:
        return say("did a task") if act.done else say("set a task aside")
    return say("did a task: {task}", task=what) if act.done else say("set a task aside: {task}", task=what)


def task_told(act: acts.LeaveTask, state: State) -> Sentence:
    """What a repair has left to do, in words.

    >>> task_told(acts.LeaveTask("remind", "A", 7, text=say("Put boards 1-4 in order.")), State())
    'Put boards 1-4 in order.'
    """
    if act.what == "remind":
        return act.text or say("Look at what is to be done.")
    values = {
        "boards": say("board {boards}", boards=act.boards[0])
        if len(act.boards) == 1
        else say("boards {boards}", boards=spans(act.boards)),
        "table": state.table(act.section, act.table),
        "round": act.round,
        "ns": _who(act.section, act.ns, state),
        "ew": _who(act.section, act.ew, state),
    }
    match act.what:
        case "play":
            return say("Let {ns} and {ew} play {boards} late: round {round}, table {table}.", **values)
        case "enter":
            return say("Enter {boards} for {ns} and {ew}, who played it: round {round}, table {table}.", **values)
        case _:
            given = [
                say("{who} {award}", who=who, award=award_told(award))
                for who, award in ((values["ns"], act.award.ns), (values["ew"], act.award.ew))
                if award not in (None, ELSEWHERE)
            ]
            return (
                say("Give {one} on {boards}: round {round}, table {table}.", one=given[0], **values)
                if len(given) == 1
                else say(
                    "Give {one}, {other} on {boards}: round {round}, table {table}.",
                    one=given[0],
                    other=given[-1],
                    **values,
                )
            )


def _clock_told(
    act: acts.Start | acts.CallRound | acts.HoldClock | acts.ResumeClock | acts.AddMinutes,
) -> Sentence:
    match act:
        case acts.Start():
            return say("began play")
        case acts.CallRound():
            return say("called round {round}", round=act.round)
        case acts.HoldClock():
            return say("held the clock")
        case acts.ResumeClock():
            return say("let the clock go on")
        case acts.AddMinutes():
            return say_count("changed the round by {n:+d} minute", "changed the round by {n:+d} minutes", act.minutes)


def _who(section: str, contestant: int, state: State) -> Sentence | str:
    label = state.label(section, contestant)
    return label if " " in label else say("pair {number}", number=label)


def _seated(place: Place, player: Player | None, state: State) -> str:
    return f"{_who(place.section, place.contestant, state)} {place.seat} {player.name if player else '-'}"


def fine_told(act: acts.Penalise | Fine) -> Sentence:
    """A penalty in words."""

    def number(value: Fraction) -> str:
        return shown(value)

    if act.share is not None:
        return say("a penalty of {percent}% of a top", percent=number(act.share * 100))
    if act.points is not None and act.match_round is not None:
        return say(
            "a penalty of {points} in the match of round {round}",
            points=counted("points", act.points, number(act.points)),
            round=act.match_round,
        )
    if act.points is not None:
        return say("a penalty of {points}", points=counted("points", act.points, number(act.points)))
    if act.vps is not None:
        return say("a penalty of {points}", points=counted("victory points", act.vps, number(act.vps)))
    return say("a warning")
