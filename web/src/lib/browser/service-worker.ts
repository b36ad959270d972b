/** Once the page is at rest: what the worker brings is for later visits. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Refused (a private window, a store that is full): the page does without.
  void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
