// Naming people with the keyboard alone: type, arrows, Enter takes and goes on to the next seat. Without this file the
// same fields are sent table by table, and the server understands names and numbers by itself.

const page = document.querySelector("[data-names]");
const fields = () => [...page.querySelectorAll("input[data-combo]")];
const listOf = (field) => field.parentElement.querySelector("[role=listbox]");
const seatOf = (field) => field.closest("[data-seat]");
const chosen = (field) => listOf(field).querySelector("[aria-selected=true]");
let asked = 0;

function dress(field) {
  if (field.hasAttribute("role")) return;
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-expanded", "false");
  field.setAttribute("aria-controls", listOf(field).id);
}

function close(field) {
  listOf(field).hidden = true;
  listOf(field).replaceChildren();
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

function mark(field, option) {
  chosen(field)?.setAttribute("aria-selected", "false");
  option.setAttribute("aria-selected", "true");
  option.scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", option.id);
}

async function offer(field) {
  const turn = ++asked;
  const query = new URLSearchParams({ q: field.value, seat: seatOf(field).dataset.seat });
  const answer = await fetch(`${page.dataset.find}?${query}`, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok || turn !== asked || document.activeElement !== field) return;
  const { offers } = await answer.json();
  if (turn !== asked || document.activeElement !== field) return;
  if (!offers.length) return close(field);
  const list = listOf(field);
  list.replaceChildren(...offers.map((each, at) => {
    const option = document.createElement("li");
    option.id = `${list.id}-${at}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.dataset.who = each.who;
    option.dataset.name = each.name;
    const name = document.createElement("span");
    name.textContent = each.name;
    const note = document.createElement("span");
    note.className = "quiet";
    note.textContent = each.note;
    option.append(name, " ", note);
    return option;
  }));
  list.hidden = false;
  field.setAttribute("aria-expanded", "true");
  mark(field, list.firstElementChild);
}

function take(field, option) {
  field.value = option.dataset.name;
  const who = seatOf(field).querySelector("input[data-who]") ?? seatOf(field).appendChild(hidden(field));
  seatOf(field).querySelectorAll("[type=radio]").forEach((radio) => radio.remove());
  who.value = option.dataset.who;
  asked++;
  close(field);
}

function hidden(field) {
  const who = document.createElement("input");
  who.type = "hidden";
  who.name = field.name === "name" ? "who" : field.name.replace("name-", "who-");
  who.dataset.who = "";
  return who;
}

function next(field) {
  const all = fields();
  const following = all[all.indexOf(field) + 1];
  following?.focus();
  following?.select();
}

// Saving: one seat at a time, as soon as it is clear who sits there.

const command = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function put(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const seen = fresh.getElementById("waiting").dataset.seen;
  for (const part of fresh.body.querySelectorAll(".seat, #waiting")) {
    part.dataset.seen = seen;
    const old = document.getElementById(part.id);
    if (!old || Number(part.dataset.seen ?? 0) < Number(old.dataset.seen ?? 0)) continue;  // an answer that was overtaken
    const open = old.querySelector("details")?.open;
    old.replaceWith(part);
    if (open && part.querySelector("details")) part.querySelector("details").open = true;
  }
}

async function save(field) {
  const seat = seatOf(field), form = field.form, key = seat.dataset.seat;
  if (field.dataset.combo === "stay") return;
  const who = seat.querySelector("input[data-who]")?.value ?? "", was = seat.querySelector("[data-was]").value;
  const picked = seat.querySelector("[data-pick]:checked");
  if (field.value.trim() === was && !who && !picked) return;
  if (seat.dataset.sent === field.value + who + picked?.value) return;  // on its way already
  seat.dataset.sent = field.value + who + picked?.value;
  const body = new FormData();
  for (const input of [form.elements.csrfmiddlewaretoken, ...seat.querySelectorAll("input")]) {
    if (input.name && (!input.matches("[type=radio], [type=checkbox]") || input.checked)) body.append(input.name, input.value);
  }
  body.append("only", key);
  body.append("seen", seat.dataset.seen || form.elements.seen.value);
  body.append("command", command());
  const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => null);
  const place = answer?.headers.get("HX-Redirect");
  if (place) return location.assign(place);
  const html = answer?.headers.get("Content-Type")?.startsWith("text/html") ? await answer.text() : "";
  if (!html.includes(`id="seat-${key}"`)) {
    delete seat.dataset.sent;
    const lost = Object.assign(document.createElement("p"), { className: "error", textContent: page.dataset.lost });
    lost.setAttribute("role", "alert");
    seat.querySelector(".error")?.remove();
    seat.append(lost);
    return;
  }
  const here = document.activeElement === field;
  put(html);
  const fresh = document.getElementById(`seat-${key}`);
  const again = fresh.querySelector("[data-combo]");
  if (here && again) { again.focus(); }
}

page.addEventListener("focusin", (event) => {
  const field = event.target.closest("input[data-combo]");
  if (!field) return;
  dress(field);
  if (!field.value) offer(field);
});

page.addEventListener("input", (event) => {
  const field = event.target.closest("input[data-combo]");
  if (!field) return;
  const who = seatOf(field).querySelector("input[data-who]");
  if (who) who.value = "";
  offer(field);
});

page.addEventListener("keydown", (event) => {
  const field = event.target.closest("input[data-combo]");
  if (!field || event.isComposing) return;
  const options = [...listOf(field).children];
  const at = options.indexOf(chosen(field));
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (!options.length) return void offer(field);
    mark(field, options.at((at + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length));
  } else if (event.key === "Tab" && field.value.trim() && chosen(field)?.dataset.who.startsWith("p:")) {
    take(field, chosen(field));
  } else if (event.key === "Escape") {
    if (!listOf(field).hidden) event.preventDefault();
    asked++;
    close(field);
  } else if (event.key === "Enter") {
    if (field.dataset.combo === "stay" && !options.length) return;
    event.preventDefault();
    if (options.length) take(field, options[at < 0 ? 0 : at]);
    if (field.dataset.combo === "stay") return;
    save(field);
    next(field);
  }
});

page.addEventListener("focusout", (event) => {
  const field = event.target.closest("input[data-combo]");
  if (!field) return;
  close(field);
  save(field);
});

page.addEventListener("pointerdown", (event) => {
  const option = event.target.closest("[role=option]");
  if (!option) return;
  event.preventDefault();
  const field = option.closest(".combo").querySelector("input");
  take(field, option);
  save(field);
  if (field.dataset.combo !== "stay") next(field);
});

page.addEventListener("change", (event) => {
  if (!event.target.matches("[data-pick]")) return;
  const field = seatOf(event.target).querySelector("[data-combo]");
  save(field);
});

// What others at another desk have written meanwhile, wherever nobody is typing here.

let known = document.getElementById("waiting")?.dataset.seen;

async function refresh() {
  const waiting = document.getElementById("waiting");
  if (document.hidden) return;
  const answer = await fetch(`?since=${known}`, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.status !== 200) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const slip of fresh.querySelectorAll(".slip")) {
    const old = document.getElementById(slip.id);
    const busy = !old || old.contains(document.activeElement) || old.querySelector(".error")
      || [...old.querySelectorAll("[data-combo]")].some((field) => field.value !== seatOf(field).querySelector("[data-was]").value);
    if (!busy) old.replaceWith(slip);
  }
  known = fresh.getElementById("waiting").dataset.seen;
  const open = waiting.querySelector("details")?.open;
  if (waiting.contains(document.activeElement)) return;
  document.getElementById("waiting").replaceWith(fresh.getElementById("waiting"));
  if (open) document.querySelector("#waiting details")?.setAttribute("open", "");
}
if (page.querySelector(".slip")) setInterval(refresh, 10_000);
