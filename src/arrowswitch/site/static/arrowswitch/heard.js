// What is said to whoever does not look: one region that is there, empty, from the start.

const region = document.querySelector("#heard");
let pause = 0;

// The same words once more are new words, so the region is emptied before they come.
export function say(words, wait = 80) {
  const text = words.replace(/\s+/g, " ").trim();
  if (!text) return;
  clearTimeout(pause);
  region.textContent = "";
  pause = setTimeout(() => {
    region.textContent = text;
  }, wait);
}
