"""The play and after it: who may choose what, what becomes of the card, and what the scores are by fault."""

from __future__ import annotations

import re

import pytest

from arrowswitch.rulings import EDITIONS, WalkStep, book, search, walk
from arrowswitch.rulings.model import Question
from arrowswitch.rulings.proof import texts
from arrowswitch.rulings.walk import in_edition


def ruled(name: str, *answers: str, edition: str = "2017", **seats: str) -> WalkStep:
    step = walk(book(), name, answers, edition=edition, **seats)  # type: ignore[arg-type]
    assert step.done, step.node
    return step


def kinds(step: WalkStep) -> list[str]:
    return [effect.kind for effect in step.effects]


@pytest.mark.parametrize("edition", EDITIONS)
def test_t33_an_opening_lead_out_of_turn_gives_declarer_five_choices(edition: str) -> None:
    step = walk(book(), "opening-lead-out-of-turn", ("defender", "up", "no", "nothing"), edition=edition, declarer="S")
    assert [option.id for option in step.options] == ["1", "2", "3", "4", "5"]
    assert step.put(step.node.text).startswith("South, ")


@pytest.mark.parametrize(
    ("choice", "card"), [("require", "card-back"), ("forbid", "card-back"), ("free", "penalty-card")]
)
def test_the_penalty_card_is_picked_up_only_if_declarer_says_something_of_the_suit(choice: str, card: str) -> None:
    answers = ("no", choice, "yes") if choice == "require" else ("no", choice)
    effects = kinds(ruled("penalty-card-partner-leads", *answers))
    assert card in effects
    assert ("penalty-card" in effects) == (choice == "free")


def test_a_suit_is_forbidden_for_as_long_as_the_lead_is_kept_and_required_once() -> None:
    until = {
        choice: next(
            effect.detail["until"]
            for effect in ruled("opening-lead-out-of-turn", "defender", "up", "no", "nothing", choice).effects
            if effect.kind == "lead-restriction"
        )
        for choice in ("3", "4")
    }
    assert until == {"3": "this lead", "4": "keeps the lead"}


@pytest.mark.parametrize(("led", "decides"), [("dummy", "East"), ("hand", "West")])
def test_t45_when_the_defenders_differ_the_one_who_is_next_to_play_decides(led: str, decides: str) -> None:
    step = walk(book(), "lead-out-of-turn-declarer", ("no", "no", led), declarer="S")
    assert isinstance(step.node, Question)
    assert f"If you differ, {decides} decides" in step.put(step.node.say)
    for choice, outcome in (("accepts", "accepted"), ("refuses", "refused")):
        option = next(each for each in step.options if step.put(each.text) == f"They differ: {decides} {choice}")
        more = ("declarer",) if outcome == "refused" else ()
        found = ruled("lead-out-of-turn-declarer", "no", "no", led, option.id, *more)
        assert found.node.id == outcome


def test_t38_another_suit_can_be_required_since_2017_only() -> None:
    def orders(edition: str) -> list[str]:
        step = walk(book(), "premature-play", ("before-partner", "no"), edition=edition)
        return [option.id for option in step.options]

    assert orders("2017") == ["highest", "lowest", "other", "not-other", "none"]
    assert orders("2007") == ["highest", "lowest", "not-other", "none"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_card_of_declarer_is_ever_a_penalty_card(edition: str) -> None:
    assert kinds(ruled("exposed-card-in-play", "declaring", edition=edition)) == ["card-back"]
    assert "penalty-card" not in kinds(ruled("lead-out-of-turn-declarer", "no", "no", "hand", "refuse", "declarer"))
    assert "penalty-card" not in kinds(ruled("simultaneous-plays", "hand", "now", "more-declarer"))


def test_t40_playing_on_after_a_claim_came_with_2017() -> None:
    assert kinds(ruled("contested-claim", "future", "play-on")) == ["play-on"]
    before = walk(book(), "contested-claim", ("future",), edition="2007")
    assert "play-on" not in [option.id for option in before.options]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_artificial_score_follows_the_fault_of_each_side(edition: str) -> None:
    fault = {"none": "A+", "part": "A", "fault": "A-"}
    for ns, first in fault.items():
        for ew, second in fault.items():
            (effect,) = ruled("artificial-score", f"ns-{ns}", f"ew-{ew}", edition=edition).effects
            assert (effect.detail["ns"], effect.detail["ew"]) == (first, second)


@pytest.mark.parametrize(("who", "other"), [("ns", "ew"), ("ew", "ns")])
def test_a_pair_that_had_played_the_board_gets_no_second_score(who: str, other: str) -> None:
    effect = ruled("board-played-twice", who, "none").effects[-1]
    assert effect.detail[who] == "NP"
    assert effect.detail[other] == "A+"


def test_the_split_score_of_t47_came_with_2017() -> None:
    assert "79B3" in ruled("disputed-tricks", "no", "yes", "no").laws
    assert ruled("disputed-tricks", "no", "yes", "no-2007", edition="2007").laws == ("79B2",)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_question_leaves_a_choice_in_each_edition(edition: str) -> None:
    """A question with one answer is no question; what only one edition asks is led to by a decision."""
    for procedure in book().values():
        for node in procedure.nodes.values():
            if isinstance(node, Question) and in_edition(node.editions, edition):
                here = [option for option in node.options if in_edition(option.editions, edition)]
                assert len(here) != 1, f"{procedure.id}: {node.id}"


def test_a_ruling_that_points_to_another_procedure_does_so_by_its_id() -> None:
    for procedure in book().values():
        for place, text in texts(procedure):
            assert not re.search(r"[Ss]ee “", text), f"{procedure.id}, {place}: {text}"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("he had a heart after all", "revoke"),
        ("declarer led from the wrong hand", "lead-out-of-turn-declarer"),
        ("wrong defender led first", "opening-lead-out-of-turn"),
        ("she dropped a card", "exposed-card-in-play"),
        ("dummy told declarer which hand", "dummys-rights"),
        ("he claimed the rest", "contested-claim"),
        ("mobile phone rang", "telephone"),
        ("forgot to arrow switch", "board-not-switched"),
        ("they are slow", "slow-play"),
        ("46B", "unclear-card-from-dummy"),
        ("law 54", "opening-lead-out-of-turn"),
        ("82C", "directors-error"),
    ],
)
def test_it_is_found_by_what_a_player_says_or_by_its_law(said: str, name: str) -> None:
    assert name in [procedure.id for procedure in search(book(), said)][:3]


def test_dummy_s_trick_that_lies_wrongly_is_ruled_by_its_own_procedure() -> None:
    # Law 65B3: the right ends when his own side has led or played, in 2007 when a card has been led
    for edition, last in (("2017", "fine"), ("2007", "late")):
        answers = ("trick", "dummy", "no" if edition == "2017" else "yes")
        assert ruled("dummys-rights", *answers, edition=edition).node.id == last
