// Where the people are on the pad, and what every screen is made of. What is drawn where is not decided here: a screen that
// has changed something asks to be drawn again.

import * as entry from "../entry.js";
import { h } from "../words.js";

// The page that was turned to, the board that is open, the one that was sent just now, and those that were put aside.
export const screen = { page: "", line: null, after: null, put: new Set() };

let draw = () => {};
export const onTurn = (given) => {
  draw = given;
};
export const redraw = () => draw();

export function turn(page) {
  screen.page = page;
  redraw();
}

// Nobody is in the middle of anything.
export const isAtRest = () => !entry.isOpen() && !screen.page && !screen.line;

export const title = (...children) => h("h1", { tabindex: "-1" }, ...children);
export const key = (id, css, label, onclick, more = {}) =>
  h("button", { class: `key ${css}`, id, onclick, ...more }, label);
