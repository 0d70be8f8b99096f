// Clocks that run between two looks at the server; the server's own time is right again at every refresh.

const face = (seconds) => {
  const whole = Math.abs(seconds);
  const two = (number) => String(number).padStart(2, "0");
  return `${seconds < 0 ? "+" : ""}${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
};

// The end of a round is noted when a clock is first seen, so that a sleepy browser does not lose seconds.
const endOf = (clock) => Number((clock.dataset.end ??= Date.now() + 1000 * Number(clock.dataset.left)));

setInterval(() => {
  for (const clock of document.querySelectorAll(".clock:not([data-held])")) {
    clock.textContent = face(Math.round((endOf(clock) - Date.now()) / 1000));
  }
}, 500);
