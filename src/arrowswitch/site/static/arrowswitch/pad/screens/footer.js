// What stands below every screen: what waits to be sent, what was missed, and the keys that are always there.

import * as keep from "../keep.js";
import * as known from "../known.js";
import * as neighbours from "../neighbours.js";
import * as network from "../network.js";
import { tableName } from "../shown.js";
import { h, t } from "../words.js";
import { roundName } from "./between.js";
import { isAtRest, key, redraw, turn } from "./screen.js";

const { view } = known;

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
  return keep.alone ? `${text} ${t("keep-open")}` : text;
}

export function footer() {
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
    redraw();
  };
  return missed ? key("missed", "quiet", t("missed", { n: roundName(missed.round) }), go) : null;
}

function changeHand() {
  keep.keepHand(keep.hand() === "right" ? "left" : "right");
  redraw();
}
