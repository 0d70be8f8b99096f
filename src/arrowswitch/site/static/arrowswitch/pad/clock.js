// The time that is left of the round, or of the break after it, from what the server told and the time that has gone since.

import { view } from "./known.js";
import { h, t } from "./words.js";

export function secondsLeft({ clock, told }, now) {
  return clock.left - (clock.held ? 0 : Math.max(now - told, 0) / 1000);
}

function words(left, held) {
  if (held) return t("clock-held");
  if (left <= 0) return t("time-up");
  return left <= 60 ? t("last-minute") : t("minutes-left", { n: Math.ceil(left / 60) });
}

// What is left of the break; nothing while the round is being played. It begins when the round's time is up, or when it is called.
export function breakLeft(clock, left) {
  return clock.break && (clock.begun || left <= 0) ? clock.break + left : null;
}

function breakWords(left) {
  return left > 0 ? t("break-left", { n: Math.ceil(left / 60) }) : t("break-over");
}

// The clock is of the round that was called; a table that is in another one is not told of it.
export function timeLeft(round) {
  const { clock, told } = view();
  if (!clock || !told || view().round !== round) return null;
  const left = secondsLeft(view(), Date.now());
  const pause = breakLeft(clock, left);
  if (pause !== null && !clock.held) return h("span", { class: "clock" }, breakWords(pause));
  return h("span", { class: `clock ${left <= 60 ? "late" : ""}` }, words(left, clock.held));
}
