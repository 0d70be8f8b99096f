// What a screen reader hears. One region is there, empty, from the start; what is new in the page is put into it: the question,
// a refusal or a note, that the director was called, what waits. Each has its own place in it and only what changed is read, so
// that an answer that comes soon after a tap does not take the question's place.

const region = document.getElementById("said");
const text = (root, names) =>
  [...root.querySelectorAll(names)]
    .map((each) => each.textContent.trim())
    .filter(Boolean)
    .join(" ");
const PARTS = [".board b, h1", ".note, .agreed", ".called", ".status"].map((names) => ({
  names,
  before: "",
  place: place(),
}));
const alone = place();

function place() {
  return region.appendChild(document.createElement("span"));
}

export function say(words) {
  PARTS.forEach((part) => {
    part.place.textContent = "";
  });
  alone.textContent = words;
}

export function hear(root) {
  for (const part of PARTS) {
    const now = text(root, part.names);
    if (now === part.before) continue;
    part.before = now;
    part.place.textContent = `${now} `.trimStart();
    alone.textContent = "";
  }
}
