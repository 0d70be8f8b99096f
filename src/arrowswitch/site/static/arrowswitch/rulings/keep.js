// Lets the browser keep the law book, where it may: on this computer and over https.

const { worker, scope } = document.currentScript.dataset;
if ("serviceWorker" in navigator) navigator.serviceWorker.register(worker, { scope }).catch(() => {});
