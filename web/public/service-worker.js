// What the app has beyond the page: a screen for when there is no connection, files that other apps share with it, and
// notifications. It keeps no code and no data of the product, so that no page is ever older than the server's.

const OFFLINE = 'offline-1';
const OFFLINE_FILES = ['/offline.html', '/offline.css', '/offline.js', '/favicon.svg'];
// As src/entities/upload/shared-files.ts takes them, and app.webmanifest names the address.
const SHARED = 'shared-files';
const SHARE_PATH = '/share';
const SHARE_FAILED = '/share/failed';

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(OFFLINE)
      .then((cache) => cache.addAll(OFFLINE_FILES.map((path) => new Request(path, { cache: 'reload' }))))
      .then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then((names) =>
          Promise.all(
            names.filter((name) => name !== OFFLINE && name !== SHARED).map((name) => caches.delete(name)),
          ),
        ),
      // The page is asked for while the worker starts, not after.
      registration.navigationPreload?.enable(),
      clients.claim(),
    ]),
  );
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === SHARE_PATH) event.respondWith(receive(request));
  else if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(page(event));
  else if (OFFLINE_FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
});

const kept = async (path) => (await (await caches.open(OFFLINE)).match(path)) ?? Response.error();

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return kept('/offline.html');
  }
}

/** Puts files aside for the page of a new process, instead of those of an earlier share that was not taken up. */
async function receive(request) {
  await caches.delete(SHARED);
  const cache = await caches.open(SHARED);
  try {
    const files = (await request.formData()).getAll('files').filter((file) => file instanceof File);
    for (const [index, file] of files.entries())
      await cache.put(
        `${SHARE_PATH}/${index}`,
        new Response(file, { headers: { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) } }),
      );
  } catch {
    // No room on the device, most likely: the page says so, and none of several files passes for all.
    for (const kept of await cache.keys()) await cache.delete(kept);
    await cache.put(SHARE_FAILED, new Response()).catch(() => undefined);
  }
  return Response.redirect('/processes/new', 303);
}

// As packages/web-push/src/push-request.ts writes it; only who has this browser's keys can.
addEventListener('push', (event) => {
  const { title, tag, path, language } = event.data.json();
  event.waitUntil(
    registration.showNotification(title, { tag, lang: language, icon: '/icons/icon-192.png', data: { path } }),
  );
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openDoor(event.notification.data.path));
});

/** To the window that is there already, as it stands; else in one of its own: nothing that is being typed is left. */
async function openDoor(path) {
  const door = new URL(path, location.origin);
  if (door.origin !== location.origin) return;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === door.pathname);
  await (there === undefined ? clients.openWindow(door.href) : there.focus());
}
