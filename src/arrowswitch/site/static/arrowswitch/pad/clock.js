// The time that is left of the round, from what the server told and the time that has gone since.

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

// The clock is of the round that was called; a table that is in another one is not told of it.
export function timeLeft(round) {
  const { clock, told } = view();
  if (!clock || !told || view().round !== round) return null;
  const left = secondsLeft(view(), Date.now());
  return h("span", { class: `clock ${left <= 60 ? "late" : ""}` }, words(left, clock.held));
}
