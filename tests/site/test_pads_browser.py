"""Phones at the tables, in a real browser: what is entered is in the journal once and as entered, whatever happens."""

from __future__ import annotations

import json
from collections.abc import Iterator

from clubs import check_whole
from nights import a_night
from phones import Phone, messages, once_kept, room
from playwright.sync_api import expect

from arrowswitch.bridge import dealer_of, parse_contract, score, vulnerability_of
from arrowswitch.movements import Meeting, build
from arrowswitch.session import (
    CallRound,
    Contracted,
    Correct,
    CutRounds,
    EditMeeting,
    Enter,
    LineKey,
    Settings,
)
from arrowswitch.site.journal import store

AGAIN = """body => fetch("send", {
    method: "POST", headers: {"Content-Type": "application/json", "X-Pad": "1"}, body
}).then(answer => answer.json())"""


def test_four_tables_lose_nothing_in_a_night_of_mishaps(desk_club: dict[str, str]) -> None:
    movement = build("howell", tables=4, boards_per_round=2)
    session = a_night(movement, settings=Settings(confirm=True))
    wanted: dict[LineKey, Contracted] = {}
    kinds = iter_results()

    def play(phone: Phone, round_number: int, table: int, board: int) -> int:
        contract, declarer, lead, over = next(kinds)
        wanted[LineKey("A", round_number, table, board)] = Contracted(
            contract.replace("N", "NT"), declarer, int(contract[0]) + 6 + over, lead
        )
        return phone.enter(board, contract, declarer, lead, over)

    with room(session, desk_club) as club:
        one, two, four = club.join(1), club.join(2), club.join(4)
        three, other = club.join(3, "NS"), club.join(3, "EW")

        # round 1: a second phone agrees at table 3; table 2 is reloaded in the middle; table 4 sends everything twice
        assert play(one, 1, 1, 1) <= 8
        play(one, 1, 1, 2)
        two.tap("b-5", "k-4S")
        once_kept(two.page)
        two.page.reload()
        two.shows("by?")
        two.tap("k-W", "lead-H", "k-HA")
        once_kept(two.page)
        two.page.reload()
        two.shows("Result?")
        two.tap("k-r1", "agree")
        wanted[LineKey("A", 1, 2, 5)] = Contracted("4S", "W", 11, "HA")
        play(two, 1, 2, 6)
        for board in (7, 8):
            play(three, 1, 3, board)
            other.shows("do you agree?")
            other.tap("agree")
        play(four, 1, 4, 9)
        play(four, 1, 4, 10)
        for phone in (one, two, three, four):
            phone.shows("Round 1 is done.")
            phone.shows("Everything is in.")
        for body in tuple(four.sent):
            answers = four.page.evaluate(AGAIN, body)["answers"]
            assert all(answer["ok"] for answer in answers)

        # round 2: table 1 has no network at all, and the desk writes one of its scores; the server dies on tables 2 and 3
        one.context.set_offline(True)
        club.desk.do(CallRound(2))
        one.tap("next-round")
        play(one, 2, 1, 3)
        play(one, 2, 1, 4)
        one.shows("2 scores waiting.")
        one.page.reload()
        one.shows("2 scores waiting.")
        one.tap("next-round")  # it goes on by itself
        one.shows("Round 3 of")
        club.desk.do(Enter(LineKey("A", 2, 1, 4), Contracted("2H", "E", 8, "S2")))
        wanted[LineKey("A", 2, 1, 4)] = Contracted("2H", "E", 8, "S2")
        for phone in (two, three, four):
            phone.shows("Round 2 of 7")
        play(two, 2, 2, 7)
        club.server.kill()
        play(two, 2, 2, 8)
        play(three, 2, 3, 9)
        two.shows("waiting.")
        two.page.reload()
        two.shows("waiting.")
        club.server.start()
        play(three, 2, 3, 10)
        other.shows("do you agree?")
        other.tap("agree")
        other.shows("do you agree?")
        other.tap("agree")
        play(four, 2, 4, 11)
        play(four, 2, 4, 12)
        for phone in (two, three, four):
            phone.shows("Round 2 is done.")
            phone.shows("Everything is in.")
        one.context.set_offline(False)
        one.shows("This was not taken")  # what the desk wrote is put to the people
        one.tap("leave-it")
        one.shows("Everything is in.")

        # the desk corrects a score and changes the movement; both are on the phones at once
        club.desk.do(Correct(LineKey("A", 2, 4, 12), Contracted("6NT", "S", 12, "CQ")))
        wanted[LineKey("A", 2, 4, 12)] = Contracted("6NT", "S", 12, "CQ")
        expect(four.page.locator("#b-12")).to_contain_text("6NT S =")
        club.desk.do(EditMeeting("A", Meeting(3, 4, 8, 3, (3, 4))), force=True, why="boards 13 and 14 are wet")
        club.desk.do(CallRound(3))
        club.desk.do(CutRounds(3), why="late")
        for phone in (one, two, three, four, other):
            phone.shows("Round 3 of 3")
        expect(four.page.locator("#b-3")).to_be_visible()
        boards = {1: (5, 6), 2: (9, 10), 4: (3, 4)}
        for table, phone in ((1, one), (2, two), (4, four)):
            for board in boards[table]:
                play(phone, 3, table, board)
        for board in (11, 12):
            play(three, 3, 3, board)
            other.shows("do you agree?")
            other.tap("agree")
        for phone in (one, two, three, four, other):
            phone.shows("That was the last round.")
            phone.shows("Everything is in.")
        for table, phone in ((1, one), (2, two), (3, three), (3, other), (4, four)):
            for board in boards.get(table, (11, 12)):
                expect(phone.page.locator(f"#b-{board} small")).to_have_text("in")
        sent = [str(message["id"]) for phone in club.phones for message in messages(phone)]
        rows = {
            LineKey("A", 3, table, board): phone.page.inner_text(f"#b-{board}").split("\n")
            for table, phone in ((1, one), (2, two), (3, three), (3, other), (4, four))
            for board in boards.get(table, (11, 12))
        }

    check_whole(session)
    state = store.state(session)
    assert {key: record.entry for key, record in state.lines.items()} == wanted
    assert len(wanted) == 24
    assert all(record.confirmed for record in state.lines.values())
    assert {entry.id for entry in state.journal if entry.by.role == "table"} <= set(sent)
    for key, (board, result, mark) in rows.items():
        assert board == str(key.board)
        assert result.replace(" ", "") == shown(wanted[key])
        assert mark == "in"


def shown(entry: Contracted) -> str:
    """A result as a pad shows it, without its spaces."""
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "N": "NT"}
    over = entry.tricks - 6 - int(entry.contract[0])
    result = "=" if over == 0 else f"+{over}" if over > 0 else f"−{-over}"
    doubled = "X" * entry.contract.count("X")
    return f"{entry.contract[0]}{signs[entry.contract[1]]}{doubled}{entry.declarer}{result}"


def iter_results() -> Iterator[tuple[str, str, str, int]]:
    """Results that are all different, so that none can stand in another's place unseen."""
    for number in range(60):
        suit, declarer = "CDHSN"[number % 5], "NESW"[number % 4]
        doubled = "X" if number % 7 == 6 else ""
        lead = "SHDC"[number % 3] + "AKQJT98765432"[number % 13]
        yield f"{number % 6 + 1}{suit}{doubled}", declarer, lead, (number % 3) - 1


OVERTAKEN = """async () => {
    const line = await import(document.scripts[0].src.replace("pad.js", "network.js"));
    const until = async (holds) => {
        for (let looks = 0; !holds(); looks += 1) {
            if (looks > 4000) throw new Error(`never: ${holds}`);
            await new Promise((done) => setTimeout(done, 5));
        }
    };
    const before = line.state.view;
    const asked = {};  // the answers that are waited for; a phone may look once more by itself
    const answer = (address, body) => { const give = asked[address]; delete asked[address]; give(body); };
    window.fetch = (address) => new Promise((answer) => { asked[address] = (body) => answer(Response.json(body)); });
    line.say({ id: "tell", kind: "call", about: "lead" });
    await until(() => asked.send);
    await until(() => { if (!asked.known) line.look(); return asked.known; });  // asked later, answered by the server earlier
    answer("send", { answers: [{ id: "tell", ok: true }], view: { ...before, version: before.version + 1 } });
    await until(() => line.state.view.version > before.version && !line.state.waiting.length);
    await line.flush();
    answer("known", before);
    await until(() => { if (!asked.known) line.look(); return asked.known; });  // it looks again when it has taken that
    const kept = line.state.view.version - before.version;
    answer("known", { ...before, version: 1 });  // the club's data was put back
    await until(() => line.state.view.version === 1);
    return [kept, line.state.view.version];
}"""
UNDER_A_FINGER = """async () => {
    const line = await import(document.scripts[0].src.replace("pad.js", "network.js"));
    const news = async (words) => { line.state.held = words; await line.drop({ number: -1 }); };
    await line.say({ kind: "seat", contestant: 1, seat: "N", name: "Ann Ash" });
    await line.flush();
    const key = document.getElementById("b-1"), said = () => document.querySelector(".status").textContent;
    const finger = (kind) => key.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
    finger("pointerdown");
    await news("first");
    finger("pointerup");
    await new Promise((done) => setTimeout(done, 0));
    const seen = [key.isConnected, said() === "first"];
    finger("pointercancel");  // no tap
    seen.push(said() === "first");
    const fresh = document.getElementById("b-1");
    fresh.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    await news("second");
    fresh.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    fresh.click();  // opens the board, and shows the news
    return [...seen, said() === "second", Boolean(document.getElementById("k-7N"))];
}"""


def test_what_is_old_is_not_shown_and_nothing_moves_under_a_finger(desk_club: dict[str, str]) -> None:
    session = a_night()
    with room(session, desk_club) as club:
        phone = club.join(1)
        assert phone.page.evaluate(OVERTAKEN) == [1, 1]
        other = club.join(2)
        other.page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('gone')); }")
        key = other.page.evaluate("document.querySelector('.row.main').id")
        assert other.page.evaluate(UNDER_A_FINGER.replace("b-1", key)) == [True, False, True, True, True]


def test_a_phone_scores_every_contract_as_the_program_does(desk_club: dict[str, str]) -> None:
    session = a_night()
    with room(session, desk_club) as club:
        phone = club.join(1)
        found = json.loads(
            phone.page.evaluate(
                """async () => {
                const game = await import(document.scripts[0].src.replace("pad.js", "game.js"));
                const scores = [];
                for (const vul of [false, true]) for (const doubled of [0, 1, 2]) for (let level = 1; level <= 7; level += 1)
                    for (const suit of game.SUITS) for (let tricks = 0; tricks <= 13; tricks += 1)
                        scores.push([vul, doubled, `${level}${suit}`, tricks, game.scoreOf(level, suit, doubled, tricks, vul)]);
                const boards = Array.from({ length: 64 }, (_, index) => [index + 1, game.dealer(index + 1), game.vulnerable(index + 1)]);
                return JSON.stringify({ scores, boards });
                }"""
            )
        )
    assert len(found["scores"]) == 2 * 3 * 35 * 14
    for vulnerable, doubled, name, tricks, points in found["scores"]:
        contract = parse_contract(name + "X" * doubled)
        assert points == score(contract, tricks, vulnerable), (name, tricks, doubled)
    for board, dealer, vulnerable in found["boards"]:
        assert dealer == dealer_of(board)
        assert vulnerable == {"none": "none", "ns": "NS", "ew": "EW", "all": "both"}[vulnerability_of(board)]
