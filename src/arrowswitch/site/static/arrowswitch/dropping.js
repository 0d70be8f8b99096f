// Files can be dropped anywhere on the page; they are sent at once, with the button that is meant for them.

const form = document.querySelector("[data-drop]");
const input = form?.querySelector("input[type=file]");

function hasFiles(event) {
  return event.dataTransfer?.types.includes("Files");
}

document.addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  form.classList.add("is-over");
});

document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) form.classList.remove("is-over");
});

document.addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  form.classList.remove("is-over");
  input.files = event.dataTransfer.files;
  form.requestSubmit(form.querySelector("[data-dropped]"));
});
