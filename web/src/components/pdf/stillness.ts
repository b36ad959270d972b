/** How long nothing scrolls before what takes more than a frame begins, milliseconds. */
const SETTLE_MS = 160;
/** Who scrolls on and on, slowly, reads meanwhile: after that long it begins all the same, milliseconds. */
const AT_MOST_MS = 1000;

/** Resolves once what scrolls around an element (`[data-pdf-scroller]`) stands still, or the signal says not to wait. */
export function stillness(element: HTMLElement, signal: AbortSignal): Promise<void> {
  const scroller = element.closest('[data-pdf-scroller]');
  const waited = new AbortController();
  return new Promise((resolve) => {
    function end(): void {
      waited.abort();
      clearTimeout(timer);
      clearTimeout(latest);
      resolve();
    }
    let timer = setTimeout(end, SETTLE_MS);
    const latest = setTimeout(end, AT_MOST_MS);
    const options = { passive: true, signal: waited.signal };
    signal.addEventListener('abort', end, options);
    scroller?.addEventListener(
      'scroll',
      () => {
        clearTimeout(timer);
        timer = setTimeout(end, SETTLE_MS);
      },
      options,
    );
  });
}
