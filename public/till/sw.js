// Opens the till without a connection, to say that there is none. Keeps the page and its scripts, styles and fonts;
// never what comes from /api, and sends nothing later.
const SHELL_CACHE = "till-shell";
const FILES_CACHE = "till-files";
const SHELL = "/till";
const FILE = /\/_next\/static\/[^"'\\ )?]+/g;

/** Keeps a page with the files that it names, and deletes those that only earlier pages named. */
async function keepShell(response) {
  const html = await response.clone().text();
  const named = new Set(html.match(FILE));
  const [shells, files] = await Promise.all([caches.open(SHELL_CACHE), caches.open(FILES_CACHE)]);
  const kept = (await files.keys()).map(({ url }) => new URL(url).pathname);
  await files.addAll([...named].filter((path) => !kept.includes(path)));
  await shells.put(SHELL, response);
  await Promise.all(kept.filter((path) => !named.has(path)).map((path) => files.delete(path)));
}

async function page(event) {
  try {
    const response = await fetch(event.request);
    if (response.ok && !response.redirected) event.waitUntil(keepShell(response.clone()));
    return response;
  } catch (error) {
    const shell = await caches.match(SHELL, { cacheName: SHELL_CACHE });
    if (shell) return shell;
    throw error;
  }
}

const file = async (request) =>
  (await caches.match(request, { cacheName: FILES_CACHE })) ?? fetch(request);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(SHELL).then(keepShell));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === SHELL) event.respondWith(page(event));
  else if (pathname.startsWith("/_next/static/")) event.respondWith(file(request));
});
