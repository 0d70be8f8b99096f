// Seeds are dragged into order by their handles, with a mouse or a finger; the arrows beside them do the same by keyboard.

const list = document.querySelector("[data-seeds]");
let dragged = null;

/** The row under a height of the window, other than the one that is dragged. */
function rowAt(y) {
  return [...list.children].find((row) => {
    const box = row.getBoundingClientRect();
    return row !== dragged && y >= box.top && y <= box.bottom;
  });
}

function drag(event) {
  const over = rowAt(event.clientY);
  if (!over) return;
  const below = over.compareDocumentPosition(dragged) & Node.DOCUMENT_POSITION_FOLLOWING;
  list.insertBefore(dragged, below ? over : over.nextSibling);
}

function drop() {
  document.removeEventListener("pointermove", drag);
  dragged.classList.remove("dragged");
  dragged = null;
  const order = [...list.children].map((row) => row.dataset.number).join(",");
  const form = list.closest("form");
  if (order === list.dataset.seeds) return;
  form.elements.order.value = order;
  form.requestSubmit(form.querySelector("[data-order]"));
}

function take(event) {
  const handle = event.target.closest(".handle");
  if (!handle) return;
  event.preventDefault();
  dragged = handle.closest("tr");
  dragged.classList.add("dragged");
  document.addEventListener("pointermove", drag);
  document.addEventListener("pointerup", drop, { once: true });
}

if (list) {
  list.dataset.seeds = [...list.children].map((row) => row.dataset.number).join(",");
  list.addEventListener("pointerdown", take);
}
