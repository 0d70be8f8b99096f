// Lets the browser keep the law book, where it may: on this computer and over https; and use it for the rulings of a session.

const { worker, scope, session } = document.currentScript.dataset;
if ("serviceWorker" in navigator) {
  for (const place of [scope, session])
    if (place) navigator.serviceWorker.register(worker, { scope: place }).catch(() => {});
}
