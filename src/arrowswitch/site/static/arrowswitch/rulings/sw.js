// Keeps the law book on the device. Pages come from the server; when it does not answer, the page that walks by itself
// takes their place: the address says where in the book one is.

const PATIENCE = 4000;
const BOOK = new URL("./offline/", self.registration.scope).pathname;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(EDITION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("rulings-") && name !== EDITION;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

const answered = (request) => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  return fetch(request, { signal: stop.signal }).finally(() => clearTimeout(timer));
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const place = new URL(request.url).pathname;
  const kept = FILES.some((file) => new URL(file, self.registration.scope).pathname === place);
  if (request.mode === "navigate") {
    event.respondWith(answered(request).catch(() => caches.match(BOOK)));
  } else if (kept) {
    event.respondWith(answered(request).catch(() => caches.match(request, { ignoreSearch: true })));
  }
});
