// Keeps the pad's page and files on the device. What the session is told and tells is never kept here: the page does that.

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(EDITION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== EDITION && !name.startsWith("rulings-")).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const asked = (request) => new URL(request.url);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = asked(request);
  const kept = FILES.some((file) => new URL(file, self.registration.scope).pathname === address.pathname);
  if (request.method !== "GET" || !kept) return;
  event.respondWith(
    fetch(request)
      .then((answer) => {
        if (answer.ok) { const copy = answer.clone(); caches.open(EDITION).then((cache) => cache.put(request, copy)); }
        return answer;
      })
      .catch(() => caches.match(request, { ignoreSearch: true })),
  );
});
