"""Closing a competition fixes its list and writes winners down; what is corrected later is said, and changes nothing by itself."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from ladders_kept import competition
from people import account, as_role, our_club
from test_yearbook import posted
from yearbook_rows import person, sat, write

from arrowswitch.contests.series import SeriesPlan
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.ladders.closing import close, open_again, standing_winners
from arrowswitch.site.ladders.keeping import fixed_list, in_step, rebuild
from arrowswitch.site.ladders.models import Competition, CompetitionStep, Trophy, Winner
from arrowswitch.site.ladders.reading import ladders_of, trophies_of
from arrowswitch.site.yearbook import keeper as yearbook
from arrowswitch.site.yearbook.models import PlayedSession

pytestmark = pytest.mark.django_db


def played(*percents: float) -> list[PlayedSession]:
    first = date(2026, 1, 6)
    return [
        sat(first + timedelta(weeks=week), {"ann bob": percent, "cy dee": 100 - percent})
        for week, percent in enumerate(percents)
    ]


def pairs() -> Competition:
    return competition(SeriesPlan("mean", sessions=2, needed=1, counted=2))


def text(address: str, role: str = "public") -> str:
    return " ".join(as_role(role).get(address).content.decode().split())


def test_closing_writes_the_winners_down_with_who_and_when() -> None:
    played(60, 50)
    kept = pairs()
    assert "Ann of Riverside &amp; Bob of Riverside, 55.00%" in text(f"/ladders/{kept.pk}/close/", "director")
    assert as_role("director").post(f"/ladders/{kept.pk}/close/", {"wish": "close"}).status_code == 302
    winner = Winner.objects.get()
    assert (winner.trophy.title, winner.year, winner.result) == ("Winter ladder", 2026, "55.00%")
    assert [each.player for each in winner.names.all()] == [person("ann"), person("bob")]
    assert winner.by == account("director")
    assert "Closed on" in text(f"/ladders/{kept.pk}/")
    assert "Ann of Riverside &amp; Bob of Riverside" in text("/winners/")
    assert trophies_of(person("ann")) == [winner]
    assert not ladders_of(person("ann"))[0].is_open


def test_the_trophy_of_what_only_the_desk_looks_at_is_named_to_nobody_else() -> None:
    played(60, 50)
    kept = pairs()
    Competition.objects.filter(pk=kept.pk).update(shown_to="desk")
    close(kept, account("director"), "")
    for role in ("public", "player"):
        assert "Winter ladder" not in text("/winners/", role)
    assert "Winter ladder" in text("/winners/", "scorer")


def test_a_correction_after_closing_is_said_with_the_difference_and_changes_nothing() -> None:
    last = played(60, 50)[-1]
    kept = pairs()
    close(kept, account("director"), "")
    before = text(f"/ladders/{kept.pk}/")
    assert "Results were corrected" not in before
    write(last, {"ann bob": 30, "cy dee": 70})
    page = text(f"/ladders/{kept.pk}/")
    assert "Results were corrected or posted since it was closed" in page
    assert "1 · 55.00%" in page
    assert "2 · 45.00%" in page
    ranking = page[page.index('aria-label="Ranking') :]
    assert ranking.index("Ann of") < ranking.index("Cy of")
    assert str(Winner.objects.get().names.all()[0].player) == "Ann of Riverside"
    rebuild(our_club())
    assert "Results were corrected or posted since it was closed" in text(f"/ladders/{kept.pk}/")


def test_a_session_that_is_posted_after_closing_is_said_too() -> None:
    played(60)
    kept = pairs()
    close(kept, account("director"), "")
    sat(date(2026, 1, 13), {"ann bob": 30, "cy dee": 70})
    page = text(f"/ladders/{kept.pk}/")
    assert "Results were corrected or posted since it was closed" in page
    assert page.index("1 · 60.00%") < page.index("2 · 45.00%")
    assert len(Winner.objects.get().names.all()) == 2


def test_two_who_open_a_competition_again_at_once_open_it_once() -> None:
    played(60, 50)
    kept = pairs()
    close(kept, account("director"), "")
    same = Competition.objects.get(pk=kept.pk)
    open_again(kept, account("director"), "a score was wrong")
    open_again(same, account("director"), "a score was wrong")
    assert [step.what for step in kept.steps.order_by("pk")] == ["closed", "opened"]


def test_closed_again_the_winners_who_differ_are_replaced_and_the_others_stay() -> None:
    last = played(60, 50)[-1]
    kept = pairs()
    close(kept, account("director"), "")
    write(last, {"ann bob": 30, "cy dee": 70})
    refused = as_role("director").post(f"/ladders/{kept.pk}/close/", {"wish": "close"})
    assert refused.status_code == 422
    assert "Write why" in refused.content.decode()
    as_role("director").post(f"/ladders/{kept.pk}/close/", {"wish": "close", "reason": "board 7 was misscored"})
    old, new = Winner.objects.order_by("pk")
    assert new.replaces == old
    assert [str(each.player) for each in new.names.all()] == ["Cy of Riverside", "Dee of Riverside"]
    assert "Ann of" not in text("/winners/")
    assert "Results were corrected" not in text(f"/ladders/{kept.pk}/")
    history = text(f"/winners/{new.pk}/", "director")
    assert "board 7 was misscored" in history
    assert "Ann of Riverside &amp; Bob of Riverside" in history
    kept.refresh_from_db()
    close(kept, account("director"), "once more")
    assert Winner.objects.count() == 2
    assert CompetitionStep.objects.count() == 3


def test_two_who_close_at_the_same_time_close_it_once() -> None:
    played(60, 50)
    kept = pairs()
    other = Competition.objects.get(pk=kept.pk)  # as the second director saw it
    step = close(kept, account("director"), "")
    assert close(other, account("director"), "") == step
    assert (CompetitionStep.objects.count(), Winner.objects.count()) == (1, 1)


def test_who_shares_the_first_place_wins_too() -> None:
    played(50)
    kept = pairs()
    close(kept, account("director"), "")
    assert len(standing_winners(kept)) == 2


def test_when_it_is_closed_early_who_has_played_too_few_does_not_win() -> None:
    # three of four nights are held and two must be played: until the fourth is called off, eve may still have a place
    played(60, 50)
    sat(date(2026, 1, 20), {"eve fay": 70, "cy dee": 30})
    kept = competition(SeriesPlan("mean", sessions=4, needed=2, counted=2))
    page = text(f"/ladders/{kept.pk}/")
    assert page.index("Eve of Riverside") < page.index("Ann of Riverside")
    assert "Must play 1 of the 1 session to come." in page
    assert "1 more is to come." in page
    assert "have been played: the list is as things stand" not in page  # which would say it twice
    page = text(f"/ladders/{kept.pk}/close/", "director")
    assert "By the rules sessions are still to come." in page
    assert "Ann of Riverside &amp; Bob of Riverside, 55.00%" in page
    assert "Eve of Riverside" not in page
    assert not kept.lists.filter(fixed=True).exists()
    assert "As things stand." in text(f"/ladders/{kept.pk}/")
    close(kept, account("director"), "snow")
    assert [str(each.player.given) for each in Winner.objects.get().names.all() if each.player] == ["Ann", "Bob"]
    page = text(f"/ladders/{kept.pk}/")
    assert "played 1, and 2 sessions are needed" in page
    assert "to come" not in page
    assert "as things stand" not in page
    assert "Results were corrected" not in page
    open_again(kept, account("director"), "it was played after all")
    assert "Must play 1 of the 1 session to come." in text(f"/ladders/{kept.pk}/")


def graded() -> Competition:
    """Ann leads the seniors and dee has no grade; cy is a junior."""
    played(60, 50)
    for name, grade in (("ann", "Senior"), ("bob", "Senior"), ("cy", "Junior")):
        Player.objects.filter(pk=person(name).pk).update(grade=grade)
    return competition(SeriesPlan("mean", needed=1, by="players"), grades=("Senior", "Junior"))


def test_who_is_in_none_of_the_grades_wins_nothing() -> None:
    kept = graded()
    page = text(f"/ladders/{kept.pk}/close/", "director")
    assert "Cy of Riverside, 45.00% (Junior)" in page
    assert "Dee of Riverside" not in page
    close(kept, account("director"), "")
    assert sorted(each.part for each in standing_winners(kept)) == ["Junior", "Senior", "Senior"]


def test_who_is_promoted_after_closing_has_won_in_the_grade_of_then() -> None:
    kept = graded()
    close(kept, account("director"), "")
    Player.objects.filter(pk=person("cy").pk).update(grade="Senior")
    assert "Results were corrected" not in text(f"/ladders/{kept.pk}/")
    write(PlayedSession.objects.latest("day"), {"ann bob": 40, "cy dee": 60})
    page = text(f"/ladders/{kept.pk}/")
    assert "1 · 45.00%" in page
    assert "1 · 50.00%" in page
    close(kept, account("director"), "misscored")
    cy = next(each for each in standing_winners(kept) if each.names.get().player == person("cy"))
    assert (cy.part, cy.result) == ("Junior", "50.00%")
    open_again(kept, account("director"), "by the grades of now")
    close(kept, account("director"), "by the grades of now")
    assert {each.part for each in standing_winners(kept)} == {"Senior"}


def test_what_was_posted_a_moment_ago_is_read_before_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    for week in range(3):
        posted(date=date(2026, 1, 6 + 7 * week))
    monkeypatch.setattr(yearbook, "BATCH", 1)  # as after thousands of nights were brought in
    kept = competition(SeriesPlan("mean", needed=1, by="players"))
    close(kept, account("director"), "")
    fixed = fixed_list(kept)
    assert fixed is not None
    assert fixed.held == 3


def test_it_can_be_opened_again_and_then_follows_the_results() -> None:
    last = played(60, 50)[-1]
    kept = pairs()
    close(kept, account("director"), "")
    assert as_role("director").post(f"/ladders/{kept.pk}/rules/", {"title": "Changed"}).status_code == 422
    as_role("director").post(f"/ladders/{kept.pk}/close/", {"wish": "open", "reason": "closed too early"})
    write(last, {"ann bob": 30, "cy dee": 70})
    page = text(f"/ladders/{kept.pk}/")
    assert "As things stand." in page
    assert "Results were corrected" not in page
    kept.refresh_from_db()
    assert kept.closed is None


def test_nothing_is_closed_where_nobody_has_won() -> None:
    kept = pairs()
    answer = as_role("director").post(f"/ladders/{kept.pk}/close/", {"wish": "close"})
    assert answer.status_code == 422
    assert "nothing to close" in answer.content.decode()


def test_winners_of_earlier_years_are_entered_by_hand_and_corrected_by_new_rows() -> None:
    ann = person("ann")
    form = {"trophy": "Rose bowl", "year": "1987", "names": "Ann of Riverside\nOlive Elder", "result": ""}
    assert as_role("director").post("/winners/new/", form).status_code == 302
    as_role("director").post("/winners/new/", {**form, "trophy": "rose BOWL", "year": "1988", "names": "Olive Elder"})
    assert Trophy.objects.count() == 1
    first = Winner.objects.get(year=1987)
    assert [(each.player, each.name) for each in first.names.all()] == [(ann, ""), (None, "Olive Elder")]
    wrong = as_role("director").post(f"/winners/{first.pk}/", {**form, "names": "Olive Elder"})
    assert wrong.status_code == 422
    as_role("director").post(f"/winners/{first.pk}/", {**form, "names": "Olive Elder", "reason": "the cup says so"})
    assert "Ann of" not in text("/winners/")
    assert Winner.objects.filter(year=1987).count() == 2
    now = Winner.objects.get(replaces=first)
    late = as_role("director").post(f"/winners/{first.pk}/", {**form, "reason": "sent twice"})
    assert late.headers["Location"] == f"/winners/{now.pk}/"  # where what stands can be seen, with what was before
    assert Winner.objects.filter(year=1987).count() == 2
    second = Winner.objects.get(year=1988)
    as_role("director").post(f"/winners/{second.pk}/", {"what": "take-back", "reason": "not played"})
    assert ">1988<" not in text("/winners/").replace(" ", "")
    again = as_role("director").post(f"/winners/{second.pk}/", {"what": "take-back", "reason": "not played"})
    assert again.headers["Location"] == "/winners/"
    assert Winner.objects.filter(nobody=True).count() == 1
    assert as_role("director").get("/winners/999999/").status_code == 404


def test_the_engraver_gets_paper_and_a_file_and_withheld_names_stay_out_of_it() -> None:
    played(60)
    close(pairs(), account("director"), "")
    bob = person("bob")
    bob.withheld = "files"
    bob.save()
    assert as_role("public").get("/winners/all.pdf").content.startswith(b"%PDF")
    file = as_role("director").get("/winners/all.csv").content.decode("utf-8-sig")
    assert file.splitlines()[0] == "trophy,year,list,winners,result"
    assert "Ann of Riverside & A player" in file
    assert "Bob of Riverside" not in text("/winners/")
    assert "Bob of Riverside" in text("/winners/", "scorer")
    assert as_role("public").get("/winners/all.txt").status_code == 404


def test_a_list_goes_on_paper_and_into_a_spreadsheet() -> None:
    played(60, 50)
    kept = pairs()
    assert as_role("public").get(f"/ladders/{kept.pk}/list.pdf").content.startswith(b"%PDF")
    file = as_role("public").get(f"/ladders/{kept.pk}/list.csv").content.decode("utf-8-sig").splitlines()
    assert file[0] == "list,place,names,played,boards,result,notes"
    assert file[1].startswith(",1,Ann of Riverside & Bob of Riverside,2,48,55.00%")
    bob = person("bob")
    bob.withheld = "pages"
    bob.save()
    address = f"/ladders/{kept.pk}/list.csv"
    assert "Bob of Riverside" not in as_role("public").get(address).content.decode()
    assert "Bob of Riverside" not in as_role("player").get(address).content.decode()
    assert "Bob of Riverside" in as_role("director").get(address).content.decode()


def test_who_is_forgotten_or_merged_is_so_among_the_winners() -> None:
    played(60)
    close(pairs(), account("director"), "")
    typed = Winner.objects.create(trophy=Trophy.objects.get(), year=1999)
    typed.names.create(name="Ann of Riverside")
    merge(person("anne"), person("ann"))
    assert [str(each.winner_id) for each in person("anne").trophies_won.all()] != []
    anne = person("anne")
    anne.given = "Ann"
    anne.save()
    erase(anne)
    assert "Ann of Riverside" not in text("/winners/", "director")
    assert text("/winners/").count("(name withheld)") == 2


def test_winners_of_what_the_club_hides_are_hidden() -> None:
    played(60)
    kept = pairs()
    close(kept, account("director"), "")
    kept.shown_to = "desk"
    kept.save()
    assert "Ann of Riverside" not in text("/winners/")
    assert "Ann of Riverside" in text("/winners/", "scorer")
    assert in_step(kept).fixed is not None
