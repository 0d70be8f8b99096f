// The pad: one question a screen. What is on the screen follows from what the server told, what waits to be sent, and the
// entry that is being made.

import * as beside from "./beside.js";
import { timeLeft } from "./clock.js";
import * as ears from "./ears.js";
import * as entry from "./entry.js";
import * as game from "./game.js";
import * as keep from "./keep.js";
import * as known from "./known.js";
import * as line from "./line.js";
import * as pins from "./pins.js";
import {
  agreement, cardText, entryLong, entryShort, hands, head, makes, rangeText, seatName, sideName, tableName, traveller, who,
} from "./shown.js";
import { h, t } from "./words.js";

const { view, same, lineOf, isDone, allDone, stopOf, mySide } = known;
const root = document.getElementById("pad");
const screen = { page: "", line: null, after: null, put: new Set() };

const title = (...children) => h("h1", { tabindex: "-1" }, ...children);
const key = (id, css, label, onclick, more = {}) => h("button", { class: `key ${css}`, id, onclick, ...more }, label);

// -- a round ------------------------------------------------------------------------------------------------------------

function row(stop, board, next) {
  const found = lineOf(stop, board);
  const done = isDone(stop, board);
  const mark = !done ? t("to-play") : known.isAwarded(stop, board) ? t("adjusted") : !found ? t(stop.round < view().round ? "in" : "removed") : found.waits ? t("waits") : view().confirm && !found.confirmed && found.entry.type !== "not-played" ? t("unconfirmed") : t("in");
  const open = () => (found ? openLine(found) : entry.begin(stop, board));
  return h("li", {}, h("button", { class: `key row ${board === next ? "main" : ""}`, id: `b-${board}`, onclick: open, disabled: done && !found },
    h("b", {}, `${board}`), h("span", {}, found ? entryShort(found.entry) : ""), h("small", {}, mark)));
}

const rows = (stop, next) => h("ul", { class: "rows" }, [...stop.boards, ...known.others(stop)].map((board) => row(stop, board, next)));

function roundScreen(stop) {
  return [
    h("header", {},
      title(t("round-of", { n: stop.round, of: view().rounds }), " · ", t("table", { table: tableName(stop.table) })), timeLeft(stop.round),
      h("p", { class: "pairs" }, who(stop.ns, "NS")), h("p", { class: "pairs" }, who(stop.ew, "EW")),
      stop.switched ? h("p", { class: "switch" }, `⇄ ${t("switched")}`) : null),
    rows(stop, stop.boards.find((board) => !isDone(stop, board))),
    view().round > stop.round ? [h("p", { class: "note" }, t("move-called")), nextKey(stop.round, "")] : null,
    key("other-board", "quiet", t("other-board"), () => turn("board")),
  ];
}

function boardScreen(stop) {
  const { first_board: first, last_board: last } = view();
  const field = h("input", {
    id: "board-number", inputmode: "numeric", autocomplete: "off", maxlength: "3", "aria-describedby": "no-board",
  });
  const refusal = h("p", { class: "note", id: "no-board" });
  const begin = (event) => {
    event.preventDefault();
    const board = Number(field.value);
    if (Number.isInteger(board) && board >= first && board <= last) { screen.page = ""; entry.begin(stop, board); return; }
    refusal.textContent = t("no-such-board", { board: field.value.trim() || "–", first, last });
    field.setAttribute("aria-invalid", "true");
    field.focus();
    ears.say(refusal.textContent);
  };
  return [title(t("other-board")), h("p", {}, t("other-board-why")),
    h("form", { class: "pad-keys one", novalidate: true, onsubmit: begin },
      h("label", { class: "pin" }, t("board-number", { first, last }), field), refusal,
      h("button", { class: "key main", id: "board-go" }, t("go-on"))),
    key("back", "quiet", t("back"), () => turn(""))];
}

// -- a board that is in ---------------------------------------------------------------------------------------------------

function openLine(found) {
  screen.line = { round: found.round, table: found.table, board: found.board };
  render(true);
}
function leaveLine() {
  screen.line = null;
  screen.after = null;
}
function closeLine() {
  if (screen.line) screen.put.add(putName(screen.line));
  leaveLine();
  render(true);
}
const putName = (each) => JSON.stringify([each.round, each.table, each.board, lineOf(stopOf(each), each.board)?.entry ?? null]);

// What the other side has entered on its own device, and this side has not been asked about.
function toAgree(stop) {
  const mine = mySide(stop);
  if (!mine || !view().confirm) return null;
  const asks = stop.boards.map((board) => lineOf(stop, board)).filter((each) => each && !each.confirmed && !each.adjusted && each.by && each.by !== mine && each.entry.type !== "not-played");
  return asks.find((each) => !screen.put.has(putName(each))) ?? null;
}

function lineScreen() {
  const stop = stopOf(screen.line);
  const { board } = screen.line;
  const found = stop && lineOf(stop, board);
  if (!found) { screen.line = null; return content(); }
  const shown = view().boards[board] ?? {};
  const mine = mySide(stop);
  const other = mine || game.otherSide(found.by ?? "NS");
  const asks = view().confirm && !found.confirmed && !found.adjusted && found.entry.type !== "not-played" && (!mine || mine !== found.by);
  const pairs = [stop.ns.number, stop.ew.number];
  const next = screen.line.fresh && !asks ? stop.boards.find((each) => !isDone(stop, each)) : undefined;
  const over = screen.line.fresh && !asks && allDone(stop);
  const agreed = { kind: "confirm", round: stop.round, table: stop.table, board, side: other, pairs, entry: found.entry };
  const confirm = () => { line.say(pins.hold({ id: keep.newId(), ...agreed })); closeLine(); };
  return [
    head(stop, board),
    asks ? null : h("h1", { class: "for-ears", tabindex: "-1" }, t("board", { n: board })),
    entryLong(found.entry, board),
    found.adjusted ? h("p", { class: "note" }, t("adjusted")) : agreement(found),
    asks ? [h("h1", { class: "question", tabindex: "-1" }, t("agree?", { side: sideName(other) })), view().pin ? pins.field() : null] : null,
    over ? moves(stop) : null,
    h("div", { class: "pad-keys two act" },
      asks ? key("agree", "main", t("agree"), confirm)
        : next ? key("next-board", "main", t("board", { n: next }), () => { leaveLine(); entry.begin(stop, next); })
          : over ? nextKey(stop.round, "main", leaveLine) : key("on", "main", t("go-on"), closeLine),
      key("change", "", t("change"), () => { leaveLine(); entry.begin(stop, board); })),
    asks ? key("back", "quiet", t("back"), closeLine) : next || over ? key("on", "quiet", t("all-boards"), closeLine) : null,
    shown.traveller ? traveller(shown.traveller) : null,
    shown.hands ? hands(shown.hands) : null,
    shown.tricks ? makes(shown) : null,
  ];
}

// -- between rounds -------------------------------------------------------------------------------------------------------

function nextKey(round, css = "main", leave = () => {}) {
  const to = Math.max(round + 1, view().round);
  if (to > view().rounds) return h("p", { class: "big" }, t("the-end"));
  const wait = known.mustWait(to);
  const go = () => { leave(); known.goTo(to); render(true); };
  return key("next-round", css, wait ? t("wait-call") : t("next-round", { n: to }), go, { disabled: wait });
}

function endScreen(stop) {
  const done = h("header", {}, title(t("round-done", { n: stop.round })), timeLeft(stop.round));
  return [done, moves(stop), rows(stop, null), nextKey(stop.round)];
}

// Where those who have played here go, and whom they meet there.
function moves(stop) {
  const following = known.stopAt(stop.round + 1);
  const sides = [stop.ns, stop.ew].filter((side) => view().pair === null || side.number === view().pair);
  const turned = following?.switched ? ` · ⇄ ${t("switch-next")}` : "";
  const boards = following && view().pair === null ? h("p", {}, t("next-boards", { boards: rangeText(following.boards) }), turned) : null;
  return h("div", { class: "moves" }, sides.map((side) => move(side, stop)), boards);
}

function move({ label, next }, stop) {
  if (!next) return null;
  const goes = next.side && !next.stays;
  const arrow = goes ? h("span", { class: "way", "aria-hidden": "true" }, `${way(stop.table, next.table)} `) : null;
  const where = goes ? t("goes", { table: tableName(next.table), side: sideName(next.side) }) : t(next.stays ? "stays" : "sits-out");
  const met = next.against ? t("against-whom", { who: `${next.against.label} ${next.against.names.join(" & ")}`.trim() }) : "";
  return h("p", {}, arrow, h("b", {}, label), ` ${where} ${met}`.trimEnd());
}
// Tables stand in the order of their numbers; who only changes sides turns round.
const way = (from, to) => (to > from ? "→" : to < from ? "←" : "⇄");

// A round in which this pair sits out, or nobody plays at this table.
function restScreen(round) {
  const next = view().stops.find((stop) => stop.round > round);
  const mine = view().pair !== null;
  const side = next && mySide(next);
  return [
    h("header", {}, title(t("round-of", { n: round, of: view().rounds })), timeLeft(round)),
    h("p", { class: "big" }, mine ? t("you-sit-out") : t("nobody-now", { table: view().place })),
    next ? h("p", {}, mine ? t("then-to", { n: next.round, table: tableName(next.table), side: sideName(side), boards: rangeText(next.boards) }) : t("then-here", { n: next.round, boards: rangeText(next.boards) })) : null,
    next && mine ? h("p", {}, t("you-meet"), " ", who(side === "NS" ? next.ew : next.ns)) : null,
    nextKey(round),
  ];
}

// -- names, calls, questions ----------------------------------------------------------------------------------------------

const SEATS = { ns: ["N", "S"], ew: ["E", "W"] };
const lacking = (stop) => Object.keys(SEATS).flatMap((side) => stop[side].seats
  .filter((seat) => !view().teams || SEATS[side].includes(seat))
  .map((seat) => ({ seat, contestant: stop[side].number, at: SEATS[side]["NE".includes(seat) ? 0 : 1] })));

function seatsScreen(stop) {
  const fields = lacking(stop).map((each) => ({ ...each, field: h("input", { id: `name-${each.at}`, maxlength: "80", autocomplete: "off", autocapitalize: "words" }) }));
  const save = (event) => {
    event.preventDefault();
    const named = fields.filter(({ field }) => field.value.trim());
    known.setNamed();
    if (named.length) line.say(...named.map(({ seat, contestant, field }) => ({ kind: "seat", contestant, seat, name: field.value.trim() })));
    render(true);
  };
  return [title(t("who-plays")), h("p", {}, t("name-or-number")),
    h("form", { class: "names", onsubmit: save }, fields.map(({ at, field }) => h("div", { class: "seat-name" }, h("label", { for: field.id }, seatName(at)), field)),
      h("button", { class: "key main", id: "save-names" }, t("go-on")))];
}

function callScreen() {
  const reasons = ["call-lead", "call-revoke", "call-bid", "call-score", "call-other"];
  const tell = (about) => { screen.page = ""; line.say({ kind: "call", about }); render(true); };
  return [title(t("call-title")), view().calls.length ? h("p", { class: "note" }, t("called")) : null,
    h("div", { class: "pad-keys one" }, reasons.map((reason) => key(reason, "", t(reason), () => tell(t(reason))))),
    key("back", "quiet", t("back"), () => turn(""))];
}

function problemScreen(message) {
  const stop = message.board ? stopOf(message) : null;
  const drop = () => line.drop(message);
  const again = async () => {
    await line.drop(message);
    if (message.kind === "confirm") openLine(message); else entry.begin(stop, message.board);
  };
  const written = message.entry ? h("p", {}, entryShort(message.entry), message.entry.lead ? [` ${t("lead")} `, cardText(message.entry.lead)] : null).textContent : "";
  const call = () => line.say({ kind: "call", about: t("call-conflict", { n: message.board, round: message.round, written }) });  // it stays here to be shown
  const called = known.isCalled();
  const theirs = message.conflict && !message.moved;
  const over = message.moved || view().phase === "published";  // only the director can help
  return [
    title(message.asked ? t("please-look") : t("not-taken")),
    message.board ? h("p", { class: "board" }, h("b", {}, t("board", { n: message.board }))) : null,
    message.entry ? h("p", {}, t("you-wrote"), " ", entryShort(message.entry)) : h("p", {}, message.name ?? ""),
    h("p", { class: "note" }, message.problem),
    called && message.board ? h("p", { class: "note" }, t("called-show")) : null,
    h("div", { class: "pad-keys one" },
      message.asked ? key("it-is-right", "main", t("it-is-right"), () => line.insist(message)) : null,
      theirs || over || message.asked || !stop ? null : key("again", "main", message.kind === "confirm" ? t("try-again") : t("change"), again),
      over && message.board && !called ? key("call-about-it", "main", t("call-about-it"), call) : null,
      key("leave-it", theirs ? "main" : "", theirs ? t("theirs") : t("leave-it"), drop),
      message.board && !over && !called ? key("call-about-it", "", t("call-about-it"), call) : null),
  ];
}

// What was written at another table goes out when this phone is there again.
function awayScreen([message]) {
  const table = tableName(message.table);
  return [title(t("away-title", { table })),
    message.board ? h("p", { class: "board" }, h("b", {}, t("board", { n: message.board }))) : null,
    message.entry ? h("p", {}, t("you-wrote"), " ", entryShort(message.entry)) : null,
    h("p", { class: "note" }, t("away-why", { table })),
    h("div", { class: "pad-keys one" },
      key("keep-it", "main", t("keep-it"), () => turn("")),
      key("leave-it", "", t("leave-it"), () => { screen.page = ""; line.drop(message); }))];
}

function noteScreen({ message, notes }) {
  const stop = stopOf(message);
  return [
    title(t("please-look")),
    h("p", { class: "board" }, h("b", {}, t("board", { n: message.board }))),
    entryLong(message.entry, message.board),
    notes.map((note) => h("p", { class: "note" }, note)),
    h("div", { class: "pad-keys two act" },
      key("it-is-right", "main", t("it-is-right"), () => { line.state.notes.shift(); render(true); }),
      stop ? key("change", "", t("change"), () => { line.state.notes.shift(); entry.begin(stop, message.board); }) : null),
  ];
}

function unknownScreen() {
  if (line.state.out) return [title(t("out-title")), h("p", {}, t("out")), line.state.waiting.length ? h("p", { class: "note" }, t("out-waiting")) : null, h("p", {}, h("a", { class: "key main", href: "../t/" }, t("join-again")))];
  return [title(t("opening")), h("p", {}, line.state.online ? "" : t("no-network"))];
}

// -- all together -------------------------------------------------------------------------------------------------------

function content() {
  if (!view() || line.state.out) return unknownScreen();
  entry.settle();
  const round = known.settlePlace();
  const stop = known.stopAt(round);
  if (screen.page === "call") return callScreen();
  if (screen.page === "away" && known.away().length) return awayScreen(known.away());
  if (known.problems().length) return problemScreen(known.problems()[0]);
  if (line.state.notes.length) return noteScreen(line.state.notes[0]);
  if (view().phase === "published") return [title(t("session-over")), h("p", {}, t("session-over-why"))];
  if (entry.isOpen()) return entry.entryScreen();
  if (screen.page === "phones" && beside.count() === 1) screen.page = "";
  if (screen.page === "phones" || (beside.news().length && !screen.page && !screen.line)) return beside.screen(() => { beside.heard(); turn(""); });
  if (screen.page === "board" && stop) return boardScreen(stop);
  if (!view().stops.length) return [title(t("table", { table: view().place })), h("p", {}, t("nobody-here"))];
  const first = stop && round === 1 && !stop.boards.some((board) => isDone(stop, board));
  if (first && !known.isNamed() && lacking(stop).length) return seatsScreen(stop);
  if (view().phase === "open") {
    return [title(t("table", { table: view().place })), stop ? [h("p", { class: "pairs" }, who(stop.ns, "NS")), h("p", { class: "pairs" }, who(stop.ew, "EW"))] : null, h("p", { class: "big" }, t("not-begun"))];
  }
  if (screen.line) return lineScreen();
  const { after } = screen;
  if (after && view().boards[after.board] && !known.queued(after).length) {
    screen.line = { ...after, fresh: true };
    screen.after = null;
    return lineScreen();
  }
  const asked = stop && toAgree(stop);
  if (asked) { screen.line = { round: asked.round, table: asked.table, board: asked.board }; return lineScreen(); }
  if (!stop) return restScreen(round);
  return allDone(stop) ? endScreen(stop) : roundScreen(stop);
}

const alone = !("serviceWorker" in navigator);  // a plain http address: a page that is closed cannot be opened without a network
function status() {
  const waiting = line.sendable(line.state.waiting);
  const scores = waiting.filter((message) => ["enter", "correct"].includes(message.kind)).length;
  if (!line.state.online && waiting.some((message) => message.kind === "call")) return h("p", { class: "status late" }, t("call-waits"));
  if (!waiting.length && line.state.waiting.length && line.state.online) return null;  // the people are being asked about it
  if (line.state.held && waiting.length) return h("p", { class: "status late" }, line.state.held);
  if (line.state.online) return h("p", { class: `status ${scores ? "late" : ""}` }, scores ? t(scores === 1 ? "one-waits" : "many-wait", { n: scores }) : waiting.length ? t("sending") : t("all-in"));
  const keepIt = alone ? ` ${t("keep-open")}` : "";
  return h("p", { class: "status late" }, scores ? `${t(scores === 1 ? "one-waits" : "many-wait", { n: scores })} ${t("no-network-short")}${keepIt}` : `${t("no-network")}${keepIt}`);
}

function footer() {
  if (!view() || line.state.out) return null;
  const round = known.settlePlace();
  const away = known.away();
  const late = entry.isOpen() || screen.page || screen.line ? [] : known.missed(round);
  return h("footer", {},
    late.length ? key("missed", "quiet", t("missed", { n: late[0].round }), () => { known.goTo(late[0].round); render(true); }) : null,
    away.length ? key("away", "quiet", t("away", { n: away.length, table: tableName(away[0].table) }), () => turn("away")) : null,
    keep.trouble.keeps ? null : h("p", { class: "status late" }, t("keeps-nothing")),
    view().calls.length ? h("p", { class: "called for-ears" }, t("called")) : null,
    status(),
    beside.count() > 1 && !entry.isOpen() && !screen.page && !screen.line ? key("phones", "quiet", t("phones", { n: beside.count() }), () => turn("phones")) : null,
    h("div", { class: "pad-keys two" },
      key("call", "quiet", view().calls.length ? t("called-short") : t("call"), () => turn("call")),
      key("hand", "quiet", t("hand"), () => { keep.keepHand(keep.hand() === "right" ? "left" : "right"); render(true); })));
}

function turn(page) {
  screen.page = page;
  render(true);
}

// Nothing moves under a finger: what comes from the server waits until the finger is up, its tap has come (a little later) and
// nothing is being typed.
let touched = false;
let due = false;
let lifted;
const free = () => { clearTimeout(lifted); touched = false; if (due) render(); };
window.addEventListener("pointerdown", () => { clearTimeout(lifted); touched = true; }, true);
window.addEventListener("pointerup", () => { clearTimeout(lifted); lifted = setTimeout(free, 400); }, true);
window.addEventListener("pointercancel", free, true);
window.addEventListener("click", () => setTimeout(free));  // when the click has done what it does: a form is sent from where it is

function render(ours = false) {
  const active = document.activeElement;
  due = ours !== true && (touched || (active?.matches("#pad input") && Boolean(active.value)));
  if (due) return;
  document.body.dataset.hand = keep.hand();
  const fresh = h("main", { id: "pad" }, parted(content()), footer());
  if (fresh.isEqualNode(root)) return;
  const focus = active?.id;
  const held = root.contains(active);
  const [was, is] = [asked(root), asked(fresh)];
  const first = !root.querySelector("footer");
  const typed = ours === true ? [] : [...root.querySelectorAll("input")].map(({ id, value }) => [id, value]);
  root.replaceChildren(...fresh.childNodes);
  for (const [id, value] of typed) if (document.getElementById(id)) document.getElementById(id).value = value;
  const stays = was === is && focus && document.getElementById(focus);
  if (was !== is || (held && !root.contains(document.activeElement))) (stays || root.querySelector("h1"))?.focus({ preventScroll: true });
  if (ours === true || first) root.querySelector(".row.main")?.scrollIntoView({ block: "nearest" });
  ears.hear(root);
}

// What a screen asks: while it is the same, the focus stays where it is; then it goes to the question.
function asked(within) {
  const question = within.querySelector("h1");
  return question && `${question.dataset.ask ?? question.textContent} ${within.querySelector(".board b")?.textContent ?? ""}`;
}

// What is asked, and the keys: above each other, or side by side where a phone lies on its side.
function parted(parts) {
  const all = [parts].flat(Infinity).filter(Boolean);
  const keys = all.findIndex((each) => each.matches(".key, .pad-keys, .rows, .compass, .scroll, .deal, .makes, .pin, form"));
  const from = keys < 0 ? all.length : keys;
  return [h("div", { class: "ask" }, all.slice(0, from)), from < all.length ? h("div", { class: "answer" }, all.slice(from)) : null];
}

// Whoever closes the page, or pulls it down to load it anew, while something waits is asked first.
const askFirst = (event) => { event.preventDefault(); event.returnValue = ""; };
function guard() {
  const waits = line.sendable(line.state.waiting).length > 0;
  window[waits ? "addEventListener" : "removeEventListener"]("beforeunload", askFirst);
}

entry.onStep(() => render(true));
entry.onSent((sent) => { screen.after = sent; });
line.onChange(render);
line.onChange(guard);
setInterval(render, 5000);  // the time that is left
await keep.open();
const answered = await line.open();
if (alone && answered) fetch("./", { cache: "reload" }).catch(() => {});  // the page is good for another night
if (!alone) navigator.serviceWorker.register("sw.js", { scope: "./" }).catch(() => {});  // a certificate that the phone does not trust
