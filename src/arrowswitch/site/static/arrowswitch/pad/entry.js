// Entering a board: contract, declarer, lead, result, agreement. Every tap is kept, so that a page that dies comes back in
// the middle of the entry; the entry has its id from its first tap, so that it lands once.

import * as game from "./game.js";
import * as keep from "./keep.js";
import * as network from "./network.js";
import { isCalled, lineOf, me, mySide, queued, same, stopOf, view } from "./known.js";
import * as pins from "./pins.js";
import { cardText, entryLong, entryShort, head, seatName, sideName, signed, suit } from "./shown.js";
import { h, t } from "./words.js";

let draft = null;
let render = () => {};
export const onStep = (given) => {
  render = given;
};

export const isOpen = () => Boolean(draft);

export function begin(stop, board) {
  const before = lineOf(stop, board)?.entry ?? null; // what is written over is what was seen, not what comes meanwhile
  const was = before?.type === "late-play" ? null : before;
  draft = {
    id: keep.newId(),
    night: view().night,
    round: stop.round,
    table: stop.table,
    board,
    was,
    step: "contract",
    due: stop.boards.includes(board),
  };
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
export function cancel() {
  draft = null;
  save();
}

// What was being entered when the page died, or in another tab; an entry of another night, or one that has been sent, is over.
export function settle() {
  draft = keep.draft();
  if (draft && (draft.night !== view().night || network.state.waiting.some((message) => message.id === draft.id))) {
    draft = null;
    keep.keepDraft(null);
  }
}

function entryOf({ type, level, suit: letter, doubled, declarer, lead, tricks }) {
  if (type !== "contract") return { type };
  return {
    type,
    contract: `${level}${letter === "N" ? "NT" : letter}${"X".repeat(doubled ?? 0)}`,
    declarer,
    tricks,
    lead: lead ?? "",
  };
}

const back = (to) =>
  h("button", { class: "key quiet", id: "back", onclick: () => (to ? step({}, to) : cancel()) }, t("back"));
const soFar = () => [`${draft.level}`, suit(draft.suit), "X".repeat(draft.doubled ?? 0)];

const ask = (...children) => h("h1", { tabindex: "-1", "data-ask": draft.step }, ...children);

// The keys lie as the cards in a bidding box do: a contract is one tap.
function contractScreen() {
  const pick = (level, letter) => step({ type: "contract", level, suit: letter, doubled: 0 }, "declarer");
  const key = (level, letter) =>
    h(
      "button",
      {
        class: `key bid ${game.COLOURS[letter]}`,
        id: `k-${level}${letter}`,
        "aria-label": `${level} ${t(`suit-${letter}`)}`,
        "aria-pressed": draft.level === level && draft.suit === letter ? "true" : "false",
        onclick: () => pick(level, letter),
      },
      `${level}${game.SIGNS[letter]}`,
    );
  return [
    ask(t("contract?")),
    h(
      "div",
      { class: "pad-keys bids" },
      [1, 2, 3, 4, 5, 6, 7].flatMap((level) => game.SUITS.map((letter) => key(level, letter))),
    ),
    h(
      "div",
      { class: "pad-keys three" },
      h(
        "button",
        { class: "key", id: "passed-out", onclick: () => step({ type: "passed-out" }, "agree") },
        t("passed-out"),
      ),
      h(
        "button",
        { class: "key", id: "not-played", onclick: () => step({ type: "not-played" }, "agree") },
        t("not-played"),
      ),
      back(null),
    ),
  ];
}

function declarerScreen(stop) {
  const next = view().leads ? "lead" : "tricks";
  const seat = (letter) =>
    h(
      "button",
      { class: `key seat seat-${letter}`, id: `k-${letter}`, onclick: () => step({ declarer: letter }, next) },
      h("b", {}, seatName(letter)),
      h("span", {}, nameAt(stop, letter)),
    );
  const times = (doubled, label) =>
    h(
      "button",
      {
        class: "key",
        id: `k-x${doubled}`,
        "aria-pressed": (draft.doubled ?? 0) === doubled ? "true" : "false",
        onclick: () => step({ doubled: draft.doubled === doubled ? 0 : doubled }, "declarer"),
      },
      label,
    );
  return [
    ask(soFar(), " ", t("by?")),
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
  const { leadSuit } = draft;
  const suitKey = (letter) =>
    h(
      "button",
      {
        class: `key suit ${game.COLOURS[letter]}`,
        id: `lead-${letter}`,
        "aria-label": t(`suit-${letter}`),
        "aria-pressed": leadSuit === letter ? "true" : "false",
        onclick: () => step({ leadSuit: letter }, "lead"),
      },
      game.SIGNS[letter],
    );
  const card = (rank) =>
    h(
      "button",
      {
        class: "key",
        id: `k-${leadSuit}${rank}`,
        "aria-label": `${t(`suit-${leadSuit}`)} ${rank.replace("T", "10")}`,
        onclick: () => step({ lead: leadSuit + rank }, "tricks"),
      },
      rank.replace("T", "10"),
    );
  return [
    ask(t("lead?", { seat: seatName(game.leader(draft.declarer)) })),
    h("div", { class: "pad-keys four" }, ["S", "H", "D", "C"].map(suitKey)),
    leadSuit ? h("div", { class: "pad-keys ranks" }, game.RANKS.map(card)) : null,
    h(
      "div",
      { class: "pad-keys two" },
      back("declarer"),
      h("button", { class: "key quiet", id: "no-lead", onclick: () => step({ lead: "" }, "tricks") }, t("no-lead")),
    ),
  ];
}

function tricksScreen() {
  const need = draft.level + 6;
  const key = (over) =>
    h(
      "button",
      {
        class: `key ${over === 0 ? "main" : ""}`,
        id: `k-r${over}`,
        onclick: () => step({ tricks: need + over }, "agree"),
      },
      over ? signed(over) : "=",
    );
  const overs = Array.from({ length: 13 - need }, (_, index) => key(index + 1));
  const downs = Array.from({ length: need }, (_, index) => key(-index - 1));
  return [
    ask(t("result?")),
    h(
      "p",
      { class: "so-far" },
      soFar(),
      ` ${t("by", { seat: seatName(draft.declarer) })}`,
      draft.lead ? [` · ${t("lead")} `, cardText(draft.lead)] : null,
    ),
    h("div", { class: "pad-keys six" }, key(0), overs),
    h("div", { class: "pad-keys six" }, downs),
    back(view().leads ? "lead" : "declarer"),
  ];
}

function agreeScreen(stop) {
  const entry = entryOf(draft);
  const side = mySide(stop) || "NS"; // on the table's only device North-South write, as is the custom
  const other = game.otherSide(side);
  const send = (id, agree, css) =>
    h(
      "button",
      { class: `key ${css}`, id, onclick: () => finish(stop, entry, side, agree) },
      t(agree ? "agree" : "send"),
    );
  const change = h(
    "button",
    { class: "key", id: "change", onclick: () => step({}, entry.type === "contract" ? "tricks" : "contract") },
    t("change"),
  );
  if (view().both && view().pair === null) {
    return [
      entryLong(entry, draft.board),
      h("h1", { class: "question", tabindex: "-1" }, t("other-device", { side: sideName(other) })),
      h("div", { class: "pad-keys two act" }, send("agree", false, "main"), change),
    ];
  }
  return [
    entryLong(entry, draft.board),
    h("h1", { class: "question", tabindex: "-1" }, t("agree?", { side: sideName(other) })),
    view().pin || (view().confirm && view().pair !== null && !me(stop)) ? pins.field() : null,
    h("div", { class: "pad-keys two act" }, send("agree", true, "main"), change),
    view().pair === null
      ? null
      : h(
          "button",
          { class: "key quiet", id: "later", onclick: () => finish(stop, entry, side, false) },
          t("agree-elsewhere"),
        ),
  ];
}

let finishing = false;
async function finish(stop, entry, side, agree) {
  if (finishing) return;
  finishing = true;
  try {
    const { id, round, table, board, was } = draft;
    const key = { round, table, board };
    const pairs = [stop.ns.number, stop.ew.number];
    const agreement = pins.hold({
      id: `${id}-agree`,
      kind: "confirm",
      ...key,
      side: game.otherSide(side),
      pairs,
      entry,
    });
    for (const each of queued(key).filter((message) => message.problem)) await network.drop(each);
    const writing = was ? { kind: "correct", was } : { kind: "enter" };
    const messages = [{ id, ...writing, ...key, side, pairs, entry }];
    if (agree && entry.type !== "not-played") messages.push(agreement);
    await network.say(...messages);
    draft = null;
    keep.keepDraft(null);
    sent(key);
  } finally {
    finishing = false;
  }
  render();
}
let sent = () => {};
export const onSent = (given) => {
  sent = given;
};

// The director has changed the movement while a board was being entered here.
function movedScreen() {
  const done = draft.step === "agree" ? [t("you-wrote"), " ", entryShort(entryOf(draft))] : null;
  const call = () => network.say({ kind: "call", about: t("call-moved", { n: draft.board }) });
  const phone = view().pair === null && view().table !== draft.table; // not the players have moved
  return [
    h("h1", { tabindex: "-1" }, phone ? t("moved-phone", { table: view().place }) : t("moved")),
    h("p", { class: "note" }, t(phone ? "moved-phone-board" : "moved-board", { n: draft.board })),
    done ? h("p", {}, done) : null,
    isCalled() ? h("p", { class: "note" }, t("called-show")) : null,
    h(
      "div",
      { class: "pad-keys one" },
      h("button", { class: "key main", id: "leave-it", onclick: cancel }, t("leave-it")),
      isCalled() ? null : h("button", { class: "key", id: "call-about-it", onclick: call }, t("call-about-it")),
    ),
  ];
}

const SCREENS = {
  contract: contractScreen,
  declarer: declarerScreen,
  lead: leadScreen,
  tricks: tricksScreen,
  agree: agreeScreen,
};

export function entryScreen() {
  const stop = stopOf(draft);
  if (!stop || (draft.due && !stop.boards.includes(draft.board))) return movedScreen();
  return [head(stop, draft.board), ...SCREENS[draft.step](stop)];
}

export const isAbout = (key) => Boolean(draft) && same(draft, key);
