// The desk's small conveniences. Every page works without them.

document.documentElement.classList.add("js");

const wide = window.matchMedia("(min-width: 75rem)");
const find = (selector) => document.querySelector(selector);
const isTyping = (element) => element.matches("input:not([type=radio], [type=checkbox]), select, textarea");

// Puts into a part of the page what the server says of it, also where there is no htmx. Of two that were asked for, the last stays.

async function fill(part, address) {
  part.dataset.asked = address;
  const answer = await fetch(address, { headers: { "HX-Request": "true", "HX-Target": part.id } });
  if (!answer.ok) throw new Error(answer.statusText);
  const text = await answer.text();
  if (part.dataset.asked === address) part.innerHTML = text;
}

document.addEventListener("click", (event) => {
  find(`#${event.target.closest("[data-opens]")?.dataset.opens ?? "none"}`)?.showModal();
});

// A double click sends a form once. Who listens on the document has been asked before, and may have sent it otherwise.

const sentAt = new WeakMap();
window.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (event.timeStamp - (sentAt.get(form) ?? -Infinity) < 1500) event.preventDefault();
  else sentAt.set(form, event.timeStamp);
});

// A row of tabs that is wider than the screen begins at the page that is open.

for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const row = tab.parentElement;
  row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

// A password can be looked at while it is typed.

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-shows]")) return;
  find(`#${event.target.dataset.shows}`).type = event.target.checked ? "text" : "password";
});

// A movement opens beside the list where there is room for it, and on its own page where there is not.
// The tabs of a movement change in place everywhere.

const besides = (link) => find("#beside") && (wide.matches || link.closest("#beside"));

function open(address, link) {
  const list = link?.closest(".choices");
  if (list) {
    list.querySelectorAll("[data-current]").forEach((one) => one.removeAttribute("data-current"));
    link.setAttribute("data-current", "");
  }
  const key = link?.dataset.key;
  const seen = list && find("#beside .tabs [aria-current]"); // another movement is seen from the same side
  if (seen) address += `&view=${new URL(seen.href).searchParams.get("view")}`;
  fill(find("#beside"), address)
    .then(() => {
      if (list) find("#beside").scrollTop = 0;
      else if (key) find(`#beside [data-key="${key}"]`)?.focus();
      else find("#pick-pair")?.focus();
      if (find("#beside.alone")) history.replaceState(null, "", address);
    })
    .catch(() => location.assign(address));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-beside]");
  if (
    !link ||
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    !besides(link)
  )
    return;
  event.preventDefault();
  open(link.getAttribute("href"), link);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-beside]");
  if (form) open(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`, null);
});

// Keyboard shortcuts: only while the settings of this device allow them.

const choice = (step) => {
  const links = [...document.querySelectorAll(".choice-name")];
  const next = links[links.indexOf(document.activeElement) + step] ?? links[step > 0 ? 0 : links.length - 1];
  next?.focus();
};

const shortcuts = {
  "?": () => find("#shortcuts")?.showModal(),
  h: () => find(".mark")?.click(),
  t: () => {
    const field = [...document.querySelectorAll("#id_tables, #id_teams")].find((one) => one.offsetParent);
    field?.focus();
    field?.select();
  },
  j: () => choice(1),
  k: () => choice(-1),
};

document.addEventListener("keydown", (event) => {
  if (!("shortcuts" in document.body.dataset) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) || find("dialog[open]")) return;
  const action =
    shortcuts[event.key] ??
    (/^[a-z]$/.test(event.key) && find(`[data-key="${event.key}"]`)
      ? () => find(`[data-key="${event.key}"]`).click()
      : null);
  if (action) {
    event.preventDefault();
    action();
  }
});
