// A board that is in: what was entered, the agreement of the other side, and what comes after it.

import * as entry from "../entry.js";
import * as game from "../game.js";
import * as keep from "../keep.js";
import * as known from "../known.js";
import * as network from "../network.js";
import * as pins from "../pins.js";
import { agreement, entryLong, hands, head, makes, sideName, traveller } from "../shown.js";
import { h, t } from "../words.js";
import { moves, nextKey } from "./between.js";
import { key, redraw, screen } from "./screen.js";

const { view, lineOf, isDone, isPlayed, allDone, stopOf, mySide } = known;

export function openLine(found) {
  screen.line = { round: found.round, table: found.table, board: found.board };
  redraw();
}
function leaveLine() {
  screen.line = null;
  screen.after = null;
}
function closeLine() {
  if (screen.line) screen.put.add(putName(screen.line));
  leaveLine();
  redraw();
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

// Which board is open: the one that was, or the one that was sent just now and may be compared, or what the other side asks.
export function settleLine(stop) {
  if (screen.line) return;
  const { after } = screen;
  if (after && view().boards[after.board] && !known.queued(after).length) {
    screen.line = { ...after, fresh: true };
    screen.after = null;
    return;
  }
  const asked = stop && toAgree(stop);
  if (asked) screen.line = { round: asked.round, table: asked.table, board: asked.board };
}

export function lineScreen() {
  const stop = stopOf(screen.line);
  const { board } = screen.line;
  const found = stop && lineOf(stop, board);
  if (!found) {
    screen.line = null;
    return null; // it was taken away meanwhile
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
