// The number with which a pair agrees: shown to nobody while it is typed, and never written down on the phone. It stays in the
// page's memory until the agreement has been answered; a page that was closed asks for it again.

import { h, t } from "./words.js";

const held = new Map();

export const field = () =>
  h(
    "label",
    { class: "pin" },
    t("pin"),
    h("input", {
      id: "pin",
      type: "password",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: "4",
      pattern: "[0-9]*",
    }),
  );

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

// Agreements whose number is gone with an earlier page: the score stays, and the other side is asked once more. Other tabs of
// this phone are asked first, by the names of the messages; no number leaves the page where it was typed but to the server.
const ANSWERED = 500;
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("arrowswitch-pins") : null;
const elsewhere = new Set();
if (tabs) {
  tabs.onmessage = ({ data: { asked, have } }) => {
    have?.forEach((id) => elsewhere.add(id));
    if (asked) tabs.postMessage({ have: asked.filter((id) => held.has(id)) });
  };
}

export async function lost(queue) {
  const missing = queue.filter((message) => !isHere(message));
  if (tabs && missing.length) {
    elsewhere.clear();
    tabs.postMessage({ asked: missing.map((message) => message.id) });
    await new Promise((resolve) => {
      setTimeout(resolve, ANSWERED);
    });
  }
  return missing.filter((message) => !elsewhere.has(message.id));
}
