// Bridge as players write it, and the small parts that several screens share.

import * as game from "./game.js";
import { timeLeft } from "./clock.js";
import { view } from "./known.js";
import { h, t } from "./words.js";

export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");
export const suit = (letter) => h("span", { class: game.COLOURS[letter] }, game.SIGNS[letter]);
export const cardText = (card) => [suit(card[0]), card.slice(1).replace("T", "10")];
export const seatName = (seat) => t(`seat-${seat}`);
export const sideName = (side) => t(`side-${side}`);
export const tableName = (table) => (view().sections > 1 ? `${view().section}${table}` : `${table}`);
export const contractText = ({ contract }) => [
  contract[0],
  suit(contract[1]),
  contract.replace(/^../, "").replace("T", ""),
];
export const rangeText = (boards) =>
  boards.length > 1 && boards.at(-1) - boards[0] === boards.length - 1
    ? `${boards[0]}–${boards.at(-1)}`
    : boards.join(", ");

function resultText(over) {
  if (over === 0) return t("made");
  return over > 0
    ? t(over === 1 ? "over-one" : "over", { n: over })
    : t(over === -1 ? "down-one" : "down", { n: -over });
}

export function entryShort(entry) {
  if (entry.type === "passed-out") return [t("passed-out")];
  if (entry.type === "not-played") return [t("not-played")];
  if (entry.type === "late-play") return [t("late-play")];
  if (entry.type === "score") return [`NS ${signed(entry.ns)}`];
  const over = game.overTricks(entry);
  return [...contractText(entry), ` ${entry.declarer} `, over ? signed(over) : "="];
}

// "4♠ by South, nine tricks: one down, EW +100", as it is put to the other side.
export function entryLong(entry, board) {
  if (entry.type !== "contract") return h("p", { class: "said big" }, entryShort(entry));
  const score = game.nsScore(entry, board);
  const winner = score >= 0 ? "NS" : "EW";
  return h(
    "div",
    { class: "said" },
    h("p", { class: "big" }, contractText(entry), ` ${t("by", { seat: seatName(entry.declarer) })}`),
    entry.lead ? h("p", {}, `${t("lead")} `, cardText(entry.lead)) : null,
    h(
      "p",
      {},
      t(entry.tricks === 1 ? "one-trick-result" : "tricks-result", {
        tricks: entry.tricks,
        result: resultText(game.overTricks(entry)),
      }),
    ),
    h("p", { class: "big" }, `${sideName(winner)} ${signed(Math.abs(score))}`),
  );
}

// Who has agreed to what stands there, as far as this device knows.
export function agreement({ adjusted, by, confirmed, entry }) {
  if (adjusted || entry.type === "not-played" || entry.type === "late-play") return null;
  if (!by) return h("p", { class: "agreed" }, t("by-director"));
  const sides = { side: sideName(by), other: sideName(game.otherSide(by)) };
  return h("p", { class: "agreed" }, t(confirmed ? "agreed-by" : view().confirm ? "not-agreed" : "entered-by", sides));
}

export const who = (side, name = "") => [
  h("b", {}, side.label.startsWith(name) ? side.label : `${name} ${side.label}`),
  " ",
  side.names.join(" & "),
];

export function head(stop, board) {
  return h(
    "header",
    {},
    h(
      "p",
      { class: "board" },
      h("b", {}, t("board", { n: board })),
      " ",
      h("span", {}, t("dealer", { seat: game.dealer(board) })),
      " ",
      h("span", { class: `vul vul-${game.vulnerable(board)}` }, t(`vul-${game.vulnerable(board)}`)),
    ),
    h(
      "p",
      { class: "pairs" },
      view().teams
        ? [h("b", {}, stop.ns.label), ` ${t("against")} `, h("b", {}, stop.ew.label)]
        : [who(stop.ns), ` ${t("against")} `, who(stop.ew)],
      " ",
      timeLeft(stop.round),
    ),
  );
}

export function traveller(rows) {
  const cells = (row) => [
    h("td", {}, row.ns_pair),
    h("td", {}, row.ew_pair),
    h("td", {}, row.adjusted || !row.entry ? t("adjusted") : entryShort(row.entry)),
    h("td", { class: "n" }, row.ns === null ? "" : signed(row.ns)),
    h("td", { class: "n" }, row.worth ?? ""),
  ];
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("result") },
    h(
      "table",
      { class: "traveller" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", {}, "NS"),
          h("th", {}, "EW"),
          h("th", {}, t("result")),
          h("th", { class: "n" }, t("score")),
          h("th", { class: "n" }, t("worth")),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) => h("tr", { class: row.mine ? "mine" : "" }, cells(row))),
      ),
    ),
  );
}

export function hands(deal) {
  const hand = (seat) =>
    h(
      "div",
      { class: `hand hand-${seat}` },
      h("b", {}, seat),
      deal[seat]
        .split(".")
        .map((ranks, index) => h("p", {}, suit("SHDC"[index]), ` ${ranks.replace("T", "10") || "–"}`)),
    );
  return h("div", { class: "deal" }, ["N", "W", "E", "S"].map(hand));
}

// What each declarer takes with all cards seen, and par, where the club shows them.
export function makes({ tricks, par }) {
  const row = (seat) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, seat),
      tricks[seat].map((count) => h("td", { class: "n" }, `${count}`)),
    );
  const one = ({ contract, by, over }) => [...contractText({ contract }), ` ${by} `, over ? signed(over) : "="];
  const contracts = par.contracts.length
    ? par.contracts.map((each, index) => [index ? ", " : "", ...one(each)])
    : t("passed-out");
  return h(
    "div",
    { class: "makes" },
    h(
      "table",
      {},
      h("caption", {}, t("makes")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          [..."NSHDC"].map((letter) => h("th", { scope: "col", class: "n" }, suit(letter))),
        ),
      ),
      h("tbody", {}, ["N", "S", "E", "W"].map(row)),
    ),
    h("p", {}, `${t("par", { score: signed(par.ns) })} `, contracts),
  );
}
