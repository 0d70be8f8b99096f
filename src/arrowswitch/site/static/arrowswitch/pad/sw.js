// Keeps the pad's page and files on the device. What the session is told and tells is never kept here: the page does that.
// The files of one edition stay together: they come from the device, and a new edition brings all of them.

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(EDITION)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name !== EDITION && !name.startsWith("rulings-");
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const asked = new URL(request.url);
  const kept = FILES.some((file) => new URL(file, self.registration.scope).pathname === asked.pathname);
  if (request.method !== "GET" || !kept) return;
  event.respondWith(
    caches
      .open(EDITION)
      .then((cache) => cache.match(request, { ignoreSearch: true }))
      .then((found) => found ?? fetch(request)),
  );
});
