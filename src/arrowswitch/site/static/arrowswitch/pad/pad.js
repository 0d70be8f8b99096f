// The pad: one question a screen. What is on the screen follows from what the server told, what waits to be sent, and the
// entry that is being made; every tap is kept, so that a page that dies comes back where it was.

import * as game from "./game.js";
import * as keep from "./keep.js";
import * as line from "./line.js";
import { h, t } from "./words.js";

const root = document.getElementById("pad");
const screen = { page: "", line: null, after: null, named: false };
let draft = keep.draft();
let place = keep.place();

// -- what is known ------------------------------------------------------------------------------------------------------

const view = () => line.state.view;
const same = (one, other) => one.round === other.round && one.table === other.table && one.board === other.board;
const queued = (key) => line.state.waiting.filter((each) => ["enter", "correct"].includes(each.kind) && same(each, key));

// A board's line as this device knows it: what waits here comes before what the server has.
function lineOf(stop, board) {
  const key = { round: stop.round, table: stop.table, board };
  const known = view().lines.find((each) => same(each, key));
  const mine = queued(key).filter((each) => !each.problem).at(-1);
  if (mine) return { ...key, entry: mine.entry, ns: game.nsScore(mine.entry, board), by: mine.side, confirmed: agreed(key) || known?.confirmed, version: known?.version ?? 0, waits: true };
  return known?.entry ? { ...known, confirmed: known.confirmed || agreed(key) } : null;
}
const agreed = (key) => line.state.waiting.some((each) => each.kind === "confirm" && same(each, key) && !each.problem);
const problems = () => line.state.waiting.filter((each) => each.problem);
const isDone = (stop, board) => Boolean(lineOf(stop, board)) || stop.done.includes(board);
const allDone = (stop) => stop.boards.every((board) => isDone(stop, board));

// Where this device is: the round that was called, or a later one to which its table has gone on.
function here() {
  const stops = view().stops;
  if (!stops.length) return null;
  const called = Math.max(view().round, 1);
  const round = place?.pad === view().pad ? Math.max(place.round, called) : called;
  const unfinished = stops.find((stop) => stop.round < round && !allDone(stop) && place?.round === stop.round);
  return unfinished ?? stops.find((stop) => stop.round >= round) ?? stops.at(-1);
}
function goTo(round) {
  place = { pad: view().pad, round };
  keep.keepPlace(place);
}
const missed = (stop) => view().stops.filter((each) => each.round < stop.round && !allDone(each));

// -- words --------------------------------------------------------------------------------------------------------------

const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");
const suit = (letter) => h("span", { class: game.COLOURS[letter] }, game.SIGNS[letter]);
const contractText = ({ contract }) => [contract[0], suit(contract[1]), contract.replace(/^../, "").replace("T", "")];
const cardText = (card) => [suit(card[0]), card.slice(1).replace("T", "10")];
const vulText = (board) => t(`vul-${game.vulnerable(board)}`);
const seatName = (seat) => t(`seat-${seat}`);
const sideName = (side) => t(`side-${side}`);
const rangeText = (boards) => (boards.length > 1 && boards.at(-1) - boards[0] === boards.length - 1 ? `${boards[0]}–${boards.at(-1)}` : boards.join(", "));

function resultText(over) {
  if (over === 0) return t("made");
  return over > 0 ? t(over === 1 ? "over-one" : "over", { n: over }) : t(over === -1 ? "down-one" : "down", { n: -over });
}

function entryShort(entry) {
  if (entry.type === "passed-out") return [t("passed-out")];
  if (entry.type === "not-played") return [t("not-played")];
  if (entry.type === "late-play") return [t("late-play")];
  if (entry.type === "score") return [signed(entry.ns)];
  const over = game.overTricks(entry);
  return [...contractText(entry), ` ${entry.declarer} `, over ? signed(over) : "="];
}

// "4♠ by South, one down: NS −50", as it is put to the other side.
function entryLong(entry, board) {
  if (entry.type !== "contract") return h("p", { class: "said" }, entryShort(entry));
  const score = game.nsScore(entry, board);
  const winner = score >= 0 ? "NS" : "EW";
  return h("div", { class: "said" },
    h("p", { class: "big" }, contractText(entry), ` ${t("by", { seat: seatName(entry.declarer) })}`),
    entry.lead ? h("p", {}, `${t("lead")} `, cardText(entry.lead)) : null,
    h("p", {}, t("tricks-result", { tricks: entry.tricks, result: resultText(game.overTricks(entry)) })),
    h("p", { class: "big" }, `${sideName(winner)} ${signed(Math.abs(score))}`));
}

const who = (side, name = "") => [h("b", {}, side.label.startsWith(name) ? side.label : `${name} ${side.label}`), " ", side.names.join(" & ")];

// -- entry --------------------------------------------------------------------------------------------------------------

function begin(stop, board, correcting = null) {
  draft = { pad: view().pad, round: stop.round, table: stop.table, board, step: "contract", correcting };
  save();
}
function save() {
  keep.keepDraft(draft);
  render();
}
function step(values, next) {
  Object.assign(draft, values, { step: next });
  save();
}
function stopOfDraft() {
  return view().stops.find((stop) => stop.round === draft.round && stop.table === draft.table);
}
function entryOf({ type, level, suit: letter, doubled, declarer, lead, tricks }) {
  if (type !== "contract") return { type };
  return { type, contract: `${level}${letter}${"X".repeat(doubled ?? 0)}`, declarer, tricks, lead: lead ?? "" };
}
const writtenContract = (entry) => ({ ...entry, contract: entry.contract?.replace(/^(\d)N(?!T)/, "$1NT") });

const back = (to) => h("button", { class: "key quiet", onclick: () => (to ? step({}, to) : cancel()) }, t("back"));
function cancel() {
  draft = null;
  keep.keepDraft(null);
  render();
}

function head(stop, board) {
  return h("header", {},
    h("p", { class: "board" }, h("b", {}, t("board", { n: board })), " ", h("span", {}, t("dealer", { seat: game.dealer(board) })), " ", h("span", { class: `vul vul-${game.vulnerable(board)}` }, vulText(board))),
    h("p", { class: "pairs" }, who(stop.ns), ` ${t("against")} `, who(stop.ew)));
}

function contractScreen(stop) {
  const pick = (values) => {
    const level = values.level ?? draft.level;
    const letter = values.suit ?? draft.suit;
    step({ ...values, type: "contract", doubled: 0 }, level && letter ? "declarer" : "contract");
  };
  const key = (value, label, chosen, values, css = "") => h("button", { class: `key ${css}`, "aria-pressed": chosen ? "true" : "false", onclick: () => pick(values), id: `k-${value}` }, label);
  return [
    h("h1", {}, t("contract?")),
    h("div", { class: "pad-keys seven" }, [1, 2, 3, 4, 5, 6, 7].map((level) => key(level, `${level}`, draft.level === level, { level }))),
    h("div", { class: "pad-keys five" }, game.SUITS.map((letter) => key(letter, game.SIGNS[letter], draft.suit === letter, { suit: letter }, `suit ${game.COLOURS[letter]}`))),
    h("div", { class: "pad-keys two" },
      h("button", { class: "key", onclick: () => step({ type: "passed-out" }, "agree") }, t("passed-out")),
      h("button", { class: "key", onclick: () => step({ type: "not-played" }, "agree") }, t("not-played"))),
    back(null),
  ];
}

function declarerScreen(stop) {
  const next = view().leads ? "lead" : "tricks";
  const seat = (letter) => h("button", { class: `key seat seat-${letter}`, id: `k-${letter}`, onclick: () => step({ declarer: letter }, next) }, h("b", {}, letter), h("span", {}, nameAt(stop, letter)));
  const times = (doubled, label) => h("button", { class: "key", "aria-pressed": (draft.doubled ?? 0) === doubled ? "true" : "false", onclick: () => step({ doubled: draft.doubled === doubled ? 0 : doubled }, "declarer") }, label);
  return [
    h("h1", {}, `${draft.level}`, suit(draft.suit), "X".repeat(draft.doubled ?? 0), " ", t("by?")),
    h("div", { class: "pad-keys two" }, times(1, t("doubled")), times(2, t("redoubled"))),
    h("div", { class: "compass" }, seat("N"), seat("W"), seat("E"), seat("S")),
    back("contract"),
  ];
}

function nameAt(stop, letter) {
  const side = stop[game.sideOf(letter) === "NS" ? "ns" : "ew"];
  return side.names.length === 2 ? side.names["NE".includes(letter) ? 0 : 1] : "";
}

function leadScreen() {
  const leadSuit = draft.leadSuit;
  const from = game.leader(draft.declarer);
  return [
    h("h1", {}, t("lead?", { seat: seatName(from) })),
    h("div", { class: "pad-keys four" }, ["S", "H", "D", "C"].map((letter) => h("button", { class: `key suit ${game.COLOURS[letter]}`, id: `k-${letter}`, "aria-pressed": leadSuit === letter ? "true" : "false", onclick: () => step({ leadSuit: letter }, "lead") }, game.SIGNS[letter]))),
    leadSuit ? h("div", { class: "pad-keys five" }, game.RANKS.map((rank) => h("button", { class: "key", id: `k-${rank}`, onclick: () => step({ lead: leadSuit + rank }, "tricks") }, rank.replace("T", "10")))) : null,
    h("div", { class: "pad-keys one" }, h("button", { class: "key", onclick: () => step({ lead: "" }, "tricks") }, t("no-lead"))),
    back("declarer"),
  ];
}

function tricksScreen() {
  const need = draft.level + 6;
  const key = (over) => h("button", { class: `key ${over === 0 ? "main" : ""}`, id: `k-r${over}`, onclick: () => step({ tricks: need + over }, "agree") }, over ? signed(over) : "=");
  const overs = Array.from({ length: 13 - need }, (_, index) => key(index + 1));
  const downs = Array.from({ length: need }, (_, index) => key(-index - 1));
  return [
    h("h1", {}, t("result?")),
    h("p", { class: "so-far" }, `${draft.level}`, suit(draft.suit), "X".repeat(draft.doubled ?? 0), ` ${t("by", { seat: seatName(draft.declarer) })}`, draft.lead ? [` · ${t("lead")} `, cardText(draft.lead)] : null),
    h("div", { class: "pad-keys one" }, key(0)),
    overs.length ? h("div", { class: "pad-keys six" }, overs) : null,
    h("div", { class: "pad-keys six" }, downs),
    back(view().leads ? "lead" : "declarer"),
  ];
}

function agreeScreen(stop) {
  const entry = entryOf(draft);
  const side = writer(entry);
  const other = game.otherSide(side);
  const tell = (agree) => h("button", { class: "key main", id: "agree", onclick: () => finish(stop, entry, side, agree) }, agree ? t("agree") : t("send"));
  const lastly = h("button", { class: "key", onclick: () => step({}, entry.type === "contract" ? "tricks" : "contract") }, t("change"));
  if (view().side && view().both) {
    return [entryLong(entry, draft.board), h("p", {}, t("other-device", { side: sideName(other) })), h("div", { class: "pad-keys two act" }, tell(false), lastly)];
  }
  return [
    entryLong(entry, draft.board),
    h("p", { class: "question" }, t("agree?", { side: sideName(other) })),
    view().pin ? pinField() : null,
    h("div", { class: "pad-keys two act" }, tell(true), lastly),
  ];
}

const pinField = () => h("label", { class: "pin" }, t("pin"), h("input", { id: "pin", inputmode: "numeric", autocomplete: "off", maxlength: "4", pattern: "[0-9]*" }));

// The side that writes: the device's own; on the table's only device North-South, as is the custom.
const writer = () => view().side || "NS";

async function finish(stop, entry, side, agree) {
  const key = { round: draft.round, table: draft.table, board: draft.board };
  const known = view().lines.find((each) => same(each, key));
  const correcting = Boolean(known?.entry && known.entry.type !== "late-play");
  const pin = document.getElementById("pin")?.value ?? "";
  const earlier = queued(key);
  draft = null;
  keep.keepDraft(null);
  for (const each of earlier.filter((message) => message.problem)) await line.drop(each);
  screen.after = key;
  const sent = { kind: correcting || earlier.some((each) => !each.problem) ? "correct" : "enter", ...key, side, entry: writtenContract(entry) };
  await line.say(correcting ? { ...sent, seen: known.version } : sent);
  if (agree && entry.type !== "not-played") await line.say({ kind: "confirm", ...key, side: game.otherSide(side), pin });
  render();
}

// -- screens ------------------------------------------------------------------------------------------------------------

function roundScreen(stop) {
  const next = stop.boards.find((board) => !isDone(stop, board));
  const rows = stop.boards.map((board) => {
    const known = lineOf(stop, board);
    const mark = !known ? t("to-play") : known.waits ? t("waits") : view().confirm && !known.confirmed ? t("unconfirmed") : t("in");
    return h("li", {}, h("button", { class: `key row ${board === next ? "main" : ""}`, id: `b-${board}`, onclick: () => (known ? openLine(stop, board) : begin(stop, board)) },
      h("b", {}, `${board}`), h("span", {}, known ? entryShort(known.entry) : ""), h("small", {}, mark)));
  });
  return [
    h("header", {},
      h("h1", {}, t("round-of", { n: stop.round, of: view().rounds }), " · ", t("table", { table: tableName(stop.table) })),
      h("p", { class: "pairs" }, who(stop.ns, "NS")), h("p", { class: "pairs" }, who(stop.ew, "EW")),
      stop.switched ? h("p", { class: "switch" }, `⇄ ${t("switched")}`) : null),
    h("ul", { class: "rows" }, rows),
  ];
}

const tableName = (table) => (view().sections > 1 ? `${view().section}${table}` : `${table}`);

function openLine(stop, board) {
  screen.line = { round: stop.round, table: stop.table, board };
  render();
}

function lineScreen(stop) {
  const { board } = screen.line;
  const known = lineOf(stop, board);
  if (!known) { screen.line = null; return roundScreen(stop); }
  const shown = view().boards[board] ?? {};
  const close = () => { screen.line = null; screen.after = null; render(); };
  const mine = view().side;
  const asks = view().confirm && !known.confirmed && known.entry.type !== "not-played" && (!mine || mine !== known.by);
  const confirm = () => line.say({ kind: "confirm", ...screen.line, side: mine || game.otherSide(known.by ?? "NS"), seen: known.waits ? undefined : known.version, pin: document.getElementById("pin")?.value ?? "" }).then(close);
  return [
    head(stop, board),
    entryLong(known.entry, board),
    known.adjusted ? h("p", { class: "note" }, t("adjusted")) : null,
    asks ? [h("p", { class: "question" }, t("agree?", { side: sideName(mine || game.otherSide(known.by ?? "NS")) })), view().pin ? pinField() : null] : null,
    shown.traveller ? traveller(shown.traveller) : null,
    shown.hands ? hands(shown.hands) : null,
    h("div", { class: "pad-keys two act" },
      asks ? h("button", { class: "key main", id: "agree", onclick: confirm }, t("agree")) : h("button", { class: "key main", id: "on", onclick: close }, t("go-on")),
      h("button", { class: "key", onclick: () => { screen.line = null; begin(stop, board, known.version); } }, t("change"))),
    asks ? h("button", { class: "key quiet", onclick: close }, t("back")) : null,
  ];
}

function traveller(rows) {
  return h("table", { class: "traveller" },
    h("thead", {}, h("tr", {}, h("th", {}, "NS"), h("th", {}, "EW"), h("th", {}, t("result")), h("th", {}, t("score")))),
    h("tbody", {}, rows.map((row) => h("tr", { class: row.mine ? "mine" : "" }, h("td", {}, row.ns_pair), h("td", {}, row.ew_pair), h("td", {}, row.adjusted || !row.entry ? t("adjusted") : entryShort(row.entry)), h("td", { class: "n" }, row.ns === null ? "" : signed(row.ns))))));
}

function hands(deal) {
  const hand = (seat) => h("div", { class: `hand hand-${seat}` }, h("b", {}, seat), deal[seat].split(".").map((ranks, index) => h("p", {}, suit("SHDC"[index]), ` ${ranks.replace("T", "10") || "–"}`)));
  return h("div", { class: "deal" }, ["N", "W", "E", "S"].map(hand));
}

function endScreen(stop) {
  const rows = stop.boards.map((board) => {
    const known = lineOf(stop, board);
    return h("li", {}, h("button", { class: "key row", id: `b-${board}`, onclick: () => (known ? openLine(stop, board) : begin(stop, board)) }, h("b", {}, `${board}`), h("span", {}, known ? entryShort(known.entry) : ""), h("small", {}, known?.waits ? t("waits") : view().confirm && known && !known.confirmed ? t("unconfirmed") : t("in"))));
  });
  const following = view().stops.find((each) => each.round > stop.round);
  const wait = view().wait && following && following.round > view().round;
  return [
    h("h1", {}, t("round-done", { n: stop.round })),
    h("ul", { class: "rows" }, rows),
    h("div", { class: "moves" }, [stop.ns, stop.ew].map((side, index) => move(side, index ? "EW" : "NS"))),
    following && view().pair === null ? h("p", {}, t("next-boards", { boards: rangeText(following.boards) }), following.switched ? ` · ⇄ ${t("switch-next")}` : "") : null,
    following
      ? h("button", { class: "key main", id: "next-round", disabled: wait, onclick: () => { goTo(following.round); render(); } }, wait ? t("wait-call") : t("next-round", { n: following.round }))
      : h("p", { class: "big" }, t("the-end")),
  ];
}

function move(side, now) {
  const label = h("b", {}, side.label);
  if (!side.next) return null;
  if (side.next.stays) return h("p", {}, label, ` ${t("stays")}`);
  if (!side.next.side) return h("p", {}, label, ` ${t("sits-out")}`);
  const turns = side.next.side !== now ? ` ⇄` : "";
  return h("p", {}, label, ` ${t("goes", { table: tableName(side.next.table), side: sideName(side.next.side) })} →${turns}`);
}

function seatsScreen(stop) {
  const rows = [["ns", "NS"], ["ew", "EW"]].flatMap(([key]) => stop[key].seats.map((seat) => {
    const field = h("input", { id: `name-${seat}`, maxlength: "80", autocomplete: "off", autocapitalize: "words" });
    const tell = () => field.value.trim() && line.say({ kind: "seat", contestant: stop[key].number, seat, name: field.value.trim() });
    return h("form", { class: "seat-name", onsubmit: (event) => { event.preventDefault(); tell(); } }, h("label", { for: `name-${seat}` }, seatName(seat)), field, h("button", { class: "key" }, t("save")));
  }));
  return [h("h1", {}, t("who-plays")), h("p", {}, t("name-or-number")), ...rows, h("button", { class: "key main", id: "skip-names", onclick: () => { screen.named = true; render(); } }, t("go-on"))];
}

function callScreen() {
  const reasons = ["call-lead", "call-revoke", "call-bid", "call-score", "call-other"];
  const waiting = view().calls.length;
  const tell = (about) => { screen.page = ""; line.say({ kind: "call", about }); };
  return [h("h1", {}, t("call-title")), waiting ? h("p", { class: "note" }, t("called")) : null,
    h("div", { class: "pad-keys one" }, reasons.map((reason) => h("button", { class: "key", onclick: () => tell(t(reason)) }, t(reason)))),
    h("button", { class: "key quiet", onclick: () => { screen.page = ""; render(); } }, t("back"))];
}

function problemScreen(message) {
  const stop = view().stops.find((each) => each.round === message.round && each.table === message.table);
  const drop = () => line.drop(message);
  const again = async () => { await line.drop(message); const known = view().lines.find((each) => same(each, message)); begin(stop, message.board, known?.version); };
  return [
    h("h1", {}, t("not-taken")),
    message.board ? h("p", { class: "board" }, h("b", {}, t("board", { n: message.board }))) : null,
    message.entry ? h("p", {}, t("you-wrote"), " ", entryShort({ written: null, ...message.entry })) : null,
    h("p", { class: "note" }, message.problem),
    h("div", { class: "pad-keys one" },
      message.conflict || !stop || !message.board ? null : h("button", { class: "key", onclick: again }, t("change")),
      h("button", { class: "key main", id: "leave-it", onclick: drop }, message.conflict ? t("theirs") : t("leave-it")),
      message.conflict ? h("button", { class: "key", onclick: async () => { await line.say({ kind: "call", about: t("call-conflict", { n: message.board }) }); drop(); } }, t("call-about-it")) : null),
  ];
}

function noteScreen({ message, notes }) {
  const close = () => { line.state.notes.shift(); render(); };
  const stop = view().stops.find((each) => each.round === message.round && each.table === message.table);
  return [
    h("h1", {}, t("please-look")),
    h("p", { class: "board" }, h("b", {}, t("board", { n: message.board }))),
    entryLong(message.entry, message.board),
    notes.map((note) => h("p", { class: "note" }, note)),
    h("div", { class: "pad-keys two act" },
      h("button", { class: "key main", id: "it-is-right", onclick: close }, t("it-is-right")),
      h("button", { class: "key", onclick: () => { line.state.notes.shift(); begin(stop, message.board); } }, t("change"))),
  ];
}

function unknownScreen() {
  if (line.state.out) return [h("h1", {}, t("out-title")), h("p", {}, t("out")), h("p", {}, h("a", { class: "key main", href: "../t/" }, t("join-again")))];
  return [h("h1", {}, t("opening")), h("p", {}, line.state.online ? "" : t("no-network"))];
}

// -- all together -------------------------------------------------------------------------------------------------------

function content() {
  if (!view() || line.state.out) return unknownScreen();
  if (screen.page === "call") return callScreen();
  if (problems().length) return problemScreen(problems()[0]);
  if (line.state.notes.length) return noteScreen(line.state.notes[0]);
  if (draft && draft.pad === view().pad && stopOfDraft()) {
    const stop = stopOfDraft();
    const screens = { contract: contractScreen, declarer: declarerScreen, lead: leadScreen, tricks: tricksScreen, agree: agreeScreen };
    return [head(stop, draft.board), ...screens[draft.step](stop)];
  }
  const stop = here();
  if (!stop) return [h("h1", {}, t("table", { table: view().place })), h("p", {}, t("nobody-here"))];
  if (view().phase === "open" && !screen.named && (stop.ns.seats.length || stop.ew.seats.length)) return seatsScreen(stop);
  if (view().phase === "open") return [h("h1", {}, t("table", { table: tableName(stop.table) })), h("p", { class: "pairs" }, who(stop.ns)), h("p", { class: "pairs" }, who(stop.ew)), h("p", { class: "big" }, t("not-begun"))];
  if (screen.line) return lineScreen(view().stops.find((each) => each.round === screen.line.round && each.table === screen.line.table) ?? stop);
  const after = screen.after;
  if (after && (view().boards[after.board]) && !queued(after).length) { screen.line = after; screen.after = null; return lineScreen(stop); }
  if (view().round === 1 && !screen.named && (stop.ns.seats.length || stop.ew.seats.length) && stop.round === 1 && !stop.boards.some((board) => isDone(stop, board))) return seatsScreen(stop);
  return allDone(stop) ? endScreen(stop) : roundScreen(stop);
}

function status() {
  const waiting = line.state.waiting.filter((message) => !message.problem).length;
  const scores = line.state.waiting.filter((message) => !message.problem && ["enter", "correct"].includes(message.kind)).length;
  if (line.state.held) return h("p", { class: "status late" }, line.state.held);
  if (scores) return h("p", { class: "status late" }, t(scores === 1 ? "one-waits" : "many-wait", { n: scores }), line.state.online ? "" : ` ${t("no-network-short")}`);
  if (!line.state.online) return h("p", { class: "status late" }, t("no-network"));
  return h("p", { class: "status" }, waiting ? t("sending") : t("all-in"));
}

function footer() {
  if (!view() || line.state.out) return null;
  const late = here() && !draft ? missed(here()) : [];
  return h("footer", {},
    late.length && !draft ? h("button", { class: "key quiet", id: "missed", onclick: () => { goTo(late[0].round); render(); } }, t("missed", { n: late[0].round })) : null,
    status(),
    h("div", { class: "pad-keys two" },
      h("button", { class: "key quiet", id: "call", onclick: () => { screen.page = "call"; render(); } }, view().calls.length ? t("called-short") : t("call")),
      h("button", { class: "key quiet", onclick: () => { keep.keepHand(keep.hand() === "right" ? "left" : "right"); render(); } }, t("hand"))));
}

function render() {
  const typing = document.activeElement?.matches("#pad input") && document.activeElement.value;
  if (typing) return;  // nothing moves under a finger
  const focus = document.activeElement?.id;
  document.body.dataset.hand = keep.hand();
  const parts = [content(), footer()].flat(3).filter(Boolean);
  root.replaceChildren(...parts);
  if (focus) document.getElementById(focus)?.focus();
}

line.onChange(render);
line.open();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js", { scope: "./" });
