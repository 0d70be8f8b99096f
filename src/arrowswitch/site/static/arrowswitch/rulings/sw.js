// Keeps the law book on the device. Pages come from the server; when it does not answer, the page that walks by itself
// takes their place: the address says where in the book one is, also at a table of a session.

const BOOK = `${HOME}offline/`;
const AT_TABLE = /\/rulings\/(?:at\/[^/]+\/\d+|[a-z0-9-]+)\/$/;
const patience = (place) => (place.startsWith(HOME) ? 4000 : 15000); // at the desk there is more to work out

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(EDITION)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("rulings-") && name !== EDITION;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const answered = (request, place) => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience(place));
  return fetch(request, { signal: stop.signal }).finally(() => clearTimeout(timer));
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const place = new URL(request.url).pathname;
  if (request.mode === "navigate") {
    if (place.startsWith(HOME) || AT_TABLE.test(place))
      event.respondWith(answered(request, place).catch(() => caches.match(BOOK)));
  } else if (FILES.includes(place)) {
    event.respondWith(answered(request, HOME).catch(() => caches.match(request, { ignoreSearch: true })));
  }
});
