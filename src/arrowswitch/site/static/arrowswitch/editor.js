// The editor of movements: each cell is sent as it is left, and the answer says what is wrong and where. Without this, the grid is a
// form with a button.

const page = (id) => document.getElementById(id);
const cells = () => page("cells");
const inputs = () => [...cells().querySelectorAll("td input")];
const told = (text) => {
  page("said").textContent = text;
};
let last = Promise.resolve();
let held = null;

// -- sending --------------------------------------------------------------------------------------------------------------

const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

// One change after the other; each says what it has seen. What finds no line is sent again until it arrives.

function send(fields) {
  last = last.then(() => sent(fields)).catch((problem) => told(String(problem)));
  return last;
}

async function sent(fields) {
  for (;;) {
    const body = new FormData();
    for (const name of ["csrfmiddlewaretoken", "by"]) body.set(name, cells().elements[name].value);
    body.set("seen", page("sheet").dataset.at);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    let answer = null;
    try {
      answer = await fetch(cells().action, { method: "POST", body, headers: { Accept: "application/json" } });
    } catch {
      told(cells().dataset.lost);
      await wait(2);
      continue;
    }
    if (!answer.headers.get("Content-Type")?.includes("json")) {
      location.reload();
      return;
    }
    await show(await answer.json(), fields);
    return;
  }
}

async function show(now, fields) {
  page("sheet").dataset.at = now.at;
  for (const one of document.querySelectorAll("input[name=seen]")) one.value = now.at;
  told(now.problem);
  page("panel").innerHTML = now.panel;
  for (const name of ["undo", "redo"]) {
    page(name).disabled = !now[name];
    page(name).title = now[name];
  }
  if (now.shape !== page("sheet").dataset.shape) {
    location.reload();
    return;
  }
  const refused = now.problem && "place" in fields ? page(`c-${fields.place}`) : null;
  for (const input of inputs()) {
    const place = input.id.slice(2);
    const text = now.cells[place] ?? "";
    const typing = input.value !== input.defaultValue;
    input.defaultValue = text;
    input.dataset.fault = now.wrong[place] ?? "";
    if (place === fields.place) delete input.dataset.sent;
    if (input !== refused && !(typing && input === document.activeElement)) input.value = text;
    mark(input, input === refused ? now.problem : input.dataset.fault);
  }
  here(document.activeElement);
}

function mark(input, sentence) {
  input.dataset.wrong = sentence;
  input.title = sentence;
  if (sentence) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
  input.closest("td").classList.toggle("wrong", Boolean(sentence));
}

function here(input) {
  if (input?.matches?.("#cells td input")) page("here").textContent = input.dataset.wrong;
}

function keep(input) {
  if (input.value === (input.dataset.sent ?? input.defaultValue)) return;
  input.dataset.sent = input.value;
  const [kind, number, line] = input.name.split("-");
  const fields = { do: kind, round: number, text: input.value, place: `${number}-${line}` };
  fields[kind === "seat" ? "pair" : "table"] = line;
  send(fields);
}

// -- cells ----------------------------------------------------------------------------------------------------------------

document.addEventListener("focusin", (event) => {
  if (!event.target.matches("#cells td input")) return;
  here(event.target);
  event.target.select();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#cells td input")) keep(event.target);
});

document.addEventListener("submit", (event) => {
  if (event.target.id === "cells") {
    event.preventDefault();
    return;
  }
  if (!event.target.matches("form[data-edit]")) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target, event.submitter));
  delete fields.seen;
  delete fields.csrfmiddlewaretoken;
  send(fields);
});

function beside(input, down, right) {
  const cell = input.closest("td");
  const row = cell.parentElement;
  const rows = [...row.parentElement.rows];
  const to = rows[rows.indexOf(row) + down]?.cells[cell.cellIndex + right];
  return to?.querySelector("input");
}

const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function isAtEnd(input, key) {
  if (key === "ArrowUp" || key === "ArrowDown") return true;
  if (input.selectionStart === 0 && input.selectionEnd === input.value.length) return true;
  const end = key === "ArrowLeft" ? 0 : input.value.length;
  return input.selectionStart === end && input.selectionEnd === end;
}

function nextFault(input) {
  const all = inputs();
  const from = all.indexOf(input) + 1;
  return [...all.slice(from), ...all.slice(0, from)].find((one) => one.dataset.wrong);
}

function exchange(one, other) {
  const [round, table] = one.split("-");
  const [toRound, toTable] = other.split("-");
  send({ do: "exchange", round, table, to_round: toRound, to_table: toTable, what: page("what").value });
}

function hold(input) {
  const place = input.id.slice(2);
  if (!input.name.startsWith("cell-")) return;
  document.querySelector("#cells td.held")?.classList.remove("held");
  if (held === null) {
    held = place;
    input.closest("td").classList.add("held");
    told(cells().dataset.held);
  } else {
    if (held !== place) exchange(held, place);
    told(cells().dataset.dropped);
    held = null;
  }
}

const keys = {
  Enter: (input, event) => {
    keep(input);
    (beside(input, event.shiftKey ? -1 : 1, 0) ?? input).focus();
  },
  Escape: (input) => {
    input.value = input.defaultValue;
    mark(input, input.dataset.fault ?? input.dataset.wrong);
    here(input);
    input.select();
  },
  "=": hold,
  "!": (input) => nextFault(input)?.focus(),
  "?": () => page("editor-keys").showModal(),
};

document.addEventListener(
  "keydown",
  (event) => {
    if (document.querySelector("dialog[open]")) return;
    const input = event.target.matches("#cells td input") ? event.target : null;
    if (!input && event.key === "?" && !event.target.matches("input, textarea, select")) {
      event.preventDefault();
      event.stopPropagation();
      keys["?"]();
    }
    if ((event.ctrlKey || event.metaKey) && "zy".includes(event.key.toLowerCase())) {
      if (input ? input.value !== input.defaultValue : event.target.matches("input, textarea")) return;
      event.preventDefault();
      send({ do: event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo" });
      return;
    }
    if (!input || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = ways[event.key] && isAtEnd(input, event.key) ? beside(input, ...ways[event.key]) : null;
    if (to) {
      event.preventDefault();
      to.focus();
    } else if (keys[event.key]) {
      event.preventDefault();
      keys[event.key](input, event);
    }
  },
  true,
);

// A fault leads to its cell.

document.addEventListener("click", (event) => {
  const link = event.target.closest("#panel a[href^='#c-']");
  if (!link) return;
  event.preventDefault();
  page(link.getAttribute("href").slice(1))?.focus();
});

// -- dragging -------------------------------------------------------------------------------------------------------------

const cellAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#cells td");
let dragged = null;

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip || event.button) return;
  event.preventDefault();
  dragged = grip.dataset.place;
  grip.closest("td").classList.add("held");
});

document.addEventListener("pointermove", (event) => {
  if (dragged === null) return;
  document.querySelector("#cells td.over")?.classList.remove("over");
  cellAt(event)?.classList.add("over");
});

for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, (event) => {
    if (dragged === null) return;
    const to = end === "pointerup" ? cellAt(event)?.querySelector("input[name^='cell-']")?.id.slice(2) : null;
    for (const cell of document.querySelectorAll("#cells td.over, #cells td.held"))
      cell.classList.remove("over", "held");
    if (to && to !== dragged) exchange(dragged, to);
    dragged = null;
    held = null;
  });
}
