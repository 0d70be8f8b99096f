// Between rounds: what a round is called, where those who have played go, and the key that leads on.

import { timeLeft } from "../clock.js";
import * as known from "../known.js";
import { rangeText, seatName, sideName, tableName, who } from "../shown.js";
import { h, t } from "../words.js";
import { key, redraw, title } from "./screen.js";

const { view, mySide } = known;

// What people call a round: where rounds are drawn, by the number that the event has for it.
export function roundName(round) {
  const [n, half] = view().draws?.called[round - 1] ?? [round, 0];
  return half ? t("half-round", { n, half }) : n;
}
export const roundOf = (round) => t("round-of", { n: roundName(round), of: view().draws?.of ?? view().rounds });

export function nextKey(round, css = "main", leave = () => {}) {
  const to = Math.max(round + 1, view().round);
  if (to > view().rounds) {
    const draw = view().draws?.next;
    return h("p", { class: "big" }, draw ? t("wait-draw", { n: draw }) : t("the-end"));
  }
  const wait = known.mustWait(to);
  const go = () => {
    leave();
    known.goTo(to);
    redraw();
  };
  return key("next-round", css, wait ? t("wait-call") : t("next-round", { n: roundName(to) }), go, { disabled: wait });
}

// Where those who have played here go, and whom they meet there.
export function moves(stop) {
  const following = known.stopAt(stop.round + 1);
  const all = [stop.ns, stop.ew].flatMap((side) => side.players ?? [side]);
  const sides = all.filter((side) => view().pair === null || side.number === view().pair);
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
    ? t("goes", { table: tableName(next.table), side: next.partner ? seatName(next.side) : sideName(next.side) })
    : t(next.stays ? "stays" : "sits-out");
  const met = next.against
    ? t("against-whom", { who: `${next.against.label} ${next.against.names.join(" & ")}`.trim() })
    : "";
  const mates = next.mates && view().draws ? `; ${t("mates-at", { table: tableName(next.mates) })}` : "";
  const partner = next.partner
    ? t("with-whom", { who: `${next.partner.label} ${next.partner.names.join(" & ")}`.trim() })
    : "";
  return h("p", {}, arrow, h("b", {}, label), [` ${where}`, partner, met].filter(Boolean).join(" "), mates);
}
// Tables stand in the order of their numbers; who only changes sides turns round.
const way = (from, to) => (to > from ? "→" : to < from ? "←" : "⇄");

// A round in which this pair sits out, or nobody plays at this table.
export function restScreen(round) {
  const next = view().stops.find((stop) => stop.round > round);
  const mine = view().pair !== null;
  const side = next && mySide(next);
  return [
    h("header", {}, title(roundOf(round)), timeLeft(round)),
    h("p", { class: "big" }, mine ? t("you-sit-out") : t("nobody-now", { table: view().place })),
    next
      ? h("p", {}, mine ? thenTo(next) : t("then-here", { n: roundName(next.round), boards: rangeText(next.boards) }))
      : null,
    next && mine ? h("p", {}, t("you-meet"), " ", who(side === "NS" ? next.ew : next.ns)) : null,
    nextKey(round),
  ];
}

function thenTo(next) {
  const me = known.me(next);
  const place = { table: tableName(next.table), side: me ? seatName(me.chair) : sideName(mySide(next)) };
  return t("then-to", { n: roundName(next.round), boards: rangeText(next.boards), ...place });
}
