// The room and the big screen for ears and keyboards: whatever has `data-heard` is said once, when it is new; whatever has
// `data-told` is the answer to a button, and said each time. A part that is drawn again does not lose the focus.

import { say } from "./heard.js";

const live = document.querySelector("#room-live, #screen");
const found = (name) => [...live.querySelectorAll(`[${name}]`)];
const words = (each) => each.getAttribute("data-heard") || each.getAttribute("data-told") || each.textContent;
let known = new Set(found("data-heard").map(words));
let home = ""; // the part of the page that had the focus

document.addEventListener("htmx:beforeSwap", () => {
  const at = document.activeElement;
  home = live.contains(at) ? (at.closest("[data-home]")?.dataset.home ?? "") : "";
});

new MutationObserver(() => {
  const fresh = found("data-heard").filter((each) => !known.has(words(each)));
  known = new Set(found("data-heard").map(words));
  say([...found("data-told"), ...fresh].map(words).join(" "));
  if (fresh.some((each) => "rings" in each.dataset)) document.dispatchEvent(new Event("called"));
  if (home && document.activeElement === document.body) document.getElementById(home)?.focus();
}).observe(live, { childList: true });
