// The number with which a pair agrees: shown to nobody while it is typed, and never written down on the phone. It stays in the
// page's memory until the agreement has been answered; a page that was closed asks for it again.

import { h, t } from "./words.js";

const held = new Map();

export const field = () => h("label", { class: "pin" }, t("pin"),
  h("input", { id: "pin", type: "password", inputmode: "numeric", autocomplete: "off", maxlength: "4", pattern: "[0-9]*" }));

// An agreement as it is kept: it says that it has a number, not which.
export function hold(message) {
  const typed = document.getElementById("pin")?.value;
  if (typed === undefined) return message;
  held.set(message.id, typed);
  return { ...message, numbered: true };
}

// The same as it is sent.
export function sent(message) {
  const { numbered, ...rest } = message;
  return numbered ? { ...rest, pin: held.get(message.id) ?? "" } : rest;
}

// Whether this page can send it: it has no number, or one that was typed here.
export const isHere = (message) => !message.numbered || held.has(message.id);

// Agreements whose number is gone with an earlier page: the score stays, and the other side is asked once more.
export const lost = (queue) => queue.filter((message) => !isHere(message));
