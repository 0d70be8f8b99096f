// Before the first board: a pad that knows nothing yet or was taken off, a session that has not begun, and who sits here.

import * as known from "../known.js";
import * as network from "../network.js";
import { seatName } from "../shown.js";
import { h, t } from "../words.js";
import { pairs } from "./round.js";
import { redraw, title } from "./screen.js";

const { view } = known;

export function unknownScreen() {
  if (network.state.out) return outScreen();
  return [title(t("opening")), h("p", {}, network.state.online ? "" : t("no-network"))];
}

function outScreen() {
  const lost = network.state.waiting.length ? h("p", { class: "note" }, t("out-waiting")) : null;
  const join = h("a", { class: "key main", href: "../t/" }, t("join-again"));
  return [title(t("out-title")), h("p", {}, t("out")), lost, h("p", {}, join)];
}

export const notBegunScreen = (stop) => [
  title(t("table", { table: view().place })),
  stop ? pairs(stop) : null,
  h("p", { class: "big" }, t("not-begun")),
];

const SEATS = { ns: ["N", "S"], ew: ["E", "W"] };
// Each player of an individual has one seat, by the chair of round 1.
const lackingOf = (stop, side) =>
  stop[side].players?.flatMap(({ number, chair, seats }) =>
    seats.map((seat) => ({ seat, contestant: number, at: chair })),
  ) ??
  stop[side].seats
    .filter((seat) => !view().teams || SEATS[side].includes(seat))
    .map((seat) => ({ seat, contestant: stop[side].number, at: SEATS[side]["NE".includes(seat) ? 0 : 1] }));
export const lacking = (stop) => Object.keys(SEATS).flatMap((side) => lackingOf(stop, side));

const nameField = (at) =>
  h("input", { id: `name-${at}`, maxlength: "80", autocomplete: "off", autocapitalize: "words" });
const labelled = ({ at, field }) =>
  h("div", { class: "seat-name" }, h("label", { for: field.id }, seatName(at)), field);
const naming = ({ seat, contestant, field }) => ({ kind: "seat", contestant, seat, name: field.value.trim() });

export function seatsScreen(stop) {
  const fields = lacking(stop).map((each) => ({ ...each, field: nameField(each.at) }));
  const save = (event) => {
    event.preventDefault();
    const named = fields.filter(({ field }) => field.value.trim());
    known.setNamed();
    if (named.length) network.say(...named.map(naming));
    redraw();
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
