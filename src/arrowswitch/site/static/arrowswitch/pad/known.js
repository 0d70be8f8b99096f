// What this device knows: what the server told, with what waits here to be sent laid over it.

import * as game from "./game.js";
import * as keep from "./keep.js";
import * as network from "./network.js";

export const view = () => network.state.view;
export const { same } = network;

const writes = (each) => each.kind === "enter" || each.kind === "correct";
export const queued = (key) => network.state.waiting.filter((each) => writes(each) && same(each, key));
export const problems = () => network.state.waiting.filter((each) => each.problem);
export const away = () => network.state.waiting.filter((each) => network.isAway(each) && each.kind !== "confirm");
export const isCalled = () => view().calls.length > 0 || network.state.waiting.some((each) => each.kind === "call");
const agreed = (key) =>
  network.state.waiting.some((each) => each.kind === "confirm" && same(each, key) && !each.problem);

// A board's line as this device knows it: what waits here comes before what the server has.
export function lineOf(stop, board) {
  const key = { round: stop.round, table: stop.table, board };
  const known = view().lines.find((each) => same(each, key));
  const mine = queued(key)
    .filter((each) => !each.problem)
    .at(-1);
  if (mine)
    return {
      ...key,
      entry: mine.entry,
      ns: game.nsScore(mine.entry, board),
      by: mine.side,
      confirmed: agreed(key),
      waits: true,
    };
  return known?.entry ? { ...known, confirmed: known.confirmed || agreed(key) } : null;
}

export const isPlayed = (found) => found.entry.type !== "not-played";
export const isDone = (stop, board) => Boolean(lineOf(stop, board)) || stop.done.includes(board);
// A board for which the director has given a score without one from the table.
export const isAwarded = (stop, board) =>
  view().lines.some((each) => each.adjusted && same(each, { round: stop.round, table: stop.table, board }));
export const allDone = (stop) => stop.boards.every((board) => isDone(stop, board));
export const stopAt = (round) => view().stops.find((stop) => stop.round === round);
export const stopOf = (key) => view().stops.find((stop) => stop.round === key.round && stop.table === key.table);

// Boards that were played here though they were not due.
export const others = (stop) => [
  ...new Set(
    [
      ...view().lines.filter((each) => each.entry),
      ...network.state.waiting.filter((each) => writes(each) && !each.problem),
    ]
      .filter((each) => each.round === stop.round && each.table === stop.table && !stop.boards.includes(each.board))
      .map((each) => each.board),
  ),
];

// The side whose device this is; a pair's own device is on the side where the pair sits.
// In an individual the pair is a player, who has a partner for the round.
const isMine = (side) => [side, ...(side.players ?? [])].some((each) => each.number === view().pair);

// The player of an individual whose own device this is.
export const me = (stop) =>
  [stop.ns, stop.ew].flatMap((side) => side.players ?? []).find((each) => each.number === view().pair);

export function mySide(stop) {
  if (view().pair === null) return view().side;
  return isMine(stop.ns) ? "NS" : "EW";
}

// -- where the device is: the round that was called, an earlier one that is not finished, a later one to which it went on --

let place;
const write = () => keep.keepPlace(place);

export function settlePlace() {
  const called = Math.max(view().round, 1);
  place ??= keep.place();
  if (place?.pad !== view().pad)
    place = { pad: view().pad, round: Math.max(called, ...view().lines.map((each) => each.round)), called };
  if (called > place.called) {
    const stop = stopAt(place.round);
    if (place.round < called && (!stop || allDone(stop))) place.round = called;
  }
  place.called = called;
  if (mustWait(place.round)) place.round = called;
  place.round = Math.min(place.round, Math.max(view().rounds, 1));
  write();
  return place.round;
}

// Without a network a call cannot be heard; then the table goes on.
export const mustWait = (round) => view().wait && network.state.online && round > Math.max(view().round, 1);

export function goTo(round) {
  place.round = round;
  write();
}
export const isNamed = () => Boolean(place?.named);
export function setNamed() {
  place.named = true;
  write();
}
export const missed = (round) =>
  view().stops.filter((each) => each.round < round && each.round <= view().round && !allDone(each));
