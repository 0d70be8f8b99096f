// What the people are asked outside of a board, and what they ask: the call for the director, what was not taken, what waits for
// another table, and what the server noticed.

import * as entry from "../entry.js";
import * as known from "../known.js";
import * as network from "../network.js";
import { cardText, entryLong, entryShort, tableName } from "../shown.js";
import { h, t } from "../words.js";
import { openLine } from "./line.js";
import { key, redraw, screen, title, turn } from "./screen.js";

const { view, stopOf } = known;

export function callScreen() {
  const reasons = ["call-lead", "call-revoke", "call-bid", "call-score", "call-other"];
  const tell = (about) => {
    screen.page = "";
    network.say({ kind: "call", about });
    redraw();
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

export function problemScreen(message) {
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
export function awayScreen([message]) {
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

export function noteScreen({ message, notes }) {
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
        redraw();
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
