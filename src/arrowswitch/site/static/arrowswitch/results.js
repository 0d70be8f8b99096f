// The working of a number opens over the page; without this it opens as a page of its own.

const WORKING = /\/w\/[^/]+\/(\d+\/)?$/;
const dialog = document.getElementById("working");

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (
    !link ||
    !dialog ||
    !("working" in link.dataset || WORKING.test(link.href)) ||
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey
  )
    return;
  event.preventDefault();
  fill(document.getElementById("working-body"), link.href)
    .then(() => {
      if (!dialog.open) dialog.showModal();
      dialog.scrollTop = 0; // one reads from the beginning, though the way out has the focus
    })
    .catch(() => location.assign(link.href));
});

dialog?.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

// A list that is refreshed does not move under a finger, a pointer or the keyboard.

const busy = (list) => dialog?.open || list.matches(":hover, :focus-within");

document.addEventListener("htmx:beforeRequest", (event) => {
  const list = event.target.closest?.("[data-live]");
  if (list && busy(list)) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const list = event.target.closest?.("[data-live]");
  if (list && busy(list)) event.detail.shouldSwap = false;
});
