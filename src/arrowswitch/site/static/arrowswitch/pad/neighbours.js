// Other phones of the same table or pair: each is told once, and the one that was here before can take off one that came
// after.

import * as network from "./network.js";
import { view } from "./known.js";
import { tableName } from "./shown.js";
import { h, t } from "./words.js";

const NAME = "pad-beside";
const read = () => {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? [];
  } catch {
    return [];
  }
};
let told = read();

const others = () => view().beside ?? [];
export const count = () => others().length + 1;
export const news = () => others().filter((each) => !told.includes(each.pad));

export function heard() {
  told = others().map((each) => each.pad);
  try {
    localStorage.setItem(NAME, JSON.stringify(told));
  } catch {
    /* a private window: it is told again */
  }
}

async function takeOff(each) {
  const headers = { "Content-Type": "application/json", "X-Pad": "1" };
  try {
    await fetch("off", {
      method: "POST",
      credentials: "same-origin",
      headers,
      body: JSON.stringify({ pad: each.pad }),
    });
  } finally {
    network.look();
  }
}

function place() {
  const { pair, stops, place: table } = view();
  if (pair === null) return t("table", { table });
  const stop = stops.find((each) => [each.ns.number, each.ew.number].includes(pair));
  return stop ? (stop.ns.number === pair ? stop.ns : stop.ew).label : t("table", { table: tableName(view().table) });
}

function row(each) {
  const words = { since: each.since, place: place() };
  return [
    h("p", {}, t(each.later ? "phone-came" : "phone-was-here", words)),
    each.later
      ? h("button", { class: "key", id: `off-${each.pad}`, onclick: () => takeOff(each) }, t("take-off"))
      : null,
  ];
}

// What is asked when another phone has come, or when the people want to know.
export function screen(done) {
  const some = news().length ? news() : others();
  const stranger = some.some((each) => !each.later);
  return [
    h("h1", { tabindex: "-1" }, t("phones-here", { n: count(), place: place() })),
    some.map(row),
    stranger ? h("p", { class: "note" }, t("phone-unknown")) : null,
    h(
      "div",
      { class: "pad-keys one" },
      h("button", { class: "key main", id: "phones-right", onclick: done }, t("phones-right")),
    ),
  ];
}
