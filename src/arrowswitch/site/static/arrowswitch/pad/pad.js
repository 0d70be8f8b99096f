// The pad: one question a screen. What is on the screen follows from what the server told, what waits to be sent, and the
// entry that is being made.

import * as neighbours from "./neighbours.js";
import * as ears from "./ears.js";
import * as entry from "./entry.js";
import * as keep from "./keep.js";
import * as known from "./known.js";
import * as network from "./network.js";
import { restScreen } from "./screens/between.js";
import { footer } from "./screens/footer.js";
import { lacking, notBegunScreen, seatsScreen, unknownScreen } from "./screens/joining.js";
import { lineScreen, settleLine } from "./screens/line.js";
import { awayScreen, callScreen, noteScreen, problemScreen } from "./screens/questions.js";
import { boardScreen, endScreen, roundScreen } from "./screens/round.js";
import { isAtRest, onTurn, screen, title, turn } from "./screens/screen.js";
import { h, t } from "./words.js";

const { view, isDone, allDone } = known;
const root = document.getElementById("pad");

// -- which screen it is -------------------------------------------------------------------------------------------------

function content() {
  if (!view() || network.state.out) return unknownScreen();
  entry.settle();
  const round = known.settlePlace();
  const stop = known.stopAt(round);
  if (screen.page === "call") return callScreen();
  if (screen.page === "away" && known.away().length) return awayScreen(known.away());
  if (known.problems().length) return problemScreen(known.problems()[0]);
  if (network.state.notes.length) return noteScreen(network.state.notes[0]);
  if (view().phase === "published") return [title(t("session-over")), h("p", {}, t("session-over-why"))];
  if (entry.isOpen()) return entry.entryScreen();
  if (screen.page === "phones" && neighbours.count() === 1) screen.page = "";
  if (screen.page === "phones" || (neighbours.news().length && isAtRest()))
    return neighbours.screen(() => {
      neighbours.heard();
      turn("");
    });
  if (screen.page === "board" && stop) return boardScreen(stop);
  if (!view().stops.length) return [title(t("table", { table: view().place })), h("p", {}, t("nobody-here"))];
  const first = stop && round === 1 && !stop.boards.some((board) => isDone(stop, board));
  if (first && !known.isNamed() && lacking(stop).length) return seatsScreen(stop);
  if (view().phase === "open") return notBegunScreen(stop);
  settleLine(stop);
  if (screen.line) return lineScreen() ?? content();
  if (!stop) return restScreen(round);
  return allDone(stop) ? endScreen(stop) : roundScreen(stop);
}

// -- how it is drawn ----------------------------------------------------------------------------------------------------

// Nothing moves under a finger: what comes from the server waits until the finger is up, its tap has come (a little later) and
// nothing is being typed.
let touched = false;
let due = false;
let lifted;
const free = () => {
  clearTimeout(lifted);
  touched = false;
  if (due) render();
};
window.addEventListener(
  "pointerdown",
  () => {
    clearTimeout(lifted);
    touched = true;
  },
  true,
);
window.addEventListener(
  "pointerup",
  () => {
    clearTimeout(lifted);
    lifted = setTimeout(free, 400);
  },
  true,
);
window.addEventListener("pointercancel", free, true);
window.addEventListener("click", () => setTimeout(free)); // when the click has done what it does: a form is sent from where it is

function render(ours = false) {
  const active = document.activeElement;
  due = ours !== true && (touched || (active?.matches("#pad input") && Boolean(active.value)));
  if (due) return;
  document.body.dataset.hand = keep.hand();
  const fresh = h("main", { id: "pad" }, parted(content()), footer());
  if (fresh.isEqualNode(root)) return;
  const focus = active?.id;
  const held = root.contains(active);
  const [was, is] = [asked(root), asked(fresh)];
  const first = !root.querySelector("footer");
  const typed = ours === true ? [] : [...root.querySelectorAll("input")].map(({ id, value }) => [id, value]);
  root.replaceChildren(...fresh.childNodes);
  for (const [id, value] of typed) if (document.getElementById(id)) document.getElementById(id).value = value;
  const stays = was === is && focus && document.getElementById(focus);
  if (was !== is || (held && !root.contains(document.activeElement)))
    (stays || root.querySelector("h1"))?.focus({ preventScroll: true });
  if (ours === true || first) root.querySelector(".row.main")?.scrollIntoView({ block: "nearest" });
  ears.hear(root);
}

// What a screen asks: while it is the same, the focus stays where it is; then it goes to the question.
function asked(within) {
  const question = within.querySelector("h1");
  return (
    question && `${question.dataset.ask ?? question.textContent} ${within.querySelector(".board b")?.textContent ?? ""}`
  );
}

// What is asked, and the keys: above each other, or side by side where a phone lies on its side.
function parted(parts) {
  const all = [parts].flat(Infinity).filter(Boolean);
  const keys = all.findIndex((each) =>
    each.matches(".key, .pad-keys, .rows, .compass, .scroll, .deal, .makes, .pin, form"),
  );
  const from = keys < 0 ? all.length : keys;
  return [
    h("div", { class: "ask" }, all.slice(0, from)),
    from < all.length ? h("div", { class: "answer" }, all.slice(from)) : null,
  ];
}

// Whoever closes the page, or pulls it down to load it anew, while something waits is asked first.
const askFirst = (event) => {
  event.preventDefault();
  event.returnValue = "";
};
function guard() {
  const waits = network.sendable(network.state.waiting).length > 0;
  window[waits ? "addEventListener" : "removeEventListener"]("beforeunload", askFirst);
}

entry.onStep(() => render(true));
onTurn(() => render(true));
entry.onSent((sent) => {
  screen.after = sent;
});
network.onChange(render);
network.onChange(guard);
setInterval(render, 5000); // the time that is left
await keep.open();
const answered = await network.open();
if (keep.alone && answered) fetch("./", { cache: "reload" }).catch(() => {}); // the page is good for another night
if (!keep.alone) navigator.serviceWorker.register("sw.js", { scope: "./" }).catch(() => {}); // a certificate that the phone does not trust
