// Scores at the keyboard: Enter keeps a line and goes on, and a line that is left by Tab or the mouse is kept too.
// Everything is decided by the server; without this file the sheet is one form.

import { say } from "./heard.js";
import { answered } from "./sending.js";

const entry = document.querySelector("#entry");
const all = (selector) => [...entry.querySelectorAll(selector)];
const one = (selector) => entry.querySelector(selector);
const rowOf = (element) => element.closest(".post-row");
const fieldOf = (row) => row?.querySelector(".typed");
const rows = () => all(".post-row");
const stands = (row) => row.dataset.stands ?? "";
const isEmpty = (row) => row.classList.contains("is-empty");
const OPEN = ["is-refused", "is-warned", "is-asked", "is-stale", "is-broken"];
const isOpen = (row) => OPEN.some((each) => row.classList.contains(each));
const isSaving = (row) => row.classList.contains("is-saving");
const isTyped = (row) => !isSaving(row) && fieldOf(row).value.trim() !== stands(row); // and not sent yet
const RESULT = /^(?:[-+]?\d|p$|pass|ns|ew)/i; // what can be repeated
const ENDS = /^(?:[pq]?\s*\d+|a|av|ave)$/i; // what a plus or minus key ends

const SETTLED = 500; // after the last key, before what it means is said

let saving = 0; // lines on their way
let before = Promise.resolve(); // they go one after the other, in the order of the keys
let leaving = ""; // where to go when they are all in, and the sheet is complete
let going = null; // how somebody wants to go on when they are all in
let asked = false; // whether the lines that are not kept may be left behind
let visits = 0; // sheets that were asked for
let visiting = false; // the last of them is not here yet
let ahead = []; // keys for it
let kept = ""; // what was kept last, in words

function focus(row) {
  const field = fieldOf(row);
  if (!field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  if (!isEmpty(row) || isOpen(row)) field.select(); // typing replaces what stands there, and what was refused
  row.scrollIntoView({ block: "nearest" });
}

function waitingRow(from) {
  const list = rows();
  const after = list.indexOf(from) + 1;
  return [...list.slice(after), ...list.slice(0, after)].find((row) => isEmpty(row) && !isSaving(row));
}

// The line below is ready for the next keys before the answer is here, so that nobody has to wait while typing. After the
// last line that was empty the next sheet comes.
function goOn(row) {
  const list = rows();
  const next = waitingRow(row) ?? (isEmpty(row) ? null : list[list.indexOf(row) + 1]);
  if (next && next !== row) focus(next);
}

function save(row, left = null) {
  const form = one("#post");
  const name = row.dataset.row;
  const body = new URLSearchParams();
  for (const [field, value] of new FormData(form)) {
    if (
      field === "csrfmiddlewaretoken" ||
      field === "sheet" ||
      (field.endsWith(`-${name}`) && field.slice(0, -name.length - 1).match(/^[a-z]+$/))
    )
      body.append(field, value);
  }
  body.append("row", name);
  row.classList.remove(...OPEN);
  row.classList.add("is-saving");
  if (!left) goOn(row);
  saving += 1;
  before = before.then(() => send(form, row, body, left)).catch((fault) => console.error(fault));
}

async function send(form, row, body, left) {
  const answer = await answered(form.dataset.line, body, { keepalive: true });
  if (answer?.place) {
    location.assign(answer.place);
    return;
  }
  saving -= 1;
  const told = answer?.told;
  if (told?.row) take(row, told, left);
  else offline(row, told?.problem ?? form.dataset.offline, left);
}

function offline(row, words, left) {
  stay();
  row.classList.remove("is-saving");
  row.classList.add("is-broken");
  const said = row.querySelector(".post-said");
  said.replaceChildren(Object.assign(document.createElement("span"), { className: "error", textContent: words }));
  say(words);
  if (!left) comeBack(row);
}

function take(row, answer, left) {
  const typing = document.activeElement?.closest?.(".post-row");
  const mine = typing === row;
  const template = document.createElement("template");
  template.innerHTML = answer.row.trim();
  const fresh = template.content.firstElementChild;
  const current = rows().find((each) => each.dataset.row === row.dataset.row);
  if (!current) {
    leave();
    return;
  }
  current.replaceWith(fresh);
  one("#post-summary").innerHTML = answer.summary;
  const notes = [...fresh.querySelectorAll(".post-note")].map((each) => each.textContent);
  say(answer.kept ? [answer.kept, ...notes].join(". ") : fresh.querySelector(".post-said").textContent);
  if (isOpen(fresh)) {
    stay();
    fresh.dataset.sent = fieldOf(fresh).value.trim();
    if (!left) comeBack(fresh, answer);
    return;
  }
  if (mine) goOn(fresh);
  kept = answer.kept || kept;
  if (left) document.querySelector("#post-kept").textContent = answer.kept;
  if (answer.complete && (!left || left.turns)) leaving = answer.next;
  leave();
}

// A line that is left is kept as by Enter, but the typist stays where he went. What was offered, refused or asked about
// is not kept by going away from it: only by Enter, or by typing something else.
function leaveRow(row, turns = false) {
  if (!isTyped(row)) return;
  const text = fieldOf(row).value.trim();
  if (text === row.dataset.offered) {
    fieldOf(row).value = stands(row);
    row.querySelector(".said").textContent = "";
    return;
  }
  if (row.matches(".is-asked, .is-stale") || text === row.dataset.sent) return;
  asking?.abort();
  clearTimeout(pause);
  save(row, { turns });
}

const unkept = () => rows().filter((row) => isOpen(row) || isTyped(row));

// On to another place: what was typed is kept first, and what could not be kept is asked about.
function onward(how) {
  rows().forEach((row) => leaveRow(row));
  if (saving) {
    going = how;
    return;
  }
  going = null;
  const [first] = unkept();
  if (first && !confirm(one("#post").dataset.leaving)) {
    focus(first);
    return;
  }
  how();
}

// Back to a line that was not kept, unless the next one is being typed already: then it waits, marked.
function comeBack(row, answer) {
  const other = document.activeElement?.closest?.(".post-row");
  const busy = other && other !== row && fieldOf(other).value !== stands(other);
  if (busy) return;
  const why = answer?.status === "asked" ? row.querySelector(".why") : null;
  if (why) {
    why.focus();
    why.select();
    row.scrollIntoView({ block: "nearest" });
  } else focus(row);
}

function leave() {
  if (saving) return;
  if (going) {
    onward(going);
    return;
  }
  const open = leaving && rows().find(isOpen);
  if (open) focus(open);
  else if (leaving) visit(leaving, true, kept);
  else ahead = [];
}

function stay() {
  leaving = "";
  going = null;
  ahead = [];
}

// Somebody turns to another sheet; what is on its way is awaited, because it may be refused.
function go(place, keep = true) {
  onward(() => visit(place, keep));
}

// Somebody leaves the page.
function depart(how) {
  onward(() => {
    asked = true;
    how();
  });
}

// Another sheet takes the place of this one; after the last line of a sheet it says what was kept there.
async function visit(place, keep = true, words = "") {
  const mine = ++visits;
  leaving = "";
  going = null;
  visiting = true;
  try {
    const response = await fetch(place, { headers: { "HX-Request": "true" } });
    const html = await response.text();
    if (mine !== visits) return; // another one is wanted by now
    if (response.headers.get("HX-Redirect") || !response.headers.get("X-Sheet")) {
      location.assign(place);
      return;
    }
    entry.innerHTML = html;
    document.querySelector("#post-kept").textContent = words;
    document.title = one("[data-title]")?.dataset.title.trim() ?? document.title;
    say([words, one(".problem, h2")?.textContent].filter(Boolean).join(". "));
    if (keep) history.pushState(null, "", place);
  } catch {
    if (mine === visits) location.assign(place);
    return;
  }
  visiting = false;
  begin();
  replay();
}

function begin() {
  focus(rows().find(isOpen) ?? rows().find(isEmpty) ?? rows()[0]);
}

window.addEventListener("popstate", () => go(location.href, false));

// Who types faster than the sheets turn: these keys are for the next one, and wait for it.
const isLast = (row) => isSaving(row) && isEmpty(row) && !waitingRow(row);
const turning = (row) => visiting || going || (leaving && !rows().some(isOpen)) || (row && isLast(row));

function replay() {
  const keys = ahead;
  ahead = [];
  while (keys.length) {
    const field = document.activeElement,
      row = rowOf(field);
    if (!field.matches(".typed")) return;
    if (turning(row)) {
      ahead = keys;
      return;
    }
    const key = keys.shift();
    if (typedKey({ key }, row)) continue;
    const start = field.selectionStart,
      end = field.selectionEnd;
    if (key === "Backspace") field.setRangeText("", start === end ? Math.max(start - 1, 0) : start, end, "end");
    else field.setRangeText(key, start, end, "end");
    understand(field);
  }
}

// What a text means, while it is typed.

let asking = null;
let pause = 0;

function understand(field) {
  const row = rowOf(field);
  const said = row.querySelector(".said");
  asking?.abort();
  clearTimeout(pause);
  if (!field.value.trim() || field.value.trim() === stands(row)) {
    if (said && isEmpty(row)) said.textContent = "";
    return;
  }
  pause = setTimeout(async () => {
    const form = one("#post");
    const query = new URLSearchParams({ sheet: form.elements.sheet.value, row: row.dataset.row, text: field.value });
    asking = new AbortController();
    try {
      const response = await fetch(`${form.dataset.read}?${query}`, { signal: asking.signal });
      const words = await response.json();
      if (!row.isConnected || row.classList.contains("is-saving")) return;
      const place = row.querySelector(".said");
      if (place) {
        place.textContent = words.said || words.problem || "";
        place.classList.add("guess");
      }
      say(words.said || words.problem || "", SETTLED);
    } catch {
      /* the next key asks again */
    }
  }, 90);
}

entry.addEventListener("input", (event) => {
  if (event.target.matches(".typed")) understand(event.target);
});

// Keys

function restore(row) {
  const field = fieldOf(row);
  asking?.abort();
  clearTimeout(pause);
  field.value = stands(row);
  row.classList.remove(...OPEN);
  row.querySelectorAll(".error, .hint, .post-ask, [name^=accept-]").forEach((each) => each.remove());
  const said = row.querySelector(".said");
  if (said && isEmpty(row)) said.textContent = "";
  focus(row);
}

// What is on the line above, as it was typed, be it kept already or not.
function above(row) {
  const list = rows();
  const texts = list
    .slice(0, list.indexOf(row))
    .reverse()
    .map((each) => fieldOf(each).value.trim());
  return texts.find((text) => RESULT.test(text)) ?? "";
}

function enter(row) {
  const field = fieldOf(row);
  if (!field.value.trim() && isEmpty(row)) {
    // the line above is offered, not kept: Enter pressed twice by mistake does no harm
    field.value = row.dataset.offered = above(row);
    field.select();
    understand(field);
    return;
  }
  if (field.value.trim() === stands(row) && !isOpen(row)) {
    goOn(row);
    return;
  }
  asking?.abort();
  clearTimeout(pause);
  save(row);
}

function step(row, by) {
  const list = rows();
  focus(list[list.indexOf(row) + by] ?? row);
}

function typedKey(event, row) {
  const field = fieldOf(row);
  const blank = field.value === "";
  const atEnd = field.selectionStart === field.value.length;
  switch (event.key) {
    case "Enter":
      enter(row);
      return true;
    case "ArrowUp":
      step(row, -1);
      return true;
    case "ArrowDown":
      step(row, 1);
      return true;
    case "Escape":
      restore(row);
      return true;
    case "+":
    case "-":
      if (!atEnd || !ENDS.test(field.value)) return false;
      field.value += event.key;
      enter(row);
      return true;
    case ".":
    case '"':
      if (!blank) return false;
      field.value = above(row) || event.key;
      enter(row);
      return true;
    case " ":
      if (!blank) return false;
      {
        const link =
          all(".post-missing a").find((each, at, list) => at > list.findIndex((a) => a.hasAttribute("aria-current"))) ??
          one("#sheet-after");
        if (link) go(link.href);
      }
      return true;
    case "/":
      if (!blank) return false;
      one("#to").focus();
      return true;
    case "?":
      if (!blank) return false;
      document.querySelector("#codes").showModal();
      return true;
    default:
      return false;
  }
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const waits = event.target === document.body || event.target.matches(".typed");
    if (
      waits &&
      (event.key.length === 1 || ["Enter", "Backspace"].includes(event.key)) &&
      turning(rowOf(event.target))
    ) {
      event.preventDefault();
      event.stopPropagation();
      ahead.push(event.key);
    }
  },
  true,
);

entry.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const sheet = { PageUp: "#sheet-before", PageDown: "#sheet-after" }[event.key];
  if (sheet) {
    event.preventDefault();
    const link = one(sheet);
    if (link) go(link.href);
    return;
  }
  const row = rowOf(event.target);
  if (!row) {
    if (event.key === "Escape" && event.target.id === "to") {
      event.preventDefault();
      begin();
    }
    return;
  }
  if (event.target.matches(".typed")) {
    if (typedKey(event, row)) event.preventDefault();
    return;
  }
  if (event.key === "Enter" && event.target.matches("input")) {
    event.preventDefault();
    save(row);
  }
  if (event.key === "Escape") {
    event.preventDefault();
    restore(row);
  }
});

entry.addEventListener("click", (event) => {
  const link = event.target.closest(".post-missing a, #sheet-before, #sheet-after");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
});

// Leaving a line, and leaving the page.

let tabbed = false;
document.addEventListener(
  "keydown",
  (event) => {
    tabbed = event.key === "Tab" && !event.shiftKey;
  },
  true,
);
document.addEventListener(
  "pointerdown",
  () => {
    tabbed = false;
  },
  true,
);

entry.addEventListener("focusout", (event) => {
  const row = rowOf(event.target);
  const to = event.relatedTarget ? rowOf(event.relatedTarget) : null;
  if (!row?.isConnected || !document.hasFocus() || to === row) return;
  leaveRow(row, tabbed && !to);
});

entry.addEventListener("input", (event) => {
  const row = rowOf(event.target);
  if (row) delete row.dataset.offered;
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (event.defaultPrevented || !link || link.target || link.hasAttribute("download") || event.button) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || (!saving && !unkept().length)) return;
  event.preventDefault();
  depart(() => location.assign(link.href));
});

document.addEventListener("submit", (event) => {
  if (asked || event.defaultPrevented || event.target.method === "dialog" || (!saving && !unkept().length)) return;
  event.preventDefault();
  depart(() => event.target.requestSubmit(event.submitter));
});

window.addEventListener("beforeunload", (event) => {
  if (!asked && (saving || unkept().length)) event.preventDefault();
});
window.addEventListener("pageshow", () => {
  asked = false;
});

document.querySelector("#codes")?.addEventListener("close", begin);
begin();
