// The bell of the big screen and of the room: silent until somebody switches it on. The screen's rings at the end of every round
// and break, the room's when a table calls.

document.documentElement.classList.add("js");
const bell = document.querySelector("#bell");
const isOn = () => bell.getAttribute("aria-pressed") === "true";
let sound = null;

bell.addEventListener("click", () => {
  const on = !isOn();
  bell.setAttribute("aria-pressed", String(on));
  bell.textContent = on ? bell.dataset.on : bell.dataset.off;
  sound ??= new AudioContext(); // a browser lets a page sound only after somebody has touched it
  if (on) ring();
});

// A struck bell: three tones that fade.
function ring() {
  const now = sound.currentTime;
  for (const [tone, loud] of [
    [660, 0.5],
    [1320, 0.25],
    [1980, 0.12],
  ]) {
    const voice = sound.createOscillator();
    const fade = sound.createGain();
    voice.frequency.value = tone;
    fade.gain.setValueAtTime(loud, now);
    fade.gain.exponentialRampToValueAtTime(0.001, now + 2.5);
    voice.connect(fade).connect(sound.destination);
    voice.start(now);
    voice.stop(now + 2.5);
  }
  bell.dataset.rung = String(Number(bell.dataset.rung ?? 0) + 1);
}

document.addEventListener("called", () => {
  if (isOn()) ring();
});

// Between two looks at the server a clock passes zero once.
setInterval(() => {
  for (const clock of document.querySelectorAll(".clock[data-bell]:not([data-held])")) {
    const over = endOf(clock) <= Date.now();
    if (over && clock.dataset.over === "no" && isOn()) ring();
    clock.dataset.over = over ? "yes" : "no";
  }
}, 250);
