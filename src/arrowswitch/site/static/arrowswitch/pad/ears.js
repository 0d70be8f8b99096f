// What a screen reader hears. One region is there, empty, from the start; what is new in the page is put into it: the question,
// a refusal or a note, that the director was called, what waits.

const region = document.getElementById("said");
const text = (root, names) => [...root.querySelectorAll(names)].map((each) => each.textContent.trim()).filter(Boolean).join(" ");
const PARTS = [".board b, h1", ".note, .agreed", ".called", ".status"];
let before = PARTS.map(() => "");

export function say(words) {
  region.textContent = words;
}

export function hear(root) {
  const now = PARTS.map((names) => text(root, names));
  const fresh = now.filter((words, index) => words && words !== before[index]);
  before = now;
  if (fresh.length) say(fresh.join(" "));
}
