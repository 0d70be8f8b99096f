// Naming people with the keyboard alone: type, arrows, Enter takes and goes on to the next seat. Without this file the
// same fields are sent table by table, and the server understands names and numbers by itself.

import { answered } from "./sending.js";

const page = document.querySelector("[data-names]");
const fields = () => [...page.querySelectorAll("input[data-combo]")];
const listOf = (field) => field.parentElement.querySelector("[role=listbox]");
const seatOf = (field) => field.closest("[data-seat]");
const chosen = (field) => listOf(field).querySelector("[aria-selected=true]");
let coming = null; // the list that is on its way: whose, and the promise of what it offers

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

async function offersFor(field) {
  const query = new URLSearchParams({ q: field.value, seat: seatOf(field).dataset.seat });
  const answer = await fetch(`${page.dataset.find}?${query}`, { headers: { "HX-Request": "true" } }).catch(() => null);
  return answer?.ok ? (await answer.json()).offers : [];
}

async function offer(field) {
  const mine = (coming = { field, offers: offersFor(field) });
  const offers = await mine.offers;
  if (coming !== mine) return;
  coming = null;
  if (document.activeElement !== field) return;
  if (!offers.length) return close(field);
  const list = listOf(field);
  list.replaceChildren(
    ...offers.map((each, at) => {
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
    }),
  );
  list.hidden = false;
  field.setAttribute("aria-expanded", "true");
  mark(field, list.firstElementChild);
}

function take(field, offered) {
  field.value = offered.name;
  const who = seatOf(field).querySelector("input[data-who]") ?? seatOf(field).appendChild(hidden(field));
  seatOf(field)
    .querySelectorAll("[type=radio]")
    .forEach((radio) => radio.remove());
  who.value = offered.who;
  if (coming?.field === field) coming = null;
  close(field);
}

// Somebody types faster than the list comes: what it shows belongs to fewer letters, or there is none yet. Its first
// line is taken when it is there; meanwhile the typing goes on in the next seat.
const hurried = (field) => coming?.field === field && field.value.trim() !== "";

async function takeLate(field, may) {
  const typed = field.value,
    seat = seatOf(field),
    { offers } = coming;
  coming = null;
  close(field);
  seat.dataset.choosing = "";
  const first = (await offers)[0];
  delete seat.dataset.choosing;
  if (field.value !== typed) return;
  if (first && may(first)) take(field, first);
  save(field);
}

const isPerson = (offered) => offered.who.startsWith("p:");

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

const command = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function put(html, { key, typed }) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const seen = fresh.getElementById("waiting").dataset.seen;
  for (const part of fresh.body.querySelectorAll(".seat, #waiting")) {
    part.dataset.seen = seen;
    const old = document.getElementById(part.id);
    if (!old || overtaken(old, seen)) continue;
    const field = old.querySelector("[data-combo]");
    const now = part.querySelector("[data-was]");
    if (part.id === `seat-${key}` && field && now && field.value !== typed) {
      // somebody has typed on: that stays
      old.querySelector("[data-was]").value = now.value;
      old.dataset.seen = seen;
      continue;
    }
    const open = old.querySelector("details")?.open,
      here = field && document.activeElement === field;
    old.replaceWith(part);
    if (open && part.querySelector("details")) part.querySelector("details").open = true;
    if (here) part.querySelector("[data-combo]")?.focus();
  }
}

const overtaken = (old, seen) => Number(seen) < Number(old.dataset.seen ?? 0);

// One seat after the other in the order in which they were typed: who comes second at two seats is told so.
let queue = Promise.resolve();

function save(field) {
  const seat = seatOf(field);
  if (field.dataset.combo === "stay" || "choosing" in seat.dataset) return;
  const who = seat.querySelector("input[data-who]")?.value ?? "",
    was = seat.querySelector("[data-was]").value;
  const picked = seat.querySelector("[data-pick]:checked");
  if (field.value.trim() === was && !who && !picked) return;
  const sent = field.value + who + picked?.value;
  if (seat.dataset.sent === sent) return; // on its way already
  seat.dataset.sent = sent;
  const given = [...seat.querySelectorAll("input:not([data-was])")]
    .filter((input) => input.name && (!input.matches("[type=radio], [type=checkbox]") || input.checked))
    .map((input) => [input.name, input.value]);
  const wish = { key: seat.dataset.seat, typed: field.value, form: field.form, given, command: command() };
  queue = queue.then(() => send(wish)).catch((fault) => console.error(fault));
}

async function send(wish) {
  const seat = () => document.getElementById(`seat-${wish.key}`),
    was = seat().querySelector("[data-was]");
  const body = new FormData();
  for (const [name, value] of [...wish.given, [was.name, was.value]]) body.append(name, value);
  body.append("csrfmiddlewaretoken", wish.form.elements.csrfmiddlewaretoken.value);
  body.append("only", wish.key);
  body.append("seen", seat().dataset.seen || wish.form.elements.seen.value);
  body.append("command", wish.command);
  const answer = await answered(wish.form.action, body);
  if (answer?.place) return location.assign(answer.place);
  if (answer?.html.includes(`id="seat-${wish.key}"`)) return put(answer.html, wish);
  delete seat().dataset.sent;
  const lost = Object.assign(document.createElement("p"), { className: "error", textContent: page.dataset.lost });
  lost.setAttribute("role", "alert");
  seat().querySelector(".error")?.remove();
  seat().append(lost);
}

// Work starts at the first seat without a name; its list opens with the first letter.

const start =
  page.querySelector(".slip") && document.activeElement === document.body && !location.hash
    ? fields().find((field) => !field.value)
    : null;
start?.focus({ preventScroll: true });

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
  } else if (event.key === "Tab" && hurried(field)) {
    takeLate(field, isPerson);
  } else if (event.key === "Tab" && field.value.trim() && chosen(field) && isPerson(chosen(field).dataset)) {
    take(field, chosen(field).dataset);
  } else if (event.key === "Escape") {
    if (!listOf(field).hidden) event.preventDefault();
    coming = null;
    close(field);
  } else if (event.key === "Enter") {
    const stays = field.dataset.combo === "stay";
    if (stays && !options.length && !hurried(field)) return;
    event.preventDefault();
    if (hurried(field)) takeLate(field, () => true);
    else if (options.length) take(field, options[at < 0 ? 0 : at].dataset);
    if (stays) return;
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
  take(field, option.dataset);
  save(field);
  if (field.dataset.combo !== "stay") next(field);
});

page.addEventListener("change", (event) => {
  if (!event.target.matches("[data-pick]")) return;
  const field = seatOf(event.target).querySelector("[data-combo]");
  save(field);
});

// Somebody may have begun to type before this file was here.

const first = document.activeElement;
if (first?.matches("[data-names] input[data-combo]")) {
  dress(first);
  const typed = first.value.trim() !== (seatOf(first).querySelector("[data-was]")?.value ?? "");
  if (typed || (first !== start && !first.value)) offer(first);
}

// What others at another desk have written meanwhile, wherever nobody is typing here.

let known = document.getElementById("waiting")?.dataset.seen;

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(`?since=${known}`, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.status !== 200) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const seen = fresh.getElementById("waiting").dataset.seen;
  for (const slip of fresh.querySelectorAll(".slip")) {
    const old = document.getElementById(slip.id);
    const busy =
      !old ||
      old.contains(document.activeElement) ||
      old.querySelector(".error") ||
      [...old.querySelectorAll(".seat")].some((seat) => overtaken(seat, seen)) ||
      [...old.querySelectorAll("[data-combo]")].some(
        (field) => field.value !== seatOf(field).querySelector("[data-was]").value,
      );
    if (!busy) old.replaceWith(slip);
  }
  known = seen;
  const waiting = document.getElementById("waiting"),
    open = waiting.querySelector("details")?.open;
  if (waiting.contains(document.activeElement) || overtaken(waiting, seen)) return;
  waiting.replaceWith(fresh.getElementById("waiting"));
  if (open) document.querySelector("#waiting details")?.setAttribute("open", "");
}
if (page.querySelector(".slip")) setInterval(refresh, 10_000);
