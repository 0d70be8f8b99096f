// A round at the table: its boards and how far each has come, the end of it, and a board that is not of it.

import { timeLeft } from "../clock.js";
import * as ears from "../ears.js";
import * as entry from "../entry.js";
import * as known from "../known.js";
import { entryShort, seatName, tableName, who } from "../shown.js";
import { h, t } from "../words.js";
import { moves, nextKey, roundName, roundOf } from "./between.js";
import { openLine } from "./line.js";
import { key, screen, title, turn } from "./screen.js";

const { view, lineOf, isDone, isPlayed } = known;

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

// Who sits here; of a team also where its other half is, and where everybody plays alone, whose phone this is.
export function pairs(stop) {
  const mates = ({ mates: table }) => (table ? `; ${t("mates-at", { table: tableName(table) })}` : "");
  const me = known.me(stop);
  return [
    me ? h("p", {}, t("you-are", { n: me.label, seat: seatName(me.chair) })) : null,
    h("p", { class: "pairs" }, who(stop.ns, "NS"), mates(stop.ns)),
    h("p", { class: "pairs" }, who(stop.ew, "EW"), mates(stop.ew)),
  ];
}

// What the match at this table came to, once both tables have it and it may be seen.
const matchTold = (stop) =>
  (view().match ?? [])
    .filter(({ round }) => round === stop.round)
    .map((match) => h("p", { class: "note" }, t(match.vps ? "match-came-to-vps" : "match-came-to", match)));

function roundHead(stop) {
  const round = roundOf(stop.round);
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

export function roundScreen(stop) {
  const next = stop.boards.find((board) => !isDone(stop, board));
  return [
    roundHead(stop),
    rows(stop, next),
    matchTold(stop),
    view().round > stop.round ? [h("p", { class: "note" }, t("move-called")), nextKey(stop.round, "")] : null,
    key("other-board", "quiet", t("other-board"), () => turn("board")),
  ];
}

export function endScreen(stop) {
  const done = h("header", {}, title(t("round-done", { n: roundName(stop.round) })), timeLeft(stop.round));
  return [done, moves(stop), rows(stop, null), nextKey(stop.round)];
}

export function boardScreen(stop) {
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
