/** As public/service-worker.js puts files aside that other apps share with this one, or says that it could not. */
const SHARED = 'shared-files';
const SHARE_FAILED = '/share/failed';

/** Takes what was put aside, in the order it was shared in; it is not there any more afterwards. */
export async function takeSharedFiles(): Promise<{ files: File[]; failed: boolean }> {
  // Browsers have no such store on pages without TLS, nor for a user who refuses it.
  if (!('caches' in globalThis) || !(await caches.has(SHARED).catch(() => false)))
    return { files: [], failed: false };
  const cache = await caches.open(SHARED);
  const failed = (await cache.match(SHARE_FAILED)) !== undefined;
  const files: File[] = [];
  for (const request of failed ? [] : await cache.keys()) {
    const kept = await cache.match(request);
    if (kept === undefined) continue;
    const name = decodeURIComponent(kept.headers.get('x-name') ?? '');
    const type = kept.headers.get('content-type') ?? '';
    files.push(new File([await kept.blob()], name, { type }));
  }
  await caches.delete(SHARED);
  return { files, failed };
}
