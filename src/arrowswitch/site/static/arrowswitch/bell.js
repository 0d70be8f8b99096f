// The bell of the big screen: silent until somebody switches it on, and then at the end of every round and break.

document.documentElement.classList.add("js");
const bell = document.querySelector("#bell");
let sound = null;

bell.addEventListener("click", () => {
  const on = bell.getAttribute("aria-pressed") !== "true";
  bell.setAttribute("aria-pressed", String(on));
  bell.textContent = on ? bell.dataset.on : bell.dataset.off;
  sound ??= new AudioContext();  // a browser lets a page sound only after somebody has touched it
  if (on) ring();
});

// A struck bell: three tones that fade.
function ring() {
  const now = sound.currentTime;
  for (const [tone, loud] of [[660, .5], [1320, .25], [1980, .12]]) {
    const voice = sound.createOscillator();
    const fade = sound.createGain();
    voice.frequency.value = tone;
    fade.gain.setValueAtTime(loud, now);
    fade.gain.exponentialRampToValueAtTime(.001, now + 2.5);
    voice.connect(fade).connect(sound.destination);
    voice.start(now);
    voice.stop(now + 2.5);
  }
  bell.dataset.rung = String(Number(bell.dataset.rung ?? 0) + 1);
}

// Between two looks at the server a clock passes zero once.
setInterval(() => {
  for (const clock of document.querySelectorAll(".clock[data-bell]:not([data-held])")) {
    const over = endOf(clock) <= Date.now();
    if (over && clock.dataset.over === "no" && bell.getAttribute("aria-pressed") === "true") ring();
    clock.dataset.over = over ? "yes" : "no";
  }
}, 250);
