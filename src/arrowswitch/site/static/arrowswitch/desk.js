// The desk's small conveniences. Every page works without them.

document.documentElement.classList.add("js");

const wide = window.matchMedia("(min-width: 75rem)");
const typing = (element) => element.closest("input, select, textarea, [contenteditable]") && !["radio", "checkbox"].includes(element.type);

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
});

// Keyboard shortcuts: only while the settings of this device allow them.

const go = (selector) => document.querySelector(selector);
const shortcuts = {
  "?": () => go("#shortcuts")?.showModal(),
  h: () => go(".mark")?.click(),
  t: () => { const field = [...document.querySelectorAll("#id_tables, #id_teams")].find((one) => one.offsetParent); field?.focus(); field?.select(); },
};

document.addEventListener("keydown", (event) => {
  if (!("shortcuts" in document.body.dataset) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (typing(event.target) || go("dialog[open]")) return;
  const action = shortcuts[event.key];
  if (action) { event.preventDefault(); action(); }
});
