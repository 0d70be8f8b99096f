// The pad: one question a screen. What is on the screen follows from what the server told, what waits to be sent, and the
// entry that is being made.

import * as neighbours from "./neighbours.js";
import { timeLeft } from "./clock.js";
import * as ears from "./ears.js";
import * as entry from "./entry.js";
import * as game from "./game.js";
import * as keep from "./keep.js";
import * as known from "./known.js";
import * as network from "./network.js";
import * as pins from "./pins.js";
import {
  agreement,
  cardText,
  entryLong,
  entryShort,
  hands,
  head,
  makes,
  rangeText,
  seatName,
  sideName,
  tableName,
  traveller,
  who,
} from "./shown.js";
import { h, t } from "./words.js";

const { view, lineOf, isDone, allDone, stopOf, mySide } = known;
const root = document.getElementById("pad");
const screen = { page: "", line: null, after: null, put: new Set() };

const title = (...children) => h("h1", { tabindex: "-1" }, ...children);
const key = (id, css, label, onclick, more = {}) => h("button", { class: `key ${css}`, id, onclick, ...more }, label);

// -- a round ------------------------------------------------------------------------------------------------------------

const isPlayed = (found) => found.entry.type !== "not-played";

// How far a board has come, in a word.
function markOf(stop, board, found) {
  if (!isDone(stop, board)) return t("to-play");
  if (known.isAwarded(stop, board)) return t("adjusted");
  if (!found) return t(stop.round < view().round ? "in" : "removed");
  if (found.waits) return t("waits");
  return view().confirm && !found.confirmed && isPlayed(found) ? t("unconfirmed") : t("in");
}

function row(stop, board, next) {
  const found = lineOf(stop, board);
  const css = board === next ? "row main" : "row";
  const open = () => (found ? openLine(found) : entry.begin(stop, board));
  const label = [
    h("b", {}, `${board}`),
    h("span", {}, found ? entryShort(found.entry) : ""),
    h("small", {}, markOf(stop, board, found)),
  ];
  return h("li", {}, key(`b-${board}`, css, label, open, { disabled: isDone(stop, board) && !found }));
}

function rows(stop, next) {
  const boards = [...stop.boards, ...known.others(stop)];
  return h(
    "ul",
    { class: "rows" },
    boards.map((board) => row(stop, board, next)),
  );
}

const pairs = (stop) => [
  h("p", { class: "pairs" }, who(stop.ns, "NS")),
  h("p", { class: "pairs" }, who(stop.ew, "EW")),
];

function roundHead(stop) {
  const round = t("round-of", { n: stop.round, of: view().rounds });
  const turned = stop.switched ? h("p", { class: "switch" }, `⇄ ${t("switched")}`) : null;
  return h(
    "header",
    {},
    title(round, " · ", t("table", { table: tableName(stop.table) })),
    timeLeft(stop.round),
    pairs(stop),
    turned,
  );
}

function roundScreen(stop) {
  const next = stop.boards.find((board) => !isDone(stop, board));
  return [
    roundHead(stop),
    rows(stop, next),
    view().round > stop.round ? [h("p", { class: "note" }, t("move-called")), nextKey(stop.round, "")] : null,
    key("other-board", "quiet", t("other-board"), () => turn("board")),
  ];
}

function boardScreen(stop) {
  const { first_board: first, last_board: last } = view();
  const field = h("input", {
    id: "board-number",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "3",
    "aria-describedby": "no-board",
  });
  const refusal = h("p", { class: "note", id: "no-board" });
  const begin = (event) => {
    event.preventDefault();
    const board = Number(field.value);
    if (Number.isInteger(board) && board >= first && board <= last) {
      screen.page = "";
      entry.begin(stop, board);
      return;
    }
    refusal.textContent = t("no-such-board", { board: field.value.trim() || "–", first, last });
    field.setAttribute("aria-invalid", "true");
    field.focus();
    ears.say(refusal.textContent);
  };
  return [
    title(t("other-board")),
    h("p", {}, t("other-board-why")),
    h(
      "form",
      { class: "pad-keys one", novalidate: true, onsubmit: begin },
      h("label", { class: "pin" }, t("board-number", { first, last }), field),
      refusal,
      h("button", { class: "key main", id: "board-go" }, t("go-on")),
    ),
    key("back", "quiet", t("back"), () => turn("")),
  ];
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
const putName = (each) =>
  JSON.stringify([each.round, each.table, each.board, lineOf(stopOf(each), each.board)?.entry ?? null]);

// What the other side has entered on its own device, and this side has not been asked about.
function toAgree(stop) {
  const mine = mySide(stop);
  if (!mine || !view().confirm) return null;
  const theirs = stop.boards.map((board) => lineOf(stop, board)).filter((each) => each?.by && each.by !== mine);
  return theirs.filter(isUnconfirmed).find((each) => !screen.put.has(putName(each))) ?? null;
}

const isUnconfirmed = (found) => view().confirm && !found.confirmed && !found.adjusted && isPlayed(found);

function lineScreen() {
  const stop = stopOf(screen.line);
  const { board } = screen.line;
  const found = stop && lineOf(stop, board);
  if (!found) {
    screen.line = null;
    return content();
  }
  const mine = mySide(stop);
  const asks = isUnconfirmed(found) && (!mine || mine !== found.by);
  const fresh = screen.line.fresh && !asks;
  const next = fresh ? stop.boards.find((each) => !isDone(stop, each)) : undefined;
  const over = fresh && allDone(stop);
  return [
    head(stop, board),
    asks ? null : h("h1", { class: "for-ears", tabindex: "-1" }, t("board", { n: board })),
    entryLong(found.entry, board),
    found.adjusted ? h("p", { class: "note" }, t("adjusted")) : agreement(found),
    asks ? consentAsked(sideToAgree(stop, found)) : null,
    over ? moves(stop) : null,
    h(
      "div",
      { class: "pad-keys two act" },
      asks ? agreeKey(stop, board, found) : onwardKey(stop, next, over),
      key("change", "", t("change"), () => beginAt(stop, board)),
    ),
    backKey(asks, next || over),
    comparison(view().boards[board] ?? {}),
  ];
}

// Whoever has a device of its own agrees on it; otherwise the device goes round the table.
const sideToAgree = (stop, found) => mySide(stop) || game.otherSide(found.by ?? "NS");

function consentAsked(side) {
  const question = h("h1", { class: "question", tabindex: "-1" }, t("agree?", { side: sideName(side) }));
  return [question, view().pin ? pins.field() : null];
}

function agreeKey(stop, board, found) {
  const place = { round: stop.round, table: stop.table, board };
  const sides = { side: sideToAgree(stop, found), pairs: [stop.ns.number, stop.ew.number] };
  return key("agree", "main", t("agree"), () => {
    network.say(pins.hold({ id: keep.newId(), kind: "confirm", ...place, ...sides, entry: found.entry }));
    closeLine();
  });
}

function beginAt(stop, board) {
  leaveLine();
  entry.begin(stop, board);
}

// After a board the next one, after the last the next round.
function onwardKey(stop, next, over) {
  if (next) return key("next-board", "main", t("board", { n: next }), () => beginAt(stop, next));
  if (over) return nextKey(stop.round, "main", leaveLine);
  return key("on", "main", t("go-on"), closeLine);
}

function backKey(asks, goesOn) {
  if (asks) return key("back", "quiet", t("back"), closeLine);
  return goesOn ? key("on", "quiet", t("all-boards"), closeLine) : null;
}

// What others did on the board, as far as it may be seen.
const comparison = (shown) => [
  shown.traveller ? traveller(shown.traveller) : null,
  shown.hands ? hands(shown.hands) : null,
  shown.tricks ? makes(shown) : null,
];

// -- between rounds -------------------------------------------------------------------------------------------------------

function nextKey(round, css = "main", leave = () => {}) {
  const to = Math.max(round + 1, view().round);
  if (to > view().rounds) return h("p", { class: "big" }, t("the-end"));
  const wait = known.mustWait(to);
  const go = () => {
    leave();
    known.goTo(to);
    render(true);
  };
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
  const boards =
    following && view().pair === null
      ? h("p", {}, t("next-boards", { boards: rangeText(following.boards) }), turned)
      : null;
  return h(
    "div",
    { class: "moves" },
    sides.map((side) => move(side, stop)),
    boards,
  );
}

function move({ label, next }, stop) {
  if (!next) return null;
  const goes = next.side && !next.stays;
  const arrow = goes ? h("span", { class: "way", "aria-hidden": "true" }, `${way(stop.table, next.table)} `) : null;
  const where = goes
    ? t("goes", { table: tableName(next.table), side: sideName(next.side) })
    : t(next.stays ? "stays" : "sits-out");
  const met = next.against
    ? t("against-whom", { who: `${next.against.label} ${next.against.names.join(" & ")}`.trim() })
    : "";
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
    next ? h("p", {}, mine ? thenTo(next) : t("then-here", { n: next.round, boards: rangeText(next.boards) })) : null,
    next && mine ? h("p", {}, t("you-meet"), " ", who(side === "NS" ? next.ew : next.ns)) : null,
    nextKey(round),
  ];
}

function thenTo(next) {
  const place = { table: tableName(next.table), side: sideName(mySide(next)) };
  return t("then-to", { n: next.round, boards: rangeText(next.boards), ...place });
}

// -- names, calls, questions ----------------------------------------------------------------------------------------------

const SEATS = { ns: ["N", "S"], ew: ["E", "W"] };
const lacking = (stop) =>
  Object.keys(SEATS).flatMap((side) =>
    stop[side].seats
      .filter((seat) => !view().teams || SEATS[side].includes(seat))
      .map((seat) => ({ seat, contestant: stop[side].number, at: SEATS[side]["NE".includes(seat) ? 0 : 1] })),
  );

const nameField = (at) =>
  h("input", { id: `name-${at}`, maxlength: "80", autocomplete: "off", autocapitalize: "words" });
const labelled = ({ at, field }) =>
  h("div", { class: "seat-name" }, h("label", { for: field.id }, seatName(at)), field);
const naming = ({ seat, contestant, field }) => ({ kind: "seat", contestant, seat, name: field.value.trim() });

function seatsScreen(stop) {
  const fields = lacking(stop).map((each) => ({ ...each, field: nameField(each.at) }));
  const save = (event) => {
    event.preventDefault();
    const named = fields.filter(({ field }) => field.value.trim());
    known.setNamed();
    if (named.length) network.say(...named.map(naming));
    render(true);
  };
  return [
    title(t("who-plays")),
    h("p", {}, t("name-or-number")),
    h(
      "form",
      { class: "names", onsubmit: save },
      fields.map(labelled),
      h("button", { class: "key main", id: "save-names" }, t("go-on")),
    ),
  ];
}

function callScreen() {
  const reasons = ["call-lead", "call-revoke", "call-bid", "call-score", "call-other"];
  const tell = (about) => {
    screen.page = "";
    network.say({ kind: "call", about });
    render(true);
  };
  return [
    title(t("call-title")),
    view().calls.length ? h("p", { class: "note" }, t("called")) : null,
    h(
      "div",
      { class: "pad-keys one" },
      reasons.map((reason) => key(reason, "", t(reason), () => tell(t(reason)))),
    ),
    key("back", "quiet", t("back"), () => turn("")),
  ];
}

function problemScreen(message) {
  const called = known.isCalled();
  return [
    title(message.asked ? t("please-look") : t("not-taken")),
    message.board ? h("p", { class: "board" }, h("b", {}, t("board", { n: message.board }))) : null,
    message.entry ? h("p", {}, t("you-wrote"), " ", entryShort(message.entry)) : h("p", {}, message.name ?? ""),
    h("p", { class: "note" }, message.problem),
    called && message.board ? h("p", { class: "note" }, t("called-show")) : null,
    h("div", { class: "pad-keys one" }, problemKeys(message, called)),
  ];
}

function problemKeys(message, called) {
  const over = message.moved || view().phase === "published"; // only the director can help
  const theirs = message.conflict && !message.moved;
  const ask = message.board && !called ? askKey(message, over ? "main" : "") : null;
  return [
    message.asked ? key("it-is-right", "main", t("it-is-right"), () => network.insist(message)) : null,
    theirs || over || message.asked ? null : againKey(message),
    over ? ask : null,
    key("leave-it", theirs ? "main" : "", theirs ? t("theirs") : t("leave-it"), () => network.drop(message)),
    over ? null : ask,
  ];
}

function againKey(message) {
  const stop = message.board ? stopOf(message) : null;
  const again = async () => {
    await network.drop(message);
    if (message.kind === "confirm") openLine(message);
    else entry.begin(stop, message.board);
  };
  return stop ? key("again", "main", message.kind === "confirm" ? t("try-again") : t("change"), again) : null;
}

// The message itself stays here, to be shown to the director.
function askKey(message, css) {
  const about = t("call-conflict", { n: message.board, round: message.round, written: writtenText(message) });
  return key("call-about-it", css, t("call-about-it"), () => network.say({ kind: "call", about }));
}

function writtenText({ entry: made }) {
  if (!made) return "";
  const lead = made.lead ? [` ${t("lead")} `, cardText(made.lead)] : null;
  return h("p", {}, entryShort(made), lead).textContent;
}

// What was written at another table goes out when this phone is there again.
function awayScreen([message]) {
  const table = tableName(message.table);
  return [
    title(t("away-title", { table })),
    message.board ? h("p", { class: "board" }, h("b", {}, t("board", { n: message.board }))) : null,
    message.entry ? h("p", {}, t("you-wrote"), " ", entryShort(message.entry)) : null,
    h("p", { class: "note" }, t("away-why", { table })),
    h(
      "div",
      { class: "pad-keys one" },
      key("keep-it", "main", t("keep-it"), () => turn("")),
      key("leave-it", "", t("leave-it"), () => {
        screen.page = "";
        network.drop(message);
      }),
    ),
  ];
}

function noteScreen({ message, notes }) {
  const stop = stopOf(message);
  return [
    title(t("please-look")),
    h("p", { class: "board" }, h("b", {}, t("board", { n: message.board }))),
    entryLong(message.entry, message.board),
    notes.map((note) => h("p", { class: "note" }, note)),
    h(
      "div",
      { class: "pad-keys two act" },
      key("it-is-right", "main", t("it-is-right"), () => {
        network.state.notes.shift();
        render(true);
      }),
      stop
        ? key("change", "", t("change"), () => {
            network.state.notes.shift();
            entry.begin(stop, message.board);
          })
        : null,
    ),
  ];
}

function unknownScreen() {
  if (network.state.out) return outScreen();
  return [title(t("opening")), h("p", {}, network.state.online ? "" : t("no-network"))];
}

function outScreen() {
  const lost = network.state.waiting.length ? h("p", { class: "note" }, t("out-waiting")) : null;
  const join = h("a", { class: "key main", href: "../t/" }, t("join-again"));
  return [title(t("out-title")), h("p", {}, t("out")), lost, h("p", {}, join)];
}

const notBegunScreen = (stop) => [
  title(t("table", { table: view().place })),
  stop ? pairs(stop) : null,
  h("p", { class: "big" }, t("not-begun")),
];

// -- all together -------------------------------------------------------------------------------------------------------

// Nobody is in the middle of anything.
const isAtRest = () => !entry.isOpen() && !screen.page && !screen.line;

function content() {
  if (!view() || network.state.out) return unknownScreen();
  entry.settle();
  const round = known.settlePlace();
  const stop = known.stopAt(round);
  if (screen.page === "call") return callScreen();
  if (screen.page === "away" && known.away().length) return awayScreen(known.away());
  if (known.problems().length) return problemScreen(known.problems()[0]);
  if (network.state.notes.length) return noteScreen(network.state.notes[0]);
  if (view().phase === "published") return [title(t("session-over")), h("p", {}, t("session-over-why"))];
  if (entry.isOpen()) return entry.entryScreen();
  if (screen.page === "phones" && neighbours.count() === 1) screen.page = "";
  if (screen.page === "phones" || (neighbours.news().length && isAtRest()))
    return neighbours.screen(() => {
      neighbours.heard();
      turn("");
    });
  if (screen.page === "board" && stop) return boardScreen(stop);
  if (!view().stops.length) return [title(t("table", { table: view().place })), h("p", {}, t("nobody-here"))];
  const first = stop && round === 1 && !stop.boards.some((board) => isDone(stop, board));
  if (first && !known.isNamed() && lacking(stop).length) return seatsScreen(stop);
  if (view().phase === "open") return notBegunScreen(stop);
  if (screen.line) return lineScreen();
  const { after } = screen;
  if (after && view().boards[after.board] && !known.queued(after).length) {
    screen.line = { ...after, fresh: true };
    screen.after = null;
    return lineScreen();
  }
  const asked = stop && toAgree(stop);
  if (asked) {
    screen.line = { round: asked.round, table: asked.table, board: asked.board };
    return lineScreen();
  }
  if (!stop) return restScreen(round);
  return allDone(stop) ? endScreen(stop) : roundScreen(stop);
}

const alone = !("serviceWorker" in navigator); // a plain http address: a page that is closed cannot be opened without a network
const late = (text) => h("p", { class: "status late" }, text);
const waitText = (scores) => t(scores === 1 ? "one-waits" : "many-wait", { n: scores });

function status() {
  const { online, held } = network.state;
  const waiting = network.sendable(network.state.waiting);
  const scores = waiting.filter((message) => ["enter", "correct"].includes(message.kind)).length;
  if (!online && waiting.some((message) => message.kind === "call")) return late(t("call-waits"));
  if (!waiting.length && network.state.waiting.length && online) return null; // the people are being asked about it
  if (held && waiting.length) return late(held);
  if (!online) return late(offlineText(scores));
  return scores ? late(waitText(scores)) : h("p", { class: "status" }, waiting.length ? t("sending") : t("all-in"));
}

function offlineText(scores) {
  const text = scores ? `${waitText(scores)} ${t("no-network-short")}` : t("no-network");
  return alone ? `${text} ${t("keep-open")}` : text;
}

function footer() {
  if (!view() || network.state.out) return null;
  const away = known.away();
  return h(
    "footer",
    {},
    missedKey(),
    away.length
      ? key("away", "quiet", t("away", { n: away.length, table: tableName(away[0].table) }), () => turn("away"))
      : null,
    keep.trouble.keeps ? null : late(t("keeps-nothing")),
    view().calls.length ? h("p", { class: "called for-ears" }, t("called")) : null,
    status(),
    neighbours.count() > 1 && isAtRest()
      ? key("phones", "quiet", t("phones", { n: neighbours.count() }), () => turn("phones"))
      : null,
    h(
      "div",
      { class: "pad-keys two" },
      key("call", "quiet", view().calls.length ? t("called-short") : t("call"), () => turn("call")),
      key("hand", "quiet", t("hand"), changeHand),
    ),
  );
}

// A round that went by without all its boards.
function missedKey() {
  const [missed] = isAtRest() ? known.missed(known.settlePlace()) : [];
  const go = () => {
    known.goTo(missed.round);
    render(true);
  };
  return missed ? key("missed", "quiet", t("missed", { n: missed.round }), go) : null;
}

function changeHand() {
  keep.keepHand(keep.hand() === "right" ? "left" : "right");
  render(true);
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
const free = () => {
  clearTimeout(lifted);
  touched = false;
  if (due) render();
};
window.addEventListener(
  "pointerdown",
  () => {
    clearTimeout(lifted);
    touched = true;
  },
  true,
);
window.addEventListener(
  "pointerup",
  () => {
    clearTimeout(lifted);
    lifted = setTimeout(free, 400);
  },
  true,
);
window.addEventListener("pointercancel", free, true);
window.addEventListener("click", () => setTimeout(free)); // when the click has done what it does: a form is sent from where it is

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
  if (was !== is || (held && !root.contains(document.activeElement)))
    (stays || root.querySelector("h1"))?.focus({ preventScroll: true });
  if (ours === true || first) root.querySelector(".row.main")?.scrollIntoView({ block: "nearest" });
  ears.hear(root);
}

// What a screen asks: while it is the same, the focus stays where it is; then it goes to the question.
function asked(within) {
  const question = within.querySelector("h1");
  return (
    question && `${question.dataset.ask ?? question.textContent} ${within.querySelector(".board b")?.textContent ?? ""}`
  );
}

// What is asked, and the keys: above each other, or side by side where a phone lies on its side.
function parted(parts) {
  const all = [parts].flat(Infinity).filter(Boolean);
  const keys = all.findIndex((each) =>
    each.matches(".key, .pad-keys, .rows, .compass, .scroll, .deal, .makes, .pin, form"),
  );
  const from = keys < 0 ? all.length : keys;
  return [
    h("div", { class: "ask" }, all.slice(0, from)),
    from < all.length ? h("div", { class: "answer" }, all.slice(from)) : null,
  ];
}

// Whoever closes the page, or pulls it down to load it anew, while something waits is asked first.
const askFirst = (event) => {
  event.preventDefault();
  event.returnValue = "";
};
function guard() {
  const waits = network.sendable(network.state.waiting).length > 0;
  window[waits ? "addEventListener" : "removeEventListener"]("beforeunload", askFirst);
}

entry.onStep(() => render(true));
entry.onSent((sent) => {
  screen.after = sent;
});
network.onChange(render);
network.onChange(guard);
setInterval(render, 5000); // the time that is left
await keep.open();
const answered = await network.open();
if (alone && answered) fetch("./", { cache: "reload" }).catch(() => {}); // the page is good for another night
if (!alone) navigator.serviceWorker.register("sw.js", { scope: "./" }).catch(() => {}); // a certificate that the phone does not trust
