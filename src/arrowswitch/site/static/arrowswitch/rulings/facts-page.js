// The page of the facts: the pad in place of its one line, which stays for those who have no script or would rather type.

import { padShown } from "./pad.js";

const form = document.querySelector("#facts-form");
const { words, say } = JSON.parse(document.querySelector("#pad-words").textContent);
const line = form.elements.f;

const doneAt = (text) => {
  const query = new URLSearchParams(new FormData(form));
  query.delete("f");
  if (text) query.set("f", text);
  return `${form.getAttribute("action")}?${query}`;
};
const changed = (text) => {
  line.value = text;
  const query = new URLSearchParams(location.search);
  query.set("f", text);
  history.replaceState(null, "", `${location.pathname}?${query}`);
};
const typed = document.createElement("details");
const summary = document.createElement("summary");
summary.textContent = form.querySelector("label").textContent;
form.before(padShown({ words, say, text: line.value, board: form.dataset.board, doneAt, changed }));
typed.open = Boolean(form.querySelector("#f-problem"));
form.before(typed);
typed.append(summary, form);
